/** What a system lacks in this project, and how to get it. */
import { html, nothing } from "./vendor/lit.js";
import { state } from "./state.js";

/** An argument of a command, quoted where a shell would read it otherwise. */
const quoted = (text) => (/^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const command = (text) => html`<pre class="command" tabindex="0">${text}</pre>`;

/** How to get each thing that systems need. @type {Record<string, (info: {id: string}) => unknown>} */
const help = {
  layout() {
    const pages = quoted(state.project.path);
    return html`<p>Needs layout records: where a browser puts each element. Make them, then start the studio with them:</p>
      ${command(`debulha render ${pages} -o layouts/\ndebulha studio ${pages} --layout layouts/`)}`;
  },
  model({ id }) {
    const recipe = state.project.recipes.find((one) => one.system === id);
    if (recipe) return html`<p>Needs a trained model. <a href=${`#/train?recipe=${recipe.id}`}>Train one on your labels</a></p>`;
    return html`<p>Needs a trained model. Train one, then start the studio with it:</p>
      ${command(`debulha train ${id} --data CORPUS -o ${id}.model\ndebulha studio ${quoted(state.project.path)} --model ${id}.model`)}`;
  },
  site({ id }) {
    const pages = quoted(state.project.path);
    return html`<p>Needs a site store: what the system learned from several pages of a site. Make one, then start the studio with it:</p>
      ${command(`debulha site learn ${pages} -m ${id} --site-store sites.store\ndebulha studio ${pages} --site-store sites.store`)}`;
  },
  query: ({ id }) => html`<p>Needs the query that led to the page, so it runs only on the command line:</p>
    ${command(`debulha extract PAGE -e ${id} --query "WORDS"`)}`,
};

/** The needs of a system or segmenter that the project does not meet. @param {{id: string, needs: string[]}} info */
export function unmet({ id, needs }) {
  const met = {
    layout: state.project.layouts,
    model: state.project.models.some((model) => model.system === id),
    site: state.project.store,
  };
  return needs.filter((need) => !met[need]);
}

/** What to do about unmet needs; nothing where there are none. */
export function missing(info) {
  const needs = info.usable ? [] : unmet(info);
  return needs.length ? html`<div class="missing" role="note"><b>${info.id} cannot run here.</b>${needs.map((need) => help[need]?.(info) ?? nothing)}</div>` : nothing;
}
