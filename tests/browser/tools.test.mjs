// What can be done with a page is offered alike on the pages of all templates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { charts, vegaLite } from "../documents/charts.mjs";
import { content, pdf } from "../documents/pdf_writer.mjs";
import { markdown, origin, share } from "../service/api_client.mjs";
import { assertAccessible, devices, keepScreenshot, open, save } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

const document = markdown("# Notes\n\nA few words.\n\n```js\nconst a = 1;\n```\n");
const code = { template: "code", content: { text: "const a = 1;", filename: "a.js" } };
const table = { template: "table", title: "Lights / 2", content: { columns: ["a"], rows: [[1]] } };
const chart = { template: "chart", content: charts.bars };
const file = { template: "pdf", content: content(pdf([["a"]])) };
const withFullScreen = ["Copy link", "Copy", "Download", "Print", "Full screen", "Theme"];
const offered = [
  ["document", document, ["Copy link", "Copy", "Download", "Print", "Theme"]],
  ["code", code, ["Copy link", "Copy", "Download", "Print", "Theme"]],
  ["table", table, withFullScreen],
  ["chart", chart, withFullScreen],
  ["vega-lite", { template: "chart", content: Object.values(vegaLite)[0] }, withFullScreen],
  ["pdf", { ...file, allowDownload: true }, ["Copy link", "Download", "Print", "Theme"]],
  ["pdf-view-only", file, ["Copy link", "Theme"]],
];

const tool = (page, name) => page.locator(".tools").getByTitle(name, { exact: true });
const shownTools = (page) =>
  page
    .locator(".tools > [title]")
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map(({ title }) => title),
    );

async function openShared(artifact, options) {
  const { url } = await share(key, artifact);
  return { url, ...(await open(browser, url, options)) };
}

for (const [device, options] of Object.entries(devices)) {
  test(`what can be done with a page stands in one row at the end of its header (${device})`, async () => {
    for (const [name, artifact, names] of offered) {
      const { page, context, assertNoTrouble } = await openShared(artifact, options);
      await tool(page, names.at(-2)).waitFor();
      if (name !== "pdf-view-only") await tool(page, "Print").waitFor();
      if (names.includes("Copy")) await tool(page, "Copy").waitFor();
      assert.deepEqual(await shownTools(page), names, name);
      const boxes = await page
        .locator(".tools > [title]:visible")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      assert.equal(new Set(boxes.map(({ top }) => Math.round(top))).size, 1, name);
      assert.ok(
        boxes.every(({ width, height }) => width >= 36 && height >= 36),
        JSON.stringify(boxes),
      );
      const header = await page.locator(".page-header").boundingBox();
      const last = boxes.at(-1);
      assert.ok(last.bottom <= header.y + header.height, name);
      if (device === "desktop") assert.ok(header.x + header.width - last.right <= 20, name);
      await assertAccessible(page);
      await keepScreenshot(page, `tools-${name}-${device}`);
      assertNoTrouble();
      await context.close();
    }
  });
}

test("the text of a document does not move when its tools appear", async () => {
  const { page } = await openShared(document);
  const topOf = () => page.getByText("A few words.").evaluate((text) => text.getBoundingClientRect().top);
  await tool(page, "Copy link").waitFor();
  const after = await topOf();
  await page.route(/\/page\.\w+\.js$/, (route) => route.abort());
  await page.reload();
  assert.deepEqual(await shownTools(page), ["Download"]);
  assert.equal(await topOf(), after);
});

test("without JavaScript what has an address can be saved", async () => {
  for (const [artifact, names] of [
    [document, ["Download"]],
    [code, ["Download"]],
    [table, ["Download"]],
    [chart, ["Download"]],
  ]) {
    const { page, context } = await openShared(artifact, { javaScriptEnabled: false });
    assert.equal(await page.locator(".tools :is(button, a, label):visible").count(), names.length);
    if (artifact === table || artifact === chart) {
      await tool(page, "Download").click();
      assert.deepEqual(await page.locator("#downloads > :visible").allInnerTexts(), ["CSV", "JSON"]);
    }
    await context.close();
  }
});

test("what is saved has the name of the page", async () => {
  for (const [artifact, form, name] of [
    [table, "CSV", "Lights - 2.csv"],
    [table, "JSON", "Lights - 2.json"],
    [{ ...chart, title: "Tides" }, "SVG", "Tides.svg"],
    [{ ...chart, title: "Tides" }, "JSON", "Tides.json"],
  ]) {
    const { page, context } = await openShared(artifact);
    await tool(page, "Copy").waitFor();
    const download = await save(page, form);
    assert.equal(download.suggestedFilename(), name);
    assert.equal(await page.locator("#downloads").isVisible(), false);
    await context.close();
  }
  const { page } = await openShared(document);
  const [download] = await Promise.all([page.waitForEvent("download"), tool(page, "Download").click()]);
  assert.equal(download.suggestedFilename(), "Notes.md");
});

