// What the package promises, in Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import vm from "node:vm";
import * as debulha from "debulha";

const { extract, join, parse, systems } = debulha;
const page = (name) => readFileSync(`testdata/pages/${name}/source.html`);
const barn = page("barn-story");
const thread = readFileSync("testdata/records/thread-phpbb/source.html");

test("text and bytes of any kind are pages", () => {
  const text = extract(barn);
  assert.match(text, /^[^<]*grain/);
  const bytes = new Uint8Array(barn);
  const inside = new Uint8Array(bytes.length + 10);
  inside.set(bytes, 5);
  const views = [bytes, bytes.buffer, inside.subarray(5, -5), new DataView(inside.buffer, 5, bytes.length)];
  for (const html of [barn.toString("utf8"), ...views]) assert.equal(extract(html), text);
});

test("extract writes what the library writes: testdata/faces/README.md", () => {
  for (const { name, page, metadata, ...options } of JSON.parse(readFileSync("testdata/faces/cases.json"))) {
    const html = readFileSync(`testdata/faces/${page ?? "page.html"}`);
    const written = extract(html, { ...options, withMetadata: metadata, url: "https://example.org/a" });
    assert.equal(written, readFileSync(`testdata/faces/${name}`, "utf8"), name);
  }
});

test("bytes of another realm are pages", () => {
  const context = vm.createContext({ numbers: [...barn] });
  assert.equal(extract(vm.runInContext("new Uint8Array(numbers)", context)), extract(barn));
  assert.equal(extract(vm.runInContext("new Uint8Array(numbers).buffer", context)), extract(barn));
});

test("an encoding can be stated", () => {
  const bytes = Buffer.from("<p>Centeio dá em terra fraca, e amadurece antes do trigo.", "latin1");
  const options = { extractor: "all_text", charset: "iso-8859-1" };
  assert.equal(extract(bytes, options), "Centeio dá em terra fraca, e amadurece antes do trigo.");
});

test("text comes back as it went in", () => {
  const html = "<p>\u{1F33E} \u0000 Ri\u0301o \ud800 end";
  assert.equal(extract(html, { extractor: "all_text" }), "\u{1F33E} Ri\u0301o \ufffd end");
});

