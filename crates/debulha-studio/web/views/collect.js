/** Pages from the web: a crawl of a site, or the rows behind a search form. */
import { html, nothing } from "../vendor/lit.js";
import * as api from "../api.js";
import { follow, jobLine } from "../jobs.js";
import { state } from "../state.js";
import { alert, bar, count, painter, plural, select } from "../ui.js";

const kinds = [["crawl", "pages of a site"], ["harvest", "rows behind a search form"]];
const most = { crawl: "Pages at most", harvest: "Submissions at most" };

/** What was asked for last stays while other views are open. */
const kept = { kind: "crawl", url: "", name: "collection-1", pages: 100, job: null, table: null };

export async function open(root, { signal }) {
  let problem = null;
  const update = painter(root, signal, view);

  function start(event) {
    event.preventDefault();
    const { kind, url, name, pages } = kept;
    kept.table = null;
    return watch(api.collect({ kind, url, name, pages }));
  }

  async function watch(started) {
    problem = null;
    try {
      const job = await follow(started, (now) => {
        kept.job = now;
        update();
      }, signal);
      if (job?.result?.table) kept.table = await api.collected(job.result.name, signal);
    } catch (error) {
      problem = error;
    }
    update();
  }

  const total = (outcomes) => Object.values(outcomes).reduce((sum, one) => sum + one, 0);

  const result = ({ warc, table, outcomes, summary, lines }) => html`<section aria-label="Result">
    <h2>Result</h2>
    <p dir="auto">${summary}</p>
    <table class="bars"><caption class="unseen">Responses and submissions</caption><tbody>${Object.entries(outcomes).map(([outcome, many]) => html`<tr>
      <th scope="row">${outcome}</th><td>${bar(many, total(outcomes), outcome)}</td><td class="figure">${count(many)}</td></tr>`)}</tbody></table>
    <p class="note">Responses in <code>${warc}</code>${table ? html`, table in <code>${table}</code>` : nothing}.
      To extract them, <a href="#/run?input=${encodeURIComponent(warc)}">start a run</a> with this file.</p>
    <details><summary>Messages</summary><ol class="soft">${lines.map((line) => html`<li dir="auto">${line}</li>`)}</ol></details></section>`;

  const rows = ({ columns, rows, total }) => html`<section aria-label="Table"><h2>Table <span class="soft">${plural(total, "row")}</span></h2>
    <div class="wide"><table><thead><tr>${columns.map((name) => html`<th scope="col" dir="auto">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td dir="auto">${cell}</td>`)}</tr>`)}</tbody></table></div></section>`;

  function view() {
    const running = kept.job?.state === "running";
    if (!state.project.fetches) return html`<h1>Collect</h1>
      <p>This studio fetches nothing from the web. To crawl sites and query search forms here, start it with</p>
      <pre><code>debulha studio ${state.project.path} --allow-fetch</code></pre>`;
    return html`<h1>Collect</h1>
      <p class="note">Fetches politely, as <code>debulha crawl</code> and <code>debulha harvest</code> do, into the folder <code>collected</code> next to the labels.</p>
      <form @submit=${start}><div class="bar-of-tools">
        ${select("What", kept.kind, kinds, (kind) => {
          kept.kind = kind;
          update();
        })}
        <label class="field"><span>URL</span><input required type="url" placeholder="https://example.org/" .value=${kept.url} @change=${(event) => (kept.url = event.target.value.trim())}></label>
        <label class="field"><span>Name of the files</span><input required pattern="[A-Za-z0-9][A-Za-z0-9._\\-]{0,39}" title="Letters, digits, dots, hyphens" .value=${kept.name} @change=${(event) => (kept.name = event.target.value.trim())}></label>
        <label class="field"><span>${most[kept.kind]}</span><input required type="number" min="1" max="10000" .value=${String(kept.pages)} @change=${(event) => (kept.pages = Number(event.target.value))}></label>
        <button class="main" ?disabled=${running}>Start</button></div></form>
      ${jobLine(kept.job)}${alert(problem)}
      ${kept.job && !running && kept.job.result ? result(kept.job.result) : nothing}
      ${kept.table ? rows(kept.table) : nothing}`;
  }

  update();
  // It went on while another view was open.
  if (kept.job?.state === "running") await watch(Promise.resolve({ job: kept.job.id }));
}
