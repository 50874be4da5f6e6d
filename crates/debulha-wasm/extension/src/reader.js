// The reader: captures the page of a tab, extracts it, shows it, and saves it. Sends nothing anywhere.

import init, { join, parse } from "./debulha/debulha.js";
import { Labels } from "./labels.js";
import { facts, fileName, utf16Of, within } from "./text.js";

const DEFAULTS = { theme: "auto", font: "serif", size: 19, width: 42, images: false, comments: false };
const tab = Number(new URLSearchParams(location.search).get("tab"));
/** Milliseconds that a file to be saved is kept. */
const KEEP_DOWNLOAD = 60_000;
const byId = (id) => document.getElementById(id);

/** The captured pages, in order, each with its parsed `page`. */
const pages = [];
const labels = new Labels();
let settings = DEFAULTS;
/** What is shown: one page, or several joined. */
let content = null;
/** The addresses of pages that were added, so that none is added twice. */
const addresses = new Set();

async function start() {
  const stored = await chrome.storage.local.get("settings");
  settings = { ...DEFAULTS, ...stored.settings };
  applySettings();
  await init({ module_or_path: chrome.runtime.getURL("debulha/debulha_bg.wasm") });
  pages.push(await capture());
  await labels.load();
  show();
  byId("article").focus({ preventScroll: true });
}

/** The page in the tab, parsed. */
async function capture() {
  const [{ result }] = await chrome.scripting.executeScript({ target: { tabId: tab }, files: ["capture.js"] });
  if (result.error) throw new Error(result.error);
  addresses.add(result.url.split("#")[0]);
  return { ...result, page: parsed(result) };
}

const parsed = ({ html, url, layout }) => parse(html, { url, layout });

function show() {
  const [first] = pages;
  if (content !== first.page) content?.free();
  content = pages.length === 1 ? first.page : join(pages.map(parsed));
  const article = byId("article");
  const shown = documentOf(content);
  const metadata = first.page.metadata;
  article.replaceChildren(...shown.body.childNodes, ...(settings.comments ? pages.flatMap(commentsOf) : []));
  article.lang = shown.documentElement.lang || "";
  article.dir = shown.documentElement.dir || "auto";
  for (const link of article.querySelectorAll("a[href]")) {
    if (link.getAttribute("href").startsWith("#")) continue;
    link.target = "_blank";
    link.rel = "noreferrer";
  }
  const title = article.querySelector("h1");
  const line = document.createElement("p");
  line.className = "facts";
  line.textContent = facts(metadata, content.text, new URL(first.url).hostname);
  if (title) title.after(line);
  else article.prepend(line);
  document.title = metadata.title || first.url;
  const isEmpty = content.text.trim() === "";
  if (isEmpty) {
    const reason = document.createElement("p");
    reason.textContent = `No content was found: ${first.page.verdict}.`;
    article.append(reason);
  }
  showOutline(article);
  const next = pages.at(-1).page.next;
  byId("more").hidden = !next || addresses.has(next.split("#")[0]) || new URL(next).origin !== new URL(first.url).origin;
  byId("next").dataset.url = next ?? "";
  say(pages.length > 1 ? `${pages.length} pages` : "");
}

/** The comments of a page, as `--comments only` extracts them. */
function commentsOf({ html, url, layout }) {
  const comments = parse(html, { url, layout, params: { comments: "only" } });
  const nodes = comments.isEmpty ? [] : [...documentOf(comments).body.childNodes];
  comments.free();
  return nodes;
}

/** The HTML of a content, which its writer has sanitised. */
const documentOf = (content) =>
  new DOMParser().parseFromString(content.html({ images: settings.images, links: true }), "text/html");

function showOutline(article) {
  const headings = [...article.querySelectorAll("h2, h3, h4")];
  const links = headings.map((heading, nth) => {
    heading.id ||= `section-${nth + 1}`;
    const link = document.createElement("a");
    link.href = `#${heading.id}`;
    link.textContent = heading.textContent;
    link.className = `level${heading.localName[1]}`;
    return link;
  });
  byId("outline").replaceChildren(...links);
  byId("outline-menu").hidden = links.length === 0;
}

function say(words) {
  byId("state").textContent = words;
}

function applySettings() {
  const { theme, font, size, width } = settings;
  const root = document.documentElement;
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = theme === "auto" ? (isDark ? "dark" : "light") : theme;
  root.dataset.font = font;
  root.style.setProperty("--size", `${size}px`);
  root.style.setProperty("--width", `${width}rem`);
  for (const field of byId("settings").elements) {
    if (field.type === "checkbox") field.checked = settings[field.name];
    else field.value = settings[field.name];
  }
}

