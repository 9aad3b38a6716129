// Second, logarithmic, reversed and fixed axes, and colours, in the forms of all libraries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, open } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";
import { assertDrawn, linkToChart, looks } from "./chart_looks.mjs";

const labels = ["May", "June", "July"];
const sales = [1000, 20000, 300000];
const rates = [10, 20, 30];
const rateAxis = { min: 0, max: 50 };

// Sales on a logarithmic axis at the left, and rates on a reversed one from 0 to 50 at the right. Bars in two colours.
const dialects = {
  "Chart.js": {
    type: "bar",
    data: {
      labels,
      datasets: [
        { label: "Sales", data: sales, yAxisID: "left-y-axis", backgroundColor: ["red", "blue", "red"] },
        { label: "Rate", type: "line", data: rates, yAxisID: "right-y-axis", borderColor: "green" },
      ],
    },
    options: {
      scales: {
        "left-y-axis": { type: "logarithmic", position: "left", title: { display: true, text: "EUR" } },
        "right-y-axis": { position: "right", reverse: true, ...rateAxis },
      },
    },
  },
  Plotly: {
    data: [
      { type: "bar", name: "Sales", x: labels, y: sales, marker: { color: ["red", "blue", "red"] } },
      { mode: "lines", name: "Rate", x: labels, y: rates, yaxis: "y2", line: { color: "green" } },
    ],
    layout: {
      yaxis: { type: "log", title: { text: "EUR" } },
      yaxis2: { overlaying: "y", side: "right", range: [50, 0] },
    },
  },
  Highcharts: {
    chart: { type: "column" },
    xAxis: { categories: labels },
    yAxis: [
      { type: "logarithmic", title: { text: "EUR" } },
      { opposite: true, reversed: true, ...rateAxis },
    ],
    series: [
      { name: "Sales", color: "red", data: [1000, { y: 20000, color: "blue" }, 300000] },
      { name: "Rate", type: "line", yAxis: 1, color: "green", data: rates },
    ],
  },
  ECharts: {
    xAxis: { type: "category" },
    yAxis: [
      { type: "log", name: "EUR" },
      { type: "value", inverse: true, ...rateAxis },
    ],
    dataset: {
      source: [["month", "Sales", "Rate"], ...labels.map((label, i) => [label, sales[i], rates[i]])],
    },
    series: [
      { type: "bar", color: "red" },
      { type: "line", yAxisIndex: 1, lineStyle: { color: "green" } },
    ],
  },
  "the service's own form": {
    type: "bar",
    data: labels.map((month, i) => ({ month, Sales: sales[i], Rate: rates[i] })),
    xKey: "month",
    y2Keys: ["Rate"],
    yAxis: [
      { type: "logarithmic", title: "EUR" },
      { reversed: true, ...rateAxis },
    ],
    colors: ["red", "green"],
  },
};

for (const [name, content] of Object.entries(dialects))
  test(`axes and colours of ${name} are drawn`, async () => {
    const { page, assertNoTrouble } = await open(browser, await linkToChart(key, content), looks.desktop);
    await assertDrawn(page);
    const drawn = await page.evaluate(() => {
      const chart = Chart.getChart(document.querySelector(".chart-frame canvas"));
      return chart.data.datasets.map((dataset, i) => {
        const { yScale, data: marks } = chart.getDatasetMeta(i);
        const { type, position, min, max } = yScale;
        const colours = marks.map(({ options }) => options.backgroundColor);
        return {
          label: dataset.label,
          type,
          position,
          reversed: yScale.options.reverse === true,
          ends: type === "linear" ? [min, max] : undefined,
          places: marks.map(({ y }) => Math.round(yScale.getValueForPixel(y))),
          colour: chart.config.type === "bar" && i === 0 ? colours : undefined,
          line: dataset.borderColor,
        };
      });
    });
    const [bars, line] = drawn;
    assert.deepEqual(
      [bars.label, bars.type, bars.position, bars.reversed],
      ["Sales", "logarithmic", "left", false],
    );
    assert.deepEqual(
      [line.label, line.type, line.position, line.reversed],
      ["Rate", "linear", "right", true],
    );
    assert.deepEqual(line.ends, [0, 50]);
    assert.deepEqual(line.places, rates);
    assert.match(String(bars.colour[0]), /^rgba?\(255, 0, 0\b/);
    const hasTwoColours = ["Chart.js", "Plotly", "Highcharts"].includes(name);
    assert.match(String(bars.colour[1]), hasTwoColours ? /^rgba?\(0, 0, 255\b/ : /^rgba?\(255, 0, 0\b/);
    if (name !== "the service's own form") assert.match(String(line.line), /^rgba?\(0, 128, 0\b/);
    const canvas = page.locator(".chart-frame canvas");
    assert.match(
      await canvas.evaluate((element) => element.ariaLabel),
      /Sales \(left axis: EUR\), Rate \(right axis\)/,
    );
    const headings = await page.locator(".chart-data th[scope=col]").allTextContents();
    assert.deepEqual(headings.slice(1), ["Sales (left axis: EUR)", "Rate (right axis)"]);
    assertNoTrouble();
  });

test("a chart with two axes is accessible", async () => {
  const { page } = await open(browser, await linkToChart(key, dialects.Highcharts), looks.phone);
  await assertDrawn(page);
  await assertAccessible(page);
});
