/** What the views share: the project, the system asked for, the labeller. */
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
  /** The page last looked at. */
  page: kept("page", null),
  /** The last run's name. */
  run: kept("run", ""),
  theme: kept("theme", "auto"),
};

export const systemInfo = (id) => state.project.systems.find((system) => system.id === id);

/** Systems that can answer for a page, perhaps with a model that was trained here. */
export const usableSystems = () =>
  state.project.systems.filter((system) => system.usable || state.project.models.some((model) => model.system === system.id));

/** Reads the project again, and lets go of a system it does not have. */
export async function loadProject() {
  state.project = await api.project();
  if (!systemInfo(state.system.extractor)) state.system = { extractor: usableSystems()[0]?.id ?? DEFAULT };
}
