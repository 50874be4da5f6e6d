// The module is read when it is imported.
import { readFileSync } from "node:fs";
import { initSync } from "./debulha.js";

initSync({ module: readFileSync(new URL("./debulha_bg.wasm", import.meta.url)) });

export { extract, join, parse, systems, JoinedPages, Page } from "./debulha.js";
