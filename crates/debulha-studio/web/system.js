/** The choice of a system, its model, preset and parameters. */
import { html, nothing } from "./vendor/lit.js";
import { paramForm } from "./params.js";
import { missing } from "./needs.js";
import { DEFAULT, state, systemInfo, usableSystems } from "./state.js";
import { select } from "./ui.js";

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
    ...(others.length ? [{ group: "Not available here: choose one to see what it needs", options: others.map((system) => [system.id, `${system.id} (${system.needs.join(", ")})`]) }] : []),
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
    ${models.length || system.model
      ? select("Model", system.model ?? "", [["", info.usable ? "built in" : "none"], ...new Set([...models.map((model) => model.name), ...(system.model ? [system.model] : [])])], (model) => set({ model: model || undefined }))
      : nothing}
    ${info.presets.length
      ? select("Preset", system.preset ?? "", [["", "none"], ...info.presets.map((preset) => preset.name)], (preset) => set({ preset: preset || undefined }))
      : nothing}
    ${missing({ ...info, usable: info.usable || models.length > 0 })}
    ${withParams ? paramForm(info.params, system.params ?? {}, (params) => set({ params: Object.keys(params).length ? params : undefined }), { id, open }) : nothing}
  </div>`;
}
