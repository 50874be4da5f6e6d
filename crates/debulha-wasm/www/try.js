// The page is read here, and sent nowhere.
import { parse, systems } from "./debulha/browser.js";

const element = (id) => document.getElementById(id);
const [file, html, content, state] = ["file", "html", "content", "state"].map(element);
const [extractor, format] = ["extractor", "format"].map(element);
const switches = ["links", "images", "withMetadata"].map(element);

/** The bytes of a chosen file, until something else is pasted. */
let bytes = null;

for (const system of systems().filter(({ needs }) => needs.length === 0)) {
  extractor.add(new Option(system.id, system.id, system.default, system.default));
}

function show() {
  const given = bytes ?? html.value;
  const start = performance.now();
  const page = parse(given, { extractor: extractor.value });
  const options = Object.fromEntries(switches.map((box) => [box.id, box.checked]));
  const rendered = page.render(format.value, options);
  const took = performance.now() - start;
  content.textContent = format.value === "json" ? JSON.stringify(JSON.parse(rendered), null, 2) : rendered;
  const sure = page.confidence === null ? "" : `, expected F1 ${page.confidence.toFixed(2)}`;
  state.textContent = given.length === 0 ? "no page yet" : `${page.verdict}${sure}, ${took.toFixed(1)} ms`;
  page.free();
}

file.addEventListener("change", async () => {
  if (file.files.length === 0) return;
  bytes = new Uint8Array(await file.files[0].arrayBuffer());
  html.value = new TextDecoder().decode(bytes);
  show();
});
html.addEventListener("input", () => {
  bytes = null;
  file.value = "";
  show();
});
for (const control of [extractor, format, ...switches]) control.addEventListener("change", show);
show();
