// What is checked in the content of charts, tables, PDF documents and code, and what is left alone.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newAccount } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";

let key;
before(() => ({ key } = newAccount()));

const create = (template, content) => call(key, "POST", "/artifacts", { template, content });
const base64 = (text) => Buffer.from(text).toString("base64");
const pdf = base64("%PDF-1.7\n%%EOF\n");

const assertTaken = (template, contents) =>
  Promise.all(
    contents.map(async (content) => {
      const created = await create(template, content);
      assert.equal(created.status, 201, `${JSON.stringify(content).slice(0, 200)}: ${created.text}`);
      assert.deepEqual((await call(key, "GET", `/artifacts/${created.json.id}`)).json.content, content);
    }),
  );

// Each content is refused with the place of its fault, on creation and on update.
async function assertRefused(template, cases) {
  const { json } = await create(template, {});
  const update = (content) => call(key, "PUT", `/artifacts/${json.id}`, { content });
  await Promise.all(
    cases.map(async ([content, pointer]) => {
      assertError(await create(template, content), 400, "invalid_content", pointer);
      assertError(await update(content), 400, "invalid_content", pointer);
    }),
  );
}

const chart = (dataset, labels = ["a", "b"]) => ({ type: "bar", data: { labels, datasets: [dataset] } });

test("accepts charts of every type and form", () =>
  assertTaken("chart", [
    ...[
      "bar",
      "line",
      "area",
      "pie",
      "doughnut",
      "scatter",
      "bubble",
      "radar",
      "polarArea",
      "column",
      "donut",
      "horizontalBar",
    ].map((type) => ({ ...chart({ label: "x", data: [1, 2.5] }), type })),
    chart({ label: "x", data: [1, null] }),
    { ...chart({ label: "x", data: [1], type: "line" }), options: { any: { thing: 1 } } },
    { type: "scatter", data: { datasets: [{ data: [{ x: 1, y: 2 }] }] } },
    { type: "bubble", data: { datasets: [{ data: [{ x: 1, y: 2, r: 3 }] }] } },
    { type: "bar", labels: ["a"], values: [1] },
    { type: "bar", labels: ["a"], datasets: [{ data: [1] }] },
    { type: "pie", data: [{ label: "a", value: 1 }] },
    { type: "bar", data: [{ category: "a", amount: 1 }] },
    { type: "line", xKey: "day", yKeys: ["p", "q"], data: [{ day: "Mo", p: 1, q: 2 }] },
    { chartType: "line", labels: ["a"], series: [{ name: "s", data: [1] }] },
    { config: chart({ data: [1] }) },
    { chart: chart({ data: [1] }) },
    {
      $schema: "https://vega.github.io/schema/vega-lite/v5.json",
      data: { values: [{ a: 1 }] },
      mark: "bar",
      encoding: { x: { field: "a" } },
    },
    { data: [{ type: "bar", x: ["a"], y: { dtype: "i1", bdata: "AQ==" } }], layout: {} },
    {},
    { nothing: ["to", "render"] },
  ]));

test("rejects chart fields of a wrong type with their place", () =>
  assertRefused("chart", [
    [{ ...chart({ data: [1] }), type: 5 }, "/content/type"],
    [{ type: "bar", data: "x" }, "/content/data"],
    [{ type: "bar", data: { labels: "x", datasets: [] } }, "/content/data/labels"],
    [{ type: "bar", data: { labels: [], datasets: {} } }, "/content/data/datasets"],
    [{ type: "bar", data: { labels: [], datasets: [{ data: [1] }, 5] } }, "/content/data/datasets/1"],
    [chart({ data: "x" }), "/content/data/datasets/0/data"],
    [chart({ label: {}, data: [1] }), "/content/data/datasets/0/label"],
    [chart({ data: [1, "x"] }), "/content/data/datasets/0/data/1"],
  ]));

