// CPU time of a page: `node crates/debulha-wasm/bench.mjs FOLDER [PACKAGE]` reads the first 500 pages of a folder, once to warm up.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { argv, cpuUsage } from "node:process";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, packaged = "target/npm"] = argv.slice(2);
const read = (path) => (path.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path));
const pages = readdirSync(folder).sort().slice(0, 500).map((name) => read(join(folder, name)));

const start = performance.now();
const { extract } = await import(pathToFileURL(join(packaged, "node.js")));
const loaded = performance.now();
extract("<p>Rye");
const first = performance.now();
for (const page of pages) extract(page);
const before = cpuUsage();
for (const page of pages) extract(page);
const { user, system } = cpuUsage(before);
console.log(`import ${(loaded - start).toFixed(0)} ms, first page ${(first - loaded).toFixed(0)} ms`);
console.log(`${pages.length} pages: ${((user + system) / 1000 / pages.length).toFixed(2)} ms of CPU time each`);
