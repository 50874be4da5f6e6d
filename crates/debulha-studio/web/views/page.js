/** One page: the frame with its texts painted, the Markdown, and why. */
import { html, nothing, ref } from "../vendor/lit.js";
import { rememberer, systemText } from "../address.js";
import * as api from "../api.js";
import { Frame } from "../frame.js";
import { bind } from "../keys.js";
import { byPart, cut, MarkdownPane } from "../markdown.js";
import { overlays } from "../overlays.js";
import { legend, Paints } from "../paint.js";
import { partKeys, partSteps } from "../parts.js";
import { address, state } from "../state.js";
import { systemChoice } from "../system.js";
import { pageBar, pageKeys, pageTitle } from "../tabs.js";
import { alert, announce, byText, debounce, latest, painter, percent, plain, plainName, plural, verdict } from "../ui.js";
import { whyPanel } from "./why.js";

/** Whether a text is dropped that the page shows. */
const isDropped = (one) => one !== undefined && !one.kept && one.paint !== "hidden";

/** How long a slider rests before its value is asked for, in milliseconds. */
const REST = 150;

export async function open(root, { argument, options, signal }) {
  const id = argument;
  const remember = rememberer(signal);
  const info = await api.page(id, signal);
  if (signal.aborted) return;
  pageTitle(info, "page");
  let answer = null;
  let painted = new Paints([]);
  /** Blocks of the answer by the texts in them. @type {Map<number, number>} */
  let blockOf = new Map();
  /** The Markdown by parts of the page. @type {{text: string, block: number | null}[][]} */
  let pieces = [];
  let problem = null;
  let waiting = false;
  let picked = null;
  let whys = null;
  let paintOn = true;
  let hiddenOn = false;
  let frame;
  let pane;

  const update = painter(root, signal, view);
  const ask = latest(signal);
  const askWhy = latest(signal);
  const extra = overlays(info, () => frame, update, { options, remember, signal });

  async function answerAgain() {
    waiting = true;
    update();
    try {
      const now = await ask((stop) => api.answer(id, state.system, stop));
      if (!now) return;
      answer = now;
      problem = null;
      painted = new Paints(answer.nodes);
      blockOf = byText(answer.blocks);
      pieces = byPart(cut(answer.markdown, answer.blocks), info.parts.length, (block) => frame.partOf(answer.blocks[block].node));
      frame.paint(paintOn ? painted : null);
      showMarkdown();
      announce(`${answer.extractor}: ${answer.verdict}, ${plural(answer.blocks.length, "block")}`);
      if (picked !== null) pick(picked, { scroll: false });
    } catch (error) {
      problem = error;
    }
    waiting = false;
    update();
  }
  const soon = debounce(REST, answerAgain);

  function showMarkdown() {
    if (!answer) return;
    const unanswered = answer.evidence.find((one) => one.rule === "no_answer");
    const nothingOfPage = unanswered ? `${answer.extractor} gave no answer: ${unanswered.detail}.` : "This system keeps nothing of the page.";
    pane.show(pieces[Math.max(0, frame.part)], answer.markdown ? "The system keeps nothing of this part of the page." : nothingOfPage);
    if (picked !== null) pane.light(blockOf.get(picked) ?? -1);
  }

  /** Says why of a text. */
  async function pick(node, { scroll = true } = {}) {
    picked = node;
    remember({ node });
    const lit = frame.light([node], { scroll });
    try {
      const found = await askWhy(async (stop) => {
        // The part of the page may have to be shown first, and its Markdown with it.
        await lit;
        if (picked === node) pane.light(blockOf.get(node) ?? -1, { scroll });
        return api.why(id, state.system, node, stop);
      });
      if (!found) return;
      whys = found.answers;
      announce(whys.length ? `${whys[0].decision}: ${whys[0].text.slice(0, 80)}` : "The system has no reasons for this text.");
    } catch (error) {
      whys = [];
      problem = error;
    }
    update();
    queueMicrotask(showWhy);
  }

  /** Scrolls the side panel alone, so that the reasons are in sight. */
  function showWhy() {
    const side = root.querySelector(".side");
    const panel = root.querySelector(".why");
    if (!side || side.scrollHeight <= side.clientHeight) return;
    const [outer, inner] = [side.getBoundingClientRect(), panel.getBoundingClientRect()];
    if (inner.top < outer.top || inner.top > outer.top + outer.height / 2) side.scrollTop += inner.top - outer.top;
  }

  function unpick() {
    picked = whys = null;
    remember({ node: null });
    frame.light([]);
    pane.light(-1);
    update();
  }

  const onFrame = {
    shown() {
      frame.paint(paintOn ? painted : null);
      frame.showHidden(hiddenOn);
      extra.draw();
      showMarkdown();
      update();
    },
    pick: (node) => pick(node, { scroll: false }),
    hover(node) {
      const block = node === null ? undefined : blockOf.get(node);
      frame.light(block === undefined ? (picked === null ? [] : [picked]) : answer.blocks[block].texts);
      pane.light(block ?? -1, { scroll: block !== undefined });
    },
  };
  const onMarkdown = {
    hover(block) {
      if (block === null) frame.light(picked === null ? [] : [picked]);
      else frame.light(answer.blocks[block].texts, { scroll: true });
      pane.light(block ?? -1);
    },
    pick(block) {
      const [first] = answer.blocks[block].texts;
      if (first !== undefined) pick(first);
    },
  };

  /** Shows where the kept text begins. */
  function showFirst() {
    const first = answer?.nodes.find(([node, state]) => (state === 1 || state === 2) && (frame.partOf(node) !== frame.part || frame.isVisible(node)));
    if (first) frame.scrollTo(first[0]);
  }

  /** Goes to the next text, or to the next one that `wanted` is true of. */
  function step(by, wanted = () => true) {
    const nodes = answer?.nodes ?? [];
    let at = picked === null ? -1 : painted.placeOf(picked);
    if (at < 0 && by < 0) at = nodes.length;
    for (at += by; at >= 0 && at < nodes.length; at += by) {
      const [node] = nodes[at];
      // Texts of another part are there when it is shown.
      if (wanted(painted.get(node)) && (frame.partOf(node) !== frame.part || frame.textOf(node))) return pick(node);
    }
    announce("No more texts of this kind.");
  }

  function view() {
    return html`${pageBar(info, "page")}${alert(problem)}
      <div class="work">
        <section class="pane frame-pane" aria-label="The page">
          <div class="pane-head">${answer ? outcome() : html`<span class="soft">Reading…</span>`}</div>
          <iframe title=${`The page ${info.name}, without its scripts`} sandbox="allow-same-origin" ${ref((element) => {
            if (element && !frame) frame = new Frame(element, onFrame);
          })}></iframe>
        </section>
        <section class="pane" aria-label="Markdown">
          <div class="pane-head"><h2>Markdown</h2><span class="soft">${answer ? plural(answer.blocks.length, "block") : ""}</span>
            ${waiting ? html`<span class="soft">updating…</span>` : nothing}</div>
          <div class="markdown" dir="auto" tabindex="0" role="group" aria-label="Markdown of the answer; arrows go through its blocks, Enter says why"
            ${ref((element) => {
              if (element && !pane) pane = new MarkdownPane(element, onMarkdown);
            })}></div>
        </section>
        <section class="pane side" aria-label="System and reasons">
          ${systemChoice(state.system, (system) => {
            const { extractor, preset, model } = state.system;
            const push = extractor !== system.extractor || preset !== system.preset || model !== system.model;
            state.system = system;
            remember({ system: systemText(system) }, { push });
            update();
            soon();
          }, { id: "p" })}
          ${whyPanel(whys, picked === null ? null : painted.get(picked), unpick)}
          ${switches()}
          ${extra.view()}
          ${answer ? facts() : nothing}
        </section>
      </div>`;
  }

  const outcome = () => html`${verdict(answer.verdict)}
    <span>confidence <b>${percent(answer.confidence)}</b></span>
    ${frame?.part >= 0 ? partSteps(frame) : html`<span class="soft">loading the page…</span>`}
    ${answer.comments ? html`<span class="soft">${plural(answer.comments, "comment")}</span>` : nothing}`;

  const switches = () => html`<fieldset class="switches"><legend>Colours</legend>
    <label class="check"><input type="checkbox" .checked=${paintOn} @change=${(event) => {
      paintOn = event.target.checked;
      frame.paint(paintOn ? painted : null);
      update();
    }}> kept and dropped text</label>
    <label class="check"><input type="checkbox" .checked=${hiddenOn} @change=${(event) => {
      hiddenOn = event.target.checked;
      frame.showHidden(hiddenOn);
    }}> hidden text</label>
    <ul class="legend">${legend.map(([kind, means]) => html`<li><span class=${`swatch ${kind}`}>Abc</span> ${means}</li>`)}</ul>
  </fieldset>`;

  const facts = () => html`
    ${answer.warnings.length ? html`<h3>Warnings</h3><ul class="plain">${answer.warnings.map((one) => html`<li>${plain(one)}</li>`)}</ul>` : nothing}
    ${answer.evidence.length ? html`<h3>Evidence of the verdict</h3><ul class="plain">${answer.evidence.map((one) => html`<li>${plain(one)}</li>`)}</ul>` : nothing}
    <details class="metadata"><summary>Metadata</summary>
      <dl>${Object.entries(answer.metadata).filter(([, value]) => value !== null && plain(value) !== "")
        .map(([name, value]) => html`<dt>${plainName(name)}</dt><dd dir="auto">${plain(value)}</dd>`)}</dl></details>`;

  bind([
    { keys: ["j"], says: "Next text, with the reasons", run: () => step(1) },
    { keys: ["k"], says: "Previous text, with the reasons", run: () => step(-1) },
    { keys: ["n"], says: "Next kept text", run: () => step(1, (one) => one?.kept) },
    { keys: ["N"], says: "Previous kept text", run: () => step(-1, (one) => one?.kept) },
    { keys: ["x"], says: "Next dropped text", run: () => step(1, isDropped) },
    { keys: ["X"], says: "Previous dropped text", run: () => step(-1, isDropped) },
    { keys: ["d"], says: "Next doubtful text", run: () => step(1, (one) => one?.paint === "doubt") },
    { keys: ["D"], says: "Previous doubtful text", run: () => step(-1, (one) => one?.paint === "doubt") },
    { keys: ["Escape"], says: "Close the reasons", run: unpick },
    ...partKeys(info, () => frame),
    ...pageKeys(info, "page"),
    { keys: ["c"], says: "Compare systems on this page", run: () => (location.hash = address("compare", id)) },
    { keys: ["l"], says: "Label this page", run: () => (location.hash = address("label", id)) },
  ]);
  update();
  await Promise.resolve();
  const node = options.has("node") ? Number(options.get("node")) : null;
  // The answer and the page do not wait for each other.
  await Promise.all([frame.load(info, signal, node ?? 0), answerAgain()]);
  if (signal.aborted) return;
  if (node !== null) await pick(node);
  else await showFirst();
}

