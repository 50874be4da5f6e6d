/** The module's functions without the module: for service workers, which must not wait at the top of a file. */
export * from "./index.js";

/** What a module is made of: its address, an answer of `fetch`, its bytes, or the compiled module. */
export type ModuleSource = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Fetches and starts the module, once; from beside this file unless told otherwise. */
export default function init(source?: {
  module_or_path: ModuleSource | Promise<ModuleSource>;
}): Promise<unknown>;

/** Starts a module that is at hand. Browsers forbid this on the main thread for large modules. */
export function initSync(source: { module: ArrayBuffer | ArrayBufferView | WebAssembly.Module }): unknown;
