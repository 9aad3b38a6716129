// What is read stays in place while a page opens, and in the minutes after.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { charts, vegaLite } from "../../documents/charts.mjs";
import { manyRows } from "../../documents/many_rows.mjs";
import { content, pdf } from "../../documents/pdf_writer.mjs";
import { image, png } from "../../documents/pictures.mjs";
import { markdown, share } from "../../service/api_client.mjs";
import { newContext } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";

const widths = [320, 375, 768, 1280, 1920];
const most = 0.02;
const longTitle = "What the keepers of the harbour lights wrote down in the winter of the great storm";
const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const table = (rows) => ({ template: "table", title: "Lights", content: manyRows(rows) });
const pages = {
  document: [markdown(read("../../documents/guide.md"), { title: longTitle, description: longTitle }), "h1"],
  "short document": [markdown("# Notes\n\nA few words."), "h1"],
  code: [
    { template: "code", content: { filename: "a.mjs", text: read("../browser.mjs") } },
    ".code-text .hljs-keyword",
  ],
  "table of 30 rows": [table(30), ".table-tools input"],
  "table of 1000 rows": [{ ...table(1000), title: longTitle }, "[data-loaded]"],
  chart: [{ template: "chart", title: longTitle, content: charts.bars }, "canvas"],
  "vega-lite chart": [
    { template: "chart", title: "Lights", content: Object.values(vegaLite)[0] },
    ".chart-frame :is(canvas, svg)",
  ],
  "document with a diagram": [
    markdown("# Plan\n\n```mermaid\nflowchart LR\n  A --> B\n```\n\nThe end.", { title: longTitle }),
    "iframe.is-drawn",
  ],
  picture: [
    image(png({ width: 1600, height: 2400 }), { alt: longTitle }, { title: longTitle }),
    "#picture img",
  ],
  pdf: [{ template: "pdf", title: longTitle, content: content(pdf([["a"], ["b"]])) }, ".textLayer span"],
};

for (const [name, [artifact, isWhole]] of Object.entries(pages)) {
  test(`nothing moves: ${name}`, async () => {
    const { url } = await share(key, { ...artifact, showHistory: true, expiresIn: "30h" });
    for (const width of widths) {
      const context = await newContext(browser, { viewport: { width, height: 800 } });
      const page = await context.newPage();
      await page.clock.install();
      await page.goto(url);
      await page.locator(isWhole).first().waitFor();
      await page.waitForLoadState("load");
      await page.clock.runFor(150_000);
      const moved = await page.evaluate(() =>
        new Promise((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
          observer.observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(observer.takeRecords())));
        }).then((entries) =>
          entries.map(({ value, sources }) => [
            value,
            ...sources.map(
              ({ node }) => (node?.className ?? node?.parentElement?.className) || node?.nodeName,
            ),
          ]),
        ),
      );
      const sum = moved.reduce((all, [value]) => all + value, 0);
      assert.ok(sum < most, `${width}: ${JSON.stringify(moved)}`);
      await context.close();
    }
  });
}
