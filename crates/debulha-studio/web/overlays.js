/** What may be laid over the page: structures, segments, what the site repeats. */
import { html, nothing } from "./vendor/lit.js";
import * as api from "./api.js";
import { missing } from "./needs.js";
import { heatOf, heatSteps } from "./paint.js";
import { state } from "./state.js";
import { count, latest, percent, plural, select, three } from "./ui.js";

/** Parts that the side panel lists. */
const LISTED = 200;
/** Parts that the frame outlines: more could not be told apart, and would take long to draw. */
const DRAWN = 5000;

/**
 * @param {api.PageInfo} info
 * @param {() => import("./frame.js").Frame} frame
 * @param {() => void} update draws the view again
 * @param {{options: URLSearchParams, remember: (changes: object) => void, signal: AbortSignal}} view the options of the URL, which say
 *   what is on
 */
export function overlays(info, frame, update, { options, remember, signal }) {
  const on = Object.fromEntries(["structures", "segments", "heat"].map((name) => [name, options.getAll("overlay").includes(name)]));
  let segmenter = options.get("segmenter") ?? state.project.segmenters[0]?.id ?? "";
  /** What is laid over now. */
  let parts = [];
  /** @type {Map<number, number> | null} Steps of the heat map by node. */
  let heat = null;
  let says = [];
  const ask = latest(signal);

  /** Asks for all that is on, and draws it afresh. */
  async function show() {
    remember({ overlay: Object.keys(on).filter((name) => on[name]), segmenter: on.segments ? segmenter : null });
    parts = [];
    says = [];
    heat = null;
    const drawn = await ask(async (stop) => {
      const question = async (wanted, call, take) => {
        if (!wanted) return;
        try {
          take(await call());
        } catch (error) {
          if (stop.aborted) throw error;
          says.push(error.message);
        }
      };
      await question(on.structures, () => api.structures(info.id, stop), ({ structures }) => {
        parts = structures.map((structure) => ({ ...structure, name: structure.kind, more: structure.label }));
        if (!structures.length) says.push("The page has no tables, listings, lists or comments.");
      });
      await question(on.segments, () => api.segments(info.id, segmenter, stop), ({ blocks }) => {
        parts = parts.concat(blocks.map((block, index) => ({
          ...block,
          name: String(index + 1),
          more: [block.label, block.coherence === undefined || block.coherence === null ? "" : `coherence ${three(block.coherence)}`].filter(Boolean).join(", "),
        })));
      });
      await question(on.heat, () => api.repetition(info.id, stop), (found) => {
        heat = new Map(found.nodes.map(([node, share]) => [node, heatOf(share)]));
        says.push(`Compared with ${plural(found.pages, "other page")} of the ${found.source === "store" ? "site" : "folder"}.`);
      });
      return true;
    });
    if (!drawn) return;
    if (parts.length > DRAWN) says.push(`Only the first ${count(DRAWN)} of ${plural(parts.length, "part")} are outlined.`);
    draw();
    update();
  }

  /** Draws what is there in the frame. */
  function draw() {
    if (frame().part < 0) return;
    frame().clear();
    frame().outline(parts.slice(0, DRAWN));
    if (heat) frame().heat(heat);
  }

  const tick = (name, words) => html`<label class="check"><input type="checkbox" .checked=${on[name]} @change=${(event) => {
    on[name] = event.target.checked;
    show();
  }}> ${words}</label>`;
  const chosen = () => state.project.segmenters.find((one) => one.id === segmenter);
  if (Object.values(on).includes(true)) show();

  return {
    draw,
    view: () => html`<fieldset class="switches"><legend>Overlays</legend>
      ${tick("structures", "structures")}
      ${state.project.segmenters.length ? html`${tick("segments", "segments")}
        ${on.segments ? select("Segmenter", segmenter, state.project.segmenters.map((one) => [one.id, one.needs.length ? `${one.id} (needs ${one.needs.join(", ")})` : one.id]), (id) => {
          segmenter = id;
          show();
        }) : nothing}
        ${on.segments && chosen() ? missing({ ...chosen(), usable: false }) : nothing}` : nothing}
      ${tick("heat", "text repeated on other pages")}
      ${on.heat ? html`<ul class="legend heat">${heatSteps.map((from, step) => html`<li><span class=${`swatch heat-${step}`}>Abc</span>
        ${step === 0 ? `under ${percent(heatSteps[1])} of pages` : `${percent(from)} or more`}</li>`)}</ul>` : nothing}
      ${says.map((words) => html`<p class="note" role="status">${words}</p>`)}
      ${parts.length ? html`<ol class="parts" aria-label="Outlined parts">${parts.slice(0, LISTED).map((part) => html`<li>
        <button class="quiet" @click=${() => frame().light(part.texts, { scroll: true })}><b>${part.name}</b> <span dir="auto">${part.more || frame().textOf(part.texts[0]).slice(0, 40)}</span></button></li>`)}</ol>
        ${parts.length > LISTED ? html`<p class="note">${plural(parts.length - LISTED, "more part")}</p>` : nothing}` : nothing}
    </fieldset>`,
  };
}
