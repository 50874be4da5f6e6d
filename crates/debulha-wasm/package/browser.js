// The module is fetched when it is imported, from beside this file.
import init from "./debulha.js";

await init();

export { extract, join, parse, systems, JoinedPages, Page } from "./debulha.js";
