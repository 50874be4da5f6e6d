// The module in Chromium, next to @mozilla/readability and defuddle: `node …/bench-browser.mjs FOLDER OUT [PACKAGE]` reads the first 300
// pages of a folder, each twice, and prints the time of each tool for the second, from HTML in memory to the text of the content. The texts
// are runs in OUT, for `debulha-lab score`. Needs the npm packages playwright-core, @mozilla/readability and defuddle in the current folder.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { argv, cwd, env } from "node:process";
import { gunzipSync } from "node:zlib";

const [folder, out, packaged = "target/npm"] = argv.slice(2);
const require = createRequire(join(cwd(), "package.json"));
mkdirSync(out, { recursive: true });
const { chromium } = require("playwright-core");
const scripts = {
  "/readability.js": join(dirname(require.resolve("@mozilla/readability")), "Readability.js"),
  "/defuddle.js": join(dirname(require.resolve("defuddle")), "index.js"),
  "/debulha.js": join(packaged, "debulha.js"),
  "/debulha_bg.wasm": join(packaged, "debulha_bg.wasm"),
};
const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
const start = `<!DOCTYPE html><meta charset="utf-8"><script src="/readability.js"></script><script src="/defuddle.js"></script>`;
const read = (path) => (path.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path));
const pages = readdirSync(folder)
  .sort()
  .slice(0, 300)
  .map((name) => ({ id: name.replace(/\.html?(\.gz)?$/, ""), html: new TextDecoder().decode(read(join(folder, name))) }));

const server = createServer((request, response) => {
  const path = scripts[request.url];
  response.writeHead(200, { "content-type": types[extname(request.url)] ?? "text/html" }).end(path ? readFileSync(path) : start);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({ executablePath: env.DEBULHA_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const tab = await browser.newPage();
await tab.goto(`http://127.0.0.1:${server.address().port}/`);

const loaded = await tab.evaluate(async () => {
  const { default: init, extract } = await import("/debulha.js");
  const begin = performance.now();
  await init({ module_or_path: "/debulha_bg.wasm" });
  const started = performance.now();
  extract("<p>Rye");
  globalThis.tools = {
    debulha: (html) => extract(html) ?? "",
    readability: (html) => new Readability(new DOMParser().parseFromString(html, "text/html")).parse()?.textContent ?? "",
    defuddle: (html) => {
      const { content } = new Defuddle(new DOMParser().parseFromString(html, "text/html"), { url: "https://example.org/" }).parse();
      return new DOMParser().parseFromString(content ?? "", "text/html").body.textContent;
    },
  };
  return { start: started - begin, first: performance.now() - started };
});
console.log(`debulha: module started in ${loaded.start.toFixed(0)} ms, first page in ${loaded.first.toFixed(0)} ms`);
for (const tool of ["debulha", "readability", "defuddle"]) {
  const run = [];
  let [time, failed] = [0, 0];
  const times = [];
  for (const { id, html } of pages) {
    const [text, took] = await tab.evaluate(
      ([tool, html]) => {
        try {
          tools[tool](html);
          const begin = performance.now();
          const text = tools[tool](html);
          return [text, performance.now() - begin];
        } catch {
          return [null, 0];
        }
      },
      [tool, html],
    );
    if (text === null) failed += 1;
    time += took;
    times.push(took);
    run.push(JSON.stringify({ id, text: text ?? "" }));
  }
  writeFileSync(join(out, `${tool}.jsonl`), run.join("\n"));
  times.sort((a, b) => a - b);
  console.log(`${tool}: ${(time / pages.length).toFixed(1)} ms a page, median ${times[times.length >> 1].toFixed(1)} ms, ${failed} of ${pages.length} pages failed`);
}
await browser.close();
server.close();
