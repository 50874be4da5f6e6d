// Pages that are made to break out of the studio, in a browser: no script of theirs runs, nothing is asked for elsewhere.
// DEBULHA_CHROMIUM is the browser, DEBULHA the command that is tested; without one of them the tests are skipped.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";

const executablePath = process.env.DEBULHA_CHROMIUM || "/usr/bin/chromium";
const command = process.env.DEBULHA || "target/debug/debulha";
const runs = (program) => spawnSync(program, ["--version"]).status === 0;
const skip = !runs(executablePath) ? "no Chromium here" : !runs(command) ? "no debulha here" : false;
/** A name of another site that leads to this machine. */
const REBOUND = "rebound.test";
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`];

/** Pages by what each tries; `\xNN` stands for a byte. @returns {{title: string, page: Buffer}[]} */
function payloads(trap) {
  const text = readFileSync("crates/debulha-studio/tests/payloads.txt", "utf8").replaceAll("TRAP", trap);
  return text.split("%% ").slice(1).map((part) => {
    const end = part.indexOf("\n");
    // Bytes above 127 come by UTF-8 alone: each is a character of its own here.
    const bytes = Buffer.from(part.slice(end + 1), "utf8").toString("latin1");
    return { title: part.slice(0, end), page: Buffer.from(bytes.replace(/\\x([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))), "latin1") };
  });
}

describe("hostile pages", { skip }, () => {
  let browser, studio, address, origin, ids, trap, folder, all;
  /** What the server of the other site was asked for. */
  const trapped = [];
  /** What that server answers. */
  let lure = "";

  before(async () => {
    trap = createServer((request, response) => {
      trapped.push(request.url);
      response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
      response.end(lure);
    });
    trap.listen(0, "127.0.0.1");
    await once(trap, "listening");
    folder = mkdtempSync(join(tmpdir(), "debulha-payloads-"));
    all = payloads(`127.0.0.1:${trap.address().port}`);
    all.forEach(({ page }, index) => writeFileSync(join(folder, `${String(index).padStart(3, "0")}.html`), Buffer.concat([Buffer.from("<p>Rye before.</p>"), page])));
    studio = spawn(command, ["studio", folder, "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
    address = String((await once(studio.stdout, "data"))[0]).trim();
    origin = new URL(address).origin;
    ids = (await (await fetch(`${address}api/pages?limit=1000`)).json()).pages.map((one) => one.id);
    browser = await chromium.launch({ executablePath, args, headless: true });
  });
  after(async () => {
    await browser?.close();
    studio?.kill();
    trap?.close();
    trap?.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A tab that writes down what must not happen. */
  async function watched() {
    const context = await browser.newContext();
    const [page, seen] = [await context.newPage(), []];
    page.setDefaultTimeout(20_000);
    page.on("dialog", (dialog) => (seen.push(`dialog ${dialog.message()}`), dialog.dismiss()));
    page.on("pageerror", (error) => seen.push(`error ${error.message}`));
    page.on("popup", (popup) => seen.push(`window ${popup.url()}`));
    page.on("download", (file) => seen.push(`file ${file.url()}`));
    // What a policy forbids is told of, too, and never sent.
    const isElsewhere = (request) => !request.url().startsWith(address) && !request.url().startsWith("data:");
    context.on("requestfinished", (request) => isElsewhere(request) && seen.push(`request ${request.url()}`));
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      if (isElsewhere(request) && reason !== "csp") seen.push(`request ${request.url()} (${reason})`);
    });
    return { context, page, seen };
  }
  /** Marks that scripts of the pages would leave, in any frame. */
  const marks = async (page) => (await Promise.all(page.frames().map((frame) => frame.evaluate(() => window.pwned)))).filter((mark) => mark !== undefined);

  test("no script runs in the view of a page, and nothing is asked for elsewhere", async () => {
    const { context, page, seen } = await watched();
    const faults = [];
    for (const [place, { title }] of all.entries()) {
      const id = ids[place];
      await page.goto(`${address}#/page/${id}`);
      const inside = page.frameLocator("iframe");
      await page.waitForFunction((id) => document.querySelector("iframe")?.contentDocument?.URL.includes(`pages/${id}/frame`), id);
      await inside.locator("x-t", { hasText: "Rye before." }).first().waitFor({ state: "attached" });
      for (const bait of ["#click", "#click2"]) {
        const target = inside.locator(bait).first();
        if (await target.count()) await target.click({ force: true, noWaitAfter: true, timeout: 2000 }).catch(() => {});
      }
      const frame = page.frames().find((one) => one !== page.mainFrame());
      await frame.evaluate(() => document.querySelectorAll("a, button, [tabindex]").forEach((one) => (one.focus?.(), one.click?.())));
      await page.waitForTimeout(30);
      if (!page.url().startsWith(address)) seen.push(`left for ${page.url()}`);
      seen.push(...(await marks(page)).map((mark) => `mark ${mark}`));
      faults.push(...seen.splice(0).map((what) => `${title}: ${what}`));
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(trapped, []);
    await context.close();
  });

  test("no script runs where a frame is opened by itself", async () => {
    const { context, page, seen } = await watched();
    const faults = [];
    for (const [place, { title }] of all.entries()) {
      const id = ids[place];
      const response = await page.goto(`${address}api/pages/${id}/frame`);
      assert.equal(response.status(), 200, title);
      await page.waitForTimeout(10);
      seen.push(...(await marks(page)).map((mark) => `mark ${mark}`));
      faults.push(...seen.splice(0).map((what) => `${title}: ${what}`));
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(trapped, []);
    await context.close();
  });

  test("these checks see scripts, dialogs and requests where nothing holds them back", async () => {
    const { context, page, seen } = await watched();
    const sample = all[0].page.toString();
    await page.setContent(`${sample}<img src="http://127.0.0.1:${trap.address().port}/seen">`);
    await page.waitForTimeout(200);
    assert.deepEqual(await marks(page), [1]);
    assert.ok(seen.some((what) => what.startsWith("dialog")) && seen.some((what) => what.startsWith("request")), seen.join());
    assert.deepEqual(trapped.splice(0), ["/seen"]);
    await context.close();
  });

  test("a script that gets into a frame nevertheless does not run there", async () => {
    const { context, page, seen } = await watched();
    await page.goto(`${address}#/page/${ids[0]}`);
    await page.frameLocator("iframe").locator("x-t").first().waitFor({ state: "attached" });
    const frame = page.frames().find((one) => one !== page.mainFrame());
    await frame.evaluate((trap) => {
      const script = document.createElement("script");
      script.textContent = "window.pwned = parent.document.title";
      const image = document.createElement("img");
      image.setAttribute("onerror", "window.pwned = 2");
      image.src = `http://${trap}/leak`;
      const inner = document.createElement("iframe");
      inner.srcdoc = "<script>parent.pwned = 3; top.pwned = 3</script>";
      const link = document.createElement("a");
      link.href = "javascript:top.pwned=4";
      document.body.append(script, image, inner, link);
      link.click();
      document.body.setAttribute("onclick", "window.pwned = 5");
      document.body.click();
    }, `127.0.0.1:${trap.address().port}`);
    await page.waitForTimeout(200);
    assert.deepEqual(await marks(page), []);
    assert.deepEqual(trapped.splice(0), [], "the picture is not fetched");
    assert.equal(page.url(), `${address}#/page/${ids[0]}`);
    assert.deepEqual(seen.filter((what) => !what.includes("/leak") && !what.includes("about:srcdoc")), []);
    await context.close();
  });

  test("a page of another site cannot ask the studio, even one that knows the token", async () => {
    const { context, page } = await watched();
    lure = "<!doctype html><title>lure</title>";
    await page.goto(`http://127.0.0.1:${trap.address().port}/`);
    const answers = await page.evaluate(async (address) => {
      const body = JSON.stringify({ systems: ["bte"] });
      const ask = (options) => fetch(`${address}api/scan`, { method: "POST", body, ...options }).then((answer) => `${answer.type} ${answer.status}`, () => "refused");
      const read = (path, options) => fetch(`${address}${path}`, options).then((answer) => answer.text().then((text) => `${answer.type} ${text.length}`), () => "refused");
      return [
        await ask({}),
        await ask({ headers: { "content-type": "application/json" } }),
        await ask({ mode: "no-cors" }),
        await read("api/project"),
        await read("api/project", { mode: "no-cors" }),
        await read("", { mode: "no-cors" }),
      ];
    }, address);
    assert.equal(answers[0], "refused");
    assert.equal(answers[1], "refused");
    // Opaque, or refused by Cross-Origin-Resource-Policy: never readable.
    for (const answer of answers) assert.match(answer, /^(refused|opaque 0)$/);
    // A form is sent, and does nothing: its type is not JSON, its origin another.
    const [sent] = await Promise.all([
      page.waitForResponse((response) => response.url().startsWith(origin)),
      page.evaluate((address) => {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action: `${address}api/scan`, enctype: "text/plain" });
        const field = document.createElement("input");
        Object.assign(field, { name: '{"systems":["bte"],"x":"', value: '"}' });
        form.append(field);
        document.body.append(form);
        form.submit();
      }, address),
    ]);
    assert.equal(sent.status(), 403);
    const state = await (await fetch(`${address}api/pages`)).json();
    assert.equal(state.scanned, 0);
    assert.equal((await fetch(`${address}api/jobs/1`)).status, 404);
    await context.close();
  });

  test("a page of another site cannot show the studio in a frame, nor a page of it", async () => {
    const { context, page } = await watched();
    for (const path of ["", `api/pages/${ids[0]}/frame`]) {
      lure = `<!doctype html><iframe src="${address}${path}"></iframe>`;
      await page.goto(`http://127.0.0.1:${trap.address().port}/`);
      await page.waitForTimeout(300);
      const inner = page.frames().find((one) => one !== page.mainFrame());
      const text = await inner.evaluate(() => document.body?.innerText ?? "").catch(() => "");
      assert.doesNotMatch(text, /Rye|studio/i, path);
      assert.match(inner.url(), /^(chrome-error:|about:blank)/, path);
    }
    await context.close();
  });

  test("a name of another site that leads to this machine is not answered", async () => {
    const { context, page } = await watched();
    const { port, pathname } = new URL(address);
    for (const path of ["", "api/project", `api/pages/${ids[0]}/frame`]) {
      const response = await page.goto(`http://${REBOUND}:${port}${pathname}${path}`);
      assert.equal(response.status(), 421, path);
    }
    assert.equal((await page.goto(`${address}api/project`)).status(), 200);
    await context.close();
  });

  test("nothing is found without the token, and the address leaves with no request", async () => {
    for (const path of ["/", "/api/project", "/index.html", `/${"0".repeat(32)}/`]) assert.equal((await fetch(`${origin}${path}`)).status, 404, path);
    const { context, page } = await watched();
    const referrers = [];
    page.on("request", (request) => referrers.push(request.headers().referer ?? ""));
    await page.goto(`${address}#/page/${ids[0]}`);
    await page.frameLocator("iframe").locator("x-t").first().waitFor({ state: "attached" });
    assert.ok(referrers.length > 3);
    assert.deepEqual(referrers.filter(Boolean), []);
    await context.close();
  });
});
