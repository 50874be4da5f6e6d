// Serves the page to try debulha with, and the package beside it, to this machine alone: `node crates/debulha-wasm/www/serve.mjs [PORT]`,
// after `just wasm`.
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const packaged = fileURLToPath(new URL("../../../target/npm/", import.meta.url));
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".wasm": "application/wasm" };

/** The server, listening; a port of 0 is any that is free. What `first` answers, saying so by true, is not looked for in files. */
export function serve(port, first = () => false) {
  const server = createServer((request, response) => {
    if (first(request, response)) return;
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = path.startsWith("/debulha/")
      ? join(packaged, path.slice("/debulha/".length))
      : join(here, path === "/" ? "try.html" : path);
    const stream = createReadStream(file);
    stream.on("open", () => {
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
      stream.pipe(response);
    });
    stream.on("error", () => response.writeHead(404).end());
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(Number(argv[2] ?? 8080));
  console.log(`http://127.0.0.1:${server.address().port}/`);
}
