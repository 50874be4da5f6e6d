/** Two to five systems on one page: blocks side by side, and how far the systems agree. */
import { html, nothing, ref, repeat } from "../vendor/lit.js";
import { rememberer, systemOf, systemText } from "../address.js";
import * as api from "../api.js";
import { Frame } from "../frame.js";
import { bind } from "../keys.js";
import { partKeys, partSteps } from "../parts.js";
import { state, systemInfo, usableSystems } from "../state.js";
import { nameOf, systemChoice } from "../system.js";
import { pageBar, pageKeys, pageTitle } from "../tabs.js";
import { alert, announce, count, latest, pager, painter, percent, plain, plural, reveal, three } from "../ui.js";

/** Systems beside each other. */
const LEAST = 2;
const MOST = 5;
/** Rows drawn at once. */
const LIMIT = 300;
/** Systems that are compared with the one in use until others are chosen. */
const OTHERS = ["readability", "cetd", "justext", "bte"];

/** A share of words so near to all or none counts as all or none. */
const WHOLE = 0.98;

/** What a system keeps of a block: `kept`, `part` or `dropped`; `none` where it gives no answer. */
export function kind(kept, words) {
  if (kept === null) return "none";
  if (kept >= WHOLE * words) return words ? "kept" : "dropped";
  return kept > (1 - WHOLE) * words ? "part" : "dropped";
}

const marks = { kept: "✓", part: "~", dropped: "·", none: "?" };
const means = { kept: "kept", part: "in part", dropped: "dropped", none: "no answer" };

const differs = (block) => new Set(block.kept.filter((kept) => kept !== null).map((kept) => kind(kept, block.words))).size > 1;

function firstChoice() {
  const usable = usableSystems().map((system) => system.id);
  const others = OTHERS.filter((id) => usable.includes(id) && id !== state.system.extractor);
  const rest = usable.filter((id) => id !== state.system.extractor && !others.includes(id));
  return [state.system, ...[...others, ...rest].slice(0, 2).map((extractor) => ({ extractor }))];
}

