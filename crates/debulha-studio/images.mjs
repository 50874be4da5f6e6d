// Screenshots of all views of a studio: `node images.mjs FOLDER`. DEBULHA_STUDIO is its URL, PNG a folder for images without loss.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [, , folder] = process.argv;
const address = process.env.DEBULHA_STUDIO;
const executablePath = process.env.DEBULHA_CHROMIUM || "/usr/bin/chromium";
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 400, height: 800 } };
/** Quality of the WebP images, of 1. */
const QUALITY = 0.65;

const browser = await chromium.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"] });
const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" });
const page = await context.newPage();
page.setDefaultTimeout(60_000);
const problems = [];
page.on("pageerror", (error) => problems.push(error.stack));

const inFrame = () => page.frameLocator("iframe");
const api = (path) => page.evaluate(async (one) => (await fetch(`api/${one}`)).json(), path);
const go = async (hash) => {
  await page.goto("about:blank");
  await page.goto(`${address}${hash}`);
  await page.locator("main h1").waitFor();
};

await go("#/pages");
const listed = (await api("pages")).pages;
const idOf = (name) => (listed.find((one) => one.name.startsWith(name)) ?? listed[0]).id;
const [story, catalogue] = [idOf("barn-story"), idOf("catalogue-search")];

/** Each view as it is of use: how it is opened, and what is to be there. */
const views = {
  pages: async () => {
    await go("#/pages");
    await page.locator("tbody .verdict").first().waitFor();
  },
  page: async () => {
    await go(`#/page/${story}`);
    await inFrame().locator("x-t[data-s]").first().waitFor({ state: "attached" });
    for (const key of ["n", "n", "n"]) {
      await page.keyboard.press(key);
      await page.locator(".reasons li").first().waitFor();
    }
  },
  data: async () => {
    await go(`#/data/${catalogue}`);
    await page.locator(".records li").first().waitFor();
    await inFrame().locator("[data-name]").first().waitFor({ state: "attached" });
  },
  compare: async () => {
    await go(`#/compare/${story}`);
    await page.locator("table.blocks tbody tr, .halves .note").first().waitFor();
    await inFrame().locator("x-t").first().waitFor({ state: "attached" });
    await page.keyboard.press("n");
  },
  label: async () => {
    await go(`#/label/${story}`);
    await page.locator(".labels li").first().waitFor();
    await inFrame().locator("x-t[data-l]").first().waitFor({ state: "attached" });
  },
  train: async () => {
    // The result is that of the one page; it is opened without a reload.
    await page.evaluate(() => (location.hash = "#/train"));
    await page.locator(".card").waitFor();
  },
  site: async () => {
    await go("#/site");
    await page.locator("h1").waitFor();
    await page.waitForLoadState("networkidle");
  },
  run: async () => {
    await go("#/run");
    await page.locator(".results li").first().waitFor();
  },
};

/** Brings the project to where there is something to show: scanned, labelled, trained, run. */
async function prepare() {
  await page.getByRole("button", { name: "Scan all pages" }).click();
  await page.locator(".job.done").waitFor();
  for (const { id } of listed.slice(0, 6)) {
    await go(`#/label/${id}`);
    await page.locator(".labels li").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => location.hash.split("?")[0] !== old, `#/label/${id}`);
  }
  await go("#/run");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".job.done").waitFor();
}

async function train() {
  await go("#/train");
  await page.locator(".params summary").click();
  await page.getByLabel("folds", { exact: true }).fill("3");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Train", exact: true }).click();
  await page.locator(".card").waitFor();
}

/** The image as WebP, which is a third of a PNG: encoded by the browser in a page of its own. */
const encoder = await context.newPage();
const webp = async (png) => Buffer.from(await encoder.evaluate(async ([data, quality]) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = Object.assign(document.createElement("canvas"), { width: bitmap.width, height: bitmap.height });
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}, [png.toString("base64"), QUALITY]), "base64");

mkdirSync(folder, { recursive: true });
if (process.env.PNG) mkdirSync(process.env.PNG, { recursive: true });
const wanted = process.env.VIEWS?.split(",") ?? Object.keys(views);
await page.setViewportSize(sizes.wide);
if (!process.env.VIEWS) await prepare();
for (const view of wanted) {
  if (view === "train") await train();
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of ["light", "dark"]) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme });
      await views[view]();
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(400);
      const png = await page.screenshot();
      const name = `studio-${view}-${size}-${theme}`;
      if (process.env.PNG) writeFileSync(join(process.env.PNG, `${name}.png`), png);
      writeFileSync(join(folder, `${name}.webp`), await webp(png));
    }
  }
}
await browser.close();
if (problems.length) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
