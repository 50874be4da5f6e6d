/** The header, the views by hash, the theme. */
import { html, nothing, render } from "./vendor/lit.js";
import { bind, bindAlways, onKey, showKeys } from "./keys.js";
import { parse, systemOf } from "./address.js";
import { address, defaultSystem, keep, loadProject, state, systemInfo } from "./state.js";
import { alert, announce, setTitle } from "./ui.js";

/** Views are read when they are first opened. Those within another one have no link of their own in the header. */
const views = {
  pages: { title: "Pages", load: () => import("./views/pages.js") },
  page: { title: "Page", load: () => import("./views/page.js"), ofPage: true, within: "pages" },
  data: { title: "Data", load: () => import("./views/data.js"), ofPage: true, within: "pages" },
  compare: { title: "Compare", load: () => import("./views/compare.js"), ofPage: true, within: "pages" },
  label: { title: "Label", load: () => import("./views/label.js"), ofPage: true },
  train: { title: "Train", load: () => import("./views/train.js") },
  site: { title: "Sites", load: () => import("./views/site.js") },
  run: { title: "Run", load: () => import("./views/run.js") },
  collect: { title: "Collect", load: () => import("./views/collect.js") },
};
const themes = { auto: "light", light: "dark", dark: "auto" };

const main = document.getElementById("main");
let left = new AbortController();
let current = "pages";
/** When the app starts, focus stays where it is, before the link that skips the header. */
let first = true;

function header() {
  const link = (id, view) => {
    const target = address(id, view.ofPage ? state.page : null);
    return html`<a href=${target} aria-current=${id === (views[current].within ?? current) ? "page" : nothing}>${view.title}</a>`;
  };
  render(html`
    <a class="brand" href="#/pages"><b>debulha</b> studio</a>
    <span class="project" dir="auto">${state.project?.name ?? ""}</span>
    <nav aria-label="Views">${Object.entries(views).filter(([, view]) => !view.within).map(([id, view]) => link(id, view))}</nav>
    <span class="tools">
      <button @click=${nextTheme} title="Light, dark, or as the system has it">Theme: ${state.theme}</button>
      <button @click=${showKeys} aria-keyshortcuts="?">Keys <kbd>?</kbd></button>
    </span>`, document.getElementById("head"));
}

function showTheme() {
  if (state.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = state.theme;
}

function nextTheme() {
  state.theme = themes[state.theme] ?? "auto";
  keep("theme", state.theme);
  showTheme();
  header();
}

async function open() {
  left.abort();
  left = new AbortController();
  const { signal } = left;
  const { view: asked, argument, options } = parse(location.hash);
  const id = Object.hasOwn(views, asked) ? asked : "pages";
  const view = views[id];
  current = id;
  bind([]);
  if (view.ofPage) {
    if (!argument) return location.replace("#/pages");
    state.page = argument;
  }
  if (id === "page" || id === "run") {
    const system = systemOf(options.get("system") ?? "");
    state.system = system && systemInfo(system.extractor) ? system : defaultSystem();
  }
  setTitle(view.title);
  header();
  // Each view draws into an element of its own, so that nothing of the one before is taken for its own.
  const root = document.createElement("div");
  root.className = `view ${id}`;
  main.replaceChildren(root);
  try {
    const module = await view.load();
    if (!signal.aborted) await module.open(root, { argument, options, signal });
  } catch (error) {
    if (!signal.aborted) render(alert(error), main);
    return;
  }
  if (signal.aborted || first) {
    first = false;
    return;
  }
  if (!root.contains(document.activeElement)) main.focus({ preventScroll: true });
  announce(view.title);
}

document.getElementById("skip").addEventListener("click", (event) => {
  // The hash is the view's.
  event.preventDefault();
  main.focus();
  main.scrollIntoView();
});
document.addEventListener("keydown", onKey);
bindAlways([
  { keys: ["?"], says: "Show the keys", run: showKeys },
  { keys: ["g"], says: "Go to the list of pages", run: () => (location.hash = "#/pages") },
]);
addEventListener("hashchange", open);

showTheme();
header();
try {
  await loadProject();
  await open();
} catch (error) {
  render(alert(error), main);
}
