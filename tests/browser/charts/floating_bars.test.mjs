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
