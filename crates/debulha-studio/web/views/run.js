/** A run over all pages, and search in what it wrote. */
import { html, nothing, repeat } from "../vendor/lit.js";
import { rememberer, systemText } from "../address.js";
import * as api from "../api.js";
import { follow, jobLine } from "../jobs.js";
import { address, keep, state } from "../state.js";
import { nameOf, systemChoice } from "../system.js";
import { alert, bar, count, debounce, latest, pager, painter, percent, plainName, plural, select, verdict } from "../ui.js";

/** Rows shown at once. */
const LIMIT = 50;
const formats = [["jsonl", "JSON lines"], ["parquet", "Parquet"], ["wet", "WET"], ["md-dir", "folder of Markdown"]];

/** What was asked for last stays while other views are open. */
const kept = { format: "jsonl", output: "run-1", input: "", job: null };

export async function open(root, { options, signal }) {
  if (options.get("input")) kept.input = options.get("input");
  let problem = null;
  /** A run of the name that is there, in the way of the one that was asked for. */
  let clash = null;
  let found = null;
  const choice = { q: "", verdict: "", offset: 0 };
  const remember = rememberer(signal);
  const update = painter(root, signal, view);
  const ask = latest(signal);

  function start(event) {
    event.preventDefault();
    return begin();
  }

  /** @param {"continue" | "replace"} [existing] what to do with a run of the name */
  function begin(existing) {
    const body = { system: state.system, format: kept.format, output: kept.output };
    if (kept.input) body.input = kept.input;
    if (existing) body.existing = existing;
    return watch(api.run(body));
  }

  async function watch(started) {
    problem = clash = null;
    try {
      const job = await follow(started, (now) => {
        kept.job = now;
        update();
      }, signal);
      if (!job) return;
      if (job.state !== "done") clash = { type: "unfinished" };
      state.run = kept.output;
      keep("run", state.run);
      await search({ q: "", verdict: "" });
    } catch (error) {
      if (["exists", "unfinished"].includes(error.type)) clash = error;
      else problem = error;
    }
    update();
    if (clash) queueMicrotask(() => root.querySelector(".clash button")?.focus());
  }

  /** What can be done about a run that is in the way. */
  const choices = () => html`<div class="clash" role="group" aria-label=${`The run ${kept.output}`}>
    ${clash.message ? html`<p class="alert" role="alert">${clash.message}</p>` : nothing}
    ${clash.type === "unfinished" ? html`<button class="main" @click=${() => begin("continue")}>Continue ${kept.output}</button>` : nothing}
    <button @click=${() => begin("replace")}>Delete ${kept.output} and start again</button>
    <button class="quiet" @click=${() => {
      clash = null;
      update();
    }}>Keep it</button></div>`;

  async function search(part = {}) {
    Object.assign(choice, { offset: 0 }, part);
    if (!state.run) return;
    try {
      const now = await ask((stop) => api.runRows(state.run, { ...choice, limit: LIMIT }, stop));
      if (now) found = now;
    } catch (error) {
      found = null;
      // A run of an earlier project is no trouble until it is asked for.
      if (error.status !== 404 || part.q !== undefined) problem = error;
    }
    update();
  }
  const soon = debounce(150, (q) => search({ q }));

  const total = (verdicts) => Object.values(verdicts).reduce((sum, one) => sum + one, 0);

  const result = ({ pages, failures, verdicts, folder }) => html`<section aria-label="Result">
    <h2>${plural(pages, "page")} <span class="soft">${failures ? plural(failures, "failure") : "no failure"}</span></h2>
    <table class="bars"><caption class="unseen">Verdicts</caption><tbody>${Object.entries(verdicts).sort((a, b) => b[1] - a[1]).map(([name, many]) => html`<tr>
      <th scope="row"><button class="quiet" @click=${() => search({ verdict: name })}>${plainName(name)}</button></th>
      <td>${bar(many, total(verdicts), name)}</td><td class="figure">${count(many)}</td></tr>`)}</tbody></table>
    <p class="note">In <code>${folder}</code></p></section>`;

  const row = (one) => html`<li><h3>${one.page ? html`<a href=${address("page", one.page)} dir="auto">${one.title || one.name}</a>` : html`<span dir="auto">${one.title || one.name}</span>`}</h3>
    <p class="note"><span dir="auto">${one.name}</span> · ${one.error ? html`<span class="verdict odd">! failed: ${one.error}</span>` : html`${verdict(one.verdict)} · ${percent(one.confidence)}`}</p>
    <p dir="auto">${one.text ?? ""}</p></li>`;

  const results = () => html`<section aria-label="Results"><h2>Results of ${state.run}</h2>
    <div class="bar-of-tools" role="search">
      <label class="field"><span>Search in the results</span><input type="search" .value=${choice.q} @input=${(event) => soon(event.target.value)}></label>
      ${choice.verdict ? html`<button @click=${() => search({ verdict: "" })}>Only ${plainName(choice.verdict)} — show all</button>` : nothing}
      <a download href=${api.exportAddress(state.run)}>Export as JSON lines</a>
      <span class="soft" role="status">${plural(found.total, "row")}</span>
    </div>
    <ol class="results">${repeat(found.rows, (one) => `${one.page} ${one.name}`, row)}</ol>
    ${pager({ ...choice, limit: LIMIT, total: found.total, what: "row", go: (offset) => search({ offset }) })}</section>`;

  function view() {
    const running = kept.job?.state === "running";
    return html`<h1>Run</h1>
      <p class="note">Extracts all pages of the project with ${nameOf(state.system)} and writes the results to a folder next to the labels.</p>
      <form @submit=${start}>
        ${systemChoice(state.system, (system) => {
          state.system = system;
          remember({ system: systemText(system) });
          update();
        }, { id: "r" })}
        <div class="bar-of-tools">
          ${select("Format", kept.format, formats, (format) => {
            kept.format = format;
            update();
          })}
          <label class="field"><span>Name of the run</span><input required pattern="[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}" title="Letters, digits, dots, hyphens" .value=${kept.output}
            @change=${(event) => {
              kept.output = event.target.value.trim();
              clash = null;
              update();
            }}></label>
          <label class="field"><span>Other input</span><input placeholder="file.warc.gz (optional)" .value=${kept.input}
            @change=${(event) => (kept.input = event.target.value.trim())}></label>
          <button class="main" ?disabled=${running}>Start</button>
        </div>
      </form>
      ${jobLine(kept.job)}${alert(problem)}${clash ? choices() : nothing}
      ${kept.job?.state === "done" ? result(kept.job.result) : nothing}
      ${found ? results() : nothing}`;
  }

  update();
  // The run went on while another view was open.
  if (kept.job?.state === "running") watch(Promise.resolve({ job: kept.job.id }));
  await search();
}
