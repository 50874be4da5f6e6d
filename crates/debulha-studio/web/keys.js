/** Keys of the view that is open, and the dialog that lists them. */
import { matches } from "./foreign.js";
import { html, render } from "./vendor/lit.js";

/** @typedef {{keys: string[], says: string, run: (event: KeyboardEvent) => void}} Binding */

/** @type {Binding[]} */
let bindings = [];
/** @type {Binding[]} */
let always = [];

const names = { " ": "Space", ArrowDown: "↓", ArrowUp: "↑", "Shift+ArrowDown": "Shift ↓", "Shift+ArrowUp": "Shift ↑" };

/** @param {Binding[]} list those of the view */
export function bind(list) {
  bindings = list;
}

/** @param {Binding[]} list those of all views */
export function bindAlways(list) {
  always = list;
}

/** Fields take letters and arrows themselves; buttons and links take Enter and Space. */
function taken(event) {
  const is = (selector) => matches(event.target, selector);
  if (is("input, select, textarea")) return true;
  return (event.key === "Enter" || event.key === " ") && is("button, a[href], summary");
}

/** @param {KeyboardEvent} event of the app or of a page's frame */
export function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || taken(event)) return;
  if (document.querySelector("dialog[open]")) return;
  const key = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
  const binding = [...bindings, ...always].find((one) => one.keys.includes(key));
  if (!binding) return;
  event.preventDefault();
  binding.run(event);
}

export function showKeys() {
  const dialog = document.getElementById("keys");
  const rows = (list) => list.map((one) => html`<tr>
    <th scope="row">${one.keys.map((key) => html`<kbd>${names[key] ?? key}</kbd> `)}</th><td>${one.says}</td></tr>`);
  render(html`<h2 id="keys-title">Keys</h2>
    <table class="plain"><tbody>${rows(bindings)}${rows(always)}</tbody></table>
    <form method="dialog"><button autofocus>Close</button></form>`, dialog);
  dialog.showModal();
}