byId("settings").addEventListener("input", async ({ target }) => {
  const value = target.type === "checkbox" ? target.checked : target.type === "range" ? Number(target.value) : target.value;
  settings = { ...settings, [target.name]: value };
  applySettings();
  if (target.type === "checkbox") show();
  await chrome.storage.local.set({ settings });
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySettings);

// Menus: one is open at a time; Escape closes it.
for (const menu of document.querySelectorAll("details")) {
  menu.addEventListener("toggle", () => {
    if (!menu.open) return;
    for (const other of document.querySelectorAll("details[open]")) if (other !== menu) other.open = false;
  });
}
addEventListener("keydown", ({ key }) => {
  const open = key === "Escape" && document.querySelector("details[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details[open]")) if (!menu.contains(target)) menu.open = false;
});

byId("back").addEventListener("click", () => chrome.tabs.update(tab, { active: true }));

byId("save-menu").addEventListener("click", async ({ target }) => {
  const { copy, save } = target.dataset ?? {};
  if (copy) {
    await navigator.clipboard.writeText(written(copy));
    say("Copied.");
  } else if (save === "labels" && labels.isEmpty) {
    say("Nothing is marked as wrong. Choose “Show what was kept” and click a text.");
  } else if (save) {
    const [words, ending, type] = files(save);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([words], { type }));
    link.download = save === "labels" ? "blocks.csv" : `${fileName(document.title)}.${ending}`;
    link.click();
    // A busy browser reads it some time after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), KEEP_DOWNLOAD);
    say(`Saved as ${link.download}.`);
  }
  if (copy || save) byId("save-menu").open = false;
});

function written(format) {
  if (format === "text") return content.text;
  if (format === "html") return content.html({ withMetadata: true });
  if (format === "json") return `${JSON.stringify(content.toObject(), null, 2)}\n`;
  return content.markdown({ withMetadata: true });
}

function files(name) {
  if (name === "page") return [pages[0].html, "page.html", "text/html"];
  if (name === "labels") return [labels.csv(), "csv", "text/csv"];
  const ending = { markdown: "md", html: "html", json: "json" }[name];
  return [written(name), ending, "text/plain"];
}

// The next page: the tab opens it as a click on its link would, and it is captured there.
byId("next").addEventListener("click", async ({ currentTarget }) => {
  currentTarget.disabled = true;
  try {
    const loaded = isLoaded();
    await chrome.tabs.update(tab, { url: currentTarget.dataset.url });
    await loaded;
    pages.push(await capture());
    show();
  } catch (error) {
    say(`The next page could not be added: ${error.message}`);
  } finally {
    currentTarget.disabled = false;
  }
});

function isLoaded() {
  return new Promise((resolve) => {
    chrome.tabs.onUpdated.addListener(function listener(id, { status }) {
      if (id !== tab || status !== "complete") return;
      chrome.tabs.onUpdated.removeListener(listener);
      resolve();
    });
  });
}

// Marks on the page itself. They are those of the page that the tab shows, the one that was captured last.
byId("mark").addEventListener("click", async ({ currentTarget }) => {
  const isOn = currentTarget.getAttribute("aria-pressed") === "true";
  const target = { tabId: tab };
  try {
    await chrome.scripting.executeScript({ target, files: ["marks.js"] });
    if (isOn) {
      await chrome.scripting.executeScript({ target, func: () => debulhaUnmark() });
    } else {
      await chrome.scripting.insertCSS({ target, files: ["marks.css"] });
      await chrome.scripting.executeScript({ target, func: (kept) => debulhaMark(kept), args: [kept(pages.at(-1))] });
      await chrome.tabs.update(tab, { active: true });
    }
    currentTarget.setAttribute("aria-pressed", String(!isOn));
  } catch (error) {
    say(`The page cannot be marked: ${error.message}`);
  }
});

/** The numbers of the texts of a captured page that its content has. */
function kept({ html, starts, page }) {
  return within(starts, utf16Of(html, page.blocks.flatMap(({ bytes }) => bytes ?? [])));
}

/** The text of this number, as the page has it. */
function textOf({ html, starts }, number) {
  const end = html.indexOf("<", starts[number]);
  const holder = new DOMParser().parseFromString(html.slice(starts[number], end), "text/html");
  return holder.body.textContent.trim();
}

chrome.runtime.onMessage.addListener((message, sender, respond) => {
  if (sender.id !== chrome.runtime.id || sender.tab?.id !== tab) return;
  const captured = pages.at(-1);
  const text = textOf(captured, message.text);
  const [answer] = text === "" ? [] : captured.page.why(text.slice(0, 300));
  const key = { page: fileName(document.title), xpath: answer?.xpath ?? "", text };
  if (message.kind === "why") {
    const title = answer ? (answer.decision === "kept" ? "Kept" : "Dropped") : "This text is not in the page as it was read.";
    const reasons = [answer?.output, ...(answer?.reasons ?? []).slice(0, 3).map(({ detail }) => detail)].filter(Boolean);
    respond({ title, reasons, isWrong: labels.has(key) });
  } else if (message.kind === "wrong" && answer) {
    respond({ isWrong: labels.toggle(key, answer.decision === "kept" ? "noise" : "content") });
  }
});

start().catch((error) => {
  const reason = document.createElement("p");
  reason.textContent = `This page cannot be read: ${error.message}`;
  byId("article").replaceChildren(reason);
});
