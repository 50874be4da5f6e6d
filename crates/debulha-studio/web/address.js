/**
 * URLs of the app: `#/VIEW/ARGUMENT?OPTIONS`. They hold what a reload, a bookmark and the browser's buttons are to bring back. A system
 * is one option: `debulha:recall@mine;beta=2` is its id, preset, model, and each parameter as JSON.
 */

/** Milliseconds between two changes of the URL: browsers refuse many in a short time. */
const REST = 200;

/** @param {import("./api.js").System} system */
export function systemText({ extractor, preset, model, params = {} }) {
  const name = [extractor, preset && `:${encodeURIComponent(preset)}`, model && `@${encodeURIComponent(model)}`].filter(Boolean).join("");
  return [name, ...Object.entries(params).map(([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`)].join(";");
}

/** @returns {import("./api.js").System | null} null for what is no system */
export function systemOf(text) {
  try {
    const [name, ...params] = text.split(";");
    const [, extractor, preset, model] = /^([^:@]+)(?::([^@]+))?(?:@(.+))?$/.exec(name);
    const system = { extractor };
    if (preset) system.preset = decodeURIComponent(preset);
    if (model) system.model = decodeURIComponent(model);
    if (params.length) {
      system.params = Object.fromEntries(params.map((param) => {
        const [, key, value] = /^([^=]+)=(.*)$/.exec(param);
        return [key, JSON.parse(decodeURIComponent(value))];
      }));
    }
    return system;
  } catch {
    return null;
  }
}

/** `#/page/12?node=4` → the view, its argument, its options. */
export function parse(hash) {
  const [path, options = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view, argument] = path.split("/");
  return { view, argument, options: new URLSearchParams(options) };
}

/** The other way round. Options that are empty are left out; a list is one option several times. */
export function format(view, argument, options = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(options)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "" && one !== false) query.append(key, one);
    }
  }
  const text = query.toString();
  return `#/${view}${argument === undefined || argument === null ? "" : `/${argument}`}${text ? `?${text}` : ""}`;
}

/**
 * Writes options of the open view into the URL, until the view is left.
 * @param {AbortSignal} signal
 * @returns {(changes: Record<string, unknown>, how?: {push?: boolean}) => void} `push` makes a step of the browser's history
 */
export function rememberer(signal) {
  /** The URL as this view knows it: if it is another one, a step is under way that the view does not know of yet. */
  let known = location.hash;
  const own = parse(known);
  const options = {};
  for (const key of own.options.keys()) options[key] = own.options.getAll(key);
  let timer;
  let last = -Infinity;
  const write = (push) => {
    clearTimeout(timer);
    timer = undefined;
    const hash = format(own.view || "pages", own.argument, options);
    if (signal.aborted || hash === known || known !== location.hash) return;
    known = hash;
    last = performance.now();
    history[push ? "pushState" : "replaceState"](null, "", hash);
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (changes, { push = false } = {}) => {
    // What was there before the step is written first.
    if (push && timer !== undefined) write(false);
    Object.assign(options, changes);
    if (push) return write(true);
    const wait = last + REST - performance.now();
    if (wait <= 0) write(false);
    else timer ??= setTimeout(write, wait, false);
  };
}
