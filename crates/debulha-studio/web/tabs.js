/** The bar of the views of one page: what page it is, its other views, its neighbours. */
import { html, nothing } from "./vendor/lit.js";
import { address } from "./state.js";
import { plural, setTitle } from "./ui.js";

const views = [["page", "Page"], ["data", "Data"], ["compare", "Compare"], ["label", "Label"]];

/** Names the browser's tab by a page and its view. @param {import("./api.js").PageInfo} info */
export const pageTitle = (info, current) => setTitle(info.title || info.name, views.find(([id]) => id === current)[1]);

/** @param {import("./api.js").PageInfo} info */
export function pageBar(info, current) {
  const neighbour = (id, words) => (id ? html`<a href=${address(current, id)}>${words}</a>` : nothing);
  return html`<div class="page-bar">
    <h1 dir="auto">${info.title || info.name}</h1>
    <p class="note"><span dir="auto">${info.name}</span>${info.url ? html` · <span class="address">${info.url}</span>` : nothing}
      · ${plural(info.words, "word")} · ${plural(Math.round(info.bytes / 1000), "kB", "kB")}
      ${info.lang ? html` · ${info.lang}` : nothing}${info.gold ? " · has a gold text" : ""}</p>
    <nav class="tabs" aria-label="Views of this page">
      ${views.map(([id, title]) => html`<a href=${address(id, info.id)} aria-current=${id === current ? "page" : nothing}>${title}</a>`)}
      <span class="step">${neighbour(info.previous, "‹ Previous page")}${neighbour(info.next, "Next page ›")}</span>
    </nav>
  </div>`;
}

/** Keys to the neighbours of a page. @param {import("./api.js").PageInfo} info */
export const pageKeys = (info, current) => [
  { keys: ["]"], says: "Next page", run: () => info.next && (location.hash = address(current, info.next)) },
  { keys: ["["], says: "Previous page", run: () => info.previous && (location.hash = address(current, info.previous)) },
];
