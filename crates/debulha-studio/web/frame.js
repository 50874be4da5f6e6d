/**
 * The page in its frame: no script of it runs; the app paints its texts and listens for clicks. A large page is shown a part at a
 * time: what a browser does for each key and each picture grows with all that is in a document, in sight or not.
 */
import * as api from "./api.js";
import { addressOf, append, closest, createElement, get, headOf, listen, parentOf, rootOf, selectAll, set, unset } from "./foreign.js";
import { onKey } from "./keys.js";
import { pointerMoves } from "./pointer.js";

/**
 * Paint of the frame. Translucent, so that it stands on light and dark pages; each kind has a line or a pattern of its own. No
 * `opacity`: it makes a layer of each text, and layers take a browser quadratic time.
 */
const sheet = `
x-t { scroll-margin: 30vh; }
x-t[data-s] { cursor: pointer; }
x-t[data-s=kept] { background: rgb(30 150 110 / .22); box-shadow: inset 0 -2px #1d7d5f; }
x-t[data-s=part] { background: repeating-linear-gradient(135deg, rgb(200 150 20 / .35) 0 5px, rgb(200 150 20 / .12) 5px 9px);
  text-decoration: underline dashed 2px #94660a; text-underline-offset: 3px; }
x-t[data-s=doubt] { background: repeating-linear-gradient(90deg, rgb(110 80 200 / .26) 0 2px, rgb(110 80 200 / .1) 2px 6px);
  text-decoration: underline wavy 1px #6a4fc0; text-underline-offset: 3px; }
x-t[data-s=doubt][data-k] { box-shadow: inset 0 -2px #1d7d5f; }
x-t[data-s=dropped], x-t[data-l=noise] { color: color-mix(in srgb, currentcolor 60%, transparent); }
x-t[data-s=hidden] { outline: 1px dotted #888; outline-offset: -1px; color: color-mix(in srgb, currentcolor 70%, transparent); }
x-t[data-s=hidden]:not(:empty)::before { content: "hidden: "; font-style: italic; }
x-t[data-r] { box-shadow: none; text-decoration: none; }
x-t[data-r="0"] { background: none; }
x-t[data-r="1"] { background: rgb(215 140 0 / .14); border-bottom: 1px dotted #a06000; }
x-t[data-r="2"] { background: rgb(215 130 0 / .28); border-bottom: 1px solid #a06000; }
x-t[data-r="3"] { background: rgb(215 110 0 / .45); border-bottom: 2px solid #a05000; }
x-t[data-r="4"] { background: rgb(220 80 0 / .62); border-bottom: 3px double #803000; }
[data-mark] { outline: 2px dashed #3a6ea8 !important; outline-offset: 1px; }
[data-mark=odd] { outline-color: #a03a6e !important; outline-style: solid !important; }
x-t[data-name]::before { content: attr(data-name); font: 600 11px/1.3 system-ui, sans-serif; color: #fff; background: #2d5a8c;
  padding: 0 4px; margin-inline-end: 4px; border-radius: 2px; text-decoration: none; display: inline-block; }
x-t[data-l=content] { background: rgb(30 150 110 / .25); box-shadow: inset 0 -2px #1d7d5f; }
x-t[data-l=noise] { text-decoration: line-through; }
x-t[data-h] { outline: 3px solid #1e63d0; outline-offset: 1px; }
[data-shown] { display: revert !important; visibility: visible !important; height: auto !important; }
`;

/** Attributes of overlays, which are taken away together. */
const MARKS = ["data-mark", "data-name", "data-r"];

function addStyle(inside, text) {
  const style = createElement(inside, "style");
  style.textContent = text;
  append(headOf(inside) ?? rootOf(inside), style);
}

export class Frame {
  /** @type {Map<number, Element>} Texts of the part, by node. */
  #texts = new Map();
  /** @type {Map<number, Element> | null} Elements by node, made when an overlay first asks. */
  #elements = null;
  #document = null;
  #marked = new Set();
  /** @type {number[]} Nodes that are lit up, on any part. */
  #light = [];
  #lit = [];
  #shown = [];
  /** @type {Map<number, string>} */
  #painted = new Map();
  /** Ends the wait for a part when another one is asked for. */
  #waiting = new AbortController();
  /** @type {api.PageInfo | null} */
  #info = null;
  /** @type {AbortSignal | null} */
  #until = null;

