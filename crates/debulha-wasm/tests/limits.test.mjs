// Pages that are large, deep or many.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import init, { extract, parse } from "debulha/init";
import { createRequire } from "node:module";

// The glue of the package again, to see the module's memory.
const wasm = await init({
  module_or_path: readFileSync(createRequire(import.meta.url).resolve("debulha/debulha_bg.wasm")),
});
const megabytes = () => wasm.memory.buffer.byteLength / 2 ** 20;
const barn = readFileSync("testdata/pages/barn-story/source.html");

test("memory does not grow with the number of calls", () => {
  const round = (calls) => {
    for (let call = 0; call < calls; call++) {
      extract(barn, { format: "json", withMetadata: true });
      const page = parse(barn, { extractor: "cetd" });
      page.markdown();
      page.toObject();
      page.free();
      assert.throws(() => extract(barn, { links: 1 }), TypeError);
    }
  };
  round(100);
  const before = megabytes();
  round(5000);
  assert.equal(megabytes(), before);
});

test("100,000 nested elements are a page", () => {
  const html = `${"<div>".repeat(100_000)}<p>Rye grows in poor and sour soil, ripens before wheat, and keeps well.`;
  const page = parse(html, { extractor: "all_text" });
  assert.match(page.text, /^Rye grows/);
  page.toObject();
  page.free();
  assert.doesNotThrow(() => extract(html));
  assert.doesNotThrow(() => extract("<b><i><table>".repeat(100_000)));
});

test("20 MB are a page", () => {
  const line = "<p>Rye grows in poor and sour soil, ripens before wheat, and keeps well in a <a href=/barn>barn</a>.</p>\n";
  const html = `<h1>Rye</h1>${line.repeat(Math.ceil((20 << 20) / line.length))}`;
  const start = performance.now();
  const text = extract(html, { extractor: "all_text" });
  assert.match(text, /^Rye\nRye grows/);
  assert.notEqual(extract(Buffer.from(html)), null);
  console.log(`20 MB twice: ${Math.round(performance.now() - start)} ms, ${Math.round(megabytes())} MB of memory`);
  assert.match(extract(barn), /grain/, "the module is as good as before");
});
