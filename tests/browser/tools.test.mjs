// What can be done with a page is offered alike on the pages of all templates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { charts, vegaLite } from "../documents/charts.mjs";
import { content, pdf } from "../documents/pdf_writer.mjs";
import { markdown, share } from "../service/api_client.mjs";
import { open } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

const document = markdown("# Notes\n\nA few words.");
const downloads = ["Download PNG", "Download SVG", "Download CSV"];
// What is shown comes first, then what is copied, then what is saved.
const offered = [
  [document, ["View Markdown", "Copy link"]],
  [{ template: "code", content: { text: "a", filename: "a.txt" } }, ["Copy", "Download"]],
  [{ template: "table", content: { columns: ["a"], rows: [[1]] } }, ["View", "Copy", "Download CSV"]],
  [{ template: "chart", content: charts.bars }, downloads],
  [{ template: "chart", content: Object.values(vegaLite)[0] }, downloads],
  [{ template: "pdf", content: content(pdf([["a"]])), allowDownload: true }, ["Download"]],
];

test("what can be done with a page looks alike, in the same order", async () => {
  const looks = new Set();
  for (const [artifact, names] of offered) {
    const { url } = await share(key, artifact);
    const { page, context } = await open(browser, url);
    const tools = page.locator(".tool");
    await tools.last().waitFor();
    assert.deepEqual(
      await tools.allInnerTexts().then((texts) => texts.map((text) => text.replace(" ▾", ""))),
      names,
    );
    for (const look of await tools.evaluateAll((all) =>
      all.map((one) => {
        const { color, backgroundColor, borderColor, borderRadius, font } = getComputedStyle(one);
        const { height } = one.getBoundingClientRect();
        return [color, backgroundColor, borderColor, borderRadius, font, Math.round(height)].join("; ");
      }),
    ))
      looks.add(look);
    await context.close();
  }
  assert.equal(looks.size, 1, [...looks].join("\n"));
});

test("the text of a document does not move when its buttons appear", async () => {
  const { page } = await open(browser, (await share(key, document)).url);
  const topOf = () => page.getByText("A few words.").evaluate((text) => text.getBoundingClientRect().top);
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  const after = await topOf();
  await page.route(/\/page\.\w+\.js$/, (route) => route.abort());
  await page.reload();
  assert.equal(await topOf(), after);
});

test("a download that fails says so", async () => {
  const { url } = await share(key, { template: "chart", content: charts.bars });
  const { page } = await open(browser, url);
  await page.route(/chart_svg/, (route) => route.abort());
  await page.getByRole("button", { name: "Download SVG" }).click();
  await page.getByRole("button", { name: "Download failed" }).waitFor();
  await page.getByRole("button", { name: "Download SVG" }).waitFor();
});

test("the tools of a table stand in one row where there is room, and take the place that is kept for them", async () => {
  const table = { template: "table", content: { columns: ["a"], rows: [[1]] } };
  const { url } = await share(key, table);
  for (const [width, rows] of [
    [390, 2],
    [700, 1],
    [1280, 1],
  ]) {
    const { page, context } = await open(browser, url, { viewport: { width, height: 800 } });
    const topOfTable = () => page.locator("table").evaluate((shown) => shown.getBoundingClientRect().top);
    await page.getByRole("button", { name: "Copy" }).waitFor();
    const tops = await page
      .locator(".table-tools > :is(input, button)")
      .evaluateAll((tools) => tools.map((tool) => tool.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, rows, `${width}: ${tops.join(" ")}`);
    const after = await topOfTable();
    await page.route(/\/table\.\w+\.js$/, (route) => route.abort());
    await page.reload();
    assert.equal(await topOfTable(), after, `${width}`);
    await context.close();
  }
});
