/** The data of one page: its metadata with sources, product, and records, beside the page. */
import { html, nothing, ref } from "../vendor/lit.js";
import { rememberer } from "../address.js";
import * as api from "../api.js";
import { Frame } from "../frame.js";
import { bind } from "../keys.js";
import { partKeys, partSteps } from "../parts.js";
import { pageBar, pageKeys, pageTitle } from "../tabs.js";
import { alert, announce, count, painter, plain, plainName, plural, reveal, select } from "../ui.js";

/** Fields of metadata that have a table of their own, or hold what the others were chosen from. */
const APART = new Set(["candidates", "product"]);

export async function open(root, { argument: id, options, signal }) {
  const remember = rememberer(signal);
  const info = await api.page(id, signal);
  if (signal.aborted) return;
  pageTitle(info, "data");
  let data = null;
  let problem = null;
  let region = Number(options.get("region") ?? 0);
  /** The record that is lit. */
  let at = -1;
  let frame;
  const update = painter(root, signal, view);
  const records = () => data?.regions[region]?.records ?? [];

  function draw() {
    if (!data || frame.part < 0) return;
    frame.clear();
    frame.outline(records().map((record, index) => ({ node: -1, texts: record.texts, name: String(index + 1) })));
  }

  function choose(index) {
    region = index;
    at = -1;
    remember({ region: region || null });
    frame.light([]);
    draw();
    update();
  }

  function go(to) {
    if (to < 0 || to >= records().length) return announce("No more records.");
    at = to;
    frame.light(records()[at].texts, { scroll: true });
    announce(`Record ${at + 1}: ${records()[at].fields.map((field) => field.text).join(", ").slice(0, 120)}`);
    update();
    queueMicrotask(() => reveal(root.querySelector(".records"), root.querySelector("[aria-current=true]")));
  }

  const sources = (name) => (data.metadata.candidates?.[name] ?? []).map((one) => one.source);

  const facts = () => {
    const values = Object.entries(data.metadata).filter(([name, value]) => !APART.has(name) && value !== null && plain(value) !== "");
    if (!values.length) return html`<p class="note">The page states no metadata.</p>`;
    return html`<div class="wide" tabindex="0" role="region" aria-label="Metadata"><table>
      <thead><tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Found in</th></tr></thead>
      <tbody>${values.map(([name, value]) => html`<tr><th scope="row">${plainName(name)}</th><td dir="auto" class="value">${plain(value)}</td>
        <td>${sources(name).map((source) => html`<code>${source}</code> `)}</td></tr>`)}</tbody></table></div>`;
  };

  const product = ({ offers = [], ...values }) => html`<h2>Product</h2>
    <dl>${Object.entries(values).filter(([, value]) => value !== null).map(([name, value]) => html`<dt>${plainName(name)}</dt><dd dir="auto">${plain(value)}</dd>`)}
    ${offers.map((offer, index) => html`<dt>offer ${index + 1}</dt><dd dir="auto">${plain(offer)}</dd>`)}</dl>`;

  const field = ({ path, text, href }) => html`<li><code>${path || "text"}</code> <span dir="auto">${text}</span>${href ? html` <span class="address soft">${href}</span>` : nothing}</li>`;

  const record = (one, index) => html`<li aria-current=${index === at ? "true" : nothing}>
    <button class="quiet" @click=${() => go(index)}>Record ${index + 1}</button><ul class="plain">${one.fields.map(field)}</ul></li>`;

  const found = () => html`<h2>Records <span class="soft">${data.regions.length ? plural(data.regions[region]?.count ?? 0, "record") : "none"}</span></h2>
    ${data.regions.length
      ? html`${select("Region", String(region), data.regions.map((one, index) => [String(index), `${index + 1}: ${plural(one.count, "record")} in ${one.xpath}`]), (index) => choose(Number(index)))}
        <ol class="records" tabindex="0" role="group" aria-label="Records">${records().map(record)}</ol>
        ${data.regions[region] && data.regions[region].count > records().length ? html`<p class="note">The first ${count(records().length)} are listed.</p>` : nothing}`
      : html`<p class="note">Nothing on the page repeats like search results or entries of a list.</p>`}`;

  function view() {
    return html`${pageBar(info, "data")}${alert(problem)}
      <div class="halves">
        <div>${data ? html`<h2>Metadata</h2>${facts()}${data.metadata.product ? product(data.metadata.product) : nothing}${found()}` : html`<p class="note">Reading…</p>`}</div>
        <section class="pane frame-pane" aria-label="The page">${partSteps(frame)}<iframe title=${`The page ${info.name}, without its scripts`} sandbox="allow-same-origin"
          ${ref((element) => {
            if (element && !frame) {
              frame = new Frame(element, {
                shown() {
                  draw();
                  update();
                },
                pick: (node) => go(records().findIndex((one) => one.texts.includes(node))),
              });
            }
          })}></iframe></section>
      </div>`;
  }

  bind([
    { keys: ["j", "ArrowDown"], says: "Next record", run: () => go(at + 1) },
    { keys: ["k", "ArrowUp"], says: "Previous record", run: () => go(at - 1) },
    ...partKeys(info, () => frame),
    ...pageKeys(info, "data"),
  ]);
  update();
  await Promise.resolve();
  const read = async () => {
    try {
      data = await api.data(id, signal);
      if (!data.regions[region]) region = 0;
      draw();
    } catch (error) {
      problem = error;
    }
    update();
  };
  await Promise.all([frame.load(info, signal), read()]);
}
