// The package in a browser: DEBULHA_CHROMIUM, or `chromium` of the path.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { extract, systems } from "debulha";

const { serve } = await import(pathToFileURL("crates/debulha-wasm/www/serve.mjs"));
const chromium = process.env.DEBULHA_CHROMIUM || "chromium";
const skip = spawnSync(chromium, ["--version"]).status === 0 ? false : "no Chromium here";
const barn = readFileSync("testdata/pages/barn-story/source.html", "utf8");
const profile = mkdtempSync(join(tmpdir(), "debulha-chromium-"));
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", `--user-data-dir=${profile}`];
/** The script of the page `/run`, and who waits for what it sends to `/answer`. */
let script, answered;
const server = await serve(0, (request, response) => {
  if (request.url === "/run") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<body><script type="module">
      const send = (body) => fetch("/answer", { method: "POST", body: JSON.stringify(body) });
      try { ${script} } catch (error) { await send({ failed: String(error) }); }
    </script>`);
  } else if (request.url === "/answer") {
    let body = "";
    request.setEncoding("utf8").on("data", (part) => (body += part));
    request.on("end", () => (response.end(), answered(JSON.parse(body))));
  }
  return ["/run", "/answer"].includes(request.url);
});
const address = `http://127.0.0.1:${server.address().port}`;

after(() => {
  server.close();
  server.closeAllConnections();
  // Processes of the browser outlive it for a moment, and write there.
  rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
});

/** Runs a script in a page, and returns what it sends. */
async function run(code) {
  script = code;
  const answer = new Promise((resolve, reject) => {
    answered = resolve;
    setTimeout(() => reject(new Error("no answer of the browser in a minute")), 60_000).unref();
  });
  const browser = spawn(chromium, [...flags, "--remote-debugging-port=0", `${address}/run`], { stdio: "ignore" });
  const gone = once(browser, "exit");
  try {
    return await answer;
  } finally {
    browser.kill();
    await gone;
  }
}

test("the package answers in a browser as in Node", { skip }, async () => {
  const answer = await run(`
    const { extract, parse, systems } = await import("/debulha/browser.js");
    const html = ${JSON.stringify(barn).replaceAll("</", "<\\/")};
    const page = parse(html);
    const wrong = (() => { try { extract(5); } catch (error) { return error instanceof TypeError; } })();
    await send({
      json: extract(html, { format: "json", withMetadata: true }),
      text: page.text,
      empty: extract(""),
      systems: systems().length,
      wrong,
    });
  `);
  assert.deepEqual(answer, {
    json: extract(barn, { format: "json", withMetadata: true }),
    text: extract(barn),
    empty: null,
    systems: systems().length,
    wrong: true,
  });
});

test("a worker can start the module by itself", { skip }, async () => {
  const answer = await run(`
    const code = \`
      import init, { extract } from "\${location.origin}/debulha/debulha.js";
      await init();
      postMessage(extract("<p>Rye grows in poor soil.", { extractor: "all_text" }));\`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
    worker.onmessage = (event) => send({ text: event.data });
    worker.onerror = (event) => send({ failed: String(event.message) });
  `);
  assert.deepEqual(answer, { text: "Rye grows in poor soil." });
});

test("the page to try it with shows the content", { skip }, async () => {
  const answer = await run(`
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.src = "/";
    const inside = (id) => frame.contentDocument?.getElementById(id);
    while ((inside("state")?.textContent ?? "loading") === "loading") await new Promise((resolve) => setTimeout(resolve, 20));
    inside("html").value = ${JSON.stringify(barn).replaceAll("</", "<\\/")};
    inside("html").dispatchEvent(new Event("input"));
    await send({
      system: inside("extractor").value,
      state: inside("state").textContent.replace(/, expected.*/, ""),
      content: inside("content").textContent,
    });
  `);
  assert.deepEqual(answer, {
    system: "debulha",
    state: "ok",
    content: extract(barn, { format: "markdown", links: true }),
  });
});

test("the page to try it with compares systems, explains, and shares by its address", { skip }, async () => {
  const answer = await run(`
    const open = async (address) => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.src = address;
      const inside = (id) => frame.contentDocument?.getElementById(id);
      while ((inside("state")?.textContent ?? "loading") === "loading") await new Promise((resolve) => setTimeout(resolve, 20));
      return [frame, inside];
    };
    const [frame, inside] = await open("/");
    const set = (id, value, event) => { inside(id).value = value; inside(id).dispatchEvent(new Event(event)); };
    set("html", ${JSON.stringify(barn).replaceAll("</", "<\\/")}, "input");
    set("format", "text", "change");
    set("second", "all_text", "change");
    set("why", "no such text", "input");
    const nowhere = inside("reasons").textContent;
    set("why", inside("content").textContent.split("\\n")[1].slice(0, 20), "input");
    inside("share").click();
    while (inside("note").textContent === "") await new Promise((resolve) => setTimeout(resolve, 20));
    const [, again] = await open(frame.contentWindow.location.href);
    const [, damaged] = await open("/?damaged#AAAA");
    await send({
      nowhere,
      reasons: inside("reasons").textContent.startsWith("kept"),
      second: inside("other-content").textContent,
      same: again("content").textContent === inside("content").textContent && again("other-content").textContent === inside("other-content").textContent,
      damaged: damaged("note").textContent,
    });
  `);
  assert.deepEqual(answer, {
    nowhere: "The page has no such text.",
    reasons: true,
    second: extract(barn, { extractor: "all_text", links: true }),
    same: true,
    damaged: "The link is damaged.",
  });
});
