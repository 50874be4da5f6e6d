/**
 * A server that answers as `debulha studio` does, from testdata/pages, for tests of the pages alone.
 * `node mock.mjs [PORT]` runs it by hand; MOCK_PAGES sets how many pages it has, MOCK_BIG adds a page of so many megabytes.
 */
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { big, load } from "./fixture.mjs";

const token = "0123456789abcdef0123456789abcdef";
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", "": "text/plain" };
const appPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const framePolicy = "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'";

const systems = [
  { id: "debulha", title: "Debulha", kind: "page", needs: [], usable: true, presets: [{ name: "precision", docs: "Less, but sure." }, { name: "recall", docs: "More." }], params: [
    { name: "beta", default: 1, range: "0.05..=20.0", docs: "How much more recall counts than precision." },
    { name: "first_trees", default: 100, range: "0..=10_000", docs: "Trees that decide alone about a block where they are sure." },
    { name: "hidden_text", default: "judged", range: "", choices: ["judged", "dropped"], docs: "Whether hidden text may be content." },
    { name: "once", default: true, range: "", docs: "Whether a text is kept once." },
    { name: "columns", default: ["words"], range: "", docs: "Columns that are read." }] },
  ...["bte", "cetd", "readability"].map((id) => ({ id, title: id, kind: "page", needs: [], usable: true, presets: [], params: [{ name: "least_words", default: 5, range: "0..=1000", docs: "Shorter blocks are dropped." }] })),
  { id: "song_block_importance", title: "Block importance", kind: "page", needs: ["model", "layout"], usable: false, presets: [], params: [] },
];

class Failure extends Error {
  constructor(status, type, detail) {
    super(detail);
    this.body = { type, title: type, status, detail };
  }
}

const share = (score, words) => ({ 0: 0, 1: 0.5, 2: 1 })[score] * words;

const cutOf = (system) => 1 / (1 + (system.params?.beta ?? { precision: 0.5, recall: 2 }[system.preset] ?? 1));

/** 0, 1 or 2 for a block. */
function state(system, block) {
  const least = system.params?.least_words ?? 5;
  if (block.hidden) return system.extractor === "bte" ? 2 : 0;
  if (system.extractor === "debulha") {
    return block.score + (system.model ? 0.1 : 0) >= cutOf(system) ? 2 : 0;
  }
  if (system.extractor === "readability" && block.tag === "pre") return 1;
  if (system.extractor === "readability") return block.kept || block.words > 14 ? 2 : 0;
  return system.extractor === "bte" || block.words >= least ? 2 : 0;
}

function answer(page, system) {
  if (!systems.some((one) => one.id === system.extractor)) throw new Failure(400, "unknown-system", `There is no system ${system.extractor}.`);
  let markdown = "";
  const blocks = page.blocks.filter((block) => state(system, block)).map((block) => {
    const start = markdown.length;
    markdown += ({ heading: "## ", item: "- " }[block.type] ?? "") + block.text;
    const end = markdown.length;
    markdown += "\n\n";
    return { node: block.node, md: [start, end], texts: block.texts };
  });
  const nodes = page.texts.map(({ node, block }) => {
    const kept = state(system, block);
    const scored = system.extractor === "debulha";
    return [node, kept || (block.hidden ? 3 : 0), scored ? block.score : null, scored ? cutOf(system) : null];
  });
  return { extractor: system.extractor, verdict: blocks.length ? "ok" : "shell", evidence: [], confidence: blocks.length ? 0.91 : 0.1, warnings: page.name === "stubborn" ? ["hidden names"] : [],
    nodes, markdown: markdown.trimEnd(), blocks, comments: 0, metadata: { title: page.title, language: page.lang, authors: ["Marta Lind"] } };
}

function compare(page, chosen) {
  const blocks = page.blocks.map((block) => {
    const kept = chosen.map((system) => share(state(system, block), block.words));
    const sides = kept.filter((one) => one > 0).length;
    return { node: block.node, xpath: block.xpath, texts: block.texts, words: block.words, agreement: Math.max(sides, kept.length - sides) / kept.length, kept, text: block.text };
  });
  const sum = (at, other = at) => blocks.reduce((all, { kept }) => all + Math.min(kept[at], kept[other]), 0);
  const f1 = chosen.map((_, a) => chosen.map((_, b) => (2 * sum(a, b)) / Math.max(1, sum(a) + sum(b))));
  return { systems: chosen.map(({ extractor }, at) => ({ name: extractor, words: sum(at), confidence: 0.9, no_answer: null, gold: { precision: 0.9, recall: 0.95, f1: 0.92 } })), agreement: 0.87, f1, blocks };
}

