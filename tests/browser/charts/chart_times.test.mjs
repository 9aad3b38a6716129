// Time axes of charts whose times are written in the sender's own format.
import assert from "node:assert/strict";
import { test } from "node:test";
import { linkToChart, looks } from "./chart_looks.mjs";
import { open } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";

const time = (...parts) => Date.UTC(...parts);

// Each with texts in it, and the times that they say.
const parsers = {
  "yyyy-MM-dd": { "2026-01-15": time(2026, 0, 15), "2026-02-01": time(2026, 1, 1) },
  "YYYY-MM-DD HH:mm": {
    "2026-01-15 14:30": time(2026, 0, 15, 14, 30),
    "2026-01-16 09:05": time(2026, 0, 16, 9, 5),
  },
  "HH:mm": { "09:05": time(1970, 0, 1, 9, 5), "23:59": time(1970, 0, 1, 23, 59) },
  "MMM d, yyyy": { "Jan 15, 2026": time(2026, 0, 15), "Dec 1, 2026": time(2026, 11, 1) },
  "d MMM y": { "15 Jan 2026": time(2026, 0, 15), "1 Dec 2026": time(2026, 11, 1) },
  "MM/dd/yyyy": { "01/15/2026": time(2026, 0, 15), "12/01/2026": time(2026, 11, 1) },
  "d.M.yyyy": { "15.1.2026": time(2026, 0, 15), "1.12.2026": time(2026, 11, 1) },
  "h:mm a": { "2:30 pm": time(1970, 0, 1, 14, 30), "12:05 am": time(1970, 0, 1, 0, 5) },
  "yyyy-MM-dd'T'HH:mm:ss.SSS": {
    "2026-01-15T10:20:30.004": time(2026, 0, 15, 10, 20, 30, 4),
    "2026-01-15T10:20:31.500": time(2026, 0, 15, 10, 20, 31, 500),
  },
  "[Day] D [of] MMMM YYYY (HH:mm)": {
    "Day 15 of January 2026 (10:20)": time(2026, 0, 15, 10, 20),
    "Day 1 of December 2026 (00:00)": time(2026, 11, 1),
  },
  yyyy年M月d日: { "2026年1月15日": time(2026, 0, 15), "2026年12月1日": time(2026, 11, 1) },
  "DD T": { "15 Jan 2026, 14:30": time(2026, 0, 15, 14, 30), "1 Dec 2026, 00:00": time(2026, 11, 1) },
  "MMM. d, yyyy h:mm a": {
    "Jan. 15, 2026 2:30 p.m.": time(2026, 0, 15, 14, 30),
    "Sept. 1, 2026 2:30 a.m.": time(2026, 8, 1, 2, 30),
  },
  "yyyyMMdd'T'HHmm": {
    "20260115T1430": time(2026, 0, 15, 14, 30),
    "20260116T0905": time(2026, 0, 16, 9, 5),
  },
  LL: { "15 January 2026": time(2026, 0, 15), "1 December 2026": time(2026, 11, 1) },
};

// The times at which the chart has its points.
async function timesOf(content, options) {
  const { page, context, assertNoTrouble } = await open(browser, await linkToChart(key, content), {
    ...looks.desktop,
    ...options,
  });
  await page.locator(".chart-frame canvas, .chart-problem").first().waitFor();
  assert.deepEqual(await page.locator(".chart-problem").allInnerTexts(), []);
  const times = await page.evaluate(() =>
    Chart.getChart(document.querySelector(".chart-frame canvas")).data.datasets[0].data.map(({ x }) => x),
  );
  assertNoTrouble();
  await context.close();
  return times;
}

for (const [parser, texts] of Object.entries(parsers)) {
  test(`times in the format ${parser} are read`, async () => {
    const labels = Object.keys(texts);
    const options = { scales: { x: { type: "time", time: { parser } } } };
    const datasets = [{ label: "Level", data: [1, 2] }];
    assert.deepEqual(
      await timesOf({ type: "line", data: { labels, datasets }, options }),
      Object.values(texts),
    );
    const points = labels.map((x, i) => ({ x, y: i }));
    assert.deepEqual(
      await timesOf({ type: "line", data: { datasets: [{ label: "Level", data: points }] }, options }),
      Object.values(texts),
    );
  });
}

test("times that are not in the parser's format are read as ISO 8601", async () => {
  const options = { scales: { x: { type: "time", time: { parser: "MMM d, yyyy" } } } };
  const data = { labels: ["2026-01-15", "2026-01-16"], datasets: [{ label: "Level", data: [1, 2] }] };
  assert.deepEqual(await timesOf({ type: "line", data, options }), [time(2026, 0, 15), time(2026, 0, 16)]);
});

// Times that browsers can read by themselves.
const texts = {
  "15-Jan-2026": time(2026, 0, 15),
  "01-15-2026": time(2026, 0, 15),
  "15 Jan 2026 10:00": time(2026, 0, 15, 10),
  "15 Jan 2026 10:00 EST": time(2026, 0, 15, 15),
  "15 Jan 2026 10:00:30 +0100": time(2026, 0, 15, 9, 0, 30),
  "2026-01-15T10:00:30.5-05:00": time(2026, 0, 15, 15, 0, 30, 500),
  // Clocks in Berlin and in New York skip these.
  "2026-03-29T02:30": time(2026, 2, 29, 2, 30),
  "29 Mar 2026 02:30": time(2026, 2, 29, 2, 30),
  "2026-03-08 02:30": time(2026, 2, 8, 2, 30),
  "Thu Jan 15 2026 10:20:30 GMT+0100 (Central European Standard Time)": time(2026, 0, 15, 9, 20, 30),
};

for (const timezoneId of ["Europe/Berlin", "America/New_York"]) {
  test(`times are the same for a viewer in ${timezoneId}`, async () => {
    const labels = Object.keys(texts);
    const data = { labels, datasets: [{ label: "Level", data: labels.map((_, i) => i) }] };
    const options = { scales: { x: { type: "time" } } };
    assert.deepEqual(await timesOf({ type: "line", data, options }, { timezoneId }), Object.values(texts));
  });
}

// Formats with texts that a pattern could divide among the tokens in more ways than a browser can try.
const endless = {
  "names beside each other": [`${"aE".repeat(29)}a!`, "x".repeat(90)],
  "names and full stops": [`${"a.E.".repeat(14)}!`, "x.".repeat(45)],
  "numbers beside each other": [`${"bc".repeat(29)}!`, "1".repeat(90)],
  "texts that are too long": [`${"aE".repeat(29)}a!`, "x".repeat(2000)],
};

for (const [name, [parser, label]] of Object.entries(endless)) {
  test(`a parser does not keep the page busy: ${name}`, async () => {
    const options = { scales: { x: { type: "time", time: { parser } } } };
    const data = { labels: [label, "2026-01-15"], datasets: [{ label: "Level", data: [1, 2] }] };
    const url = await linkToChart(key, { type: "line", data, options });
    const { page, assertNoTrouble } = await open(browser, url, looks.desktop);
    await page.getByText("Values not drawn, as their dates cannot be read: 1.").waitFor();
    assertNoTrouble();
  });
}