  /** The part that is shown, from 0; -1 before the first one is there. */
  part = -1;

  /**
   * @param {HTMLIFrameElement} element
   * @param {{shown?: () => void, pick?: (node: number) => void, hover?: (node: number | null) => void}} told of a part that is there
   *   and is to be painted, of clicks on texts, and of texts under the pointer
   */
  constructor(element, { shown = () => {}, pick = () => {}, hover = () => {} } = {}) {
    this.element = element;
    this.shown = shown;
    this.pick = pick;
    this.hover = hover;
  }

  /**
   * Shows a page: its first part, or the one that has a node.
   * @param {api.PageInfo} info @param {AbortSignal} signal ends all waits
   * @returns {Promise<boolean>} false where the wait was ended
   */
  load(info, signal, node = 0) {
    this.#info = info;
    this.#until = signal;
    return this.go(this.partOf(node));
  }

  /** How many parts the page has. */
  get parts() {
    return this.#info?.parts.length ?? 0;
  }

  /** The part that has a node. */
  partOf(node) {
    return Math.max(0, this.#info.parts.findLastIndex((first) => first <= node));
  }

  /** Shows a part. @returns {Promise<boolean>} false where another part was asked for since, or there is no such part */
  go(part) {
    if (part < 0 || part >= this.parts) return Promise.resolve(false);
    this.#waiting.abort();
    this.#waiting = new AbortController();
    const waiting = AbortSignal.any([this.#waiting.signal, this.#until]);
    const address = new URL(api.frameAddress(this.#info.id, part), document.baseURI);
    return new Promise((resolve, reject) => {
      if (waiting.aborted) return resolve(false);
      waiting.addEventListener("abort", () => resolve(false), { once: true });
      this.element.addEventListener("load", () => {
        const inside = this.element.contentDocument;
        if (!inside) return reject(new Error("The page cannot be shown."));
        if (addressOf(inside) !== address.href) return;
        this.part = part;
        this.#take(inside);
        this.shown();
        resolve(true);
        this.#waiting.abort();
      }, { signal: waiting });
      // Not by `src`: parts are no steps of the browser's history.
      this.element.contentWindow.location.replace(address);
    });
  }

  #take(inside) {
    this.#document = inside;
    this.#texts = new Map(Array.from(selectAll(inside, "x-t"), (text) => [Number(get(text, "data-n")), text]));
    this.#elements = null;
    this.#painted.clear();
    this.#marked.clear();
    this.#shown = [];
    this.light(this.#light);
    addStyle(inside, sheet);
    const nodeOf = (event) => {
      const text = closest(event.target, "x-t");
      return text ? Number(get(text, "data-n")) : null;
    };
    listen(inside, "click", (event) => {
      // Links lead nowhere and forms send nothing; what opens and closes still does.
      if (!closest(event.target, "summary")) event.preventDefault();
      const node = nodeOf(event);
      if (node !== null) this.pick(node);
    });
    const moves = pointerMoves();
    listen(inside, "mousemove", moves);
    listen(inside, "mouseover", (event) => moves(event) && this.hover(nodeOf(event)));
    listen(rootOf(inside), "mouseleave", () => this.hover(null));
    listen(inside, "keydown", onKey);
  }

  /** Nodes of the texts of the part, in the order of the page. */
  get nodes() {
    return [...this.#texts.keys()];
  }

  textOf(node) {
    return this.#texts.get(node)?.textContent.replace(/\s+/g, " ").trim() ?? "";
  }

  /** @param {import("./paint.js").Paints | null} paints null takes the paint away */
  paint(paints) {
    for (const [node, text] of this.#texts) {
      const one = paints?.get(node);
      const wanted = one ? `${one.paint}${one.kept ? "+" : ""}` : "";
      if ((this.#painted.get(node) ?? "") === wanted) continue;
      this.#painted.set(node, wanted);
      if (!one) unset(text, "data-s");
      else set(text, "data-s", one.paint);
      if (one?.kept) set(text, "data-k", "");
      else unset(text, "data-k");
    }
  }

  /** Paints labels. @param {number[]} nodes @param {"content" | "noise" | null} label */
  label(nodes, label) {
    for (const node of nodes) {
      const text = this.#texts.get(node);
      if (!text) continue;
      if (label) set(text, "data-l", label);
      else unset(text, "data-l");
    }
  }

  /** Takes all overlays away. */
  clear() {
    for (const element of this.#marked) for (const mark of MARKS) unset(element, mark);
    this.#marked.clear();
  }

  #mark(element, attribute, value) {
    set(element, attribute, value);
    this.#marked.add(element);
  }

  /** Outlines parts of the page and writes names before them. @param {{node: number, texts: number[], name: string}[]} parts */
  outline(parts) {
    if (!parts.length) return;
    this.#elements ??= new Map(Array.from(selectAll(this.#document, "[data-e]"), (one) => [Number(get(one, "data-e")), one]));
    parts.forEach(({ node, texts, name }, index) => {
      const kind = index % 2 ? "odd" : "even";
      const whole = this.#elements.get(node);
      const inside = texts.map((text) => this.#texts.get(text)).filter(Boolean);
      if (whole) this.#mark(whole, "data-mark", kind);
      else for (const text of inside) this.#mark(text, "data-mark", kind);
      const first = inside.find((text) => text.textContent.trim());
      if (first) this.#mark(first, "data-name", name);
    });
  }

  /** @param {Map<number, number>} steps of the heat map by node */
  heat(steps) {
    for (const [node, step] of steps) {
      const text = this.#texts.get(node);
      if (text) this.#mark(text, "data-r", String(step));
    }
  }

  /**
   * Lights texts up.
   * @param {number[]} nodes
   * @param {{scroll?: boolean}} options whether the first of them is brought into sight, on whatever part it is
   */
  async light(nodes, { scroll = false } = {}) {
    this.#light = nodes;
    for (const text of this.#lit) unset(text, "data-h");
    this.#lit = nodes.map((node) => this.#texts.get(node)).filter(Boolean);
    for (const text of this.#lit) set(text, "data-h", "");
    if (!scroll || !nodes.length || this.part < 0) return;
    const part = this.partOf(nodes[0]);
    if (part !== this.part && !(await this.go(part))) return;
    if (this.#lit.length) this.#reveal(this.#lit);
  }

  /** Whether a text of the part has a box. */
  isVisible(node) {
    return (this.#texts.get(node)?.getClientRects().length ?? 0) > 0;
  }

  /** Shows a text, on whatever part it is. */
  async scrollTo(node) {
    const part = this.partOf(node);
    if (part !== this.part && !(await this.go(part))) return;
    const text = this.#texts.get(node);
    if (text) this.#reveal([text]);
  }

  /** Scrolls the page, never the app around it. */
  #reveal(texts) {
    const height = this.element.clientHeight;
    const box = texts.map((text) => text.getBoundingClientRect()).find((one) => one.height);
    if (!box || (box.top >= 0 && box.bottom <= height)) return;
    this.element.contentWindow.scrollBy({ top: box.top - height / 3, behavior: "instant" });
  }

  /** Shows what the part hides, or hides it again. */
  showHidden(show) {
    for (const element of this.#shown) unset(element, "data-shown");
    this.#shown = [];
    if (!show) return;
    const view = this.element.contentWindow;
    // Styles are all read before any is changed, and each ancestor is read once.
    const seen = new Set();
    for (const text of this.#texts.values()) {
      for (let one = text; one && !seen.has(one); one = parentOf(one)) {
        seen.add(one);
        const style = view.getComputedStyle(one);
        if (style.display === "none" || style.visibility !== "visible") this.#shown.push(one);
      }
    }
    for (const element of this.#shown) set(element, "data-shown", "");
  }
}
