// Vega-Lite specifications whose drawing would never finish: the page ends it after ten seconds, and can be used meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { vegaLite } from "../../documents/charts.mjs";
import { devices, open } from "../browser.mjs";
import { linkToChart } from "./chart_looks.mjs";
import { browser, key } from "../one_browser.mjs";

// Each keeps a thread busy for minutes, or for ever: the calculations by the number of rows.
const manyRows = { values: Array.from({ length: 500 }, (_, i) => ({ a: `${i}`, b: i, u: "" })) };
const endless = {
  "a sequence of numbers": { transform: [{ calculate: "length(sequence(1e8))", as: "c" }] },
  "a text of many letters": { transform: [{ calculate: "length(pad('x', 1e9, 'yz'))", as: "c" }] },
  "rows made of nothing": { data: { sequence: { start: 0, stop: 1e9 } } },
};
for (const [name, more] of Object.entries(endless)) {
  test(`a specification that never finishes leaves the page responsive: ${name}`, async () => {
    const content = { ...vegaLite["vega-lite bars"], data: manyRows, ...more };
    const { page } = await open(browser, await linkToChart(key, content), devices.desktop);
    let isShown = false;
    const problem = page.locator(".chart-problem");
    const shown = problem.waitFor().then(() => (isShown = true));
    // Soon the data is there to be read, and the page answers again and again meanwhile.
    await page.locator(".chart-data").waitFor();
    let answers = 0;
    for (; !isShown; ++answers) {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      assert.ok(await page.locator(".chart-data").isVisible());
    }
    await shown;
    const text = await problem.textContent();
    assert.match(text, /takes too long|could not be drawn/);
    // What could not be drawn may have ended at once.
    if (/takes too long/.test(text)) assert.ok(answers >= 3, `the page answered ${answers} times`);
    assert.ok(await page.locator(".chart-data[open]").isVisible());
  });
}
