// What a chart says in words and numbers: its titles, its legend, and how it writes values.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { charts } from "../../documents/charts.mjs";
import { assertAccessible, keepScreenshot, open, openMenu } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";
import { assertDrawn, linkToChart, looks } from "./chart_looks.mjs";

const openChart = async (content, options = looks.desktop, more = {}) => {
  const opened = await open(browser, await linkToChart(key, content, more), options);
  await assertDrawn(opened.page);
  return opened;
};

// The texts that a chart draws with fillText() from now on.
const drawnTexts = (page) =>
  page.evaluate(() => {
    const chart = Chart.getChart(document.querySelector(".chart-frame canvas"));
    const texts = [];
    chart.ctx.fillText = (text) => texts.push(text);
    chart.draw();
    delete chart.ctx.fillText;
    return texts;
  });

const tooltip = (page, index) =>
  page.evaluate((at) => {
    const chart = Chart.getChart(document.querySelector(".chart-frame canvas"));
    chart.tooltip.setActiveElements([{ datasetIndex: 0, index: at }], { x: 0, y: 0 });
    chart.update();
    return chart.tooltip.body.flatMap(({ lines }) => lines).join();
  }, index);

const bars = (dataset, options) => ({
  type: "bar",
  data: { labels: ["A", "B"], datasets: [dataset] },
  options,
});

test("values are written in the format of their axis, and in full where the pointer is", async () => {
  const format = { style: "currency", currency: "USD", maximumFractionDigits: 0 };
  const { page, assertNoTrouble } = await openChart(
    bars({ label: "Cost", data: [1234.56, 20] }, { scales: { y: { ticks: { format } } } }),
  );
  const texts = await drawnTexts(page);
  assert.ok(texts.includes("$1,235") && texts.includes("$20"), texts.join());
  assert.equal(await tooltip(page, 0), "Cost: $1,234.56");
  assertNoTrouble();
});

test("amounts are short from a million on, whole in the tooltip, and in the reader's language", async () => {
  const content = bars(
    { label: "Cost", data: [4_210_000, 3_980_000] },
    { scales: { y: { ticks: { format: { style: "currency", currency: "EUR" } } } } },
  );
  for (const [locale, atBar, atTick, told] of [
    ["en", "€4.21M", "€4.0M", "Cost: €4,210,000"],
    ["de", "4,21 Mio. €", "4,0 Mio. €", "Cost: 4.210.000 €"],
  ]) {
    const { page, context } = await openChart(content, { ...looks.desktop, locale });
    const texts = (await drawnTexts(page)).map((text) => text.replaceAll("\u00a0", " "));
    assert.ok(texts.includes(atBar) && texts.includes(atTick), texts.join());
    assert.equal((await tooltip(page, 0)).replaceAll("\u00a0", " "), told);
    await context.close();
  }
});

test("dates and Vega-Lite charts are in the reader's language", async () => {
  const options = { scales: { x: { type: "time", time: { unit: "month" } } } };
  const data = [
    { x: "2026-03-01", y: 1234.5 },
    { x: "2026-05-01", y: 2 },
  ];
  const line = { type: "line", data: { datasets: [{ label: "Cost", data }] }, options };
  const { page, context } = await openChart(line, { ...looks.desktop, locale: "de" });
  assert.ok((await drawnTexts(page)).includes("Mai 2026"));
  assert.equal(await tooltip(page, 0), "Cost: 1.234,5");
  await page.getByText("1.234,5").waitFor({ state: "attached" });
  await context.close();
  const values = [
    { month: "2026-05-01", cost: 12_000 },
    { month: "2026-07-01", cost: 9000 },
  ];
  const encoding = {
    x: { field: "month", type: "temporal", timeUnit: "yearmonth" },
    y: { field: "cost", type: "quantitative" },
  };
  const vega = await openChart(
    { data: { values }, mark: "line", encoding },
    { ...looks.desktop, locale: "de" },
  );
  const menu = await openMenu(vega.page);
  const [svg] = await Promise.all([vega.page.waitForEvent("download"), menu.locator("#tool-svg").click()]);
  const text = readFileSync(await svg.path(), "utf8");
  assert.match(text, />Mai 2026</);
  assert.match(text, />12\.000</);
});

test("September has three letters, as in tables and pictures", async () => {
  const data = { labels: ["2026-09-05", "2026-10-05"], datasets: [{ label: "Cost", data: [1, 2] }] };
  const { page } = await openChart({ type: "line", data });
  const texts = await drawnTexts(page);
  assert.ok(texts.includes("5 Sep"), texts.join());
});

