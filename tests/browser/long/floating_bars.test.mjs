// Floating bars with labels of their own, as the page of a chart has them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { open, save } from "../browser.mjs";
import { assertDrawn, linkToChart, looks } from "./chart_looks.mjs";
import { browser, key } from "../one_browser.mjs";

const bars = (place, ends, options) => ({
  type: "bar",
  data: {
    labels: options.scales ? undefined : ["Tue", "Mon"],
    datasets: [
      {
        label: "Open",
        data: [
          { [place]: options.scales ? "2026-01-12" : "Mon", [ends]: [8, 17] },
          { [place]: options.scales ? "2026-01-13" : "Tue", [ends]: [9, 18] },
        ],
      },
    ],
  },
  options,
});

for (const [name, content, expected] of [
  ["upright", bars("x", "y", {}), { titles: ["Tue", "Mon"], lines: ["9 – 18", "8 – 17"] }],
  ["lying", bars("y", "x", { indexAxis: "y" }), { titles: ["Tue", "Mon"], lines: ["9 – 18", "8 – 17"] }],
  [
    "at times",
    bars("x", "y", { scales: { x: { type: "time" } } }),
    { titles: ["12 Jan 2026", "13 Jan 2026"], lines: ["8 – 17", "9 – 18"] },
  ],
]) {
  test(`floating bars stand where their sender put them (${name})`, async () => {
    const { page, assertNoTrouble } = await open(browser, await linkToChart(key, content), looks.desktop);
    await assertDrawn(page);
    // What a reader who points at each bar is told, and from where to where it goes.
    const drawn = await page.evaluate(() => {
      const chart = Chart.getChart(document.querySelector(".chart-frame canvas"));
      const meta = chart.getDatasetMeta(0);
      return meta.data.map((bar, index) => {
        chart.tooltip.setActiveElements([{ datasetIndex: 0, index }], { x: 0, y: 0 });
        chart.update();
        const { horizontal } = bar;
        const ends = [bar.base, horizontal ? bar.x : bar.y];
        return {
          title: chart.tooltip.title.join(" "),
          line: chart.tooltip.body[0].lines[0],
          ends: ends.map((end) => Math.round(meta.vScale.getValueForPixel(end))),
        };
      });
    });
    const { titles, lines } = expected;
    assert.deepEqual(
      drawn,
      titles.map((title, i) => ({
        title,
        line: `Open: ${lines[i]}`,
        ends: lines[i].split(" – ").map(Number),
      })),
    );
    const download = await save(page, "CSV");
    const rows = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n")
      .slice(1);
    assert.deepEqual(
      rows.map((row) => row.split(",").at(-1)),
      lines,
    );
    await page.getByText("Show data").click();
    assert.deepEqual(await page.locator(".chart-data tbody td:last-child").allInnerTexts(), lines);
    assertNoTrouble();
  });
}

// Those of a plan: an axis of times for the values.
const plan = (values, axis, more = {}) => ({
  type: "bar",
  data: { labels: ["Plan", "Build"], datasets: [{ label: "Phase", data: values }] },
  options: { indexAxis: axis === "x" ? "y" : "x", scales: { [axis]: { type: "time", ...more } } },
});
const days = [
  ["2024-01-01", "2024-02-10"],
  ["2024-02-01", "2024-04-15"],
];
const written = {
  tooltips: ["1 Jan 2024 – 10 Feb 2024", "1 Feb 2024 – 15 Apr 2024"],
  table: ["2024-01-01 – 2024-02-10", "2024-02-01 – 2024-04-15"],
};
const timelines = {
  "lying, between the ends of the axis": [
    plan(days, "x", { min: "2023-12-15", max: "2024-06-30" }),
    { ...written, limits: ["2023-12-15", "2024-06-30"] },
  ],
  "lying, without ends of the axis": [plan(days, "x"), written],
  upright: [plan(days, "y"), written],
  "points with a place": [
    plan(
      days.map((x, i) => ({ x, y: ["Plan", "Build"][i] })),
      "x",
    ),
    written,
  ],
  "stacked, which times are not": [plan(days, "x", { stacked: true }), written],
  milliseconds: [
    plan(
      days.map((ends) => ends.map((end) => Date.parse(end))),
      "x",
    ),
    written,
  ],
  "of one day": [
    plan(
      [
        ["2024-01-01T08:00", "2024-01-01T09:30"],
        ["2024-01-01T10:00", null],
      ],
      "x",
    ),
    {
      ends: [["2024-01-01T08:00Z", "2024-01-01T09:30Z"]],
      tooltips: ["1 Jan 2024, 08:00 – 1 Jan 2024, 09:30"],
      table: ["2024-01-01T08:00:00Z – 2024-01-01T09:30:00Z", ""],
    },
  ],
  "on the evenly spaced axis of Chart.js": [plan(days, "x", { type: "timeseries" }), written],
  "of Plotly": [
    {
      data: days.map(([base, end], i) => ({
        type: "bar",
        orientation: "h",
        name: "Phase",
        base: [base],
        x: [Date.parse(end) - Date.parse(base)],
        y: [["Plan", "Build"][i]],
      })),
      layout: { barmode: "overlay", xaxis: { type: "date" } },
    },
    { ...written, table: ["", written.table[1]] },
  ],
};

