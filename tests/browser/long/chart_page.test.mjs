// The page of a chart as a person meets it, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { factsOfChart } from "../../charts/chart_facts.mjs";
import { factsOfView } from "../../charts/vega_facts.mjs";
import { chartSamples } from "../../documents/chart_samples.mjs";
import { charts, vegaLite } from "../../documents/charts.mjs";
import { vegaLiteSamples } from "../../documents/vega_lite_samples.mjs";
import { assertAccessible, assertFits, keepScreenshot, newContext, open, save } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";
import {
  assertChartLooksWell,
  assertDrawn,
  assertDrawnUnharmed,
  chartLooks,
  linkToChart,
  looks,
} from "./chart_looks.mjs";

const { desktop, dark } = looks;

const openChart = async (content, options = desktop, more = {}) =>
  open(browser, await linkToChart(key, content, more), options);

// Each kind in one of the looks; long/charts.test.mjs has all the others.
for (const { kind, content, look } of chartLooks.filter(({ isFirst }) => isFirst))
  test(`${kind} is drawn (${look})`, () => assertChartLooksWell(browser, key, { kind, content, look }));

test("without JavaScript the data is shown", async () => {
  for (const content of [charts.bars, charts.bubbles, vegaLite["vega-lite bars"]]) {
    const { page, context } = await openChart(content, { ...desktop, javaScriptEnabled: false });
    assert.ok(await page.locator(".chart-data table td").first().isVisible());
    // getByText() finds nothing in <noscript>.
    const note = page.locator("noscript .note");
    assert.ok(await note.isVisible());
    assert.equal(await note.textContent(), "This chart is drawn with JavaScript. Its data is below.");
    assert.ok(await page.locator(".chart").isHidden(), "an empty figure leaves a gap");
    await context.close();
  }
});

test("the data is collapsed below the drawing, and opens", async () => {
  const { page } = await openChart(charts.bars);
  const cell = page.locator(".chart-data").getByText("North", { exact: true });
  await page.locator(".chart-data:not([open])").waitFor();
  assert.ok(!(await cell.isVisible()));
  await page.getByText("Show data").click();
  assert.ok(await cell.isVisible());
  await assertAccessible(page);
});

test("nothing moves when the drawing appears", async () => {
  for (const content of [charts.bars, vegaLite["vega-lite bars"], vegaLiteSamples["columns of views"]])
    for (const options of [desktop, looks.phone]) {
      const { page, context } = await openChart(content, options);
      await assertDrawn(page);
      await page.locator(".chart-data:not([open])").waitFor();
      const moved = await page.evaluate(async () => {
        const entries = [];
        const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        for (let frames = 0; frames < 3; ++frames) await new Promise(requestAnimationFrame);
        entries.push(...observer.takeRecords());
        // In the line of dates and tools, widths change when times are told by the reader's clock,
        // and when a slow machine paints before it has parsed all tools.
        const isWithinLine = ({ node, previousRect, currentRect }) =>
          Boolean((node instanceof Element ? node : node?.parentElement)?.closest(".dates, .tools")) &&
          previousRect.top === currentRect.top &&
          previousRect.height === currentRect.height;
        return entries
          .filter(({ sources }) => !sources.every(isWithinLine))
          .map(({ value, sources }) => [value, sources.map(({ node }) => node?.className)]);
      });
      assert.deepEqual(moved, []);
      assert.ok(await page.locator(".chart-data summary").isVisible());
      assert.ok(await page.locator(".page-footer").isVisible());
      await context.close();
    }
});

test("shows the data if the library cannot be loaded", async () => {
  const url = await linkToChart(key, charts.bars);
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.route(/chart\.umd/, (route) => route.abort());
  await page.goto(url);
  await page.getByText("This chart could not be drawn").waitFor();
  assert.ok(await page.locator(".chart-data td").first().isVisible());
});

test("redraws for light and dark without reloading", async () => {
  for (const content of [charts.bars, charts["polar area"], vegaLite["vega-lite bars"]]) {
    const { page, context, assertNoTrouble } = await openChart(content);
    await assertDrawn(page);
    const picture = () => page.evaluate(() => document.querySelector(".chart-frame canvas").toDataURL());
    const before = await picture();
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction(
      (old) => document.querySelector(".chart-frame canvas")?.toDataURL() !== old,
      before,
    );
    await assertDrawn(page);
    assertNoTrouble();
    await context.close();
  }
});

