/** Training from the labels, and what it changed. */
import { html, nothing } from "../vendor/lit.js";
import * as api from "../api.js";
import { follow, jobLine } from "../jobs.js";
import { paramForm } from "../params.js";
import { DEFAULT, loadProject, state } from "../state.js";
import { alert, announce, painter, plain, select, three } from "../ui.js";

/** The last result stays while other views are open. */
const kept = { name: "mine", recipe: DEFAULT, params: {}, job: null };

export async function open(root, { signal }) {
  let problem = null;
  let progress = await api.labelProgress(state.labeller, signal).catch(() => null);
  const { recipes } = state.project;
  const update = painter(root, signal, view);

  function start(event) {
    event.preventDefault();
    return watch(api.train({ recipe: kept.recipe, name: kept.name, labeller: state.labeller, params: kept.params }));
  }

  async function watch(started) {
    problem = null;
    try {
      const job = await follow(started, (now) => {
        kept.job = now;
        update();
      }, signal);
      if (job?.state === "done") await loadProject();
    } catch (error) {
      problem = error;
    }
    update();
  }

  async function use() {
    const { model } = kept.job.result;
    const name = typeof model === "string" ? model : model.name;
    const made = state.project.models.find((one) => one.name === name);
    state.system = { extractor: made?.system ?? kept.recipe, model: name };
    announce(`${name} is in use.`);
    location.hash = `#/page/${state.page ?? 0}`;
  }

  const labellers = () => [...new Set([state.labeller, "default", ...state.project.labellers])];

  function view() {
    const running = kept.job?.state === "running";
    const recipe = recipes.find((one) => one.id === kept.recipe);
    return html`<h1>Train a model</h1>
      <p class="note">${progress ? html`${state.labeller} has labelled ${progress.labelled} of ${progress.total} pages, ${progress.blocks} blocks.` : nothing}
        Some pages are held out to measure the model.</p>
      <form @submit=${start}>
        <div class="bar-of-tools">
        ${select("Recipe", kept.recipe, recipes.map((one) => one.id), (id) => {
          Object.assign(kept, { recipe: id, params: {} });
          update();
        })}
        <label class="field"><span>Name of the model</span><input required pattern="[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}" title="Letters, digits, dots, hyphens" .value=${kept.name}
          @change=${(event) => (kept.name = event.target.value.trim())}></label>
        ${select("Labels of", state.labeller, labellers(), async (name) => {
          state.labeller = name;
          progress = await api.labelProgress(name, signal).catch(() => null);
          update();
        })}
        <button class="main" ?disabled=${running}>Train</button>
        </div>
        ${recipe ? html`<p class="note">${recipe.docs}</p>
        ${paramForm(recipe.params, kept.params, (params) => {
          kept.params = params;
          update();
        }, { id: "t" })}` : nothing}
      </form>
      ${jobLine(kept.job)}${alert(problem)}
      ${kept.job?.state === "done" ? result(kept.job.result) : nothing}`;
  }

  const figures = (words, score) => html`<tr><th scope="row">${words}</th>${["precision", "recall", "f1"].map((name) =>
    html`<td class="figure">${three(score?.[name])}</td>`)}</tr>`;

  const result = ({ held_out: held, before, changed, card, file, model }) => html`<section aria-label="Result">
    <h2>${plain(model)}</h2>
    <p><button class="main" @click=${use}>Use it now</button> <span class="soft">${file}</span></p>
    ${held ? html`<div class="wide" tabindex="0" role="region" aria-label="Before and after"><table>
      <thead><tr><th scope="col">On ${held.pages} held-out pages</th><th scope="col" class="figure">Precision</th>
        <th scope="col" class="figure">Recall</th><th scope="col" class="figure">F1</th></tr></thead>
      <tbody>${figures("Before", before)}${figures("After", held)}</tbody></table></div>` : html`<p class="note">No page was held out, so that nothing is known of how good it is.</p>`}
    ${changed.length ? html`<h3>Pages that changed</h3><ul class="plain">${changed.map((one) => html`<li>${changedPage(one)}</li>`)}</ul>`
      : held ? html`<p class="note">No page changed.</p>` : nothing}
    <details open><summary>Model card</summary><pre class="card" dir="auto">${typeof card === "string" ? card : JSON.stringify(card, null, 2)}</pre></details>
  </section>`;

  const changedPage = ({ page, name, f1 }) => html`<a href=${`#/page/${page}`}>${name ?? `page ${page}`}</a>
    <span class="soft">F1 ${Array.isArray(f1) ? f1.map(three).join(" → ") : three(f1)}</span>`;
  update();
  // Training went on while another view was open.
  if (kept.job?.state === "running") watch(Promise.resolve({ job: kept.job.id }));
}
