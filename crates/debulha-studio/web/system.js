/** The choice of a system, its model, preset and parameters. */
import { html, live, nothing } from "./vendor/lit.js";
import { DEFAULT, state, systemInfo, usableSystems } from "./state.js";
import { select } from "./ui.js";

/** Steps of a slider from one end to the other. */
const STEPS = 1000;

/**
 * The ends of a parameter's range, from `0.0..=10_000.0` or a pair.
 * @returns {[number, number] | null}
 */
export function rangeOf(range) {
  if (Array.isArray(range)) return range.length === 2 ? [Number(range[0]), Number(range[1])] : null;
  const ends = /^\s*(-?[\d_.e+]+?)\s*\.\.=?\s*(-?[\d_.e+]+)\s*$/i.exec(range ?? "");
  if (!ends) return null;
  const [low, high] = [ends[1], ends[2]].map((end) => Number(end.replaceAll("_", "")));
  return Number.isFinite(low) && Number.isFinite(high) && low < high ? [low, high] : null;
}

/**
 * A slider's scale: most ranges reach far beyond what is of use, so the default stands in the middle, by a power of the place.
 * @param {[number, number]} range
 */
export function scale([low, high], middle, integer) {
  const share = (middle - low) / (high - low);
  const power = share > 0 && share < 1 ? Math.log(share) / Math.log(0.5) : 1;
  return {
    value(place) {
      const value = low + (high - low) * (place / STEPS) ** power;
      return integer ? Math.round(value) : Number(value.toPrecision(3));
    },
    place: (value) => Math.round(STEPS * ((Math.min(Math.max(value, low), high) - low) / (high - low)) ** (1 / power)),
  };
}

const clean = (system) => Object.fromEntries(Object.entries(system).filter(([, value]) => value !== undefined));

/** A short name for a system as it is asked for. @param {import("./api.js").System} system */
export function nameOf(system) {
  const changed = Object.keys(system.params ?? {}).length;
  return [system.extractor, system.preset && `· ${system.preset}`, system.model && `· ${system.model}`, changed && `· ${changed} set`]
    .filter(Boolean).join(" ");
}

/** The systems as options: the default one first, and those apart that cannot answer here, with what they need. */
export function systemOptions() {
  const usable = new Set(usableSystems());
  const others = state.project.systems.filter((system) => !usable.has(system));
  const first = (system) => (system.id === DEFAULT ? 0 : 1);
  return [
    ...[...usable].sort((a, b) => first(a) - first(b)).map((system) => system.id),
    ...(others.length ? [{ group: "Need more than is here", options: others.map((system) => [system.id, `${system.id} (${system.needs.join(", ")})`]) }] : []),
  ];
}

/**
 * @param {import("./api.js").System} system
 * @param {(system: import("./api.js").System) => void} change
 * @param {{id: string, label?: string, withParams?: boolean, open?: boolean}} options
 */
export function systemChoice(system, change, { id, label = "System", withParams = true, open = false }) {
  const info = systemInfo(system.extractor);
  if (!info) return nothing;
  const models = state.project.models.filter((model) => model.system === system.extractor);
  const set = (part) => change(clean({ ...system, ...part }));
  return html`<div class="system">
    ${select(label, system.extractor, systemOptions(), (extractor) => change({ extractor }))}
    ${models.length
      ? select("Model", system.model ?? "", [["", info.usable ? "built in" : "none"], ...models.map((model) => model.name)], (model) => set({ model: model || undefined }))
      : nothing}
    ${info.presets.length
      ? select("Preset", system.preset ?? "", [["", "none"], ...info.presets.map((preset) => preset.name)], (preset) => set({ preset: preset || undefined }))
      : nothing}
    ${withParams && info.params.length ? params(system, info, set, id, open) : nothing}
  </div>`;
}

function params(system, info, set, id, open) {
  const values = system.params ?? {};
  const put = (name, value) => {
    const { [name]: _, ...others } = values;
    const same = JSON.stringify(value) === JSON.stringify(info.params.find((param) => param.name === name).default);
    const next = same ? others : { ...others, [name]: value };
    set({ params: Object.keys(next).length ? next : undefined });
  };
  const changed = Object.keys(values).length;
  return html`<details class="params" ?open=${open || changed > 0}>
    <summary>Parameters <span class="soft">${info.params.length}${changed ? `, ${changed} set` : ""}</span></summary>
    ${changed ? html`<button @click=${() => set({ params: undefined })}>Defaults</button>` : nothing}
    ${info.params.map((param) => parameter(param, values[param.name] ?? param.default, (value) => put(param.name, value), `${id}-${param.name}`))}
  </details>`;
}

function parameter(param, value, put, id) {
  const docs = html`<p class="docs" id=${`${id}-docs`}>${param.docs}</p>`;
  const described = `${id}-docs`;
  if (typeof param.default === "boolean") {
    return html`<div class="param"><label class="check"><input type="checkbox" aria-describedby=${described} .checked=${live(value)}
      @change=${(event) => put(event.target.checked)}> ${param.name}</label>${docs}</div>`;
  }
  const range = rangeOf(param.range);
  if (typeof param.default === "number") return number(param, value, put, id, range, docs);
  if (param.choices?.length) {
    return html`<div class="param">${select(param.name, value, param.choices, put)}${docs}</div>`;
  }
  const text = typeof param.default === "string";
  return html`<div class="param"><label class="field"><span>${param.name}</span>
    <input aria-describedby=${described} .value=${live(text ? String(value) : JSON.stringify(value))} @change=${(event) => {
      if (text) return put(event.target.value);
      try {
        event.target.setCustomValidity("");
        put(JSON.parse(event.target.value));
      } catch {
        event.target.setCustomValidity("This is no JSON.");
        event.target.reportValidity();
      }
    }}></label>${docs}</div>`;
}

function number(param, value, put, id, range, docs) {
  const integer = Number.isInteger(param.default) && !String(param.range ?? "").includes(".0");
  const along = range && scale(range, param.default, integer);
  const take = (text) => {
    const number = Number(text);
    if (text.trim() && Number.isFinite(number)) put(range ? Math.min(Math.max(number, range[0]), range[1]) : number);
  };
  return html`<div class="param">
    <label class="name" for=${id}>${param.name}</label>
    <input type="number" id=${id} step=${integer ? 1 : "any"} min=${range?.[0] ?? nothing} max=${range?.[1] ?? nothing}
      aria-describedby=${`${id}-docs`} .value=${live(String(value))} @change=${(event) => take(event.target.value)}>
    ${along ? html`<input type="range" min="0" max=${STEPS} aria-label=${`${param.name}, slider`} aria-valuetext=${String(value)}
      .value=${live(String(along.place(value)))} @input=${(event) => put(along.value(Number(event.target.value)))}>
      <span class="ends"><span>${range[0]}</span><span>${range[1]}</span></span>` : nothing}
    ${docs}
  </div>`;
}