test("the legend toggles datasets, also by keyboard", async () => {
  for (const content of [charts.lines, charts.doughnut]) {
    const { page, context, assertNoTrouble } = await openChart(content);
    const picture = () => page.evaluate(() => document.querySelector(".chart-frame canvas").toDataURL());
    const button = page.locator(".chart-legend button").nth(1);
    await button.waitFor();
    const before = await picture();
    await button.click();
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    assert.notEqual(await picture(), before);
    await button.focus();
    await page.keyboard.press("Space");
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    assertNoTrouble();
    await context.close();
  }
});

test("a title of the chart's own stands under the page's, unless they are the same", async () => {
  for (const [title, count] of [
    ["Quarterly report", 2],
    ["Sales by region", 1],
  ]) {
    const { page, context, assertNoTrouble } = await openChart(charts.bars, desktop, { title });
    await assertDrawn(page);
    assert.equal(await page.locator("h1").count(), count);
    await assertAccessible(page);
    await keepScreenshot(page, `chart-title-${count}`);
    assertNoTrouble();
    await context.close();
  }
});

test("prints a dark chart in light colours", async () => {
  const { page, assertNoTrouble } = await openChart(charts.bars, dark);
  await assertDrawn(page);
  await page.emulateMedia({ media: "print" });
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)");
  await page.waitForFunction(() => {
    const { ticks } = Chart.getChart(document.querySelector(".chart-frame canvas")).options.scales.y;
    const quiet = document.body.appendChild(document.createElement("i"));
    quiet.style.color = "var(--quiet)";
    const shown = getComputedStyle(quiet).color;
    quiet.remove();
    return ticks.color === shown;
  });
  assert.ok(await page.getByText("Show data").isHidden(), "nothing on paper can be pressed");
  await keepScreenshot(page, "chart-print");
  assertNoTrouble();
});

// What a function of the open page's chart returns.
const ofChart = (page, read) =>
  page.evaluate(`(${read})(Chart.getChart(document.querySelector(".chart-frame canvas")))`);

test("a time axis has its points where their times are, the same in all time zones", async () => {
  for (const timezoneId of ["UTC", "America/New_York"]) {
    const content = {
      type: "line",
      data: {
        datasets: [
          {
            label: "Level",
            data: [
              { x: 1767225600000, y: 1 },
              { x: "2026-01-02", y: 2 },
              { x: "2026-01-11", y: 3 },
            ],
          },
        ],
      },
      options: { scales: { x: { type: "time" } } },
    };
    const { page, context, assertNoTrouble } = await openChart(content, { ...desktop, timezoneId });
    await assertDrawn(page);
    const places = await ofChart(page, (chart) => chart.getDatasetMeta(0).data.map(({ x }) => x));
    assert.ok(Math.abs((places[2] - places[0]) / (places[1] - places[0]) - 10) < 0.01, places.join());
    const labels = await ofChart(page, (chart) => chart.scales.x.ticks.map(({ label }) => label));
    assert.deepEqual(labels[0], ["1 Jan", "2026"]);
    assertNoTrouble();
    await context.close();
  }
});

// What stands at the ticks of an axis, and at the bars.
const ticksOf = (page, axis) =>
  ofChart(page, `({ scales }) => scales.${axis}.ticks.map(({ label }) => [label].flat().join(" "))`);
const barTextsOf = (page) =>
  ofChart(page, (chart) => {
    const texts = [];
    chart.ctx.fillText = (text) => texts.push(text);
    chart.config.plugins.find(({ id }) => id === "barValues").afterDatasetsDraw(chart);
    delete chart.ctx.fillText;
    return texts;
  });

