/** Labelling: a page's blocks in order, each content or noise. */
import { html, nothing, ref, repeat } from "../vendor/lit.js";
import { rememberer } from "../address.js";
import * as api from "../api.js";
import { Frame } from "../frame.js";
import { History } from "../history.js";
import { bind } from "../keys.js";
import { partKeys, partSteps } from "../parts.js";
import { address, keep, state } from "../state.js";
import { pageBar, pageKeys, pageTitle } from "../tabs.js";
import { alert, announce, bar, byText, count, debounce, pager, painter, percent, plural, reveal, three } from "../ui.js";

/** Blocks drawn at once. */
const LIMIT = 300;
/** How long after a change it is saved, in milliseconds. */
const REST = 400;
/** A block is content if the system keeps this share of it, unless somebody says otherwise. */
const EVEN = 0.5;

const words = { content: "content", noise: "noise" };
const marks = { content: "✓", noise: "✕" };

export async function open(root, { argument: id, options, signal }) {
  const remember = rememberer(signal);
  const info = await api.page(id, signal);
  if (signal.aborted) return;
  pageTitle(info, "label");
  /** @type {api.LabelBlock[]} */
  let blocks = [];
  let history = new History([]);
  let blockOf = new Map();
  let guessSystem = "";
  let done = false;
  let at = 0;
  /** Where a range began. */
  let from = 0;
  let saved = "";
  let problem = null;
  let progress = null;
  let pairs = [];
  let frame;
  const update = painter(root, signal, view);

  const guess = (index) => (blocks[index].guess >= EVEN ? "content" : "noise");
  const label = (index) => history.labels[index] ?? guess(index);
  const range = () => [Math.min(at, from), Math.max(at, from)];
  const paint = (indices) => indices.forEach((index) => frame.label(blocks[index].texts, label(index)));

  function paintPart() {
    for (const node of frame.nodes) if (blockOf.has(node)) frame.label([node], label(blockOf.get(node)));
  }

  async function read() {
    try {
      const now = await api.labels(id, state.labeller, signal);
      blocks = now.blocks;
      done = now.done;
      guessSystem = now.guess_system;
      history = new History(blocks.map((block) => block.label));
      blockOf = byText(blocks);
      at = from = Math.max(0, blocks.findIndex((block) => block.node === Number(options.get("node"))));
      saved = "";
      problem = null;
      paintPart();
      if (blocks.length) frame.light(blocks[at].texts, { scroll: at > 0 });
      await figures();
    } catch (error) {
      problem = error;
    }
    update();
  }

  async function figures() {
    [progress, { pairs }] = await Promise.all([api.labelProgress(state.labeller, signal), api.labelAgreement(signal)]);
  }

  // One save after the other: the last one that was asked for is the last one written.
  let saving = Promise.resolve();
  let unsaved = 0;
  /** Saves what is labelled; with `all`, also what is only guessed. */
  function save(all) {
    const labels = blocks.flatMap(({ xpath }, index) => {
      const one = all ? label(index) : history.labels[index];
      return one ? [{ xpath, label: one }] : [];
    });
    const body = { labeller: state.labeller, labels, done: all };
    unsaved += 1;
    saved = "saving…";
    update();
    saving = saving.catch(() => {}).then(() => api.saveLabels(id, body)).then(
      (answer) => {
        unsaved -= 1;
        if (!unsaved) {
          saved = `${plural(answer.saved, "label")} saved`;
          figures().then(update, () => {});
        }
        problem = null;
        update();
      },
      (error) => {
        unsaved -= 1;
        saved = "not saved";
        problem = error;
        update();
        throw error;
      },
    );
    return saving;
  }
  let pending = false;
  const write = () => {
    if (!pending) return;
    pending = false;
    save(done).then(() => announce(saved), () => {});
  };
  const soon = debounce(REST, write);
  const later = () => {
    pending = true;
    soon();
  };
  // What was labelled just before the view is left is saved, too.
  signal.addEventListener("abort", write);

  function changed(indices, says) {
    if (!indices.length) return;
    paint(indices);
    announce(says);
    later();
    update();
  }

  function put(one) {
    if (!blocks.length) return;
    const [first, last] = range();
    changed(history.set(first, last, one), `${first === last ? "" : `${last - first + 1} blocks: `}${words[one]}`);
  }

  /** Takes the guess of a block as its label, and goes to the next one. */
  function accept() {
    put(label(at));
    move(at + 1);
  }

  function turn(indices, says) {
    if (!indices.length) return announce("Nothing to undo or redo.");
    move(indices[0]);
    changed(indices, says);
  }

  /** Goes to a block. @param {boolean} stretch whether the range reaches from where it began to there */
  function move(to, stretch = false) {
    if (!blocks.length) return;
    at = Math.min(Math.max(to, 0), blocks.length - 1);
    if (!stretch) from = at;
    remember({ node: blocks[at].node });
    const [first, last] = range();
    frame.light(blocks.slice(first, last + 1).flatMap((block) => block.texts), { scroll: true });
    update();
    queueMicrotask(() => reveal(root.querySelector(".labels"), root.querySelector(`#block-${at}`)));
  }

  async function finish() {
    if (!blocks.length) return next();
    try {
      pending = false;
      await save(true);
      done = true;
      await next();
    } catch (error) {
      problem = error;
      update();
    }
  }

  async function next() {
    const { page, reason } = await api.nextToLabel(state.labeller);
    if (signal.aborted) return;
    if (page === null) {
      announce(`Saved. ${reason || "All pages are labelled."}`);
      saved = `saved. ${reason || "All pages are labelled."}`;
      await figures();
      return update();
    }
    announce(`Saved. Next: ${reason}`);
    location.hash = address("label", page);
  }

  const item = (block, part) => {
    const index = part + Math.floor(at / LIMIT) * LIMIT;
    const mine = history.labels[index];
    const [first, last] = range();
    const one = label(index);
    return html`<li role="option" id=${`block-${index}`} aria-selected=${index >= first && index <= last ? "true" : "false"}
        class=${`${one} ${mine ? "said" : "guessed"} ${index === at ? "at" : ""}`}
        @click=${(event) => move(index, event.shiftKey)}>
      <span class="tag">${mine ? marks[one] : "?"} ${words[one]}</span>
      <span class="guess figure" title=${`How much of it ${guessSystem} keeps`}>${percent(block.guess)}</span>
      <span class="text" dir="auto">${block.text}</span></li>`;
  };

  function view() {
    const offset = Math.floor(at / LIMIT) * LIMIT;
    return html`${pageBar(info, "label")}
      <div class="bar-of-tools">
        <label class="field"><span>Labeller</span><input list="labellers" size="12" .value=${state.labeller} @change=${(event) => {
          write();
          state.labeller = event.target.value.trim() || "default";
          keep("labeller", state.labeller);
          // Until their labels are there, nothing can be labelled: it would be lost.
          blocks = [];
          history = new History([]);
          update();
          saving.catch(() => {}).then(read);
        }}></label><datalist id="labellers">${state.project.labellers.map((name) => html`<option value=${name}></option>`)}</datalist>
        ${progress ? html`<span class="progress">${bar(progress.labelled, progress.total, "Pages labelled")}
          ${count(progress.labelled)} of ${plural(progress.total, "page")}, ${plural(progress.blocks, "block")}</span>` : nothing}
        <span class="soft">${done ? "✓ this page is done" : `${count(history.said)} of ${plural(blocks.length, "block")} labelled here`}</span>
        <span class="saved soft">${saved}</span>
      </div>
      <div class="bar-of-tools" role="toolbar" aria-label="Labels">
        <button @click=${() => put("content")} aria-keyshortcuts="c">✓ Content <kbd>c</kbd></button>
        <button @click=${() => put("noise")} aria-keyshortcuts="x">✕ Noise <kbd>x</kbd></button>
        <button @click=${accept} aria-keyshortcuts="a">Accept guess <kbd>a</kbd></button>
        <button ?disabled=${!history.canUndo} @click=${() => turn(history.undo(), "undone")}>Undo <kbd>u</kbd></button>
        <button ?disabled=${!history.canRedo} @click=${() => turn(history.redo(), "redone")}>Redo <kbd>U</kbd></button>
        <button class="main" @click=${finish}>Done, next page <kbd>Enter</kbd></button>
      </div>
      <p class="note">Blocks marked ? have a guess by ${guessSystem || "the system"}. “Done, next page” accepts the remaining guesses.</p>
      ${alert(problem)}
      <div class="halves">
        <div>
          <ol class="labels" role="listbox" aria-multiselectable="true" aria-label="Blocks of the page" tabindex="0"
            aria-activedescendant=${blocks.length ? `block-${at}` : nothing}>
            ${repeat(blocks.slice(offset, offset + LIMIT), (block) => block.xpath, item)}</ol>
          ${pager({ offset, limit: LIMIT, total: blocks.length, what: "block", go: (to) => move(to) })}
        </div>
        <section class="pane frame-pane" aria-label="The page">${partSteps(frame)}<iframe title=${`The page ${info.name}, without its scripts`} sandbox="allow-same-origin"
          ${ref((element) => {
            if (element && !frame) frame = new Frame(element, {
              shown() {
                paintPart();
                update();
              },
              pick: (node) => blockOf.has(node) && move(blockOf.get(node)),
            });
          })}></iframe></section>
      </div>
      ${pairs.length ? html`<h2>Agreement of labellers</h2><div class="wide" tabindex="0" role="region" aria-label="Agreement of labellers"><table>
        <thead><tr><th scope="col">Labellers</th><th scope="col" class="figure">Pages</th><th scope="col" class="figure">Blocks</th>
          <th scope="col" class="figure">Agreement</th><th scope="col" class="figure">Cohen’s κ</th></tr></thead>
        <tbody>${pairs.map((pair) => html`<tr><th scope="row">${pair.a}, ${pair.b}</th><td class="figure">${count(pair.pages)}</td>
          <td class="figure">${count(pair.blocks)}</td><td class="figure">${percent(pair.agreement)}</td><td class="figure">${three(pair.kappa)}</td></tr>`)}</tbody>
      </table></div>` : nothing}`;
  }

  bind([
    { keys: ["j", "ArrowDown"], says: "Next block", run: () => move(at + 1) },
    { keys: ["k", "ArrowUp"], says: "Previous block", run: () => move(at - 1) },
    { keys: ["Shift+ArrowDown", "J"], says: "Extend the range down", run: () => move(at + 1, true) },
    { keys: ["Shift+ArrowUp", "K"], says: "Extend the range up", run: () => move(at - 1, true) },
    { keys: ["c"], says: "Label as content", run: () => put("content") },
    { keys: ["x"], says: "Label as noise", run: () => put("noise") },
    { keys: [" "], says: "Change to the opposite label", run: () => blocks.length && put(label(at) === "content" ? "noise" : "content") },
    { keys: ["a"], says: "Accept the guess, and go to the next block", run: accept },
    { keys: ["u"], says: "Undo", run: () => turn(history.undo(), "undone") },
    { keys: ["U"], says: "Redo", run: () => turn(history.redo(), "redone") },
    ...partKeys(info, () => frame),
    { keys: ["Enter"], says: "Accept the remaining guesses, and go to the next page to label", run: finish },
    ...pageKeys(info, "label"),
  ]);
  update();
  await Promise.resolve();
  // The blocks and the page do not wait for each other.
  await Promise.all([frame.load(info, signal), read()]);
  if (signal.aborted) return;
  await Promise.resolve();
  root.querySelector(".labels")?.focus({ preventScroll: true });
}
