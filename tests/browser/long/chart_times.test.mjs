// Time axes of charts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { linkToChart, looks } from "./chart_looks.mjs";
import { open } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";

const time = (...parts) => Date.UTC(...parts);

// Clocks in Berlin and in New York skip some of them.
const texts = {
  "15-Jan-2026": time(2026, 0, 15),
  "15 Jan 2026 10:00": time(2026, 0, 15, 10),
  "2026-01-15T10:00:30.5-05:00": time(2026, 0, 15, 15, 0, 30, 500),
  "2026-03-29T02:30": time(2026, 2, 29, 2, 30),
  "29 Mar 2026 02:30": time(2026, 2, 29, 2, 30),
  "2026-03-08 02:30": time(2026, 2, 8, 2, 30),
};

const openChart = async (labels, options) => {
  const data = { labels, datasets: [{ label: "Level", data: labels.map((_, i) => i) }] };
  const content = { type: "line", data, options: { scales: { x: { type: "time" } } } };
  return open(browser, await linkToChart(key, content), { ...looks.desktop, ...options });
};

for (const timezoneId of ["Europe/Berlin", "America/New_York"]) {
  test(`times are the same for a viewer in ${timezoneId}`, async () => {
    const { page, context, assertNoTrouble } = await openChart(Object.keys(texts), { timezoneId });
    await page.locator(".chart-frame canvas, .chart-problem").first().waitFor();
    assert.deepEqual(await page.locator(".chart-problem").allInnerTexts(), []);
    const times = await page.evaluate(() =>
      Chart.getChart(document.querySelector(".chart-frame canvas")).data.datasets[0].data.map(({ x }) => x),
    );
    assert.deepEqual(times, Object.values(texts));
    assertNoTrouble();
    await context.close();
  });
}

test("a chart says how many values have no time that can be read", async () => {
  const { page, assertNoTrouble } = await openChart(["some day", "2026-01-15"]);
  await page.getByText("Values not drawn, as their dates cannot be read: 1.").waitFor();
  assertNoTrouble();
});