test("the ticks of an axis of large numbers are told apart", async () => {
  for (const [data, shape] of [
    [[1000500, 1003200, 1009000], /^1(\.0\d{1,2})?M$/],
    [[1000500, 1000700, 1000900], /^1,00\d,\d{3}$/],
    [[1.0005e15, 1.0032e15, 1.009e15], /^1(\.0\d{1,2})?E15$/],
    [[1200000, 4700000, 9100000], /^\d+(\.\d)?M$/],
  ]) {
    const content = { type: "line", data: { labels: ["a", "b", "c"], datasets: [{ data }] } };
    const { page, context, assertNoTrouble } = await openChart(content);
    await assertDrawn(page);
    const texts = await ticksOf(page, "y");
    assert.ok(texts.length > 2 && new Set(texts).size === texts.length, texts.join());
    for (const text of texts) assert.match(text, shape);
    assertNoTrouble();
    await context.close();
  }
});

test("the values of bars are told apart", async () => {
  for (const [values, texts] of [
    [
      [1002000, 1004900, 1002000],
      ["1.002M", "1.005M", "1.002M"],
    ],
    [
      [1000000, 1000001, null],
      ["1,000,000", "1,000,001", ""],
    ],
    [
      [1234567, 2345678, 0],
      ["1.23M", "2.35M", "0"],
    ],
  ]) {
    const { page, context, assertNoTrouble } = await openChart({
      type: "bar",
      labels: ["a", "b", "c"],
      values,
    });
    await assertDrawn(page);
    assert.deepEqual(await barTextsOf(page), texts);
    assertNoTrouble();
    await context.close();
  }
});

test("dates with an offset are those that the table has", async () => {
  const labels = ["2026-03-01T00:00:00+01:00", "2026-03-02T00:00:00+01:00"];
  const { page, assertNoTrouble } = await openChart({ type: "bar", labels, values: [1, 2] });
  await assertDrawn(page);
  assert.deepEqual(await ticksOf(page, "x"), ["1 Mar", "2 Mar"]);
  const title = await ofChart(page, (chart) => {
    chart.tooltip.setActiveElements([{ datasetIndex: 0, index: 0 }], { x: 0, y: 0 });
    chart.update();
    return chart.tooltip.title.join(" ");
  });
  assert.equal(title, "1 Mar 2026, 00:00");
  assertNoTrouble();
});

test("the hours of several days are told apart", async () => {
  const labels = Array.from({ length: 48 }, (_, hour) =>
    new Date(Date.UTC(2026, 2, 1, hour)).toISOString().slice(0, 16),
  );
  const values = labels.map((_, i) => i);
  const { page, assertNoTrouble } = await openChart({ type: "bar", labels, values });
  await assertDrawn(page);
  const texts = await ticksOf(page, "x");
  assert.equal(texts[0], "1 Mar, 00:00");
  assert.equal(new Set(texts).size, texts.length, texts.join());
  assertNoTrouble();
});

test("a doughnut of many slices shows the small ones as one, with shares", async () => {
  const values = Array.from({ length: 30 }, (_, i) => 300 - i * 9);
  const labels = values.map((_, i) => `Part ${i + 1}`);
  const { page, assertNoTrouble } = await openChart({ type: "doughnut", labels, values });
  await assertDrawn(page);
  const entries = await page.locator(".chart-legend button").allTextContents();
  assert.equal(entries.length, 12);
  assert.match(entries[0], /^Part 1300 \(\d+(\.\d)?%\)$/);
  assert.match(entries[11], /^Other \(19\)/);
  assertNoTrouble();
});

test("twelve lines can be told apart", async () => {
  const datasets = Array.from({ length: 12 }, (_, i) => ({ label: `Line ${i}`, data: [i, i + 2, i + 1] }));
  const { page, assertNoTrouble } = await openChart({
    type: "line",
    data: { labels: ["a", "b", "c"], datasets },
  });
  await assertDrawn(page);
  const looksOfLines = await ofChart(page, (chart) =>
    chart.data.datasets.map(({ borderColor, borderDash, pointStyle }) =>
      JSON.stringify([borderColor, borderDash, pointStyle]),
    ),
  );
  assert.equal(new Set(looksOfLines).size, 12);
  await keepScreenshot(page, "chart-twelve-lines");
  assertNoTrouble();
});