test("a Vega-Lite chart has units from a million on, where its sender has no format of their own", async () => {
  const revenue = { field: "r", type: "quantitative" };
  for (const [locale, axis, labels, told] of [
    ["en", {}, [">4M<", ">5.15M<"], "5,150,000"],
    ["de", {}, [">4\u00a0Mio.<", ">5,15\u00a0Mio.<"], "5.150.000"],
    ["en", { format: ",.0f" }, [">4,000,000<"], "5,150,000"],
  ]) {
    const y = { ...revenue, axis: { tickCount: 3, ...axis } };
    const encoding = { x: { field: "y", type: "nominal" }, y, tooltip: revenue };
    const content = {
      $schema: "https://vega.github.io/schema/vega-lite/v5.json",
      data: { values: [{ y: "2025", r: 5_150_000 }] },
      encoding,
      layer: [{ mark: "bar" }, { mark: "text", encoding: { text: revenue } }],
    };
    const { page, context } = await openChart(content, { ...looks.desktop, locale });
    const menu = await openMenu(page);
    const [svg] = await Promise.all([page.waitForEvent("download"), menu.locator("#tool-svg").click()]);
    const text = readFileSync(await svg.path(), "utf8");
    for (const label of labels) assert.ok(text.includes(label), `${label} in ${text}`);
    await page.locator(".chart-frame canvas").hover();
    await page.locator(".chart-tooltip").getByText(told).waitFor();
    await context.close();
  }
});

test("the numbers at bars have the same decimals", async () => {
  const { page } = await openChart(bars({ data: [1.25, 2] }));
  const texts = await drawnTexts(page);
  assert.ok(texts.includes("1.25") && texts.includes("2.00"), texts.join());
});

test("the shares of a pie are equally exact, in the drawing and in its legend", async () => {
  const pie = (data) => ({ type: "pie", data: { labels: ["A", "B", "C"], datasets: [{ data }] } });
  for (const [values, legend, shares] of [
    [
      [30, 12.5, 20],
      ["A30.0 (48%)", "B12.5 (20%)", "C20.0 (32%)"],
      ["48%", "20%", "32%"],
    ],
    [
      [1, 1, 1],
      ["A1 (33.3%)", "B1 (33.3%)", "C1 (33.3%)"],
      ["33.3%", "33.3%", "33.3%"],
    ],
    [
      [2, 1, 5],
      ["A2 (25.0%)", "B1 (12.5%)", "C5 (62.5%)"],
      ["25.0%", "12.5%", "62.5%"],
    ],
  ]) {
    const { page, context } = await openChart(pie(values));
    assert.deepEqual(await page.locator(".chart-legend button").allTextContents(), legend);
    assert.deepEqual(await drawnTexts(page), shares);
    assert.match(await tooltip(page, 0), new RegExp(`\\(${shares[0]}\\)$`));
    await context.close();
  }
});

test("a series that is alone has no legend, and its name is where its values are", async () => {
  const { page, context } = await openChart(bars({ label: "Level in cm", data: [1, 2] }));
  assert.equal(await page.locator(".chart-legend").count(), 0);
  assert.ok((await drawnTexts(page)).includes("Level in cm"));
  await assertAccessible(page);
  await context.close();
  const titled = await openChart(
    bars({ label: "Station 7", data: [1, 2] }, { scales: { y: { title: { display: true, text: "cm" } } } }),
  );
  assert.equal(await titled.page.locator(".chart-legend").count(), 0);
  assert.equal(await titled.page.locator(".chart-subtitle").innerText(), "Station 7");
  await titled.context.close();
  const said = await openChart(bars({ label: "Ships", data: [1, 2] }), looks.desktop, { title: "Ships" });
  assert.equal(await said.page.locator(".chart-subtitle").count(), 0);
});

test("a title that repeats the page's is left out", async () => {
  const options = { plugins: { title: { display: true, text: "Ships  by Year" } } };
  const { page } = await openChart(bars({ data: [1, 2] }, options), looks.desktop, {
    title: "Ships by year",
  });
  assert.equal(
    await page
      .getByText(/ships\s+by year/i)
      .filter({ visible: true })
      .count(),
    1,
  );
});

test("nothing stays pale after the legend was used, with a pointer or by touch", async () => {
  const isPale = (page) =>
    page.evaluate(() => {
      const chart = Chart.getChart(document.querySelector(".chart-frame canvas"));
      return chart.data.datasets.some((_, i) => chart.getDatasetMeta(i).isPale === true);
    });
  const { page, context } = await openChart(charts.lines);
  const entry = page.locator(".chart-legend button").first();
  await entry.hover();
  assert.ok(await isPale(page));
  await entry.click();
  assert.ok(!(await isPale(page)));
  await page.mouse.move(600, 700);
  assert.ok(!(await isPale(page)));
  await context.close();
  const phone = await openChart(charts.lines, looks.phone);
  for (let i = 0; i < 2; ++i) {
    await phone.page.locator(".chart-legend button").first().tap();
    assert.ok(!(await isPale(phone.page)));
  }
});

test("a chart fits on a screen of 800 pixels", async () => {
  for (const [name, content] of Object.entries(charts)) {
    if (name === "horizontal bars") continue;
    const { page, context } = await openChart(content, {
      ...looks.desktop,
      viewport: { width: 1280, height: 800 },
    });
    const { y, height } = await page.locator("figure.chart").boundingBox();
    assert.ok(y + height <= 800, `${name} ends at ${y + height}`);
    await keepScreenshot(page, `chart-fits-${name}`);
    await context.close();
  }
});