test("options say what is written", () => {
  const html = "<h1>Rye</h1><p>See <a href=/oats>oats</a>.<table><tr><th>Field<th>Yield<tr><td>North<td>3 t</table>";
  const markdown = (options) => extract(html, { format: "md", extractor: "all_text", ...options });
  assert.match(markdown(), /^# Rye\n\nSee oats\.\n\n\|/);
  assert.match(markdown({ links: true, url: "https://example.org/rye" }), /\[oats\]\(https:\/\/example\.org\/oats\)/);
  assert.match(markdown({ links: true, url: new URL("https://example.org/rye") }), /example\.org\/oats/);
  assert.doesNotMatch(markdown({ tables: false }), /Yield/);
  assert.match(markdown({ withMetadata: true }), /^---\n/);
  assert.equal(markdown({ links: undefined, images: null }), markdown());
  assert.equal(markdown(null), markdown());
});

test("a page without content is null, or empty", () => {
  for (const html of ["", "<p>", new Uint8Array(0), new Uint8Array([0xff, 0xfe, 0])]) {
    assert.equal(extract(html), null);
    const empty = parse(html);
    assert.equal(empty.isEmpty, true);
    assert.equal(empty.text, "");
    assert.equal(empty.markdown(), "");
    assert.deepEqual(empty.blocks, []);
    assert.deepEqual(empty.records(), []);
    assert.deepEqual(empty.comments(), []);
    assert.equal(empty.metadata.title, null);
    assert.notEqual(empty.verdict, "ok");
    empty.free();
  }
});

test("a page has its parts", () => {
  const parsed = parse(barn, { url: "https://example.org/barn" });
  assert.equal(parsed.isEmpty, false);
  assert.equal(parsed.text, extract(barn));
  assert.match(parsed.markdown(), /^# A barn that dries its own grain\n/);
  assert.match(parsed.html(), /^<!DOCTYPE html>/i);
  assert.equal(parsed.render("text"), parsed.text);
  assert.equal(parsed.metadata.title, "A barn that dries its own grain");
  assert.equal(parsed.verdict, "ok");
  assert.ok(parsed.confidence > 0.5 && parsed.confidence <= 1);
  assert.deepEqual(parsed.warnings, []);
  assert.equal(parsed.extractor, "debulha");
  const object = parsed.toObject();
  assert.equal(object.schema, "1");
  assert.equal(object.url, "https://example.org/barn");
  assert.deepEqual(object.blocks, parsed.blocks);
  assert.deepEqual(object.metadata, parsed.metadata);
  assert.equal("metadata" in parsed.toObject({ withMetadata: false }), false);
  const [heading] = object.blocks;
  assert.match(barn.subarray(...heading.bytes).toString(), /^<h1.*<\/h1>$/s);
  parsed.free();
  assert.throws(() => parsed.text);
});

test("records and comments are objects", () => {
  const parsed = parse(thread, { extractor: "all_text" });
  const [group] = parsed.records();
  assert.equal(group.kind, "thread");
  assert.equal(group.records[0].author, "barnkeeper");
  parsed.free();
  const news = parse(page("news-comments"));
  assert.equal(news.comments()[0].author, "oldmiller");
  news.free();
});

test("a warning says what was replaced", () => {
  const parsed = parse(Buffer.from("<p>Rye \xff grows", "latin1"), { charset: "utf-8" });
  assert.ok(parsed.warnings.some((warning) => /were replaced/.test(warning)), String(parsed.warnings));
  parsed.free();
});

test("systems can be listed, chosen and set", () => {
  const all = systems();
  assert.deepEqual(all.filter((system) => system.default).map((system) => system.id), ["debulha"]);
  const cetd = all.find((system) => system.id === "cetd");
  const given = { extractor: "cetd", params: { link_count: "descendants" } };
  assert.ok(cetd.params.some((param) => param.name === "link_count"));
  assert.equal(parse(barn, given).extractor, "cetd");
  for (const { id, needs } of all.filter((system) => system.needs.length === 0)) {
    assert.ok(extract(barn, { extractor: id }), `${id} keeps nothing, and needs ${needs}`);
  }
  assert.equal(extract(barn, { extractor: "debulha", params: {} }), extract(barn));
});

test("wrong arguments are a TypeError that names them", () => {
  const wrong = [
    [() => extract(), /a page is a string/],
    [() => extract(5), /a page is a string/],
    [() => extract([1, 2]), /a page is a string/],
    [() => extract({}), /a page is a string/],
    [() => parse(null), /a page is a string/],
    [() => extract(barn, "markdown"), /options are an object/],
    [() => extract(barn, ["markdown"]), /options are an object/],
    [() => extract(barn, () => {}), /options are an object/],
    [() => extract(barn, { colour: "txt" }), /unknown option `colour`; known are format, links/],
    [() => extract(barn, { format: "pdf" }), /unknown format `pdf`/],
    [() => extract(barn, { format: 1 }), /option `format`: .*expected a string/],
    [() => extract(barn, { links: "yes" }), /option `links`: .*expected a boolean/],
    [() => extract(barn, { links: () => true }), /option `links`: a value was expected/],
    [() => extract(barn, { title: "big" }), /"big" is not accepted; use auto, page or never/],
    [() => extract(barn, { url: 5 }), /option `url`: .*expected a string/],
    [() => extract(barn, { url: 5n }), /BigInt/],
    [() => extract(barn, { extractor: "nobody" }), /unknown system `nobody`/],
    [() => extract(barn, { extractor: "cetr", params: { kk: 1 } }), /`cetr`.*`kk`/],
    [() => extract(barn, { extractor: "cetr", params: { k: 1e9 } }), /`k`/],
    [() => extract(barn, { params: [1] }), /option `params`/],
    [() => parse(barn, { format: "txt" }), /unknown option `format`; known are extractor/],
    [() => parse(barn).markdown({ url: "x" }), /unknown option `url`; known are links/],
    [() => parse(barn).render("pdf"), /unknown format `pdf`/],
  ];
  for (const [call, message] of wrong) assert.throws(call, (error) => {
    assert.ok(error instanceof TypeError, `${call}: ${error}`);
    assert.match(error.message, message);
    return true;
  });
});

test("a layout record tells which text is hidden", () => {
  const html = "<p>Rye is sown in autumn, and reaped when the grain is hard.<p>Oats are sown in spring.";
  const node = (id, tag, more) => ({ id, tag, x: 0, y: 20 * id, width: 300, height: 20, style: 0, ...more });
  const nodes = [
    node(0, "html"),
    node(1, "body", { parent: 0 }),
    node(2, "p", { parent: 1 }),
    node(3, "p", { parent: 1, style: 1 }),
    { id: 4, tag: "#text", parent: 2, style: 0, text: 0x22836d6c, lines: [[0, 40, 300, 20]] },
    { id: 5, tag: "#text", parent: 3, style: 1, text: 0x14c2b6a7, lines: [[0, 60, 300, 20]] },
  ];
  const layout = { format: 2, nodes, styles: [{}, { visible: false }] };
  const text = (layout) => extract(html, { extractor: "all_text", layout });
  assert.match(text(null), /Rye[^]*Oats/);
  assert.doesNotMatch(text(layout), /Oats/);
  assert.throws(() => text({ nodes: 5 }), /option `layout`/);
});

test("a page explains its decisions", () => {
  const page = parse("<nav><a href=/>Home</a></nav><p>Rye was sown early this year.", { extractor: "bte" });
  const [kept] = page.why("sown early");
  assert.equal(kept.decision, "kept");
  assert.ok(kept.reasons.length > 0 && kept.reasons[0].detail);
  assert.equal(page.whyAt(kept.xpath)[0].decision, "kept");
  assert.deepEqual([page.why("wheat"), page.whyAt("/html[1]/b[1]")], [[], []]);
  assert.throws(() => page.why(" "), TypeError);
});

test("pages of one article are joined", () => {
  const of = (text, more = "") =>
    parse(`<head>${more}</head><h1>Rye</h1><p>${text}</p>`, { extractor: "all_text", url: "https://example.org/1" });
  const [first, second] = [of("It was sown in autumn.", "<link rel=next href=/2>"), of("It was reaped in July.")];
  assert.equal(first.next, "https://example.org/2");
  assert.equal(second.next, undefined);
  const joined = join([first, second]);
  assert.equal(joined.text, "Rye\nIt was sown in autumn.\nIt was reaped in July.");
  assert.match(joined.markdown(), /^# Rye\n/);
  joined.free();
  assert.throws(() => join([]), TypeError);
});

test("CommonJS can require the package", () => {
  const required = createRequire(import.meta.url)("debulha");
  assert.equal(required.extract(barn), extract(barn));
});

test("the module imports nothing but its own glue", () => {
  const path = createRequire(import.meta.url).resolve("debulha/debulha_bg.wasm");
  const module = new WebAssembly.Module(readFileSync(path));
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    assert.equal(from, "./debulha_bg.js", name);
    assert.match(name, /^__wbg_|^__wbindgen_/);
    assert.equal(kind, "function");
  }
});

test("the package has the version of the workspace", () => {
  const own = createRequire(import.meta.url)("debulha/package.json").version;
  const workspace = readFileSync("Cargo.toml", "utf8").match(/^version = "(.*)"$/m)[1];
  assert.equal(own, workspace);
});