test("long labels are broken into lines, and are there as a whole where they are cut", async () => {
  const labels = ["North of the river and the railway", "Old town with the harbour", "South bank"];
  const { page, context, assertNoTrouble } = await openChart({ type: "bar", labels, values: [1, 2, 3] });
  await assertDrawn(page);
  const shown = await ofChart(page, (chart) =>
    chart.scales.x.ticks.map(({ label }) => [label].flat().join(" ")),
  );
  assert.deepEqual(shown, labels);
  await context.close();
  const endless = "Donaudampfschifffahrtsgesellschaft".repeat(4);
  const cut = await openChart({ type: "bar", labels: [endless, "b"], values: [1, 2] });
  await assertDrawn(cut.page);
  const [x, y] = await ofChart(cut.page, (chart) => [
    chart.scales.x.getPixelForTick(0),
    (chart.scales.x.top + chart.scales.x.bottom) / 2,
  ]);
  await cut.page.locator(".chart-frame canvas").hover({ position: { x, y } });
  await cut.page.waitForFunction(
    (text) => document.querySelector(".chart-frame canvas").title === text,
    endless,
  );
  assertNoTrouble();
  await cut.context.close();
});

test("long labels are broken after dashes rather than within words", async () => {
  const labels = ["Mississippi–Missouri", "Yenisei–Angara–Selenga", "Ob"];
  const content = { type: "bar", labels, values: [3, 2, 1], options: { indexAxis: "y" } };
  const { page } = await openChart(content, looks.phone);
  await assertDrawn(page);
  const shown = await ofChart(page, (chart) => chart.scales.y.ticks.map(({ label }) => [label].flat()));
  assert.deepEqual(shown, [["Mississippi–", "Missouri"], ["Yenisei–Angara–", "Selenga"], ["Ob"]]);
});

test("stacked areas of points are filled down to the area below", async () => {
  const area = (name, y) => ({ stackgroup: "one", mode: "lines", name, x: [1, 2, 3], y });
  const { page, context } = await openChart({
    data: [area("A", [3, 2, 1]), area("B", [1, 2, 1])],
    layout: {},
  });
  await assertDrawn(page);
  const { datasets } = await page.evaluate(factsOfChart);
  assert.deepEqual(
    datasets.map(({ fill }) => fill),
    ["origin", 0],
  );
  await context.close();
});

test("draws the bars, lines, points and slices of a Plotly figure", async () => {
  const x = ["2026-01-01T00:00:00.000000000", "2026-01-02T00:00:00.000000000"];
  const figures = [
    { data: [{ type: "bar", x: ["a", "b"], y: [1, 2] }], layout: { title: { text: "Bars" } } },
    { data: [{ type: "bar", orientation: "h", x: [1, 2], y: ["a", "b"] }], layout: {} },
    {
      data: [
        { mode: "lines", x, y: [1, 2] },
        { mode: "markers", x, y: [2, 1] },
      ],
    },
    { data: [{ mode: "markers", x: [1, 2], y: { dtype: "f8", bdata: "AAAAAAAA8D8AAAAAAAAAQA==" } }] },
    { data: [{ type: "pie", labels: ["a", "b"], values: [1, 2], hole: 0.4 }] },
  ];
  const drawn = [];
  for (const figure of figures) {
    const { page, context, assertNoTrouble } = await openChart(figure);
    await assertDrawn(page);
    const { datasets } = await page.evaluate(factsOfChart);
    drawn.push(datasets.map(({ marks }) => marks.length));
    assertNoTrouble();
    await context.close();
  }
  assert.deepEqual(drawn, [[2], [2], [2, 2], [2], [2]]);
});

test("names a single dataset, at the side that the sender chose", async () => {
  const { page, assertNoTrouble } = await openChart(chartSamples["a legend at the left, with a title"]);
  await assertDrawn(page);
  const legend = page.locator(".chart-legend");
  assert.equal(await legend.locator(".legend-title").textContent(), "What it is");
  assert.equal(await legend.locator("button").textContent(), "Alone");
  const [left, drawing] = [await legend.boundingBox(), await page.locator(".chart-frame").boundingBox()];
  assert.ok(left.x + left.width <= drawing.x);
  await assertAccessible(page);
  assertNoTrouble();
});

