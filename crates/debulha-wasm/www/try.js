// The page is read here, and sent nowhere.
import { parse, systems } from "./debulha/browser.js";

const element = (id) => document.getElementById(id);
const [file, address, html, why, note] = ["file", "address", "html", "why", "note"].map(element);
const choices = ["extractor", "second", "format"].map(element);
const [extractor, second, format] = choices;
const switches = ["links", "images", "withMetadata"].map(element);

/** Characters that a link has at most. Some programs cut longer ones. */
const MAX_LINK = 100_000;

/** Bytes that a link unpacks to at most. */
const MAX_UNPACKED = 20_000_000;

/** The bytes of a chosen file, until something else is pasted. */
let bytes = null;

for (const system of systems().filter(({ needs }) => needs.length === 0)) {
  extractor.add(new Option(system.id, system.id, system.default, system.default));
  second.add(new Option(system.id, system.id));
}

const given = () => bytes ?? html.value;

/** Shows what a system extracts, in elements whose ids begin so. */
function showBy(id, prefix) {
  const start = performance.now();
  const page = parse(given(), { extractor: id });
  const options = Object.fromEntries(switches.map((box) => [box.id, box.checked]));
  const rendered = page.render(format.value, options);
  const took = performance.now() - start;
  element(`${prefix}content`).textContent =
    format.value === "json" ? JSON.stringify(JSON.parse(rendered), null, 2) : rendered;
  const sure = page.confidence === null ? "" : `, expected F1 ${page.confidence.toFixed(2)}`;
  element(`${prefix}state`).textContent =
    given().length === 0 ? "no page yet" : `${page.verdict}${sure}, ${took.toFixed(1)} ms`;
  page.free();
}

function show() {
  showBy(extractor.value, "");
  element("other").hidden = second.value === "";
  element("other-name").textContent = second.value;
  if (second.value !== "") showBy(second.value, "other-");
  explain();
}

function explain() {
  const reasons = element("reasons");
  const text = why.value.trim();
  reasons.hidden = text === "";
  if (text === "") return;
  const page = parse(given(), { extractor: extractor.value });
  const found = page.why(text);
  page.free();
  const lines = found.flatMap(({ decision, output, text, reasons }) => [
    `${decision}${output ? ` (${output})` : ""}: ${text.trim().slice(0, 120)}`,
    ...reasons.slice(0, 5).map(({ detail }) => `· ${detail}`),
  ]);
  reasons.replaceChildren(
    ...(lines.length > 0 ? lines : ["The page has no such text."]).map((line) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = line;
      return paragraph;
    }),
  );
}

function take(content) {
  bytes = content;
  html.value = new TextDecoder().decode(content);
  show();
}

file.addEventListener("change", async () => {
  if (file.files.length > 0) take(new Uint8Array(await file.files[0].arrayBuffer()));
});
address.addEventListener("change", async () => {
  if (address.value === "") return;
  note.textContent = "loading";
  try {
    const response = await fetch(new URL(address.value, location.href), { credentials: "omit" });
    if (!response.ok) throw new Error(`status ${response.status}`);
    take(new Uint8Array(await response.arrayBuffer()));
    note.textContent = "";
  } catch (error) {
    note.textContent = `Not loaded: ${error.message}. Servers of other sites must allow it (CORS).`;
  }
});
const main = document.querySelector("main");
for (const name of ["dragover", "dragleave", "drop"]) {
  main.addEventListener(name, async (event) => {
    event.preventDefault();
    main.classList.toggle("over", name === "dragover");
    const [dropped] = name === "drop" ? event.dataTransfer.files : [];
    if (dropped) take(new Uint8Array(await dropped.arrayBuffer()));
  });
}
html.addEventListener("input", () => {
  bytes = null;
  file.value = "";
  show();
});
for (const control of [...choices, ...switches]) control.addEventListener("change", show);
why.addEventListener("input", explain);

// A link holds the page and the options in its fragment, which browsers do not send.
async function through(transform, content) {
  const parts = [];
  let left = MAX_UNPACKED;
  for await (const part of new Blob([content]).stream().pipeThrough(transform)) {
    left -= part.length;
    if (left < 0) throw new RangeError("too large");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function link() {
  const options = Object.fromEntries([...choices, why].map(({ id, value }) => [id, value]));
  const checked = Object.fromEntries(switches.map((box) => [box.id, box.checked]));
  const packed = await through(new CompressionStream("deflate-raw"), JSON.stringify({ html: html.value, options, checked }));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `${location.href.split("#")[0]}#${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

async function open(fragment) {
  const packed = Uint8Array.from(atob(fragment.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const { html: page, options, checked } = JSON.parse(
    new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), packed)),
  );
  html.value = String(page);
  for (const control of [...choices, why]) {
    const value = String(options[control.id] ?? "");
    if (control === why || [...control.options].some((option) => option.value === value)) control.value = value;
  }
  for (const box of switches) box.checked = checked[box.id] === true;
}

element("share").addEventListener("click", async () => {
  const shared = await link();
  if (shared.length > MAX_LINK) {
    note.textContent = "The page is too large for a link.";
    return;
  }
  history.replaceState(null, "", shared);
  await navigator.clipboard?.writeText(shared).catch(() => {});
  note.textContent = "The link is in the address bar and copied.";
});

if (location.hash.length > 1) {
  await open(location.hash.slice(1)).catch(() => {
    note.textContent = "The link is damaged.";
  });
}
show();