for (const [name, [content, expected]] of Object.entries(timelines)) {
  test(`floating bars go from one time to another (${name})`, async () => {
    const { page, assertNoTrouble } = await open(browser, await linkToChart(key, content), looks.desktop);
    await assertDrawn(page);
    const times = (expected.ends ?? days).map((ends) => ends.map((end) => Date.parse(end)));
    const drawn = await page.evaluate((barTimes) => {
      const chart = Chart.getChart(document.querySelector(".chart-frame canvas"));
      const metas = chart.getSortedVisibleDatasetMetas();
      const scale = metas[0].vScale;
      const bars = metas.flatMap(({ index: datasetIndex, data }) =>
        data.flatMap((bar, index) => {
          // A gap.
          if (bar.base === (bar.horizontal ? bar.x : bar.y)) return [];
          chart.tooltip.setActiveElements([{ datasetIndex, index }], { x: 0, y: 0 });
          chart.update();
          return [{ line: chart.tooltip.body[0].lines[0], ends: [bar.base, bar.horizontal ? bar.x : bar.y] }];
        }),
      );
      return {
        lines: bars.map(({ line }) => line),
        ends: bars.map(({ ends }) => ends),
        places: barTimes.map((ends) => ends.map((end) => scale.getPixelForValue(end))),
        limits: [scale.min, scale.max],
        type: scale.type,
        ticks: scale.ticks.map(({ label }) => String(label)),
      };
    }, times);
    assert.deepEqual(
      drawn.lines.map((line) => line.replace("Phase: ", "")),
      expected.tooltips,
    );
    assert.deepEqual(
      drawn.ends.map((ends) => ends.map(Math.round)),
      drawn.places.map((places) => places.map(Math.round)),
    );
    const lengths = drawn.ends.map(([first, last]) => Math.abs(last - first));
    assert.ok(
      lengths.every((length) => length > 20),
      `${lengths}`,
    );
    // Bars that last longer are longer.
    if (lengths.length > 1 && drawn.type === "time")
      assert.ok(Math.abs(lengths[1] / lengths[0] - 74 / 40) < 0.05, `${lengths}`);
    const [first, last] = drawn.limits;
    if (expected.limits) assert.deepEqual([first, last], expected.limits.map(Date.parse));
    assert.ok(times.flat().every((time) => time >= first && time <= last));
    assert.ok(first > Date.parse("2023-12-01") && last < Date.parse("2024-12-01"), `${drawn.limits}`);
    assert.match(drawn.ticks.join(" "), /202[34]/);
    assert.doesNotMatch(drawn.ticks.join(" "), /\d{5}|1970/);
    const download = await save(page, "CSV");
    const rows = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n")
      .slice(1);
    assert.deepEqual(
      rows.map((row) => row.split(",").at(-1)),
      expected.table,
    );
    await page.getByText("Show data").click();
    assert.deepEqual(await page.locator(".chart-data tbody td:last-child").allInnerTexts(), expected.table);
    assertNoTrouble();
  });
}

test("a gap has no time in the tooltip", async () => {
  const content = plan([days[0], null], "x");
  content.data.datasets.push({ label: "Actual", data: [null, days[1]] });
  const { page, assertNoTrouble } = await open(browser, await linkToChart(key, content), looks.desktop);
  await assertDrawn(page);
  const lines = await page.evaluate(() => {
    const chart = Chart.getChart(document.querySelector(".chart-frame canvas"));
    const row = [0, 1].map((datasetIndex) => ({ datasetIndex, index: 0 }));
    chart.tooltip.setActiveElements(row, { x: 0, y: 0 });
    chart.update();
    return chart.tooltip.body.flatMap(({ lines }) => lines);
  });
  assert.deepEqual(lines, [`Phase: ${written.tooltips[0]}`]);
  assertNoTrouble();
});

test("bars to a time have it at their end, and begin with the axis", async () => {
  const content = plan(["2024-01-10", "2024-02-10"], "x", { min: "2024-01-01" });
  const { page, assertNoTrouble } = await open(browser, await linkToChart(key, content), looks.desktop);
  await assertDrawn(page);
  const texts = await page.evaluate(() => {
    const chart = Chart.getChart(document.querySelector(".chart-frame canvas"));
    const drawn = [];
    chart.ctx.fillText = (text) => drawn.push(text);
    chart.draw();
    delete chart.ctx.fillText;
    return drawn;
  });
  for (const time of ["10 Jan 2024", "10 Feb 2024"]) assert.ok(texts.includes(time), texts.join(", "));
  assertNoTrouble();
});