test("shows a subtitle and the title's alignment", async () => {
  const { page, assertNoTrouble } = await openChart(chartSamples["a title in the middle, and a subtitle"]);
  await assertDrawn(page);
  assert.equal(await page.locator(".chart-subtitle").textContent(), "in thousands");
  assert.equal(await page.locator("h1").evaluate((heading) => getComputedStyle(heading).textAlign), "center");
  assert.equal(await page.locator(".chart-legend button").count(), 0);
  await assertAccessible(page);
  assertNoTrouble();
});

test("views side by side scroll on a phone, and show it", async () => {
  const { page, assertNoTrouble } = await openChart(vegaLiteSamples["columns of views"], looks.phone);
  await assertDrawn(page);
  await page.locator(".chart.goes-on-after").waitFor();
  await assertFits(page);
  await assertAccessible(page);
  await keepScreenshot(page, "chart-views-phone");
  await page.locator(".chart-frame").evaluate((frame) => frame.scrollTo(frame.scrollWidth, 0));
  await page.locator(".chart.goes-on-before:not(.goes-on-after)").waitFor();
  assertNoTrouble();
});

test("rules and texts of a Vega-Lite chart are seen in the dark", async () => {
  const { page } = await openChart(vegaLiteSamples["numbers beside bars"], dark);
  await assertDrawn(page);
  const colours = await page.workers()[0].evaluate(() => {
    const visit = ({ marktype, items }) =>
      items.flatMap((item) =>
        marktype === "group" ? (item.items ?? []).flatMap(visit) : [[marktype, item.fill ?? item.stroke]],
      );
    return visit(view.scenegraph().root);
  });
  for (const kind of ["rule", "text"]) {
    const own = colours.filter(([marktype]) => marktype === kind);
    assert.ok(own.length > 0 && own.every(([, colour]) => colour !== "black"), kind);
  }
});

test("a wide Vega-Lite chart with texts in it scrolls on a phone", async () => {
  const { page } = await openChart(vegaLiteSamples["texts in a wide view"], looks.phone);
  await assertDrawn(page);
  await page.locator(".chart.goes-on-after").waitFor();
});

test("a legend in a corner of a Vega-Lite chart is one column on a phone", async () => {
  const { page } = await openChart(vegaLiteSamples["a legend in a corner"], looks.phone);
  await assertDrawn(page);
  const columns = await page.workers()[0].evaluate(() => {
    const places = new Set();
    const visit = (item, left) => {
      for (const { role, items } of item.items ?? [])
        for (const inner of items) {
          if (role === "legend-label") places.add(Math.round(left + inner.x));
          else visit(inner, left + (inner.x ?? 0));
        }
    };
    visit(view.scenegraph().root.items[0], 0);
    return places.size;
  });
  assert.equal(columns, 1);
});

test("few bars of a Vega-Lite chart are slabs only if their sender wants all of the width", async () => {
  const shares = [];
  for (const width of [undefined, "container"]) {
    const { page, context } = await openChart({
      ...vegaLiteSamples["few bars in all of the width"],
      width,
    });
    await page.locator(".chart-frame canvas").waitFor();
    shares.push(
      await page
        .locator(".chart-frame")
        .evaluate((frame) => frame.querySelector("canvas").clientWidth / frame.clientWidth),
    );
    await context.close();
  }
  assert.ok(shares[0] < 0.7 && shares[1] > 0.95, shares.join());
});

test("a Vega-Lite pie with a radius in pixels fills as much of its view as its sender meant", async () => {
  const { page } = await openChart(vegaLiteSamples["a pie with labels around it"]);
  await assertDrawn(page);
  assert.deepEqual(await page.workers()[0].evaluate("[view.width(), view.height()]"), [300, 300]);
});

test("the steps that a Vega-Lite chart has in its configuration are those of both axes", async () => {
  const { page } = await openChart(vegaLiteSamples["steps of its own configuration"]);
  await assertDrawn(page);
  assert.deepEqual(await page.workers()[0].evaluate("[view.width(), view.height()]"), [120, 120]);
});

