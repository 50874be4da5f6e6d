// What `tsc` must take, and what it must refuse.
import { extract, join, parse, systems, Page, type Block, type PageObject } from "debulha";
import init, { initSync, extract as started } from "debulha/init";

const text: string | null = extract("<p>Rye");
extract(new Uint8Array(1), { format: "markdown", url: new URL("https://example.org/"), links: true, title: "never" });
extract(new ArrayBuffer(1), { charset: null, extractor: "cetr", params: { k: 4 } });

const page: Page = parse("<p>Rye", { url: "https://example.org/" });
const object: PageObject = page.toObject({ withMetadata: false });
const confidence: number | null = page.confidence;
const title: string | null = page.metadata.title;
const author: string | null | undefined = page.records()[0]?.records[0]?.author;
const depth: number | undefined = page.comments()[0]?.depth;
page.markdown({ images: false });
page.render("tei");
page.free();

function words(block: Block): string {
  switch (block.type) {
    case "heading":
      return `${block.level} ${block.text} ${block.links?.[0]?.href}`;
    case "list":
      return block.items.flatMap((item) => item.blocks.map(words)).join(" ");
    case "table":
      return block.rows.flat().map((cell) => cell?.text ?? "").join(" ");
    case "definitions":
      return block.items.flatMap((item) => item.descriptions.flat().map(words)).join(" ");
    case "quote":
    case "figure":
      return block.blocks.map(words).join(" ");
    case "paragraph":
    case "code":
    case "math":
      return block.text;
    case "image":
    case "embed":
      return block.src;
    case "rule":
      return "";
  }
}

const detail: string | undefined = page.why("Rye")[0]?.reasons[0]?.detail;
const next: string | undefined = page.next;
const joined: string = join([page, parse("<p>Oats", { layout: { nodes: [] } })]).markdown();
const start: number | undefined = page.blocks[0]?.bytes?.[0];
const needs: boolean = systems().some((system) => system.needs.includes("model"));
void init({ module_or_path: fetch("debulha_bg.wasm") }).then(() => started("<p>Rye"));
initSync({ module: new Uint8Array(1) });

// @ts-expect-error No page.
extract(5);
// @ts-expect-error No format.
extract("", { format: "pdf" });
// @ts-expect-error No option.
parse("", { format: "text" });
// @ts-expect-error Not to be made.
new Page();
// @ts-expect-error Not to be set.
page.text = "";

export { text, object, confidence, title, author, depth, words, detail, next, joined, start, needs };
