// The extension, unpacked in Chromium, on pages of loopback: what the reader shows is what the command extracts from the same page, nothing
// of a page runs in it, and no request leaves. DEBULHA is the command, EXTENSION the folder of the extension, DEBULHA_CHROMIUM the browser.
import { AxeBuilder } from "@axe-core/playwright";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { PAGES, PART2 } from "./pages.mjs";

const folder = mkdtempSync(join(tmpdir(), "debulha-extension-"));
let context, server, origin, worker;
/** Requests by documents of the extension. */
const left = [];

before(async () => {
  server = createServer((request, response) => {
    const name = request.url.slice(1);
    const html = name === "part2" ? PART2 : PAGES[name]?.html;
    response.writeHead(html ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(html ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
  // A test cannot click the toolbar, which grants `activeTab`. These pages are granted instead; nothing else is changed.
  const extension = join(folder, "extension");
  cpSync(env.EXTENSION, extension, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(extension, "manifest.json")));
  writeFileSync(join(extension, "manifest.json"), JSON.stringify({ ...manifest, host_permissions: ["http://127.0.0.1/*"] }));
  context = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath: env.DEBULHA_CHROMIUM ?? "/usr/bin/chromium",
    acceptDownloads: true,
    args: [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`, "--no-sandbox"],
    ignoreDefaultArgs: ["--disable-extensions"],
  });
  context.on("request", (request) => {
    if (documentOf(request).startsWith("chrome-extension:") && /^https?:/.test(request.url())) left.push(request.url());
  });
  worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
});

after(async () => {
  await context?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The address of the document that makes a request; empty where it has none yet, as that of a new tab. */
function documentOf(request) {
  try {
    return request.frame().url();
  } catch {
    return "";
  }
}

/** A page and its reader, opened as by a click on the button. */
async function read(name) {
  const page = await context.newPage();
  await page.goto(`${origin}/${name}`);
  if (PAGES[name].ready) await page.waitForFunction((title) => document.title === title, PAGES[name].ready);
  await page.bringToFront();
  const opened = context.waitForEvent("page");
  await worker.evaluate(async () => openReader((await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0]));
  const reader = await opened;
  await reader.waitForFunction(() => document.querySelector("#article")?.childNodes.length > 0, null, { polling: 100 });
  return { page, reader };
}

async function saved(reader, what) {
  await reader.locator("#save-menu summary").click();
  const [download] = await Promise.all([reader.waitForEvent("download"), reader.locator(`[data-save="${what}"]`).click()]);
  return readFileSync(await download.path(), "utf8");
}

/** The captured page, as the reader has it. */
const captured = (reader) =>
  reader.evaluate(async () => {
    const tabId = Number(new URLSearchParams(location.search).get("tab"));
    const [{ result }] = await chrome.scripting.executeScript({ target: { tabId }, files: ["capture.js"] });
    return result;
  });

for (const [name, { has, lacks, hostile }] of Object.entries(PAGES)) {
  test(`the reader shows the content of: ${name}`, async () => {
    const { page, reader } = await read(name);
    const text = await reader.locator("#article").innerText();
    for (const words of has) assert.ok(text.includes(words), `${words} is missing: ${text}`);
    for (const words of lacks) assert.ok(!text.includes(words), `${words} is there: ${text}`);

    const { html, layout, url } = await captured(reader);
    const [source, record] = [join(folder, "page.html"), join(folder, "page.json")];
    writeFileSync(source, html);
    writeFileSync(record, JSON.stringify(layout));
    const options = ["extract", source, "--url", url, "--layout", record, "--charset", "utf-8", "-q"];
    let expected = "";
    try {
      expected = execFileSync(env.DEBULHA, [...options, "-f", "markdown", "--links", "--images", "--with-metadata"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
      assert.equal(error.status, 1, "a page without content");
    }
    if (expected !== "") assert.equal((await saved(reader, "markdown")).trim(), expected.trim());
    if (hostile) {
      await reader.locator("#article").click({ position: { x: 5, y: 5 } });
      assert.equal(await reader.evaluate(() => globalThis.executed ?? document.documentElement.dataset.executed), undefined);
      assert.equal(await reader.locator("#article :is(script, iframe, object, embed, [onclick], [onerror], [href^='javascript:'])").count(), 0);
    }
    await reader.close();
    await page.close();
  });
}

test("texts are found in ranges, and bytes in texts", async () => {
  const { csvField, facts, fileName, utf16Of, within } = await import(pathToFileURL(join(env.EXTENSION, "text.js")));
  assert.deepEqual(within([0, 5, 9, 20, 30], [4, 10, 0, 1, 18, 25, 5, 6]), [0, 1, 2, 3]);
  assert.deepEqual(within([3], []), []);
  assert.deepEqual(utf16Of("aé漢😀b", [10, 0, 1, 3, 6, 11]), [5, 0, 1, 2, 3, 6]);
  assert.equal(fileName("  Rye & Oats: 磨坊! "), "rye-oats-磨坊");
  assert.equal(fileName("…"), "page");
  assert.equal(csvField('a "b", c'), '"a ""b"", c"');
  assert.equal(facts({ authors: ["Ana"], published: "2024-03-01T10:00:00Z" }, "rye ".repeat(500), "example.org"), "Ana · example.org · 2024-03-01 · 2 min");
});

test("the layout record belongs to the captured page", async () => {
  const { page, reader } = await read("sections");
  const { html, layout, url } = await captured(reader);
  const [source, record] = [join(folder, "page.html"), join(folder, "page.json")];
  writeFileSync(source, html);
  writeFileSync(record, JSON.stringify(layout));
  const words = execFileSync(env.DEBULHA, ["extract", source, "--url", url, "--layout", record], { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
  assert.equal(words ?? "", "", "no node is without its place");
  const heading = layout.nodes.find(({ tag }) => tag === "h1");
  const box = await page.locator("h1").boundingBox();
  assert.ok(Math.abs(heading.x - box.x) < 1 && Math.abs(heading.width - box.width) < 1);
  await reader.close();
  await page.close();
});

test("the next page is added", async () => {
  const { page, reader } = await read("part1");
  await reader.locator("#next").click();
  await reader.waitForFunction(() => document.querySelector("#state").textContent === "2 pages", null, { polling: 100 });
  const text = await reader.locator("#article").innerText();
  assert.ok(text.includes("Rye number 5") && text.includes("made of oak in 1850"), text);
  assert.equal(await reader.locator("#article h1").count(), 1, "the title is not repeated");
  assert.ok(page.url().endsWith("/part2"));
  await reader.close();
  await page.close();
});

test("comments can be kept", async () => {
  const { page, reader } = await read("comments");
  await reader.locator("#settings-menu summary").click();
  await reader.locator("[name=comments]").setChecked(true);
  assert.match(await reader.locator("#article").innerText(), /COMMENT-ONE/);
  await reader.locator("[name=comments]").setChecked(false);
  assert.doesNotMatch(await reader.locator("#article").innerText(), /COMMENT-ONE/);
  await reader.close();
  await page.close();
});

test("the page shows what was kept, why, and takes corrections", async () => {
  const { page, reader } = await read("article");
  const isPressed = (value) => reader.waitForFunction((value) => document.querySelector("#mark").getAttribute("aria-pressed") === value, value, { polling: 100 });
  await reader.locator("#mark").click();
  await isPressed("true");
  await page.bringToFront();
  const marks = () => page.evaluate(() => Object.fromEntries([...CSS.highlights].map(([name, ranges]) => [name, [...ranges].map(String).join("|")])));
  const { "debulha-kept": kept, "debulha-dropped": dropped } = await marks();
  assert.ok(kept.includes("Rye number 3") && !kept.includes("Terms"), kept);
  assert.ok(dropped.includes("Terms") && !dropped.includes("Rye"), dropped);
  await page.getByText("Terms").click();
  assert.ok(page.url().endsWith("/article"), "links are not followed meanwhile");
  // The explanation is in a closed shadow tree at the end of the page; its first button has the focus.
  await page.waitForFunction(() => document.activeElement === document.documentElement.lastElementChild && document.activeElement !== document.body);
  await page.keyboard.press("Enter");
  while ((await reader.evaluate(() => chrome.storage.local.get("labels"))).labels?.length !== 1) await page.waitForTimeout(50);
  await reader.bringToFront();
  const table = await saved(reader, "labels");
  assert.match(table, /^page,xpath,text,label\nthe-rye-mill,\/html\[1\]\S*,Terms,content\n$/);
  await reader.locator("#mark").click();
  await isPressed("false");
  assert.deepEqual(await marks(), {});
  await reader.close();
  await page.close();
});

test("the reader is accessible and works by keyboard", async () => {
  const { page, reader } = await read("sections");
  for (const theme of ["light", "sepia", "dark"]) {
    await reader.evaluate((theme) => { document.documentElement.dataset.theme = theme }, theme);
    await reader.locator("#settings-menu summary").focus();
    await reader.keyboard.press("Enter");
    const { violations } = await new AxeBuilder({ page: reader }).analyze();
    assert.deepEqual(violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html]), [], theme);
    await reader.keyboard.press("Escape");
    assert.equal(await reader.locator("details[open]").count(), 0);
  }
  await reader.locator("#outline-menu summary").focus();
  await reader.keyboard.press("Enter");
  await reader.keyboard.press("Tab");
  await reader.keyboard.press("Enter");
  assert.match(reader.url(), /#section-1$/);
  await reader.close();
  await page.close();
});

test("a page that cannot be read says so", async () => {
  const reader = await context.newPage();
  await reader.goto(new URL("reader.html?tab=999999", worker.url()).href);
  await reader.waitForFunction(() => document.querySelector("#article").textContent.startsWith("This page cannot be read"));
  await reader.close();
});

test("no request leaves", () => {
  assert.deepEqual(left, []);
});
