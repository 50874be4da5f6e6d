// The module is fetched when it is imported, from beside this file.
import init from "./debulha.js";

await init();

export { extract, parse, systems, Page } from "./debulha.js";
