/** Steps between the parts of a large page. */
import { html, live, nothing } from "./vendor/lit.js";
import { count } from "./ui.js";

/** The buttons; none for a page that is shown whole. @param {import("./frame.js").Frame | undefined} frame */
export function partSteps(frame) {
  if (!frame || frame.parts < 2) return nothing;
  const { part, parts } = frame;
  return html`<nav class="parts-of-page" aria-label="Parts of the page">
    <button ?disabled=${part <= 0} aria-keyshortcuts="," aria-label="Previous part" @click=${() => frame.go(part - 1)}>‹</button>
    <label>Part <input type="number" min="1" max=${parts} .value=${live(String(part + 1))} @change=${(event) => frame.go(event.target.valueAsNumber - 1)}></label>
    of ${count(parts)}
    <button ?disabled=${part >= parts - 1} aria-keyshortcuts="." aria-label="Next part" @click=${() => frame.go(part + 1)}>›</button></nav>`;
}

/** The keys; none for a page that is shown whole. @param {import("./api.js").PageInfo} info @param {() => import("./frame.js").Frame} frame */
export const partKeys = (info, frame) => (info.parts.length < 2 ? [] : [
  { keys: ["."], says: "Next part of the page", run: () => frame().go(frame().part + 1) },
  { keys: [","], says: "Previous part of the page", run: () => frame().go(frame().part - 1) },
]);
