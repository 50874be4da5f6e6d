/** All pages of the project, a hundred at a time. */
import { html, nothing, repeat } from "../vendor/lit.js";
import { rememberer } from "../address.js";
import * as api from "../api.js";
import { follow, jobLine } from "../jobs.js";
import { bind } from "../keys.js";
import { address, state } from "../state.js";
import { alert, announce, count, debounce, latest, pager, painter, percent, plainName, plural, select, setTitle, verdict } from "../ui.js";

/** Pages shown at once. */
const LIMIT = 100;
/** Systems that a scan runs unless others are ticked: quick, and each of another kind. */
const SCANNED = ["debulha", "readability", "cetd"];

const sorts = [
  ["name", "name"],
  ["disagreement", "disagreement of systems"],
  ["confidence", "low confidence"],
  ["verdict", "verdict"],
  ["uncertainty", "uncertain blocks"],
];
const verdicts = ["", "ok", "partial", "shell", "consent", "paywall", "login", "error-page", "listing"];

const all = { sort: "name", verdict: "", q: "", offset: 0 };
/** The choice of the list, kept while other views are open. */
const choice = { ...all };
/** The last scan. @type {api.Job | null} */
let job = null;

export async function open(root, { options, signal }) {
  const remember = rememberer(signal);
  setTitle(state.project.name);
  if (options.size) Object.assign(choice, all, Object.fromEntries(options), { offset: Number(options.get("offset") ?? 0) });
  const rememberChoice = () => remember(Object.fromEntries(Object.entries(choice).map(([name, value]) => [name, value === all[name] ? null : value])));
  rememberChoice();
  let found = null;
  let problem = null;
  const usable = state.project.systems.filter((system) => system.usable);
  let scanned = new Set(SCANNED.filter((id) => usable.some((system) => system.id === id)));
  if (!scanned.size && usable.length) scanned = new Set([usable[0].id]);
  // Verdicts that were met stay in the filter, whatever names this version of the server has.
  const met = new Set(verdicts);

  const update = painter(root, signal, view);
  const ask = latest(signal);

  async function read({ speak = false } = {}) {
    try {
      const answer = await ask((stop) => api.pages({ ...choice, limit: LIMIT }, stop));
      if (!answer) return;
      found = answer;
      for (const page of found.pages) if (page.verdict) met.add(page.verdict);
      problem = null;
      if (speak) announce(plural(found.total, "page"));
    } catch (error) {
      problem = error;
    }
    update();
  }

  const change = (part) => {
    Object.assign(choice, { offset: 0 }, part);
    rememberChoice();
    update();
    return read({ speak: true });
  };
  const search = debounce(150, (q) => change({ q }));

  async function watch(started) {
    try {
      problem = null;
      await follow(started, (now) => {
        job = now;
        update();
      }, signal);
    } catch (error) {
      problem = error;
    }
    if (!signal.aborted) await read();
  }

  const row = (page) => html`<tr>
    <th scope="row"><a href=${address("page", page.id)} dir="auto">${page.name}</a>
      ${page.url ? html`<small class="address" dir="ltr">${page.url}</small>` : nothing}</th>
    <td>${verdict(page.verdict)}</td>
    <td class="figure" data-name="confidence">${percent(page.confidence)}</td>
    <td class="figure" data-name="agreement">${page.agreement === null ? "–" : html`<a href=${`#/compare/${page.id}`} aria-label=${`Compare systems on ${page.name}: they agree on ${percent(page.agreement)}`}>${percent(page.agreement)}</a>`}</td>
    <td>${page.labelled.length
      ? html`<a href=${`#/label/${page.id}`}>✓ ${page.labelled.join(", ")}</a>`
      : html`<a class="soft" href=${`#/label/${page.id}`} aria-label=${`Label ${page.name}`}>label</a>`}</td>
  </tr>`;

  function view() {
    const running = job?.state === "running";
    return html`<h1>${state.project.name} <span class="soft">${plural(state.project.pages, "page")}</span></h1>
      <div class="bar-of-tools" role="search">
        <label class="field"><span>Search</span>
          <input type="search" id="search" .value=${choice.q} placeholder="name or URL" @input=${(event) => search(event.target.value)}></label>
        ${select("Order", choice.sort, sorts, (sort) => change({ sort }))}
        ${select("Verdict", choice.verdict, [...met].map((one) => [one, one ? plainName(one) : "any"]), (one) => change({ verdict: one }))}
      </div>
      <div class="bar-of-tools">
        <button class="main" ?disabled=${running || !scanned.size} @click=${() => watch(api.scan([...scanned]))}>Scan all pages</button>
        <details class="inline"><summary>with ${[...scanned].join(", ") || "no system"}</summary>
          <fieldset class="ticks"><legend>Systems to scan with; verdict and confidence are those of the first</legend>
            ${usable.map((system) => html`<label class="check"><input type="checkbox" .checked=${scanned.has(system.id)}
              @change=${(event) => {
                if (event.target.checked) scanned.add(system.id);
                else scanned.delete(system.id);
                update();
              }}> ${system.id}</label>`)}
          </fieldset></details>
        ${found ? html`<span class="soft">${count(found.scanned)} of ${count(state.project.pages)} scanned</span>` : nothing}
      </div>
      ${jobLine(job)}${alert(problem)}
      ${found ? list() : html`<p class="note">Reading…</p>`}`;
  }

  function list() {
    if (!found.total) return html`<p class="note">No pages match.</p>`;
    const parts = pager({ ...choice, limit: LIMIT, total: found.total, what: "page", go: (offset) => change({ offset }) });
    return html`<div class="wide" tabindex="0" role="region" aria-label="Pages"><table class="pages">
      <thead><tr><th scope="col">Page</th><th scope="col">Verdict</th><th scope="col" class="figure">Confidence</th>
        <th scope="col" class="figure">Agreement</th><th scope="col">Labels</th></tr></thead>
      <tbody>${repeat(found.pages, (page) => page.id, row)}</tbody></table></div>${parts}`;
  }

  const move = (step) => {
    const links = [...root.querySelectorAll("tbody th a")];
    const at = links.indexOf(document.activeElement);
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  bind([
    { keys: ["/"], says: "Search", run: () => root.querySelector("#search").focus() },
    { keys: ["j", "ArrowDown"], says: "Next page (Enter opens it)", run: () => move(1) },
    { keys: ["k", "ArrowUp"], says: "Previous page", run: () => move(-1) },
  ]);
  update();
  // The scan went on while another view was open.
  if (job?.state === "running") watch(Promise.resolve({ job: job.id }));
  await read();
}