/** Starts a mock. @returns {Promise<{address: string, close: () => void, saved: Map<string, object>}>} */
export async function start({ web, testdata, port = 0, many = 0, megabytes = 0 }) {
  const pages = load(testdata, many);
  if (megabytes) pages.push(big(megabytes));
  const models = [];
  const saved = new Map();
  const jobs = [];
  const rows = pages.map((page, id) => ({ id: String(id), name: page.name, url: page.name === "barn-story" ? "https://courier.example/vale/2024/09/14/barn-dries-its-own-grain" : null, verdict: null, confidence: null, agreement: null }));
  const labellers = () => [...new Set([...saved.keys()].map((key) => key.split("/")[1]))];
  const labelled = (id) => labellers().filter((name) => saved.get(`${id}/${name}`)?.done);
  const begin = (kind, end) => ({ job: jobs.push({ id: jobs.length, kind, state: "running", done: 0, total: pages.length, message: null, result: null, end }) - 1 });

  const routes = [
    ["GET", /^project$/, () => ({ name: "pages", kind: "folder", path: "my pages/", first: "0", layouts: false, pages: pages.length, has_gold: true, labels_file: "labels/blocks.csv", labellers: labellers(), models, store: true, systems,
      recipes: [{ id: "debulha", system: "debulha", docs: "Boosted trees on text blocks.", params: [
        { name: "folds", default: 5, range: "0..=100", docs: "Parts of the cross-validation." },
        { name: "truncated", default: 0.5, range: "0.0..=1.0", docs: "Share of the pages that a truncated copy is made of." },
        { name: "without", default: ["justext"], range: "", docs: "Features that are left out." }] }],
      segmenters: [{ id: "tag_list", title: "By tags", needs: [] }, { id: "vips", title: "VIPS", needs: ["layout"] }] })],
    ["GET", /^pages$/, (_, query) => {
      const { sort, verdict, q, offset = 0, limit = 100 } = query;
      let found = rows.filter((row) => (!q || row.name.includes(q)) && (!verdict || row.verdict === verdict));
      if (sort === "disagreement") found = found.toSorted((a, b) => (a.agreement ?? 2) - (b.agreement ?? 2));
      return { total: found.length, scanned: rows.filter((row) => row.verdict).length, pages: found.slice(+offset, +offset + +limit).map((row) => ({ ...row, labelled: labelled(row.id) })) };
    }],
    ["POST", /^scan$/, () => begin("scan", () => rows.forEach((row) => Object.assign(row, { verdict: row.id % 5 === 4 ? "listing" : "ok", confidence: 0.6 + (row.id % 4) / 10, agreement: 0.5 + (row.id % 7) / 14 })))],
    ["GET", /^jobs\/(\d+)$/, ([id]) => {
      const { end, ...job } = jobs[id];
      if (job.state !== "running") return job;
      jobs[id].done = Math.min(job.total, job.done + Math.ceil(job.total / 2));
      if (jobs[id].done === job.total) Object.assign(jobs[id], { state: "done", result: end() ?? null });
      return { ...jobs[id], end: undefined };
    }],
    ["DELETE", /^jobs\/(\d+)$/, ([id]) => (jobs[id].state = "cancelled", {})],
    ["GET", /^pages\/(\d+)$/, (page) => ({ ...rows[page.id], previous: page.id > 0 ? String(page.id - 1) : null, next: page.id < pages.length - 1 ? String(page.id + 1) : null, title: page.title, lang: page.lang, dir: page.dir, bytes: page.bytes, text_nodes: page.texts.length, words: page.blocks.reduce((sum, block) => sum + block.words, 0), gold: true, has_layout: false, parts: page.parts })],
    ["POST", /^pages\/(\d+)\/answer$/, (page, _, { system }) => answer(page, system)],
    ["POST", /^pages\/(\d+)\/why$/, (page, _, { system, node }) => {
      const block = page.texts.find((text) => text.node === node)?.block;
      const keeps = block && state(system, block) > 0;
      return { answers: block ? [{ decision: keeps ? "kept" : "dropped", place: "1 of 1", xpath: `${block.xpath}/text()[1]`, text: block.text, hidden_by: block.hidden ? "the attribute hidden" : null,
        reasons: [{ rule: "cut", keeps, detail: `probability of content ${block.score.toFixed(3)}; the page is cut at 0.500`, xpath: block.xpath }, { rule: "feature", keeps: !keeps, detail: `words = ${block.words}: log-odds 0.389`, xpath: block.xpath }] }] : [] };
    }],
    ["GET", /^pages\/(\d+)\/structures$/, (page) => ({ structures: [["table", /^t[dh]$/], ["listing", /^pre$/], ["list", /^li$/]].flatMap(([kind, tags]) => {
      const texts = page.blocks.filter((block) => tags.test(block.tag)).flatMap((block) => block.texts);
      return texts.length ? [{ kind, node: -1, texts, label: "" }] : [];
    }) })],
    ["GET", /^pages\/(\d+)\/segments$/, (page, { segmenter }) => {
      if (segmenter === "vips") throw new Failure(409, "needs-layout", "vips needs a layout record of the page; `debulha render` makes one.");
      return { segmenter, blocks: page.blocks.map(({ node, texts }) => ({ node, texts, coherence: 0.5 })) };
    }],
    ["GET", /^pages\/(\d+)\/repetition$/, (page) => ({ pages: 11, source: "folder", nodes: page.texts.map(({ node, block }) => [node, block.kept ? 0 : 1 - block.score]) })],
    ["GET", /^pages\/(\d+)\/data$/, (page) => ({ metadata: { title: page.title, language: page.lang, authors: [], product: { name: "Scythe", price: "84.00", offers: [{ price: "84.00" }] }, candidates: { title: [{ value: page.title, source: "element:h1" }] } },
      regions: [{ xpath: "/html[1]/body[1]", count: 2, records: page.blocks.slice(0, 2).map((block) => ({ node: block.node, texts: block.texts, fields: [{ path: block.tag, text: block.text, href: null }] })) }] })],
    ["POST", /^pages\/(\d+)\/compare$/, (page, _, body) => compare(page, body.systems)],
    ["GET", /^pages\/(\d+)\/labels$/, (page, { labeller }) => {
      const mine = saved.get(`${page.id}/${labeller}`);
      const label = new Map(mine?.labels.map((one) => [one.xpath, one.label]));
      return { labeller, done: mine?.done ?? false, guess_system: "debulha", blocks: page.blocks.map((block) => ({ node: block.node, xpath: block.xpath, text: block.text, label: label.get(block.xpath) ?? null, guess: block.score, texts: block.texts })) };
    }],
    ["PUT", /^pages\/(\d+)\/labels$/, (page, _, body) => (saved.set(`${page.id}/${body.labeller}`, body), { saved: body.labels.length })],
    ["GET", /^labels\/next$/, (_, { labeller }) => {
      const page = pages.findIndex((_, id) => !labelled(id).includes(labeller));
      return page < 0 ? { page: null, reason: "All pages are labelled." } : { page: String(page), reason: "its blocks are the least certain" };
    }],
    ["GET", /^labels\/progress$/, (_, { labeller }) => {
      const mine = [...saved].filter(([key]) => key.endsWith(`/${labeller}`)).map(([, one]) => one);
      return { labelled: mine.filter((one) => one.done).length, total: pages.length, blocks: mine.reduce((sum, one) => sum + one.labels.length, 0) };
    }],
    ["GET", /^labels\/agreement$/, () => {
      const [a, b] = labellers();
      return { pairs: b ? [{ a, b, pages: 1, blocks: 30, agreement: 0.93, kappa: 0.84 }] : [] };
    }],
    ["POST", /^train$/, (_, __, { name, params = {} }) => params.folds > 100
      ? (() => { throw new Failure(400, "params", `parameter \`folds\`: ${params.folds} is not accepted; use a whole number from 0 to 100`); })() : begin("train", () => {
      models.push({ name, system: "debulha" });
      return { model: name, card: { system: "debulha", data: [{ name: "pages", digest: "00", licence: "none is stated", examples: 3 }], parameters: params }, held_out: { pages: 3, precision: 0.94, recall: 0.96, f1: name.endsWith("worse") ? 0.85 : 0.95 }, before: { precision: 0.9, recall: 0.95, f1: 0.92 },
        changed: [{ page: "1", name: pages[1].name, title: pages[1].title, before: 0.9, f1: 0.97 }], file: `labels/models/${name}.model` };
    })],
    ["GET", /^sites$/, () => ({ sites: [{ site: "courier.example", pages: 120, crawls: 2, methods: ["template_evidence"] }] })],
    ["GET", /^sites\/([^/]+)$/, ([site]) => ({ site, templates: [{ pages: 90, examples: ["https://courier.example/vale/2024/09/14/barn-dries-its-own-grain"], repeated: ["Subscribe to the Courier"] }, { pages: 30, examples: ["https://courier.example/notices"] }], crawls: ["2024-09", "2024-10"] })],
    ["GET", /^sites\/([^/]+)\/diff$/, () => ({ new: 4, gone: 2, changed: 9, same: 105, pages: [["new", "/a"], ["gone", "/b"], ["changed", "/c"]].map(([state, path]) => ({ url: `https://courier.example${path}`, state })) })],
    ["POST", /^run$/, (_, __, { output, existing }) => {
      const earlier = jobs.findLast((job) => job.output === output)?.state;
      if (earlier === "done" && existing !== "replace") throw new Failure(409, "exists", `there is a run \`${output}\``);
      if (earlier === "cancelled" && !existing) throw new Failure(409, "unfinished", `the run \`${output}\` ended early`);
      const begun = begin("run", () => ({ pages: pages.length, failures: 1, verdicts: { ok: pages.length - 4, listing: 3, shell: 1 }, folder: `labels/runs/${output}` }));
      jobs[begun.job].output = output;
      return begun;
    }],
    ["GET", /^runs\/([^/]+)$/, (_, { q = "", verdict, offset = 0, limit = 50 }) => {
      if (!jobs.some((job) => job.kind === "run")) throw new Failure(404, "not-found", "There is no such run.");
      const all = pages.map((page, id) => ({ page: String(id), name: page.name, verdict: "ok", confidence: 0.9, title: page.title, text: page.blocks.filter((block) => block.kept).map((block) => block.text).join(" "), error: null })).filter((row) => row.text.includes(q) && (!verdict || row.verdict === verdict));
      return { total: all.length, rows: all.slice(+offset, +offset + +limit) };
    }],
  ];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, "http://127.0.0.1");
    const send = (status, body, headers = {}) => response.writeHead(status, { "Cache-Control": "no-store", ...headers }).end(body);
    if (url.pathname === "/theme.css") return send(200, "", { "Content-Type": types[".css"] });
    if (!url.pathname.startsWith(`/${token}/`)) return createReadStream(join(web, "no-token.html")).pipe(response.writeHead(404, { "Content-Type": types[".html"] }));
    const path = url.pathname.slice(token.length + 2);
    const frame = /^api\/pages\/(\d+)\/frame$/.exec(path);
    if (frame) return send(200, pages[frame[1]].frames[url.searchParams.get("part") ?? 0], { "Content-Type": types[".html"], "Content-Security-Policy": framePolicy, "Referrer-Policy": "no-referrer" });
    if (/^api\/runs\/[^/]+\/export$/.test(path)) return send(200, "{}\n", { "Content-Type": "application/jsonl" });
    if (path.startsWith("api/")) {
      let text = "";
      for await (const part of request) text += part;
      try {
        const [, match, call] = routes.map(([method, pattern, call]) => [method, method === request.method && pattern.exec(path.slice(4)), call]).find(([, match]) => match) ?? [];
        if (!match) throw new Failure(404, "not-found", `There is no ${path}.`);
        const subject = path.startsWith("api/pages/") ? Object.assign(pages[match[1]], { id: Number(match[1]) }) : match.slice(1).map(decodeURIComponent);
        return send(200, JSON.stringify(call(subject, Object.fromEntries(url.searchParams), text ? JSON.parse(text) : undefined)), { "Content-Type": "application/json" });
      } catch (error) {
        const body = error.body ?? { type: "about:blank", title: "failed", status: 500, detail: String(error.stack) };
        return send(body.status, JSON.stringify(body), { "Content-Type": "application/problem+json" });
      }
    }
    // The style sheet that the app shares with all reports lies elsewhere.
    const shared = path === "theme.css";
    const file = join(shared ? join(web, "../../debulha-compare/src") : web, normalize(`/${path || "index.html"}`));
    if (!existsSync(file)) return send(404, "");
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream", "Content-Security-Policy": appPolicy, "Cache-Control": "no-store" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/${token}/`, saved, close: () => (server.close(), server.closeAllConnections()) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const here = dirname(fileURLToPath(import.meta.url));
  const mock = await start({ web: join(here, "../../web"), testdata: join(here, "../../../../testdata/pages"), port: Number(process.argv[2] ?? 0), many: Number(process.env.MOCK_PAGES ?? 0), megabytes: Number(process.env.MOCK_BIG ?? 0) });
  console.log(mock.address);
}