test("a link with a view limit offers only what uses no view", async () => {
  for (const [artifact, names, forms] of [
    [document, ["Copy link", "Print", "Theme"], []],
    [code, ["Copy link", "Copy", "Download", "Print", "Theme"], []],
    [table, withFullScreen, ["CSV"]],
    [chart, withFullScreen, ["PNG", "SVG", "CSV"]],
  ]) {
    const { page, context } = await openShared({ ...artifact, maxViews: 2 });
    await page.getByRole("button", { name: "Open" }).click();
    await tool(page, "Print").waitFor();
    if (names.includes("Copy")) await tool(page, "Copy").waitFor();
    assert.deepEqual(await shownTools(page), names);
    if (forms.length) await tool(page, "Download").click();
    assert.deepEqual(await page.locator("#downloads > :visible").allInnerTexts(), forms);
    await context.close();
  }
});

test("a chart's data is copied as tab-separated values", async () => {
  const { page } = await openShared(chart, { permissions: ["clipboard-read", "clipboard-write"] });
  await tool(page, "Copy").click();
  await page.getByText("Copied").waitFor();
  const [first, second] = (await page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/);
  assert.ok(first.includes("\t") && second.includes("\t"), `${first} ${second}`);
});

test("a download that fails says so", async () => {
  const { page } = await openShared(chart);
  await page.route(/chart_svg/, (route) => route.abort());
  await tool(page, "Download").click();
  await page.locator("#tool-svg").click();
  await page.getByText("It did not work. Try again.").waitFor();
});

test("the tools of a table stand in one row, and take the place that is kept for them", async () => {
  const { url } = await share(key, table);
  for (const width of [375, 700, 1280]) {
    const { page, context } = await open(browser, url, { viewport: { width, height: 800 } });
    const topOfTable = () => page.locator("table").evaluate((shown) => shown.getBoundingClientRect().top);
    await page.getByRole("button", { name: "View" }).waitFor();
    const tops = await page
      .locator(".table-tools > :is(input, button)")
      .evaluateAll((tools) => tools.map((one) => one.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, `${width}: ${tops.join(" ")}`);
    const after = await topOfTable();
    await page.route(/\/table\.\w+\.js$/, (route) => route.abort());
    await page.reload();
    assert.equal(await topOfTable(), after, `${width}`);
    await context.close();
  }
});

const backgroundOf = (page) => page.evaluate(() => getComputedStyle(window.document.body).backgroundColor);
const [white, dark] = ["rgb(255, 255, 255)", "rgb(21, 24, 28)"];

test("a chosen theme is that of all pages, before any other script runs, and paper stays white", async () => {
  const { page } = await openShared(document);
  const first = page.url();
  assert.equal(await backgroundOf(page), white);
  const isAwaited = () => page.locator("script[src*='/theme.']").evaluate((script) => !script.defer);
  assert.equal(await isAwaited(), false);
  await page.locator("#tool-theme").selectOption("dark");
  assert.equal(await backgroundOf(page), dark);
  await assertAccessible(page);
  await keepScreenshot(page, "theme-chosen");
  await page.route(/\/page\.\w+\.js$/, (route) => route.abort());
  const other = await share(key, { ...table, password: "open sesame" });
  for (const address of [other.url, `${origin}/docs`]) {
    await page.goto(address);
    assert.equal(await backgroundOf(page), dark, address);
    assert.equal(await isAwaited(), true, address);
  }
  await page.emulateMedia({ media: "print" });
  assert.equal(await backgroundOf(page), white);
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await page.unroute(/\/page\.\w+\.js$/);
  await page.goto(first);
  await page.locator("#tool-theme").selectOption("light");
  assert.equal(await backgroundOf(page), white);
  await page.locator("#tool-theme").selectOption("");
  assert.equal(await backgroundOf(page), dark);
});

test("charts, diagrams, code and pictures follow a chosen theme", async () => {
  const looks = {
    ".chart-frame canvas": (canvas) => canvas.toDataURL(),
    ".hljs-keyword": (word) => getComputedStyle(word).color,
    ".diagram.is-drawn": (frame) => frame.classList.contains("is-dark"),
    "picture > source": (source) => source.media,
  };
  const pictures = `
<picture><source media="(prefers-color-scheme: dark)" srcset="https://images.example/d.png">
<img alt="A" src="https://images.example/a.png"></picture>
`;
  for (const [artifact, part] of [
    [chart, ".chart-frame canvas"],
    [{ template: "chart", content: vegaLite["vega-lite bars"] }, ".chart-frame canvas"],
    [document, ".hljs-keyword"],
    [markdown("```mermaid\ngraph TD\n  A --> B\n```\n"), ".diagram.is-drawn"],
    [markdown(pictures, { remoteImages: "on" }), "picture > source"],
  ]) {
    const { page, context } = await openShared(artifact, { reducedMotion: "reduce" });
    const shown = page.locator(part).first();
    await shown.waitFor({ state: "attached" });
    const before = await shown.evaluate(looks[part]);
    await page.locator("#tool-theme").selectOption("dark");
    for (let after = before; after === before;) after = await shown.evaluate(looks[part]).catch(() => before);
    await context.close();
  }
});

test("a table and a chart fill the screen", async () => {
  for (const [artifact, part] of [
    [table, "table"],
    [chart, "canvas"],
  ]) {
    const { page, context } = await openShared(artifact);
    await page.locator(part).waitFor();
    await tool(page, "Full screen").click();
    await page.waitForFunction(() => window.document.fullscreenElement?.matches(".document"));
    assert.ok(await page.locator(part).isVisible());
    await context.close();
  }
});
