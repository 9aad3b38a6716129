// What can be done with a page is offered alike on the pages of all templates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { charts, vegaLite } from "../documents/charts.mjs";
import { content, pdf } from "../documents/pdf_writer.mjs";
import { admin, markdown, newAccount, origin, share } from "../service/api_client.mjs";
import { assertAccessible, devices, keepScreenshot, open, openMenu, save } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

const document = markdown("# Notes\n\nA few words.\n\n```js\nconst a = 1;\n```\n");
const code = { template: "code", content: { text: "const a = 1;", filename: "a.js" } };
const table = { template: "table", title: "Lights / 2", content: { columns: ["a"], rows: [[1]] } };
const chart = { template: "chart", content: charts.bars };
const file = { template: "pdf", content: content(pdf([["a"]])) };
const ofTables = [
  "Copy link",
  "Copy table",
  "Download CSV",
  "Download JSON",
  "Print",
  "Full screen",
  "Theme",
];
const ofCharts = ["Copy link", "Copy data", "Download PNG", "Download SVG", ...ofTables.slice(2)];
const offered = [
  ["document", document, ["Copy link", "Copy text", "Download", "Print", "Theme"]],
  ["code", code, ["Copy link", "Copy code", "Download", "Print", "Theme"]],
  ["table", table, ofTables],
  ["chart", chart, ofCharts],
  ["vega-lite", { template: "chart", content: Object.values(vegaLite)[0] }, ofCharts],
  ["pdf", { ...file, allowDownload: true }, ["Copy link", "Download", "Print", "Theme"]],
  ["pdf-view-only", file, ["Copy link", "Theme", "View only"]],
];

// A tool of the menu.
const tool = (page, id) => page.locator(`#tool-${id}:not([hidden])`);
const shownIn = (page, part) =>
  page
    .locator(`${part}:visible`)
    .evaluateAll((all) => all.map((one) => (one.localName === "label" ? "Theme" : one.innerText)));

async function openShared(artifact, options, owner = key) {
  const { url } = await share(owner, artifact);
  return { url, ...(await open(browser, url, options)) };
}

for (const [device, options] of Object.entries(devices)) {
  test(`what can be done with a page stands in words in its header (${device})`, async () => {
    const isPhone = device === "phone";
    for (const [name, artifact, names] of offered) {
      const { page, context, assertNoTrouble } = await openShared(artifact, options);
      if (name !== "pdf-view-only") await tool(page, "print").waitFor({ state: "attached" });
      if (/^Copy/.test(names[1])) await tool(page, "copy").waitFor({ state: "attached" });
      const inBar = isPhone ? [] : names.filter((one) => one.startsWith("Copy"));
      const inShort = inBar.map((one) => (one === "Copy link" ? one : "Copy"));
      assert.deepEqual(await shownIn(page, ".tools > button"), [...inShort, "More"], name);
      if (inBar[1]) await page.getByRole("button", { name: inBar[1], exact: true }).waitFor();
      await openMenu(page);
      const inMenu = names.filter((one) => !inBar.includes(one));
      assert.deepEqual(await shownIn(page, ".tool-menu > :not(.made)"), inMenu, name);
      const boxes = await page
        .locator(".tool-menu > :is(a, button):visible")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      assert.ok(
        boxes.every(({ height }) => height >= 36),
        JSON.stringify(boxes),
      );
      await assertAccessible(page);
      await keepScreenshot(page, `tools-${name}-${device}`);
      assertNoTrouble();
      await context.close();
    }
  });
}

test("the header of all pages has the same rows, and leaves the window to the content", async () => {
  const { account, key: owner } = newAccount();
  const set = (...words) => admin("account", "set-sender", "--account", account, ...words);
  set("--allowed", "yes", "--shown", "yes", "--name", "Harbour Lights");
  for (const [device, most] of [
    ["phone", 120],
    ["desktop", 150],
  ]) {
    const all = [];
    for (const [name, artifact] of offered) {
      const { page, context } = await openShared({ ...artifact, title: "Lights" }, devices[device], owner);
      const places = await page.evaluate(() => {
        const topOf = (part) => window.document.querySelector(part).getBoundingClientRect().top;
        return [".sender", ".page-header > h1", ".dates", ".tools", ".document"].map(topOf).map(Math.round);
      });
      assert.ok(places.at(-1) <= most, `${device} ${name}: ${places.join(" ")}`);
      if (!name.startsWith("pdf")) all.push(places.join(" "));
      await context.close();
    }
    assert.equal(new Set(all).size, 1, all.join("\n"));
  }
});

test("tools stand clear of the title, and at the other side of one that is written from the right", async () => {
  for (const options of Object.values(devices))
    for (const [title, isMirrored] of [
      ["Lights", false],
      ["تقرير المضخة", true],
    ]) {
      const { page, context } = await openShared({ ...document, title }, options);
      const boxOf = (part) => page.locator(`.page-header > ${part}`).boundingBox();
      const [heading, dates, tools] = [await boxOf("h1"), await boxOf(".dates"), await boxOf(".tools")];
      assert.ok(tools.y - heading.y - heading.height >= 8, `${tools.y} ${heading.y + heading.height}`);
      assert.equal(tools.x < dates.x, isMirrored);
      await openMenu(page);
      const menu = await page.locator(".tool-menu").boundingBox();
      assert.ok(menu.x >= 0 && menu.x + menu.width <= page.viewportSize().width, JSON.stringify(menu));
      await keepScreenshot(page, `header-${isMirrored ? "mirrored" : "usual"}-${options.viewport.width}`);
      await context.close();
    }
});