test("the dates of a Vega-Lite chart keep their day and year", async () => {
  for (const timezoneId of ["UTC", "America/New_York"]) {
    const content = vegaLiteSamples["a line over days of one year"];
    const { page, context, assertNoTrouble } = await openChart(content, { ...desktop, timezoneId });
    await assertDrawn(page);
    const { texts } = await page.workers()[0].evaluate(factsOfView);
    const labels = texts["axis-label"].join(" ");
    assert.match(labels, /2026/);
    assert.doesNotMatch(labels, /Jan|2025/, timezoneId);
    assertNoTrouble();
    await context.close();
  }
});

test("saves the drawing and the data", async () => {
  for (const [content, row, shapes] of [
    [charts.lines, /^Label,Revenue,Costs,Plan\r\n2026-01,41200,38100,42000\r\n/, 24],
    [charts.doughnut, /^Label,Value\r\nWages,520000\r\n/, 10],
    [vegaLiteSamples["one bar"], /^kind,site,height,width,year\r\nAsh,North,4,1,1990\r\n/, 1],
  ]) {
    const { page, context, assertNoTrouble } = await openChart(content, desktop, { title: "Figures" });
    await assertDrawn(page);
    const saved = async (form) => {
      const download = await save(page, form);
      assert.equal(download.suggestedFilename(), `Figures.${form.toLowerCase()}`);
      return readFileSync(await download.path(), "utf8");
    };
    assert.match(await saved("CSV"), row);
    const svg = await saved("SVG");
    // Without the page's policy, which is not for files.
    const blank = await context.newPage();
    const marks = await blank.evaluate((text) => {
      const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
      return drawing.querySelector("parsererror")
        ? -1
        : drawing.querySelectorAll("path[fill]:not([fill=none], [fill=transparent])").length;
    }, svg);
    assert.ok(marks >= shapes, `${marks} marks: ${svg.slice(0, 500)}`);
    assert.doesNotMatch(svg, /<image|<script|\bNaN\b/);
    await assertDrawn(page);
    assertNoTrouble();
    await context.close();
  }
});

test("saves data that spreadsheets and other readers understand", async () => {
  for (const [content, text] of [
    [
      { type: "bar", labels: ["Köln", "a;b", "c\td", "=1", "-5"], values: [1, 2, 3, 4, 5] },
      `\ufeffLabel,Value\r\nKöln,1\r\n"a;b",2\r\n"c\td",3\r\n'=1,4\r\n-5,5\r\n`,
    ],
    [
      {
        ...vegaLiteSamples["one bar"],
        data: { values: [{ "sep=;": 1 }, { "sep=;": null }, { "sep=;": "" }] },
        encoding: { x: { field: "sep=;", type: "quantitative" } },
      },
      '"sep=;"\r\n1\r\n""\r\n""\r\n',
    ],
  ]) {
    const { page, context, assertNoTrouble } = await openChart(content);
    await assertDrawn(page);
    const download = await save(page, "CSV");
    assert.equal(readFileSync(await download.path(), "utf8"), text);
    assertNoTrouble();
    await context.close();
  }
});

test("says what is below the drawing of a Vega-Lite chart", async () => {
  const sequence = { start: 1, stop: 5, as: "x" };
  for (const [data, text] of [
    [vegaLiteSamples["one bar"].data, /\. The data is in the table below\.$/],
    [{ sequence }, /\. The specification is below\.$/],
  ]) {
    const encoding = { x: { field: data.sequence ? "x" : "width", type: "quantitative" } };
    const { page, context } = await openChart({ ...vegaLiteSamples["one bar"], data, encoding });
    await assertDrawn(page);
    assert.match(await page.locator(".chart-frame canvas").getAttribute("aria-label"), text);
    await context.close();
  }
});

test("shows no legend for one dataset without a name", async () => {
  const { page } = await openChart({
    type: "bar",
    labels: ["a", "b"],
    datasets: [{ data: [1, 2] }],
  });
  await assertDrawn(page);
  assert.equal(await page.locator(".chart-legend").count(), 0);
});

