// How many bytes a page takes over the wire, held against what docs/performance.md says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { typicalArtifacts } from "../../documents/typical.mjs";
import { origin, request, share } from "../../service/api_client.mjs";
import { newContext } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";

const text = (name) => readFileSync(new URL(name, import.meta.url), "utf8");

// What tells that all of a page is there.
const wholePages = {
  Markdown: "pre .hljs-keyword",
  Chart: ".chart-legend button",
  Table: ".table-tools input",
  PDF: ".textLayer span",
  Code: ".code-text .hljs-keyword",
  "Table of 1,000 rows": "table[data-loaded]",
  "Web page": "#web-page",
  Picture: "#picture img",
  "Markdown without code": "h1",
  "Markdown with formulas": ".math.is-drawn",
  "Markdown with a diagram": ".diagram.is-drawn",
  "Chart of Vega-Lite": ".chart-frame :is(canvas, svg)",
  "PDF on another site": "#pdf-show:not([hidden])",
  "Password prompt": "input",
};

const kinds = { document: "HTML", stylesheet: "CSS", script: "JavaScript" };
const columns = ["HTML", "CSS", "JavaScript", "other", "all"];

// { page: { HTML, CSS, … } } of the document's table.
function statedFigures() {
  const rows = text("../../../docs/performance.md")
    .split("\n")
    .filter((line) => /^\| (?!page|---)/.test(line) && /\d \|$/.test(line))
    .map((line) => line.slice(2, -2).split(" | "))
    .filter((cells) => cells.length === columns.length + 1);
  return Object.fromEntries(
    rows.map(([page, ...figures]) => [
      page,
      Object.fromEntries(columns.map((column, i) => [column, Number(figures[i].replaceAll(",", ""))])),
    ]),
  );
}

// The bytes of what the page loads, as nginx sends it: the browser says what, and each is asked for again.
async function weigh(name, isWhole) {
  const { url } = await share(key, typicalArtifacts[name]);
  const context = await newContext(browser);
  const page = await context.newPage();
  const loaded = new Map();
  context.on("request", (sent) => {
    if (sent.url().startsWith(`${origin}/`)) loaded.set(sent.url(), kinds[sent.resourceType()] ?? "other");
  });
  await page.goto(url);
  // Code is highlighted when it comes near the view.
  if (name === "Markdown")
    for (const part of await page.locator("pre code").all()) await part.scrollIntoViewIfNeeded();
  await page.locator(isWhole).first().waitFor();
  await page.waitForLoadState("networkidle");
  await context.close();

  const weight = Object.fromEntries(columns.map((column) => [column, 0]));
  for (const [address, kind] of loaded) {
    // The document that is shown is no part of the page around it.
    if (/\/(file|document)$/.test(new URL(address).pathname)) continue;
    const headers = { "accept-encoding": "gzip" };
    const { bytes } = await request("GET", address, { headers });
    weight[kind] += bytes.length;
    weight.all += bytes.length;
  }
  return weight;
}

for (const [name, isWhole] of Object.entries(wholePages)) {
  test(`has the documented page weight: ${name}`, async () => {
    const stated = statedFigures()[name];
    const measured = await weigh(name, isWhole);
    const found = `| ${[name, ...columns.map((column) => measured[column].toLocaleString("en-US"))].join(" | ")} |`;
    assert.ok(stated, `docs/performance.md lacks ${found}`);
    for (const column of columns) {
      const limit = stated[column] * 1.02 + 20;
      assert.ok(measured[column] <= limit, `${column} is more than docs/performance.md says: ${found}`);
    }
  });
}