test("no room is left for a tool that the page will never have", async () => {
  for (const name of ["document", "chart", "table"]) {
    const { page, context } = await open(browser, `${origin}/samples/${name}`);
    await tool(page, "print").waitFor({ state: "attached" });
    assert.equal(await page.locator(".tools > [hidden]").count(), 0, name);
    await context.close();
  }
});

test("an end within a week is shown, a later one is in the menu", async () => {
  const soon = await openShared({ ...document, expiresIn: "6d" });
  assert.match(await soon.page.locator(".dates").innerText(), /Link expires/);
  const later = await openShared({ ...document, expiresIn: "30d" });
  assert.doesNotMatch(await later.page.locator(".dates").innerText(), /expires/);
  assert.match(await (await openMenu(later.page)).innerText(), /Link expires/);
  // On a phone it has the line, and the menu says when the content was made.
  const { page } = await openShared({ ...document, expiresIn: "6d" }, devices.phone);
  assert.match(await page.locator(".dates").innerText(), /^Link expires on .+$/);
  assert.match(await (await openMenu(page)).innerText(), /Created just now/);
});

test("an address that may not be copied is shown, and selected", async () => {
  for (const options of Object.values(devices)) {
    const { page, context, url } = await openShared(document, options);
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new Error("not allowed"));
    });
    if (options.isMobile) await openMenu(page);
    await page.getByRole("button", { name: "Copy link" }).click();
    const field = page.getByRole("textbox", { name: "Address of this page" });
    await field.waitFor();
    assert.equal(
      await page.evaluate(() => String(getSelection()) || window.document.activeElement.value),
      url,
    );
    assert.deepEqual(await field.evaluate((one) => [one.selectionStart, one.selectionEnd]), [0, url.length]);
    await assertAccessible(page);
    await context.close();
  }
});

test("the text of a document does not move when its tools appear", async () => {
  const { page } = await openShared(document);
  const topOf = () => page.getByText("A few words.").evaluate((text) => text.getBoundingClientRect().top);
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  const after = await topOf();
  await page.route(/\/page\.\w+\.js$/, (route) => route.abort());
  await page.reload();
  assert.equal(await topOf(), after);
});

test("without JavaScript what has an address can be saved", async () => {
  for (const [artifact, names] of [
    [document, ["Download"]],
    [code, ["Download"]],
    [table, ["Download CSV", "Download JSON"]],
    [chart, ["Download CSV", "Download JSON"]],
  ]) {
    const { page, context } = await openShared(artifact, { javaScriptEnabled: false });
    assert.deepEqual(await shownIn(page, ".tools > button"), ["More"]);
    await openMenu(page);
    assert.deepEqual(await shownIn(page, ".tool-menu > :not(.made)"), names);
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
    await tool(page, "copy").waitFor({ state: "attached" });
    const download = await save(page, form);
    assert.equal(download.suggestedFilename(), name);
    assert.equal(await page.locator(".tool-menu").isVisible(), false);
    await context.close();
  }
  const { page } = await openShared(document);
  assert.equal((await save(page)).suggestedFilename(), "Notes.md");
});

test("a link with a view limit offers only what uses no view", async () => {
  const withoutJson = (names) => names.filter((name) => name !== "Download JSON");
  for (const [artifact, names] of [
    [document, ["Copy link", "Print", "Theme"]],
    [code, ["Copy link", "Copy code", "Download", "Print", "Theme"]],
    [table, withoutJson(ofTables)],
    [chart, withoutJson(ofCharts)],
  ]) {
    const { page, context } = await openShared({ ...artifact, maxViews: 2 }, devices.phone);
    await page.getByRole("button", { name: "Open" }).click();
    await tool(page, "print").waitFor({ state: "attached" });
    if (/^Copy/.test(names[1])) await tool(page, "copy").waitFor({ state: "attached" });
    await openMenu(page);
    assert.deepEqual(await shownIn(page, ".tool-menu > :not(.made)"), names);
    await context.close();
  }
});

test("a chart's data is copied as tab-separated values", async () => {
  const { page } = await openShared(chart, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy data" }).click();
  await page.getByText("Copied").waitFor();
  const [first, second] = (await page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/);
  assert.ok(first.includes("\t") && second.includes("\t"), `${first} ${second}`);
});

test("a download that fails says so", async () => {
  const { page } = await openShared(chart);
  await page.route(/chart_svg/, (route) => route.abort());
  await openMenu(page);
  await tool(page, "svg").click();
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
  await openMenu(page);
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
  await openMenu(page);
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
    await openMenu(page);
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
    await openMenu(page);
    await tool(page, "full-screen").click();
    await page.waitForFunction(() => window.document.fullscreenElement?.matches(".document"));
    assert.ok(await page.locator(part).isVisible());
    await context.close();
  }
});