test("pointing at a chart shows grouped numbers", async () => {
  const { page, assertNoTrouble } = await openChart(charts.lines);
  await assertDrawn(page);
  const text = await page.evaluate(() => {
    const chart = Chart.getChart(document.querySelector(".chart-frame canvas"));
    chart.tooltip.setActiveElements([{ datasetIndex: 0, index: 2 }], { x: 0, y: 0 });
    chart.update();
    return JSON.stringify([chart.tooltip.title, chart.tooltip.body.map(({ lines }) => lines)]);
  });
  assert.match(text, /Mar 2026/);
  assert.match(text, /Revenue: 48,300/);
  await page.locator(".chart-frame canvas").hover({ position: { x: 300, y: 200 } });
  await keepScreenshot(page, "chart-tooltip");
  assertNoTrouble();
});

test("pointing at a chart shows all digits of very large and very small numbers", async () => {
  for (const [value, text] of [
    [1234567890123456, "s: 1.234567890123456E15"],
    [1.2345678e-8, "s: 1.2345678E-8"],
  ]) {
    const { page, context } = await openChart({
      type: "line",
      labels: ["a", "b"],
      datasets: [{ label: "s", data: [value, 0] }],
    });
    await assertDrawn(page);
    const shown = await ofChart(page, (chart) => {
      chart.tooltip.setActiveElements([{ datasetIndex: 0, index: 0 }], { x: 0, y: 0 });
      chart.update();
      return chart.tooltip.body[0].lines[0];
    });
    assert.equal(shown, text);
    await context.close();
  }
});

test("says what a chart does not draw, or not as it is", async () => {
  const logarithmic = { scales: { y: { type: "logarithmic" } } };
  for (const [content, note] of [
    [
      { type: "line", labels: ["a", "b", "c"], datasets: [{ data: [0, 10, -5] }], options: logarithmic },
      /^Values not drawn, as a logarithmic axis .*: 2\./,
    ],
    [{ type: "pie", labels: ["a", "b"], values: [-1, 3] }, /^Slices of values below zero/],
  ]) {
    const { page, context, assertNoTrouble } = await openChart(content);
    await assertDrawn(page);
    assert.match(await page.locator(".chart .note").innerText(), note);
    assertNoTrouble();
    await context.close();
  }
});

test("the page does not scroll while a Vega-Lite chart is zoomed", async () => {
  const zoomed = {
    ...vegaLite["vega-lite bars"],
    mark: "point",
    encoding: { x: { field: "a", type: "quantitative" }, y: { field: "b", type: "quantitative" } },
    data: {
      values: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    },
    params: [{ name: "both", select: "interval", bind: "scales" }],
  };
  for (const [content, scrolls] of [
    [zoomed, false],
    [{ ...zoomed, params: [] }, true],
  ]) {
    const { page, context } = await openChart(content);
    await assertDrawn(page);
    await page.locator("#tool-png:not([hidden])").waitFor({ state: "attached" });
    const isScrolled = await page.locator(".chart-frame canvas").evaluate((canvas) => {
      const event = new WheelEvent("wheel", { deltaY: 100, clientX: 300, clientY: 300, cancelable: true });
      return canvas.dispatchEvent(event);
    });
    assert.equal(isScrolled, scrolls);
    await context.close();
  }
});

test("saves an image with title, legend and background", async () => {
  for (const content of [charts.lines, vegaLite["vega-lite bars"]]) {
    const { page, context, assertNoTrouble } = await openChart(content, desktop, {
      title: "Öl & Gas / 2026",
    });
    await assertDrawn(page);
    const download = await save(page, "PNG");
    assert.match(download.suggestedFilename(), /^Öl & Gas - 2026\.png$/);
    const bytes = readFileSync(await download.path());
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(bytes.readUInt32BE(16) > 1000);
    await assertDrawn(page);
    assertNoTrouble();
    await context.close();
  }
});

