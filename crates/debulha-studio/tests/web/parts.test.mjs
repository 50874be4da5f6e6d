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
const { boundary, heatOf, Paints } = await read("paint.js");
const { byPart, cut } = await read("markdown.js");
const { History } = await read("history.js");

test("text is readable in both themes", () => {
  const poor = ratios(readFileSync("crates/debulha-compare/src/theme.css", "utf8")).filter(({ ratio, needs }) => ratio < needs);
  assert.deepEqual(poor, []);
});

test("the boundary puts the fewest texts on the wrong side", () => {
  assert.equal(boundary([[1, 0, 0.1], [2, 2, 0.9], [3, 0, 0.2], [4, 2, 0.8]]), 0.5);
  // One text of a table is kept in spite of its score, and does not move it.
  assert.equal(boundary([[1, 2, 0.01], [2, 0, 0.1], [3, 0, 0.2], [4, 2, 0.8], [5, 2, 0.9]]), 0.5);
  assert.equal(boundary([[1, 2, 0.3]]), null);
  assert.equal(boundary([[1, 0, null], [2, 2, null]]), null);
});

test("texts near the boundary are doubtful", () => {
  const painted = new Paints([[1, 0, 0.05], [2, 2, 0.95], [3, 2, 0.25], [4, 0, 0.14], [5, 3, 0.5], [6, 1, null]]);
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((node) => [painted.get(node).paint, painted.get(node).kept]), [
    ["doubt", false], ["kept", true], ["doubt", true], ["doubt", false], ["hidden", false], ["part", true],
  ]);
  assert.equal(painted.get(7), undefined);
  assert.deepEqual([0, 1, 6].map((node) => painted.placeOf(node)), [-1, 0, 5]);
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
