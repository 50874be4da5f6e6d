/** The bar of the views of one page: what page it is, its other views, its neighbours. */
import { html, nothing } from "./vendor/lit.js";
import { state } from "./state.js";
import { plural } from "./ui.js";

const views = [["page", "Look"], ["compare", "Compare"], ["label", "Label"]];

/** @param {import("./api.js").PageInfo} info */
export function pageBar(info, current) {
  const last = state.project.pages - 1;
  return html`<div class="page-bar">
    <h1 dir="auto">${info.title || info.name}</h1>
    <p class="note"><span dir="auto">${info.name}</span>${info.url ? html` · <span class="address">${info.url}</span>` : nothing}
      · ${plural(info.words, "word")} · ${plural(Math.round(info.bytes / 1000), "kB", "kB")}
      ${info.lang ? html` · ${info.lang}` : nothing}${info.gold ? " · has a gold text" : ""}</p>
    <nav class="tabs" aria-label="Views of this page">
      ${views.map(([id, title]) => html`<a href=${`#/${id}/${info.id}`} aria-current=${id === current ? "page" : nothing}>${title}</a>`)}
      <span class="step">
        ${info.id > 0 ? html`<a href=${`#/${current}/${info.id - 1}`}>‹ Page before</a>` : nothing}
        ${info.id < last ? html`<a href=${`#/${current}/${info.id + 1}`}>Page after ›</a>` : nothing}
      </span>
    </nav>
  </div>`;
}
