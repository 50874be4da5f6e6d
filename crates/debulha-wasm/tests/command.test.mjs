// The same answers as the command line, byte by byte. DEBULHA_COMMAND is the command. Where the corpora are at hand, the first 500 pages
// of wcxb-dev are compared too.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { extract } from "debulha";

const found = [process.env.DEBULHA_COMMAND, "target/debug/debulha", "target/release/debulha"];
const command = found.find((path) => path && existsSync(path));
const skip = command ? false : "no debulha command: set DEBULHA_COMMAND or run `cargo build -p debulha-cli`";
const endings = { text: "txt", markdown: "md", html: "html", json: "json", xml: "xml", xmltei: "xml", csv: "csv" };

/** Compares pages, each with its name and path, in a format; returns how many there were, and how many had no content. */
function compare(pages, format, options, flags) {
  const folder = mkdtempSync(join(tmpdir(), "debulha-"));
  try {
    const input = join(folder, "in");
    mkdirSync(input);
    for (const [name, path] of pages) copyFileSync(path, join(input, name));
    const bytes = (path) => (path.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path));
    const given = ["extract", input, "-o", join(folder, "out"), "--format", format, "--quiet", ...flags];
    const { status, stderr } = spawnSync(command, given, { encoding: "utf8" });
    assert.ok(status === 0 || status === 1, stderr);
    let empty = 0;
    for (const [name, path] of pages) {
      const written = join(folder, "out", `${name.replace(/\..*/, "")}.${endings[format]}`);
      const expected = existsSync(written) ? contentOf(readFileSync(written, "utf8"), format, join(input, name)) : null;
      assert.equal(extract(bytes(path), { format, ...options }), expected, `${path} as ${format}`);
      empty += expected === null;
    }
    return { pages: pages.length, empty };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a file has of a page: all but the last line break and, of a table, the header and the column with the file. */
function contentOf(text, format, file) {
  const content = text.slice(0, -1);
  return format === "csv" ? content.slice(content.indexOf("\n") + 1 + `${file},`.length) : content;
}

const own = readdirSync("testdata/pages").map((name) => [`${name}.html`, `testdata/pages/${name}/source.html`]);
const all = { links: true, images: true, withMetadata: true };
const flags = ["--links", "--images", "--with-metadata"];

for (const format of Object.keys(endings)) {
  test(`own pages as ${format}`, { skip }, () => {
    compare(own, format, {}, []);
    compare(own, format, { ...all, records: true, tables: false }, [...flags, "--records", "--no-tables"]);
    compare(own, format, { extractor: "cetd" }, ["--extractor", "cetd"]);
  });
}

const folder = join(process.env.DEBULHA_DATA ?? "../shared/data", "wcxb-dev/pages");
const further = existsSync(folder) ? readdirSync(folder).sort().slice(0, 500) : [];
test("pages of a corpus", { skip: skip || (further.length === 0 && "no wcxb-dev here: set DEBULHA_DATA") }, () => {
  const pages = further.map((name) => [name, join(folder, name)]);
  for (const format of ["json", "markdown", "text"]) {
    console.log(format, compare(pages, format, format === "text" ? {} : all, format === "text" ? [] : flags));
  }
});
