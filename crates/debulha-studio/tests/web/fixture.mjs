/** Pages of testdata/ as the mock serves them: sanitised, with their texts and blocks by node. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const gone = new Set(["script", "noscript", "iframe", "object", "embed", "template"]);
const silent = new Set(["meta", "link", "base"]);
const empty = new Set(["area", "br", "col", "hr", "img", "input", "wbr", ...silent]);
const bare = new Set(["title", "textarea", "option", "select", "style"]);
const inline = new Set(["a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "label", "math", "q", "s", "small", "span", "strong", "sub", "sup", "time", "u", "var"]);
const attributes = /\s(id|class|dir|lang|hidden|colspan|rowspan|alt|name|type|placeholder|width|height)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/gi;
const entities = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
const plain = (text) => text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name) => entities[name]).replace(/\s+/g, " ").trim();
const squeezed = (text) => text.replace(/\s+/g, "");
const hash = (text) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) >>> 0, 7);

/** A right-to-left page, and one whose names hide the properties of its document. */
const extra = {
  "rtl-note": `<html dir=rtl lang=he><title>הגורן</title><body><nav><a href=/>בית</a></nav><article><h1>הגורן שמייבשת בעצמה</h1>
<p>שלוש חוות התקינו מאוורר, חיישן וארבעים שורות קוד במקום מייבש הגז, והחשבון ירד לרבע.</p></article></body></html>`,
  "stubborn": `<html><title>Stubborn</title><body><img name=head><img name=documentElement><img name=querySelectorAll>
<form name=createElement><input name=closest><input name=getAttribute><input name=parentElement><p onclick="alert(1)">Its names hide what a script asks for, and it is read all the same.</p></form>
<script>window.ran = true</script><p>A second text stands below it.</p></body></html>`,
};

/** Bytes of a part of a page that is shown in parts. */
const PART = 1 << 20;

function take(name, html, expected) {
  const page = { name, blocks: [], texts: [], title: name, lang: null, dir: null, parts: [0], frames: [] };
  const gold = squeezed(expected);
  let frame = "";
  let node = 0;
  const stack = [{ tag: "#", block: null, hidden: false, node: 0, xpath: "", kids: {} }];
  for (const [token, comment, close, tag, rest, text] of html.matchAll(/(<!--[^]*?-->|<!doctype[^>]*>)|<(\/)?([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>])*)>|([^<]+)/gi)) {
    if (comment) continue;
    const top = stack.at(-1);
    if (text !== undefined) {
      if (stack.some((one) => gone.has(one.tag))) continue;
      node += 1;
      if (bare.has(top.tag)) {
        if (top.tag === "title") page.title = plain(text);
        frame += text;
        continue;
      }
      frame += `<x-t data-n="${node}">${text}</x-t>`;
      if (!plain(text)) continue;
      const owner = stack.findLast((one) => !inline.has(one.tag));
      owner.block ??= page.blocks[page.blocks.push({ node: owner.node, tag: owner.tag, xpath: owner.xpath, texts: [], text: "", hidden: owner.hidden }) - 1];
      owner.block.texts.push(node);
      owner.block.text = `${owner.block.text} ${plain(text)}`.trim();
      page.texts.push({ node, block: owner.block });
      continue;
    }
    const low = tag.toLowerCase();
    if (close) {
      const at = stack.findLastIndex((one) => one.tag === low);
      if (at < 1) continue;
      for (const one of stack.splice(at).reverse()) if (!gone.has(one.tag)) frame += `</${one.tag}>`;
      continue;
    }
    node += 1;
    // Only between the children of the body: the elements around are then few.
    if (top.tag === "body" && frame.length > PART) {
      page.frames.push(frame);
      page.parts.push(node);
      frame = "";
    }
    top.kids[low] = (top.kids[low] ?? 0) + 1;
    const xpath = `${top.xpath}/${low}[${top.kids[low]}]`;
    const kept = [...rest.matchAll(attributes)];
    if (low === "html") for (const [, key, value] of kept) page[key] = value?.replaceAll(/["']/g, "") ?? null;
    if (!gone.has(low) && !silent.has(low)) frame += `<${low} data-e="${node}"${kept.map(([all]) => all).join("")}>`;
    if (empty.has(low)) continue;
    stack.push({ tag: low, block: null, hidden: top.hidden || /\shidden|sr-only/.test(rest), node, xpath, kids: {} });
  }
  for (const block of page.blocks) {
    block.kept = !block.hidden && gold.includes(squeezed(block.text));
    block.score = block.kept ? 0.62 + (hash(block.text) % 36) / 100 : 0.02 + (hash(block.text) % 43) / 100;
    block.words = block.text.split(" ").length;
    block.type = /^h[1-6]$/.test(block.tag) ? "heading" : { li: "item", pre: "code", td: "cell", th: "cell" }[block.tag] ?? "paragraph";
  }
  page.frames.push(frame);
  page.frames = page.frames.map((part, index) => `<!doctype html>${index ? "<html><body>" : ""}${part}`);
  page.bytes = html.length;
  return page;
}

/** @param {string} folder of testdata/pages @param {number} many pages wanted: they are repeated under further names */
export function load(folder, many = 0) {
  const pages = readdirSync(folder).sort().map((name) => {
    const bytes = readFileSync(join(folder, name, "source.html"));
    const charset = /charset=["']?([\w-]+)/i.exec(bytes.toString("latin1"))?.[1] ?? "utf-8";
    return take(name, new TextDecoder(charset).decode(bytes), readFileSync(join(folder, name, "expected.txt"), "utf8"));
  });
  pages.push(...Object.entries(extra).map(([name, html]) => take(name, html, html.replaceAll(/<[^>]*>/g, " "))));
  const first = pages.length;
  while (pages.length < many) pages.push({ ...pages[pages.length % first], name: `copy-${pages.length}` });
  return pages;
}

/** A page of about so many megabytes. */
export function big(megabytes) {
  const text = "The wheel was stopped for two days, and rye was ground by hand until the water came back.";
  const part = `<div class="row"><h2>Notes of the mill</h2><p>${text.replace("rye", "<b>rye</b>")}</p><ul><li>sacks: 40</li><li>carts: 3</li></ul></div>`;
  return take("big", `<html><title>Big</title><body>${part.repeat((megabytes * 1e6) / part.length)}</body></html>`, text);
}
