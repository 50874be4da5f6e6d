/** Training from the labels, and what it changed. */
import { html, nothing } from "../vendor/lit.js";
import { format, systemText } from "../address.js";
import * as api from "../api.js";
import { modelCard } from "../card.js";
import { follow, jobLine } from "../jobs.js";
import { paramForm } from "../params.js";
import { address, DEFAULT, loadProject, state } from "../state.js";
import { alert, announce, painter, plain, plural, select, three } from "../ui.js";

/** A change of F1 below this shows as no change. */
const LEAST_GAIN = 0.0005;
/** Fewer held-out pages than this say little. */
const FEW_PAGES = 10;

/** The last result stays while other views are open. */
const kept = { name: "mine", recipe: DEFAULT, params: {}, job: null };

export async function open(root, { options, signal }) {
  let problem = null;
  let progress = await api.labelProgress(state.labeller, signal).catch(() => null);
  const { recipes } = state.project;
  const asked = options.get("recipe");
  if (recipes.some((one) => one.id === asked)) Object.assign(kept, { recipe: asked, params: {} });
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

  /** The system with the model that was made. */
  function made() {
    const { model } = kept.job.result;
    const system = state.project.models.find((one) => one.name === model)?.system ?? kept.recipe;
    return { extractor: system, model };
  }

  function use() {
    state.system = made();
    announce(`${state.system.model} is in use.`);
    location.hash = address("page", state.page);
  }

  const labellers = () => [...new Set([state.labeller, "default", ...state.project.labellers])];

  function view() {
    const running = kept.job?.state === "running";
    const recipe = recipes.find((one) => one.id === kept.recipe);
    return html`<h1>Train a model</h1>
      <p class="note">${progress ? html`${state.labeller} has labelled ${plural(progress.blocks, "block")} on ${progress.labelled} of ${plural(progress.total, "page")}.` : nothing}
        ${progress && !progress.labelled ? html`<a href=${address("label", state.page)}>Label some pages first</a>; 20 are a good start.` : "Training holds out some of the pages to measure the model."}</p>
      ${jobLine(kept.job)}${alert(problem)}
      ${kept.job?.state === "done" ? result(kept.job.result) : nothing}
      ${kept.job?.state === "done" ? html`<h2>Train again</h2>` : nothing}
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
`;
  }

  const figures = (words, score) => html`<tr><th scope="row">${words}</th>${["precision", "recall", "f1"].map((name) =>
    html`<td class="figure">${three(score?.[name])}</td>`)}</tr>`;

  const result = ({ held_out: held, before, changed, card, file, model }) => {
    const gain = held && before ? held.f1 - before.f1 : null;
    const better = gain !== null && gain >= LEAST_GAIN;
    return html`<section aria-label="Result">
    <h2>Model ${plain(model)}</h2>
    ${verdict(gain, held)}
    <p><button class=${better ? "main" : ""} @click=${use}>${better ? "Use it now" : "Use it anyway"}</button> <span class="soft">Saved as ${file}</span></p>
    ${held ? html`<div class="wide" tabindex="0" role="region" aria-label="Before and after"><table>
      <thead><tr><th scope="col">On ${plural(held.pages, "held-out page")}</th><th scope="col" class="figure">Precision</th>
        <th scope="col" class="figure">Recall</th><th scope="col" class="figure">F1</th></tr></thead>
      <tbody>${figures("Before (default system)", before)}${figures("After (this model)", held)}</tbody></table></div>` : nothing}
    ${changed.length ? html`<h3>Pages whose score changed</h3>
      <div class="wide" tabindex="0" role="region" aria-label="Pages whose score changed"><table class="changed">
        <thead><tr><th scope="col">Page</th><th scope="col" class="figure">Before</th><th scope="col" class="figure">After</th><th scope="col" class="figure">Change</th></tr></thead>
        <tbody>${changed.map(changedPage)}</tbody></table></div>`
      : held ? html`<p class="note">The score of no page changed.</p>` : nothing}
    ${modelCard(card)}
  </section>`;
  };

  /** Whether the model is worth using, in words. */
  const verdict = (gain, held) => {
    if (gain === null) return html`<p class="warning" role="status"><b>Not measured.</b> No page was held out, so it is unknown whether this model is better.</p>`;
    const few = held.pages < FEW_PAGES ? html` ${plural(held.pages, "page")} are few: label more to be sure.` : nothing;
    if (gain <= -LEAST_GAIN) return html`<p class="warning" role="alert"><b>This model is worse than the default system:</b> F1 falls by ${three(-gain)}. Label more pages before you use it.</p>`;
    if (gain < LEAST_GAIN) return html`<p class="warning" role="status"><b>No difference:</b> this model is as good as the default system.${few}</p>`;
    return html`<p class="success" role="status"><b>Better than the default system:</b> F1 rises by ${three(gain)}.${few}</p>`;
  };

  const changedPage = ({ page, name, title, before, f1 }) => html`<tr>
    <th scope="row"><a href=${format("page", page, { system: systemText(made()) })} dir="auto">${title || name}</a>${title ? html`<small dir="auto">${name}</small>` : nothing}</th>
    <td class="figure">${three(before)}</td><td class="figure">${three(f1)}</td>
    <td class=${`figure ${f1 < before ? "lower" : "higher"}`}>${f1 < before ? "−" : "+"}${three(Math.abs(f1 - before))}</td></tr>`;
  update();
  // Training went on while another view was open.
  if (kept.job?.state === "running") watch(Promise.resolve({ job: kept.job.id }));
}
