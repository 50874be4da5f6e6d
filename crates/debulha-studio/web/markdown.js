/** The Markdown of an answer as plain text, each block a piece that can be pointed at. Of a large page, it is that of the part shown. */
import { pointerMoves } from "./pointer.js";

/**
 * Cuts the Markdown at its blocks. Blocks inside others (cells, items) that overlap one already taken are passed over.
 * @param {string} markdown
 * @param {import("./api.js").Block[]} blocks
 * @returns {{text: string, block: number | null}[]}
 */
export function cut(markdown, blocks) {
  const ranges = blocks
    .map((block, index) => ({ index, range: block.md }))
    .filter(({ range }) => range && range[1] > range[0])
    .sort((a, b) => a.range[0] - b.range[0] || b.range[1] - a.range[1]);
  const pieces = [];
  let at = 0;
  for (const { index, range: [start, end] } of ranges) {
    if (start < at) continue;
    if (start > at) pieces.push({ text: markdown.slice(at, start), block: null });
    pieces.push({ text: markdown.slice(start, end), block: index });
    at = end;
  }
  if (at < markdown.length) pieces.push({ text: markdown.slice(at), block: null });
  return pieces;
}

/**
 * The pieces by the part of the page that each is on. What is of no block stands with the block before it.
 * @param {{text: string, block: number | null}[]} pieces
 * @param {number} parts how many there are
 * @param {(block: number) => number} partOf
 */
export function byPart(pieces, parts, partOf) {
  const all = Array.from({ length: parts }, () => []);
  let part = 0;
  for (const piece of pieces) {
    if (piece.block !== null) part = partOf(piece.block);
    all[part].push(piece);
  }
  return all;
}

/** Pieces that are laid out together, or not at all while they are out of sight. */
const TOGETHER = 100;

export class MarkdownPane {
  #at = -1;
  /** @type {Map<number, HTMLElement>} Elements by block. */
  #pieces = new Map();
  #lit = null;

  /**
   * @param {HTMLElement} root
   * @param {{hover: (block: number | null) => void, pick: (block: number) => void}} told what is pointed at, and what is chosen
   */
  constructor(root, { hover, pick }) {
    this.root = root;
    this.hover = hover;
    this.pick = pick;
    const blockOf = (event) => {
      const piece = event.target.closest("[data-block]");
      return piece ? Number(piece.dataset.block) : null;
    };
    const moves = pointerMoves();
    root.addEventListener("mousemove", moves);
    root.addEventListener("mouseover", (event) => moves(event) && hover(blockOf(event)));
    root.addEventListener("mouseleave", () => hover(null));
    root.addEventListener("click", (event) => {
      const block = blockOf(event);
      if (block !== null && getSelection().isCollapsed) pick(block);
    });
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {{text: string, block: number | null}[]} pieces @param {string} nothing what is said where there are none */
  show(pieces, nothing) {
    this.#pieces.clear();
    this.#at = -1;
    const all = document.createDocumentFragment();
    let section = null;
    for (const { text, block } of pieces) {
      const piece = document.createElement("div");
      // A piece begins a line by being a block; the end of the line before would be a second one.
      piece.textContent = text.replace(/^\n/, "");
      if (block !== null) {
        piece.className = "md";
        piece.dataset.block = block;
        this.#pieces.set(block, piece);
      }
      if (!piece.textContent) continue;
      if (!section || section.childElementCount === TOGETHER) all.append((section = document.createElement("section")));
      section.append(piece);
    }
    this.root.replaceChildren(all);
    this.root.scrollTop = 0;
    this.root.classList.toggle("empty", !section);
    if (!section) this.root.textContent = nothing;
  }

  light(block, { scroll = false } = {}) {
    this.#lit?.classList.remove("lit");
    this.#lit = this.#pieces.get(block) ?? null;
    this.#lit?.classList.add("lit");
    if (!scroll || !this.#lit) return;
    const box = this.#lit.getBoundingClientRect();
    const pane = this.root.getBoundingClientRect();
    if (box.top < pane.top || box.bottom > pane.bottom) this.root.scrollTop += box.top - pane.top - pane.height / 3;
  }

  /** The pane is one stop of the tab key; arrows go through its blocks. */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const blocks = [...this.#pieces.keys()];
    if (step && blocks.length) {
      this.#at = Math.min(Math.max(this.#at + step, 0), blocks.length - 1);
      this.light(blocks[this.#at], { scroll: true });
      this.hover(blocks[this.#at]);
    } else if (event.key === "Enter" && this.#at >= 0) {
      this.pick(blocks[this.#at]);
    } else {
      return;
    }
    event.preventDefault();
  }
}
