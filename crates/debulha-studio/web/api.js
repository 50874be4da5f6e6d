/**
 * The server's answers, one function a request. All addresses are relative to the page, whose path holds the token.
 *
 * @typedef {{extractor: string, preset?: string, params?: Record<string, unknown>, model?: string}} System
 * @typedef {{name: string, default: unknown, range: string | [number, number] | null, docs: string, choices?: string[]}} Param
 * @typedef {{id: string, title: string, kind: string, needs: string[], params: Param[],
 *   presets: {name: string, docs: string}[], usable: boolean}} SystemInfo
 * @typedef {{name: string, kind: "folder" | "file" | "store", pages: number, has_gold: boolean, labels_file: string,
 *   path: string, first: string | null, layouts: boolean, labellers: string[], models: {name: string, system: string}[], store: boolean, systems: SystemInfo[],
 *   segmenters: {id: string, title: string, needs: string[]}[],
 *   recipes: {id: string, system: string, docs: string, params: Param[]}[]}} Project
 * @typedef {{id: string, name: string, url: string | null, verdict: string | null, confidence: number | null,
 *   agreement: number | null, labelled: string[]}} PageRow
 * @typedef {{id: string, previous: string | null, next: string | null, name: string, url: string | null, title: string | null, lang: string | null, dir: string | null,
 *   bytes: number, text_nodes: number, words: number, gold: boolean, has_layout: boolean, parts: number[]}} PageInfo
 * @typedef {{node: number, md: [number, number] | null, texts: number[]}} Block
 * @typedef {[node: number, state: 0 | 1 | 2 | 3, score: number | null, cut: number | null]} NodeState
 * @typedef {{extractor: string, verdict: string, evidence: {rule: string, node: number | null, detail: string}[], confidence: number | null, warnings: unknown[],
 *   nodes: NodeState[], markdown: string, blocks: Block[], comments: number, metadata: Record<string, unknown>}} Answer
 * @typedef {{decision: string, role: string | null, outputs: string[], output: string | null, place: string, xpath: string, text: string, hidden_by: string | null,
 *   reasons: {rule: string, keeps: boolean, detail: string, xpath: string}[]}} Why
 * @typedef {{systems: {name: string, words: number, confidence: number | null, no_answer: string | boolean | null, gold: unknown}[],
 *   agreement: number, f1: (number | null)[][], blocks: {node: number, xpath: string, texts: number[], words: number,
 *   agreement: number, kept: (number | null)[], text: string}[]}} Comparison
 * @typedef {{node: number, xpath: string, text: string, label: "content" | "noise" | null, guess: number, texts: number[]}} LabelBlock
 * @typedef {{id: number, kind: "scan" | "train" | "run", state: "running" | "done" | "failed" | "cancelled", done: number,
 *   total: number, message: string | null, result: any}} Job
 */

/** What the server says in place of an answer (RFC 9457). */
export class Problem extends Error {
  /** @param {{type?: string, title?: string, status?: number, detail?: string}} body */
  constructor(body) {
    super(body.detail || body.title || "The server did not answer.");
    this.status = body.status ?? 0;
    this.type = body.type ?? "";
  }
}

async function ask(path, { method = "GET", body, signal } = {}) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(`api/${path}`, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ title: "no connection", detail: "The studio's server does not answer. Is it still running?" });
  }
  if (response.ok) return response.status === 204 ? null : response.json();
  throw new Problem({ status: response.status, ...(await response.json().catch(() => ({ title: response.statusText }))) });
}

const query = (values) => {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return set.length ? `?${new URLSearchParams(set)}` : "";
};
const name = encodeURIComponent;

