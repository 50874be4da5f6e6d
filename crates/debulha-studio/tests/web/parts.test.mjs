// Parts of the pages that need no browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { ratios } from "./contrast.mjs";

const web = "crates/debulha-studio/web";
// Modules that touch the document are not read here.
const read = (file) => import(pathToFileURL(join(process.cwd(), web, file)));
const { heatOf, isNear, Paints } = await read("paint.js");
const { format, parse, systemOf, systemText } = await read("address.js");
const { byPart, cut } = await read("markdown.js");
const { History } = await read("history.js");

test("text is readable in both themes", () => {
  const poor = ratios(readFileSync("crates/debulha-compare/src/theme.css", "utf8")).filter(({ ratio, needs }) => ratio < needs);
  assert.deepEqual(poor, []);
});

test("texts near the cut of their page are doubtful", () => {
  const painted = new Paints([[1, 0, 0.018, 0.549], [2, 2, 0.95, 0.549], [3, 2, 0.6, 0.549], [4, 0, 0.45, 0.549], [5, 3, 0.5, 0.5], [6, 1, null, null], [7, 0, 0.5, null]]);
  const paints = [1, 2, 3, 4, 5, 6, 7].map((node) => painted.get(node).paint);
  assert.deepEqual(paints, ["dropped", "kept", "doubt", "doubt", "hidden", "part", "dropped"]);
  assert.equal(painted.get(8), undefined);
  // A low cut leaves what is far below or above alone.
  const low = new Paints([[1, 0, 0.01, 0.05], [2, 0, 0.045, 0.05], [3, 2, 0.2, 0.05], [4, 2, 0.5, 0.05]]);
  assert.deepEqual([1, 2, 3, 4].map((node) => low.get(node).paint), ["dropped", "doubt", "doubt", "kept"]);
  assert.ok(isNear(1, 1) && !isNear(0.5, 1));
});

test("systems and URLs are read as they were written", () => {
  const systems = [{ extractor: "bte" }, { extractor: "debulha", preset: "recall", model: "my.model-1", params: { beta: 2.5, once: false, columns: ["a;b=c", "é@:"], hidden_text: "auto" } },
    { extractor: "debulha", model: "mine" }];
  for (const system of systems) {
    assert.deepEqual(systemOf(systemText(system)), system);
    const { view, argument, options } = parse(format("page", "0a1b", { system: systemText(system), node: 4, none: null, overlay: ["heat", "segments"] }));
    assert.deepEqual([view, argument, options.get("node"), options.has("none"), options.getAll("overlay")], ["page", "0a1b", "4", false, ["heat", "segments"]]);
    assert.deepEqual(systemOf(options.get("system")), system);
  }
  for (const text of ["", ";a=1", "a;b", "a;b=%", "a;b={"]) assert.equal(systemOf(text), null, text);
});

test("steps of the heat map", () => {
  assert.deepEqual([0, 0.04, 0.05, 0.3, 0.5, 0.79, 1].map(heatOf), [0, 0, 1, 2, 3, 3, 4]);
});

test("the Markdown is cut at its blocks, and nothing is lost", () => {
  const markdown = "# A\n\n- one\n- two\n\ntail";
  const parts = cut(markdown, [{ md: [0, 3] }, { md: null }, { md: [5, 16] }, { md: [7, 10] }]);
  assert.equal(parts.map(({ text }) => text).join(""), markdown);
  assert.deepEqual(parts.map(({ block }) => block), [0, null, 2, null]);
});

test("each piece of the Markdown is on the part of its block", () => {
  const pieces = [{ text: "# A", block: 0 }, { text: "\n\n", block: null }, { text: "b", block: 1 }, { text: "\n", block: null }];
  assert.deepEqual(byPart(pieces, 3, (block) => 2 * block).map((part) => part.map(({ text }) => text)), [["# A", "\n\n"], [], ["b", "\n"]]);
});

test("labels are taken back and made again, a range at once", () => {
  const history = new History([null, null, "noise"]);
  assert.deepEqual(history.set(0, 2, "content"), [0, 1, 2]);
  assert.deepEqual(history.set(1, 1, "content"), []);
  history.set(1, 1, "noise");
  history.undo();
  history.undo();
  assert.deepEqual(history.labels, [null, null, "noise"]);
  history.redo();
  assert.deepEqual(history.labels, ["content", "content", "content"]);
  assert.equal(history.said, 3);
  history.set(0, 0, null);
  assert.equal(history.said, 2);
  assert.equal(history.canRedo, false);
});
