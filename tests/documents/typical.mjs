// An artifact of each kind as people share them, by the names that docs/performance.md has for their pages, which are
// weighed and timed.
import { readFileSync } from "node:fs";
import { charts, vegaLite } from "./charts.mjs";
import { manyRows } from "./many_rows.mjs";
import { content, pdf } from "./pdf_writer.mjs";
import { image, png } from "./pictures.mjs";

const text = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const markdown = (source, more) => ({ template: "markdown", content: { text: source }, ...more });
const chart = (specification) => ({ template: "chart", content: specification });
const table = (rows) => ({ template: "table", content: rows });
const pages = (count) => pdf(Array.from({ length: count }, (_, i) => [`Harbour report, page ${i + 1}`]));
const report = (count) => ({ template: "pdf", content: content(pages(count)) });

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

export const typicalArtifacts = {
  Markdown: markdown(text("guide.md")),
  Chart: chart(charts.bars),
  Table: table(ships),
  Code: { template: "code", content: { filename: "pdf_writer.mjs", text: text("pdf_writer.mjs") } },
  PDF: report(8),
  "Table of 1,000 rows": table(manyRows(1000)),
  "Table of 50,000 rows": table(manyRows(50_000)),
  "PDF of 14 pages": report(14),
  "Web page": { template: "html", content: { html: "<h1>Tides</h1><p>High at noon.</p>" } },
  Picture: image(png(), { alt: "Red and blue" }, { title: "Flag" }),
  "Markdown without code": markdown("# Notes\n\nA few words."),
  "Markdown with formulas": markdown("$$\\int_0^1 x\\,dx$$"),
  "Markdown with a diagram": markdown("```mermaid\nflowchart LR\n  A --> B\n```"),
  "Chart of Vega-Lite": chart(Object.values(vegaLite)[0]),
  "PDF on another site": { template: "pdf", content: { url: "https://docs.example.org/report.pdf" } },
  "Password prompt": markdown("x", { password: "open sesame" }),
};
