/** A model card as a page. */
import { html, nothing } from "./vendor/lit.js";
import { count, plain, plainName, plural, three } from "./ui.js";

const row = (name, value) => (value === undefined || value === null || value === "" ? nothing : html`<dt>${name}</dt><dd dir="auto">${value}</dd>`);

/** @param {Record<string, any>} card as the server writes it */
export function modelCard(card) {
  const { system, about, data = [], licence, seed, parameters = {}, metrics = {}, command, date, program } = card;
  const set = Object.entries(parameters);
  const figures = Object.entries(metrics);
  return html`<article class="card" aria-label="Model card"><h3>Model card</h3>
    <dl>${row("System", system)}${row("About", about)}
      ${row("Trained on", data.length ? html`<ul class="plain">${data.map((one) => html`<li>${one.name}: ${plural(one.examples, "page")},
        licence: ${one.licence}<br><small>labels: SHA-256 ${one.digest}</small></li>`)}</ul>` : null)}
      ${row("Parameters", set.length ? html`<ul class="plain params-set">${set.map(([name, value]) => html`<li><code>${name}=${JSON.stringify(value)}</code></li>`)}</ul>` : "defaults")}
      ${row("Licence", licence)}${row("Made by", [program, date].filter(Boolean).join(", "))}${row("Seed", seed === undefined ? null : String(seed))}
      ${row("Command", command ? html`<code>${command}</code>` : null)}</dl>
    ${figures.length ? html`<details><summary>Cross-validation: ${plural(figures.length, "figure")}</summary><dl>${figures.map(([name, value]) =>
      row(plainName(name), typeof value === "number" ? (Number.isInteger(value) ? count(value) : three(value)) : plain(value)))}</dl></details>` : nothing}
  </article>`;
}
