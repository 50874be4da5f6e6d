/** Small things that several views use. */
import { html, nothing, render } from "./vendor/lit.js";

/** Says something to people who hear the page rather than see it. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}

/** Names the browser's tab, the most specific first. @param {...string} parts */
export function setTitle(...parts) {
  document.title = [...parts, "debulha studio"].join(" · ");
}

const whole = new Intl.NumberFormat("en");
export const count = (value) => (value === null || value === undefined ? "–" : whole.format(value));
export const percent = (share) => (share === null || share === undefined ? "–" : `${Math.round(100 * share)} %`);
export const three = (value) => (value === null || value === undefined ? "–" : value.toFixed(3));
export const plural = (value, one, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

/** Any value of JSON in one line. */
export function plain(value) {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (typeof value !== "object") return String(value);
  if ("value" in value) return plain(value.value);
  return Object.entries(value).filter(([, part]) => part !== null).map(([name, part]) => `${name}: ${plain(part)}`).join(", ");
}

/** A name of the server's in words. */
export const plainName = (name) => name.replaceAll(/[-_]/g, " ");

/** A verdict with a mark, so that colour is not all that tells good from bad. */
export const verdict = (name) =>
  name ? html`<span class="verdict ${name === "ok" ? "good" : "odd"}">${name === "ok" ? "✓" : "!"} ${plainName(name)}</span>` : "–";

export const alert = (error) => (error ? html`<p class="alert" role="alert">${error.message ?? error}</p>` : nothing);

/** A bar with its figures in words. */
export const bar = (value, max, label) =>
  html`<progress class="bar" .max=${Math.max(max, 1)} .value=${Math.min(value, Math.max(max, 1))} aria-label=${label}></progress>`;

const choices = (options, value) => options.map((option) => {
  if (!Array.isArray(option) && typeof option === "object") return html`<optgroup label=${option.group}>${choices(option.options, value)}</optgroup>`;
  const [id, words] = Array.isArray(option) ? option : [option, option];
  return html`<option value=${id} .selected=${id === value}>${words}</option>`;
});

/** A choice among a few words. `options` are words, pairs of a value and its words, or groups of these with a name. */
export const select = (label, value, options, change, { hideLabel = false, disabled = false } = {}) => html`
  <label class="field"><span class=${hideLabel ? "unseen" : ""}>${label}</span>
    <select ?disabled=${disabled} @change=${(event) => change(event.target.value)}>
      ${choices(options, value)}
    </select></label>`;

/** Buttons to the earlier and later parts of a long list. */
export function pager({ offset, limit, total, what, go }) {
  if (total <= limit && offset === 0) return nothing;
  const last = Math.min(offset + limit, total);
  return html`<nav class="pager" aria-label="Parts of the list">
    <button ?disabled=${offset === 0} @click=${() => go(0)}>First</button>
    <button ?disabled=${offset === 0} @click=${() => go(Math.max(0, offset - limit))}>Previous</button>
    <span class="soft">${count(offset + 1)}–${count(last)} of ${plural(total, what)}</span>
    <button ?disabled=${last >= total} @click=${() => go(offset + limit)}>Next</button>
    <button ?disabled=${last >= total} @click=${() => go(Math.floor((total - 1) / limit) * limit)}>Last</button>
  </nav>`;
}

/** The blocks that texts are in. @param {{texts: number[]}[]} blocks @returns {Map<number, number>} places of blocks by text */
export function byText(blocks) {
  const places = new Map();
  blocks.forEach(({ texts }, place) => {
    for (const text of texts) places.set(text, place);
  });
  return places;
}

/** Brings an item of a list into sight: by the list alone, where it scrolls. @param {Element | null} list @param {Element | null} item */
export function reveal(list, item) {
  if (!list || !item) return;
  if (list.scrollHeight <= list.clientHeight) return item.scrollIntoView({ block: "nearest" });
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 3;
}

/** Calls back when nothing was asked for `wait` milliseconds. */
export function debounce(wait, call) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...values), wait);
  };
}

/**
 * Lets the last question win: a new one aborts the one before.
 * @param {AbortSignal} until ends all of them
 */
export function latest(until) {
  let current = new AbortController();
  until.addEventListener("abort", () => current.abort());
  /** @template T @param {(signal: AbortSignal) => Promise<T>} question @returns {Promise<T | undefined>} undefined where a later one won */
  return async (question) => {
    current.abort();
    const mine = (current = new AbortController());
    if (until.aborted) return undefined;
    try {
      const answer = await question(mine.signal);
      return mine.signal.aborted ? undefined : answer;
    } catch (error) {
      if (mine.signal.aborted) return undefined;
      throw error;
    }
  };
}

/** Draws a view again once for all changes of a turn, until the view is left. */
export function painter(root, signal, view) {
  let asked = false;
  return function update() {
    if (asked) return;
    asked = true;
    queueMicrotask(() => {
      asked = false;
      if (!signal.aborted) render(view(), root);
    });
  };
}
