/** What the views share: the project, the system asked for, the labeller. */
import { format, systemText } from "./address.js";
import * as api from "./api.js";

/** Keeps a value over reloads where the browser allows it. */
const kept = (key, fallback) => {
  try {
    return JSON.parse(localStorage.getItem(`debulha.${key}`)) ?? fallback;
  } catch {
    return fallback;
  }
};

export const keep = (key, value) => {
  try {
    localStorage.setItem(`debulha.${key}`, JSON.stringify(value));
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
};

/** The system that is asked first. */
export const DEFAULT = "debulha";

export const state = {
  /** @type {api.Project | null} */
  project: null,
  /** @type {api.System} */
  system: { extractor: DEFAULT },
  /** Systems of the compare view; empty until it is first opened. @type {api.System[]} */
  compared: [],
  labeller: kept("labeller", "default"),
  /** The id of the page last looked at. @type {string | null} */
  page: null,
  /** The last run's name. */
  run: kept("run", ""),
  theme: kept("theme", "auto"),
};

export const systemInfo = (id) => state.project.systems.find((system) => system.id === id);

/** Systems that can answer for a page, perhaps with a model that was trained here. */
export const usableSystems = () =>
  state.project.systems.filter((system) => system.usable || state.project.models.some((model) => model.system === system.id));

/** The system where the URL names none. */
export const defaultSystem = () => {
  const usable = usableSystems();
  return { extractor: (usable.find((system) => system.id === DEFAULT) ?? usable[0])?.id ?? DEFAULT };
};

/** The URL of a view, with the system in use where the view shows one. */
export function address(view, page, options = {}) {
  const system = systemText(state.system);
  const shows = (view === "page" || view === "run") && state.project !== null && system !== systemText(defaultSystem());
  return format(view, page, shows ? { system, ...options } : options);
}

/** Reads the project again. */
export async function loadProject() {
  state.project = await api.project();
  state.page ??= state.project.first;
}