test("accepts tables of every form", () =>
  assertTaken("table", [
    {
      columns: ["a", "b"],
      rows: [
        [1, "x"],
        [null, true],
      ],
    },
    { columns: [{ key: "a", label: "A", align: "right", format: "number" }], rows: [{ a: 1 }, {}] },
    { headers: ["a"], data: [[1]] },
    { fields: ["a"], records: [{ a: 1 }] },
    { columns: [{ accessor: "a", header: "A" }], items: [{ a: 1 }] },
    { columns: [{ field: "a", title: "A" }, { id: "b" }, { name: "c" }], rows: [{ a: 1 }] },
    { rows: [{ z: 1, a: 2 }, { b: 3 }] },
    { rows: [] },
    { columns: [], rows: [] },
    { csv: 'a,b\r\n"x ""y""",2\r\n' },
    { a: [1, 2], b: ["x", null] },
    { data: { a: { 0: 1, 1: 2 }, b: { 0: "x", 1: null } } },
    {},
    { nothing: ["to", "render"] },
  ]));

test("rejects table fields of a wrong type with their place", () =>
  assertRefused("table", [
    [{ rows: "x" }, "/content/rows"],
    [{ columns: "x", rows: [] }, "/content/columns"],
    [{ columns: ["a", []], rows: [] }, "/content/columns/1"],
    [{ columns: ["a", "b"], rows: [[1, 2], 5] }, "/content/rows/1"],
    [{ csv: 5 }, "/content/csv"],
    [{ headers: {}, rows: [] }, "/content/headers"],
    [{ columns: [{ key: "a", label: {} }], rows: [] }, "/content/columns/0/label"],
  ]));

test("accepts PDF documents of every form", () =>
  assertTaken("pdf", [
    { data: pdf },
    { data: `data:application/pdf;base64,${pdf}` },
    { base64: pdf },
    { file: pdf },
    { pdf },
    { data: pdf, filename: 'ünï "x".pdf' },
    { html: "<h1>x</h1>" },
    { markdown: "# x" },
    { text: "# x" },
    { url: "https://example.com/x.pdf" },
    {},
    { nothing: ["to", "render"] },
  ]));

test("rejects PDF fields of a wrong type with their place", () =>
  assertRefused("pdf", [
    [{ data: 5 }, "/content/data"],
    [{ data: "not base64!" }, "/content/data"],
    [{ data: base64("hello") }, "/content/data"],
    [{ data: `data:application/pdf,${pdf}` }, "/content/data"],
    [{ base64: base64(`${"x".repeat(1025)}%PDF-`) }, "/content/base64"],
    [{ data: "" }, "/content/data"],
    [{ html: 5 }, "/content/html"],
    [{ markdown: [] }, "/content/markdown"],
    [{ url: 5 }, "/content/url"],
    [{ url: "http://example.com/x.pdf" }, "/content/url"],
    [{ url: "javascript:alert(1)" }, "/content/url"],
    [{ url: "file:///etc/passwd" }, "/content/url"],
    [{ url: "//example.com/x.pdf" }, "/content/url"],
    [{ data: pdf, filename: 5 }, "/content/filename"],
  ]));

test("accepts code by every field name", () =>
  assertTaken("code", [
    { text: "a\n\tb\r\n", language: "python", filename: "a.py" },
    { code: "x", lang: "C++", file: "x.cc" },
    { source: "x", name: "x" },
    { content: "" },
    { text: "x", language: "no such language", filename: "../x" },
    {},
    { nothing: ["to", "render"] },
  ]));

test("rejects code fields of the wrong type", () =>
  assertRefused("code", [
    [{ text: 5 }, "/content/text"],
    [{ code: ["x"] }, "/content/code"],
    [{ text: "x", language: 5 }, "/content/language"],
    [{ text: "x", filename: [] }, "/content/filename"],
  ]));

test("says what the content could be where it is missing or no object", async () => {
  for (const [template, example] of [
    ["markdown", '{"text": "# Title"}'],
    ["table", '"rows": [["Berlin", 3]]'],
    ["chart", '"datasets"'],
    ["pdf", '{"markdown": "# Title"}'],
    ["code", '"language": "python"'],
  ]) {
    for (const content of ["# hi", [{ a: 1 }], undefined]) {
      const { status, json } = await create(template, content);
      assert.equal(status, 400);
      assert.equal(json.error.field, "/content");
      assert.ok(json.error.message.endsWith("}"), json.error.message);
      assert.ok(
        json.error.message.includes(`; the template ${template} has, for example, {`),
        json.error.message,
      );
      assert.ok(json.error.message.includes(example), json.error.message);
    }
  }
});
