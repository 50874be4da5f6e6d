/** Parameters of a system or a recipe as a form. What a value may be is for the server to say, which knows it best. */
import { html, live, nothing } from "./vendor/lit.js";
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

/**
 * @param {import("./api.js").Param[]} infos
 * @param {Record<string, unknown>} values those that differ from their defaults
 * @param {(values: Record<string, unknown>) => void} change told of all values that then differ
 * @param {{id: string, open?: boolean}} options
 */
export function paramForm(infos, values, change, { id, open = false }) {
  if (!infos.length) return nothing;
  const put = (name, value) => {
    const { [name]: _, ...others } = values;
    const same = JSON.stringify(value) === JSON.stringify(infos.find((param) => param.name === name).default);
    change(same ? others : { ...others, [name]: value });
  };
  const changed = Object.keys(values).length;
  return html`<details class="params" ?open=${open || changed > 0}>
    <summary>Parameters <span class="soft">${infos.length}${changed ? `, ${changed} set` : ""}</span></summary>
    ${changed ? html`<button type="button" @click=${() => change({})}>Defaults</button>` : nothing}
    ${infos.map((param) => parameter(param, values[param.name] ?? param.default, (value) => put(param.name, value), `${id}-${param.name}`))}
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
  return html`<div class="param"><label class="field"><span>${param.name}</span>
    <input aria-describedby=${described} .value=${live(typeof value === "string" ? value : JSON.stringify(value))}
      @change=${(event) => put(typeof param.default === "string" ? event.target.value : read(event.target.value))}></label>${docs}</div>`;
}

/** A value as the command line reads it: JSON, or else a string. */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function number(param, value, put, id, range, docs) {
  const integer = Number.isInteger(param.default) && !String(param.range ?? "").includes(".0");
  const along = range && scale(range, param.default, integer);
  const take = (text) => {
    const number = Number(text);
    if (text.trim() && Number.isFinite(number)) put(number);
  };
  return html`<div class="param">
    <label class="name" for=${id}>${param.name}</label>
    <input type="number" id=${id} step="any" aria-describedby=${`${id}-docs`} .value=${live(String(value))} @change=${(event) => take(event.target.value)}>
    ${along ? html`<input type="range" min="0" max=${STEPS} aria-label=${`${param.name}, slider`} aria-valuetext=${String(value)}
      .value=${live(String(along.place(value)))} @input=${(event) => put(along.value(Number(event.target.value)))}>
      <span class="ends"><span>${range[0]}</span><span>${range[1]}</span></span>` : nothing}
    ${docs}
  </div>`;
}
