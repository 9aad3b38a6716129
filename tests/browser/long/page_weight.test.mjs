// How many bytes a page takes over the wire, held against what docs/page-weight.md says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { charts, vegaLite } from "../../documents/charts.mjs";
import { content, pdf } from "../../documents/pdf_writer.mjs";
import { markdown, origin, request, share } from "../../service/api_client.mjs";
import { newContext } from "../browser.mjs";
import { manyRows } from "../large_table.mjs";
import { browser, key } from "../one_browser.mjs";

const text = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const guide = text("../../documents/guide.md");
const ships = {
  columns: ["Ship", "Flag", "Tons", "Arrived", "Berth"],
  rows: Array.from({ length: 50 }, (_, i) => [
    `Ship number ${i}`,
    ["Norway", "Portugal", "Japan", "Chile"][i % 4],
    (i * 7919) % 9001,
    `2026-0${1 + (i % 9)}-1${i % 10}`,
    i % 12,
  ]),
};
const code = { filename: "pdf_writer.mjs", text: text("../../documents/pdf_writer.mjs") };
const report = pdf(Array.from({ length: 8 }, (_, i) => [`Harbour report, page ${i + 1}`]));

// The pages of the document's table, and what tells that all of one is there.
const pages = {
  // Code is highlighted when it comes near the view.
  Markdown: { artifact: markdown(guide), seen: "pre code", isWhole: "pre .hljs-keyword" },
  Chart: { artifact: { template: "chart", content: charts.bars }, isWhole: ".chart-legend button" },
  Table: { artifact: { template: "table", content: ships }, isWhole: ".table-tools input" },
  PDF: { artifact: { template: "pdf", content: content(report) }, isWhole: ".textLayer span" },
  Code: { artifact: { template: "code", content: code }, isWhole: ".code-text .hljs-keyword" },
  "Table of 1,000 rows": {
    artifact: { template: "table", content: manyRows(1000) },
    isWhole: "table[data-loaded]",
  },
  "Markdown without code": { artifact: markdown("# Notes\n\nA few words."), isWhole: "h1" },
  "Markdown with formulas": { artifact: markdown("$$\\int_0^1 x\\,dx$$"), isWhole: ".math.is-drawn" },
  "Markdown with a diagram": {
    artifact: markdown("```mermaid\nflowchart LR\n  A --> B\n```"),
    isWhole: ".diagram.is-drawn",
  },
  "Chart of Vega-Lite": {
    artifact: { template: "chart", content: Object.values(vegaLite)[0] },
    isWhole: ".chart-frame :is(canvas, svg)",
  },
  "PDF on another site": {
    artifact: { template: "pdf", content: { url: "https://docs.example.org/report.pdf" } },
    isWhole: "#pdf-show:not([hidden])",
  },
  "Password prompt": { artifact: markdown("x", { password: "open sesame" }), isWhole: "input" },
};

const kinds = { document: "HTML", stylesheet: "CSS", script: "JavaScript" };
const columns = ["HTML", "CSS", "JavaScript", "other", "all"];

// { page: { HTML, CSS, … } } of the document's table.
function statedFigures() {
  const rows = text("../../../docs/page-weight.md")
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
async function weigh({ artifact, seen, isWhole }) {
  const { url } = await share(key, artifact);
  const context = await newContext(browser);
  const page = await context.newPage();
  const loaded = new Map();
  context.on("request", (sent) => {
    if (sent.url().startsWith(`${origin}/`)) loaded.set(sent.url(), kinds[sent.resourceType()] ?? "other");
  });
  await page.goto(url);
  if (seen) for (const part of await page.locator(seen).all()) await part.scrollIntoViewIfNeeded();
  await page.locator(isWhole).first().waitFor();
  await page.waitForLoadState("networkidle");
  await context.close();

  const weight = Object.fromEntries(columns.map((column) => [column, 0]));
  for (const [address, kind] of loaded) {
    // The document that is shown is no part of the page around it.
    if (new URL(address).pathname.endsWith("/file")) continue;
    const headers = { "accept-encoding": "gzip" };
    const { bytes } = await request("GET", address, { headers });
    weight[kind] += bytes.length;
    weight.all += bytes.length;
  }
  return weight;
}

for (const [name, page] of Object.entries(pages)) {
  test(`has the documented page weight: ${name}`, async () => {
    const stated = statedFigures()[name];
    const measured = await weigh(page);
    const found = `| ${[name, ...columns.map((column) => measured[column].toLocaleString("en-US"))].join(" | ")} |`;
    assert.ok(stated, `docs/page-weight.md lacks ${found}`);
    for (const column of columns) {
      const limit = stated[column] * 1.02 + 20;
      assert.ok(measured[column] <= limit, `${column} is more than docs/page-weight.md says: ${found}`);
    }
  });
}
