/** Why a text was kept or dropped. */
import { html, nothing } from "../vendor/lit.js";
import { three } from "../ui.js";

/** How much of a text the panel shows, in characters. */
const SHOWN = 300;
const short = (text) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/**
 * @param {import("../api.js").Why[] | null} answers null where no text was asked about
 * @param {{paint: string, score: number | null} | null | undefined} painted
 * @param {() => void} close
 */
export function whyPanel(answers, painted, close) {
  return html`<section class=${answers === null ? "why" : "why open"} aria-label="Why"><h2>Why</h2>
    ${answers === null ? nothing : html`<button class="quiet close" @click=${close}>Close</button>`}
    ${answers === null
      ? html`<p class="note">Click a text of the page, or press <kbd>j</kbd>, to see why it was kept or dropped.</p>`
      : answers.length ? answers.map((answer) => one(answer, painted)) : html`<p class="note">The system has no reasons for this text.</p>`}
  </section>`;
}

/** Whether a reason is about the text's own element, whose path stands below all reasons. */
const own = (answer, xpath) => answer.xpath === xpath || answer.xpath.startsWith(`${xpath}/text()`);

const one = (answer, painted) => html`
  <p class="decision"><span class=${`swatch ${painted?.paint ?? ""}`}>${answer.decision}</span>
    ${painted?.score === null || painted?.score === undefined ? nothing : html`<span class="soft">probability ${three(painted.score)}${painted.cut === null ? nothing : html`, kept from ${three(painted.cut)}`}</span>`}
    ${painted?.paint === "doubt" ? html`<span class="soft">doubtful</span>` : nothing}</p>
  <blockquote dir="auto">${short(answer.text)}</blockquote>
  ${answer.output ? html`<p class="note">Output: ${answer.output}</p>` : nothing}
  ${answer.hidden_by ? html`<p class="note">Hidden by ${answer.hidden_by}</p>` : nothing}
  <ul class="reasons">${answer.reasons.map((reason) => html`<li class=${reason.keeps ? "for" : "against"}>
    <b><span aria-hidden="true">${reason.keeps ? "+" : "−"}</span><span class="unseen">${reason.keeps ? "for keeping:" : "against keeping:"}</span> ${reason.rule}</b>
    ${reason.detail}${reason.xpath && !own(answer, reason.xpath) ? html`<code>${reason.xpath}</code>` : nothing}</li>`)}</ul>
  ${answer.reasons.length ? nothing : html`<p class="note">The system states no reasons.</p>`}
  <p class="note"><code>${answer.xpath}</code></p>`;
