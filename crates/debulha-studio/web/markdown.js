/** The Markdown of an answer as plain text, each block a part that can be pointed at. */

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
  const parts = [];
  let at = 0;
  for (const { index, range: [start, end] } of ranges) {
    if (start < at) continue;
    if (start > at) parts.push({ text: markdown.slice(at, start), block: null });
    parts.push({ text: markdown.slice(start, end), block: index });
    at = end;
  }
  if (at < markdown.length) parts.push({ text: markdown.slice(at), block: null });
  return parts;
}

/** Parts that are laid out together, or not at all while they are out of sight. */
const TOGETHER = 100;

export class MarkdownPane {
  #at = -1;
  /** @type {Map<number, HTMLElement>} Parts by block. */
  #parts = new Map();
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
      const part = event.target.closest("[data-block]");
      return part ? Number(part.dataset.block) : null;
    };
    root.addEventListener("mouseover", (event) => hover(blockOf(event)));
    root.addEventListener("mouseleave", () => hover(null));
    root.addEventListener("click", (event) => {
      const block = blockOf(event);
      if (block !== null && getSelection().isCollapsed) pick(block);
    });
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {import("./api.js").Answer} answer */
  show(answer) {
    this.#parts.clear();
    this.#at = -1;
    const all = document.createDocumentFragment();
    let section = null;
    for (const { text, block } of cut(answer.markdown, answer.blocks)) {
      const part = document.createElement("div");
      // A part begins a line by being a block; the end of the line before would be a second one.
      part.textContent = text.replace(/^\n/, "");
      if (block !== null) {
        part.className = "md";
        part.dataset.block = block;
        this.#parts.set(block, part);
      }
      if (!part.textContent) continue;
      if (!section || section.childElementCount === TOGETHER) all.append((section = document.createElement("section")));
      section.append(part);
    }
    this.root.replaceChildren(all);
    this.root.classList.toggle("empty", !answer.markdown);
    if (!answer.markdown) this.root.textContent = "This system keeps nothing of the page.";
  }

  light(block, { scroll = false } = {}) {
    this.#lit?.classList.remove("lit");
    this.#lit = this.#parts.get(block) ?? null;
    this.#lit?.classList.add("lit");
    if (!scroll || !this.#lit) return;
    const box = this.#lit.getBoundingClientRect();
    const pane = this.root.getBoundingClientRect();
    if (box.top < pane.top || box.bottom > pane.bottom) this.root.scrollTop += box.top - pane.top - pane.height / 3;
  }

  /** The pane is one stop of the tab key; arrows go through its blocks. */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const blocks = [...this.#parts.keys()];
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
