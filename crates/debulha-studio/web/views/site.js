/** Sites of the store: their templates, and what changed between crawls. */
import { html, nothing } from "../vendor/lit.js";
import { rememberer } from "../address.js";
import * as api from "../api.js";
import { state } from "../state.js";
import { alert, announce, count, latest, painter, plain, plural, select } from "../ui.js";

/** Pages of a difference that are listed. */
const LISTED = 500;

export async function open(root, { options, signal }) {
  let problem = null;
  let sites = [];
  let site = null;
  let from = "";
  let to = "";
  let diff = null;
  const remember = rememberer(signal);
  const update = painter(root, signal, view);
  const ask = latest(signal);
  const askDiff = latest(signal);

  async function choose(name) {
    site = diff = null;
    remember({ site: name });
    try {
      const now = await ask((stop) => api.site(name, stop));
      if (!now) return;
      site = now;
      problem = null;
      [from, to] = [site.crawls.at(-2) ?? "", site.crawls.at(-1) ?? ""];
      announce(`${site.site}: ${plural(site.templates.length, "template")}`);
      if (from) await compare();
    } catch (error) {
      problem = error;
    }
    update();
  }

  async function compare() {
    try {
      const now = await askDiff((stop) => api.siteDiff(site.site, from, to, stop));
      if (now) diff = now;
    } catch (error) {
      problem = error;
    }
    update();
  }

  const pick = (side) => (crawl) => {
    if (side === "from") from = crawl;
    else to = crawl;
    compare();
  };

  function view() {
    return html`<h1>Sites</h1>${alert(problem)}
      ${state.project.store ? nothing : html`<p class="note">No site store is open. <code>debulha site learn</code> makes one; start the studio with <code>--site-store FILE</code> to see what
        a site repeats.</p>`}
      ${sites.length ? html`<div class="wide" tabindex="0" role="region" aria-label="Sites"><table>
        <thead><tr><th scope="col">Site</th><th scope="col" class="figure">Pages</th><th scope="col">Crawls</th><th scope="col">Methods</th></tr></thead>
        <tbody>${sites.map((one) => html`<tr aria-current=${site?.site === one.site ? "true" : nothing}>
          <th scope="row"><button class="quiet" aria-pressed=${site?.site === one.site ? "true" : "false"} @click=${() => choose(one.site)}>${one.site}</button></th>
          <td class="figure">${count(one.pages)}</td><td>${plain(one.crawls)}</td><td>${one.methods.join(", ")}</td></tr>`)}</tbody></table></div>` : nothing}
      ${site ? html`<section aria-label="Site">${templates()}${crawls()}</section>` : nothing}`;
  }

  const templates = () => html`<h2>Templates of ${site.site}</h2>
    ${site.templates.map((template, index) => html`<article class="template"><h3>Template ${index + 1} <span class="soft">${plural(template.pages, "page")}</span></h3>
      <ul class="plain">${template.examples.map((url) => html`<li class="address">${url}</li>`)}</ul>
      ${template.repeated?.length ? html`<details><summary>Text that its pages repeat</summary>
        <ul class="plain">${template.repeated.map((text) => html`<li dir="auto">${text}</li>`)}</ul></details>` : nothing}</article>`)}`;

  const crawls = () => (site.crawls.length < 2 ? html`<p class="note">The store has only one crawl of this site, so there are no changes to show.</p>`
    : html`<h2>Changes between crawls</h2>
      <div class="bar-of-tools">${select("From", from, site.crawls, pick("from"))}${select("To", to, site.crawls, pick("to"))}</div>
      ${diff ? html`<p role="status">${count(diff.new)} new, ${count(diff.gone)} removed, ${count(diff.changed)} changed, ${count(diff.same)} unchanged</p>
        <div class="wide" tabindex="0" role="region" aria-label="Pages that changed" ?hidden=${!diff.pages.length}><table>
          <thead><tr><th scope="col">State</th><th scope="col">Page</th></tr></thead>
          <tbody>${diff.pages.slice(0, LISTED).map((page) => html`<tr><td><span class=${`change ${page.state}`}>${page.state}</span></td><td class="address">${page.url}</td></tr>`)}</tbody>
        </table></div>${diff.pages.length > LISTED ? html`<p class="note">${plural(diff.pages.length - LISTED, "more page")}</p>` : nothing}` : nothing}`);

  update();
  if (!state.project.store) return;
  try {
    ({ sites } = await api.sites(signal));
    const first = options.get("site") ?? sites[0]?.site;
    if (first) await choose(first);
  } catch (error) {
    if (!signal.aborted) problem = error;
  }
  update();
}