export async function open(root, { argument: id, options, signal }) {
  const remember = rememberer(signal);
  const info = await api.page(id, signal);
  if (signal.aborted) return;
  pageTitle(info, "compare");
  const asked = options.getAll("system").map(systemOf).filter((system) => system && systemInfo(system.extractor)).slice(0, MOST);
  if (asked.length >= LEAST) state.compared = asked;
  if (state.compared.length < LEAST) state.compared = firstChoice();
  remember({ system: state.compared.map(systemText) });
  let found = null;
  let problem = null;
  let all = options.has("all");
  /** How many blocks differ. */
  let many = 0;
  let rows = [];
  let at = -1;
  let offset = 0;
  let frame;
  const update = painter(root, signal, view);
  const ask = latest(signal);

  async function compare() {
    try {
      const now = await ask((stop) => api.compare(id, state.compared, stop));
      if (!now) return;
      found = now;
      problem = null;
      choose();
      announce(`${plural(many, "block differs", "blocks differ")}; the systems agree on ${percent(found.agreement)} of the words.`);
    } catch (error) {
      problem = error;
    }
    update();
  }

  /** Takes the rows that are shown. */
  function choose() {
    const differing = found.blocks.filter(differs);
    many = differing.length;
    rows = all ? found.blocks : differing;
    at = -1;
    offset = 0;
    remember({ all: all ? "1" : null });
  }

  function go(to) {
    if (to < 0 || to >= rows.length) return announce("No more blocks.");
    at = to;
    remember({ node: rows[at].node });
    offset = Math.floor(at / LIMIT) * LIMIT;
    frame.light(rows[at].texts, { scroll: true });
    const block = rows[at];
    announce(`${block.text.slice(0, 80)}: ${found.systems.map((system, index) => `${system.name} ${means[kind(block.kept[index], block.words)]}`).join(", ")}`);
    update();
    queueMicrotask(() => reveal(root.querySelector(".rows"), root.querySelector("tr[aria-current]")));
  }

  function step(by) {
    for (let next = at + by; next >= 0 && next < rows.length; next += by) if (differs(rows[next])) return go(next);
    announce("No more blocks that differ.");
  }

  const change = (systems) => {
    const one = ({ extractor, preset, model }) => [extractor, preset, model].join();
    const push = systems.map(one).join(";") !== state.compared.map(one).join(";");
    state.compared = systems;
    remember({ system: systems.map(systemText), node: null }, { push });
    update();
    compare();
  };

  const chooser = () => html`<div class="systems">${state.compared.map((system, index) => html`<div class="one">
      ${systemChoice(system, (one) => change(state.compared.with(index, one)), { id: `c${index}`, label: `System ${index + 1}` })}
      ${state.compared.length > LEAST
        ? html`<button class="quiet" aria-label=${`Remove system ${index + 1}, ${nameOf(system)}`} @click=${() => change(state.compared.toSpliced(index, 1))}>Remove</button>`
        : nothing}</div>`)}
    ${state.compared.length < MOST ? html`<button @click=${() => {
      const free = usableSystems().find((system) => !state.compared.some((one) => one.extractor === system.id)) ?? usableSystems()[0];
      change([...state.compared, { extractor: free.id }]);
    }}>Add a system</button>` : nothing}</div>`;

  const cell = (block, index) => {
    const what = kind(block.kept[index], block.words);
    return html`<td class=${`mark ${what}`}><span aria-hidden="true">${marks[what]}</span>
      <span class=${what === "part" ? "" : "unseen"}>${what === "part" ? `${count(block.kept[index])} of ${count(block.words)}` : means[what]}</span></td>`;
  };

  const row = (block, index) => html`<tr aria-current=${offset + index === at ? "true" : nothing} class=${differs(block) ? "" : "same"}
      @click=${() => go(offset + index)}>
    ${found.systems.map((_, system) => cell(block, system))}
    <td class="figure">${percent(block.agreement)}</td>
    <td class="text" dir="auto"><button class="text" title=${block.xpath} @click=${(event) => {
      event.stopPropagation();
      go(offset + index);
    }}>${block.text}</button></td></tr>`;

  const table = () => html`<div class="wide rows" tabindex="0" role="region" aria-label="Blocks"><table class="blocks">
      <thead><tr>${found.systems.map((system, index) => html`<th scope="col" class="mark" title=${system.name}>${index + 1} <span class="name">${system.name}</span></th>`)}
        <th scope="col" class="figure">Agree</th><th scope="col">Block</th></tr></thead>
      <tbody>${repeat(rows.slice(offset, offset + LIMIT), (block) => block.node, row)}</tbody></table></div>
    ${pager({ offset, limit: LIMIT, total: rows.length, what: "block", go: (to) => {
      offset = to;
      update();
    } })}`;

  const summary = () => html`<details class="summary" open><summary>Agreement: ${percent(found.agreement)} of the words</summary>
    <div class="wide" tabindex="0" role="region" aria-label="Agreement"><table class="f1">
      <thead><tr><th scope="col">System</th><th scope="col" class="figure">Words</th><th scope="col" class="figure">Confidence</th>
        ${info.gold ? html`<th scope="col">Against the expected text</th>` : nothing}
        ${found.systems.map((system, index) => html`<th scope="col" class="figure">F1 with ${index + 1}<span class="unseen"> ${system.name}</span></th>`)}</tr></thead>
      <tbody>${found.systems.map((system, index) => html`<tr><th scope="row">${index + 1} ${system.name}
        ${system.no_answer ? html`<small>no answer: ${plain(system.no_answer)}</small>` : nothing}</th>
        <td class="figure">${count(system.words)}</td><td class="figure">${percent(system.confidence)}</td>
        ${info.gold ? html`<td>${gold(system.gold)}</td>` : nothing}
        ${found.f1[index].map((f1, other) => html`<td class="figure">${other === index ? "–" : three(f1)}</td>`)}</tr>`)}</tbody>
    </table></div></details>`;

  function view() {
    return html`${pageBar(info, "compare")}${chooser()}${alert(problem)}
      ${found ? html`${summary()}
      <div class="bar-of-tools">
        <b>${plural(many, "block differs", "blocks differ")}</b> <span class="soft">of ${count(found.blocks.length)}</span>
        <label class="check"><input type="checkbox" .checked=${all} @change=${(event) => {
          all = event.target.checked;
          choose();
          update();
        }}> show all blocks</label>
        <button @click=${() => step(-1)} aria-keyshortcuts="p">Previous difference</button>
        <button @click=${() => step(1)} aria-keyshortcuts="n">Next difference</button>
        <a href="#/pages?sort=disagreement">Pages by disagreement</a>
        <span class="soft key">✓ kept &nbsp; ~ in part &nbsp; · dropped &nbsp; ? no answer</span>
      </div>` : html`<p class="note">Comparing…</p>`}
      <div class="halves">
        <div>${found ? (rows.length ? table() : html`<p class="note">All systems keep the same text of this page.</p>`) : nothing}</div>
        <section class="pane frame-pane" aria-label="The page">${partSteps(frame)}<iframe title=${`The page ${info.name}, without its scripts`} sandbox="allow-same-origin"
          ${ref((element) => {
            if (element && !frame) frame = new Frame(element, { shown: update, pick: fromFrame });
          })}></iframe></section>
      </div>`;
  }

  function fromFrame(node) {
    const to = rows.findIndex((block) => block.texts.includes(node));
    if (to >= 0) go(to);
    else announce("All systems agree on this block.");
  }

  bind([
    { keys: ["n"], says: "Next difference", run: () => step(1) },
    { keys: ["p"], says: "Previous difference", run: () => step(-1) },
    { keys: ["j", "ArrowDown"], says: "Next block", run: () => go(at + 1) },
    { keys: ["k", "ArrowUp"], says: "Previous block", run: () => go(at - 1) },
    ...partKeys(info, () => frame),
    ...pageKeys(info, "compare"),
    { keys: ["a"], says: "Show all blocks, or only those that differ", run: () => {
      all = !all;
      choose();
      update();
    } },
  ]);
  update();
  await Promise.all([compare(), Promise.resolve().then(() => frame.load(info, signal))]);
  if (signal.aborted || !options.has("node")) return;
  const node = Number(options.get("node"));
  const place = rows.findIndex((block) => block.node === node);
  if (place >= 0) go(place);
}

/** A score against the gold text, as figures or words. */
const gold = (score) => (typeof score === "number" ? `F1 ${three(score)}`
  : score && typeof score === "object" ? Object.entries(score).map(([name, value]) => `${name} ${typeof value === "number" ? three(value) : plain(value)}`).join(", ")
  : plain(score));