const markup = `</script><script>alert("x")</script><img src=x onerror=alert(1)>`;
const hostile = {
  "huge numbers next to tiny ones": {
    type: "line",
    labels: ["a", "b", "c"],
    datasets: [{ data: [1e140, -1e140, 1e-140] }],
  },
  "one value": { type: "line", values: [5] },
  "one date": { type: "line", labels: ["2026-01-01"], values: [5] },
  "more values than labels": {
    type: "radar",
    labels: ["a"],
    datasets: [{ data: [1, 2, 3, 4] }, { data: [2] }],
  },
  "negative slices": { type: "pie", labels: ["a", "b"], values: [-1, 3] },
  "a logarithmic axis with zero": {
    type: "line",
    labels: ["a", "b", "c"],
    datasets: [{ data: [0, 10, 1000] }],
    options: { scales: { y: { type: "logarithmic" } } },
  },
  "a kind without axes among bars": {
    type: "bar",
    labels: ["a", "b"],
    datasets: [{ data: [1, 2] }, { type: "pie", data: [3, 4] }],
  },
  "dates that are none": { type: "line", labels: ["2026-99", "2026-01"], values: [1, 2] },
  "very long labels": {
    type: "bar",
    labels: ["w".repeat(5000), "long words ".repeat(500)],
    datasets: [
      { label: "n".repeat(5000), data: [1, 2] },
      { label: "second", data: [2, 3] },
    ],
  },
};
for (const [name, content] of Object.entries(hostile))
  test(`odd data: ${name}`, () => assertDrawnUnharmed(browser, key, { name, content, title: markup }));

test("shows an error and the data of a chart that cannot be drawn", async () => {
  const cases = [
    [{ type: "bar", values: [1e308, -1e308] }, /too large to draw/],
    [{ type: "pie", labels: ["a"], values: [0, 0] }, /zero/],
    [
      {
        type: "line",
        labels: ["a", "b"],
        datasets: [{ data: [0, -5] }],
        options: { scales: { y: { type: "logarithmic" } } },
      },
      /logarithmic axis has no place for zero and less/,
    ],
    [{ type: "sankey", labels: ["a"], datasets: [{ data: [1] }] }, /“sankey” are not supported/],
    [{ type: "bar", labels: ["a"], datasets: [{ data: [null, null] }] }, /no data/],
  ];
  for (const [content, message] of cases) {
    const { page, context, assertNoTrouble } = await openChart(content);
    await page.getByText(message).waitFor();
    assert.ok(await page.locator(".chart-data[open] table, pre").first().isVisible());
    assert.equal(await page.locator("canvas").count(), 0);
    assertNoTrouble();
    await context.close();
  }
});

const drawnVegaLite = {
  $schema: "https://vega.github.io/schema/vega-lite/v5.json",
  description: markup,
  title: markup,
  data: {
    values: [
      { a: markup, b: 28, u: "https://evil.example/x.png" },
      { a: "B", b: 55, u: "javascript:alert(1)" },
    ],
  },
  transform: [{ calculate: "datum.b * 2 + length(datum.a)", as: "c" }],
  layer: [
    {
      mark: "bar",
      encoding: {
        x: { field: "a", type: "nominal" },
        y: { field: "c", type: "quantitative" },
        href: { field: "u" },
        tooltip: { field: "a" },
      },
    },
    {
      mark: { type: "image", width: 20, height: 20 },
      encoding: { url: { field: "u" }, x: { field: "a" }, y: { field: "b", type: "quantitative" } },
    },
  ],
};

test("interprets a Vega-Lite specification and loads nothing from other hosts", async () => {
  const { page, context, assertNoTrouble } = await openChart(drawnVegaLite);
  await assertDrawn(page);
  const url = page.url();
  const drawing = page.locator(".chart-frame canvas");
  const { width, height } = await drawing.boundingBox();
  for (const part of [0.25, 0.4, 0.6, 0.75])
    await drawing.click({ position: { x: part * width, y: 0.6 * height } });
  await page.locator(".chart-tooltip").waitFor();
  assert.equal(page.url(), url);
  assert.equal(context.pages().length, 1);
  assertNoTrouble();
});

test("an invalid Vega-Lite specification shows its data", async () => {
  for (const content of [
    { ...drawnVegaLite, layer: "no" },
    { ...drawnVegaLite, layer: [{ mark: "evil" }] },
    { $schema: drawnVegaLite.$schema },
  ]) {
    const { page, context, assertNoTrouble } = await openChart(content);
    await page.locator(".chart-problem").waitFor();
    assert.ok(await page.locator(".chart-data").isVisible());
    assertNoTrouble();
    await context.close();
  }
});