/** @returns {Promise<Project>} */
export const project = () => ask("project");
/** @returns {Promise<{total: number, scanned: number, pages: PageRow[]}>} */
export const pages = (choice, signal) => ask(`pages${query(choice)}`, { signal });
/** @returns {Promise<PageInfo>} */
export const page = (id, signal) => ask(`pages/${id}`, { signal });
/** The address of a part of the page as it is shown. */
export const frameAddress = (id, part) => `api/pages/${id}/frame?part=${part}`;
/** @param {System} system @returns {Promise<Answer>} */
export const answer = (id, system, signal) => ask(`pages/${id}/answer`, { method: "POST", body: { system }, signal });
/** @param {System} system @returns {Promise<{answers: Why[]}>} */
export const why = (id, system, node, signal) => ask(`pages/${id}/why`, { method: "POST", body: { system, node }, signal });
/** @returns {Promise<{structures: {kind: string, node: number, texts: number[], label: string}[]}>} */
export const structures = (id, signal) => ask(`pages/${id}/structures`, { signal });
/** @returns {Promise<{segmenter: string, blocks: {node: number, texts: number[], label?: string, coherence?: number}[]}>} */
export const segments = (id, segmenter, signal) => ask(`pages/${id}/segments${query({ segmenter })}`, { signal });
/** @returns {Promise<{pages: number, source: "store" | "folder", nodes: [number, number][]}>} */
export const repetition = (id, signal) => ask(`pages/${id}/repetition`, { signal });
/** @returns {Promise<{metadata: any, regions: {xpath: string, count: number, records: {node: number, texts: number[], fields: {path: string, text: string, href: string | null}[]}[]}[]}>} */
export const data = (id, signal) => ask(`pages/${id}/data`, { signal });
/** @param {System[]} systems @returns {Promise<Comparison>} */
export const compare = (id, systems, signal) => ask(`pages/${id}/compare`, { method: "POST", body: { systems }, signal });

/** @returns {Promise<{labeller: string, blocks: LabelBlock[], done: boolean, guess_system: string}>} */
export const labels = (id, labeller, signal) => ask(`pages/${id}/labels${query({ labeller })}`, { signal });
/** @param {{labeller: string, labels: {xpath: string, label: "content" | "noise"}[], done: boolean}} body @returns {Promise<{saved: number}>} */
export const saveLabels = (id, body) => ask(`pages/${id}/labels`, { method: "PUT", body });
/** @returns {Promise<{page: string | null, reason: string}>} */
export const nextToLabel = (labeller) => ask(`labels/next${query({ labeller })}`);
/** @returns {Promise<{labelled: number, total: number, blocks: number}>} */
export const labelProgress = (labeller, signal) => ask(`labels/progress${query({ labeller })}`, { signal });
/** @returns {Promise<{pairs: {a: string, b: string, pages: number, blocks: number, agreement: number, kappa: number}[]}>} */
export const labelAgreement = (signal) => ask("labels/agreement", { signal });

/** @param {string[]} systems @returns {Promise<{job: number}>} */
export const scan = (systems) => ask("scan", { method: "POST", body: { systems } });
/** @returns {Promise<{job: number}>} */
export const train = (body) => ask("train", { method: "POST", body });
/**
 * Fails with the type `unfinished` or `exists` where there is a run of the name and `existing` does not say what to do with it.
 * @param {{system: System, format: string, output: string, input?: string, existing?: "continue" | "replace"}} body
 * @returns {Promise<{job: number}>}
 */
export const run = (body) => ask("run", { method: "POST", body });
/** @param {{kind: "crawl" | "harvest", url: string, name: string, pages: number}} body @returns {Promise<{job: number}>} */
export const collect = (body) => ask("collect", { method: "POST", body });
/** @returns {Promise<{columns: string[], rows: string[][], total: number}>} */
export const collected = (table, signal) => ask(`collect/${name(table)}`, { signal });
/** @returns {Promise<Job>} */
export const job = (id, signal) => ask(`jobs/${id}`, { signal });
export const cancel = (id) => ask(`jobs/${id}`, { method: "DELETE" });
/** @returns {Promise<{total: number, rows: {page: string | null, name: string, verdict: string, confidence: number, title: string, text: string, error: string | null}[]}>} */
export const runRows = (run, choice, signal) => ask(`runs/${name(run)}${query(choice)}`, { signal });
/** The address of a run's answers as a file. */
export const exportAddress = (run) => `api/runs/${name(run)}/export`;

/** @returns {Promise<{sites: {site: string, pages: number, crawls: number | string[], methods: string[]}[]}>} */
export const sites = (signal) => ask("sites", { signal });
/** @returns {Promise<{site: string, templates: {pages: number, examples: string[], repeated?: string[]}[], crawls: string[]}>} */
export const site = (site, signal) => ask(`sites/${name(site)}`, { signal });
/** @returns {Promise<{new: number, gone: number, changed: number, same: number, pages: {url: string, state: string}[]}>} */
export const siteDiff = (site, from, to, signal) => ask(`sites/${name(site)}/diff${query({ from, to })}`, { signal });
