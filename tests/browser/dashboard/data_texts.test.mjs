// What the editors of tables and charts make of texts: cells of spreadsheets, CSV, JSON, and numbers. They need no page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { numbersOf } from "../../../pages/assets/chart_columns.mjs";
import { chartOf, withRows } from "../../../pages/assets/chart_editor.mjs";
import {
  filled,
  replaced,
  textOf,
  withColumn,
  withMovedColumns,
  withoutColumns,
  withRow,
} from "../../../pages/assets/data_rows.mjs";
import {
  parseCsv,
  parseJson,
  parsePasted,
  writeCopied,
  writeCsv,
  writeJson,
} from "../../../pages/assets/data_texts.mjs";
import { sourceOfTable } from "../../../pages/assets/table_editor.mjs";

test("takes the cells that spreadsheets copy", () => {
  const cases = [
    [
      "a\tb\r\n1\t2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ['"two\nlines"\t"""quoted"""\n', [["two\nlines", '"quoted"']]],
    [
      '5" pipe\t"open\n"not" whole\tx',
      [
        ['5" pipe', '"open'],
        ['"not" whole', "x"],
      ],
    ],
    ['"two\nlines"', [["two\nlines"]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
    [
      "a\t\n\tb",
      [
        ["a", ""],
        ["", "b"],
      ],
    ],
    ["Smith, John", [["Smith, John"]]],
    [
      'a,b\n"1,5",2\n',
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      "a;b\n1,5;2",
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    ["", [[""]]],
  ];
  for (const [text, cells] of cases) assert.deepEqual(parsePasted(text), cells, text);
  for (const cells of [
    [
      ["a\tb", '"x"', "two\nlines"],
      ["", 'in "it"', "z"],
    ],
  ])
    assert.deepEqual(parsePasted(writeCopied(cells)), cells);
});

test("divides CSV as the service does", () => {
  const cases = new URL("../../unit/core/text/delimiters.json", import.meta.url);
  for (const { text, delimiter } of JSON.parse(readFileSync(cases, "utf8")))
    assert.equal(parseCsv(text).delimiter, delimiter, text);
});

test("reads and writes CSV as the service does", () => {
  const cases = [
    [
      "\ufeffa,b\n1,2",
      ",",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["sep=;\na;b", ";", [["a", "b"]]],
    [
      "a|b\r1|2\r",
      "|",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      'a,b\n"x"y,"q""q"\n\n,',
      ",",
      [
        ["a", "b"],
        ["xy", 'q"q'],
        ["", ""],
      ],
    ],
    ["one\ntwo", ",", [["one"], ["two"]]],
  ];
  for (const [text, delimiter, records] of cases)
    assert.deepEqual(parseCsv(text), { records, delimiter }, text);
  assert.equal(parseCsv('a\n"open'), null);
  for (const records of [
    [["sep=;"], [""], ["x"]],
    [
      ["a;b", "1|2"],
      ['"', "two\nlines"],
      ["", ""],
    ],
  ]) {
    assert.deepEqual(parseCsv(writeCsv(records)).records, records);
    assert.deepEqual(parseCsv(writeCsv(records, ";")).records, records);
  }
});

test("keeps digits and the order of members in JSON", () => {
  const text = '{"2":1.50,"1":[12345678901234567890,"\\u00fc\\n",true,null,{}],"e":1e400}';
  assert.equal(
    writeJson(parseJson(text), null),
    '{ "2": 1.50, "1": [12345678901234567890, "ü\\n", true, null, {}], "e": 1e400 }',
  );
  assert.throws(() => parseJson('{"a":}'), SyntaxError);
});

// The same cases as those of tables, whose columns may have a language, and have percentages as fractions.
test("reads the numbers of a column as tables do", () => {
  const cases = new URL("../../unit/templates/notations.json", import.meta.url);
  const elsewhere = ["1-", "192.168.100.101"]; // marks and addresses of hosts
  for (const { values, type, lang, read } of JSON.parse(readFileSync(cases, "utf8"))) {
    const isOfCells = values.every((value) => typeof value === "string");
    if (!isOfCells || lang || elsewhere.includes(values[0])) continue;
    const numbers = numbersOf(values).map((value) => (value?.text ? Number(value.text) : value));
    if (type !== "number")
      assert.ok(
        numbers.some((one) => typeof one === "string"),
        values.join(),
      );
    else if (!values.includes("1e5"))
      assert.deepEqual(
        numbers,
        read.map((one, i) => (values[i].includes("%") ? Number((100 * one).toPrecision(9)) : one)),
      );
  }
  const texts = (cells) => numbersOf(cells).map((value) => value?.text ?? value);
  assert.deepEqual(texts(["1,234.50", "$5", "12 %", "(3)", "−4", ".5", "1e999"]), [
    "1234.50",
    "5",
    "12",
    "-3",
    "-4",
    "0.5",
    "1e999",
  ]);
  assert.deepEqual(texts(["", "n/a", "-", "about 7"]), [null, null, null, "about 7"]);
});

// What the grid writes after a change.
function edited(text, change) {
  const source = sourceOfTable(text);
  assert.equal(source.reason, undefined);
  return source.write(change(source.rows));
}
const editedJson = (content, change) => JSON.parse(edited(JSON.stringify(content), change));

test("a table keeps what its grid does not show", () => {
  const content = {
    note: "kept",
    columns: ["Region", { key: "rev", label: "Revenue", format: "currency", currency: "EUR", own: 1 }],
    rows: [
      { Region: "North", rev: 1200, hidden: { deep: [1] } },
      { rev: "12", Region: "South" },
    ],
    lang: "de",
  };
  const [region, revenue] = content.columns;
  const cell = editedJson(content, (rows) => filled(rows, 1, 0, [["East"]]));
  assert.deepEqual(cell, { ...content, rows: [{ ...content.rows[0], Region: "East" }, content.rows[1]] });
  assert.deepEqual(Object.keys(cell.rows[1]), ["rev", "Region"]);

  const heading = editedJson(content, (rows) =>
    withMovedColumns(filled(rows, 0, 0, [["Area", "Sum"]]), 0, 0, 1),
  );
  assert.deepEqual(heading.columns, [
    { ...revenue, label: "Sum" },
    { key: "Region", label: "Area" },
  ]);
  assert.deepEqual(heading.rows, content.rows);

  const added = editedJson(content, (rows) =>
    filled(withRow(withColumn(rows, 1), 3), 0, 1, [["Year"], ["2026"]]),
  );
  assert.deepEqual(added.columns, [region, "Year", revenue]);
  assert.deepEqual(added.rows, [{ ...content.rows[0], Year: 2026 }, content.rows[1]]);

  const removed = editedJson(content, (rows) => withoutColumns(rows, 0, 0));
  assert.deepEqual(removed.rows, [{ rev: 1200, hidden: { deep: [1] } }, { rev: "12" }]);

  // Columns are known by their headings.
  const other = editedJson(content, (rows) =>
    replaced(rows, [
      ["Revenue", "Region"],
      ["7", "West"],
    ]),
  );
  assert.deepEqual(other.columns, [revenue, region]);
  // The column had a number as a text.
  assert.deepEqual(other.rows, [{ rev: "7", Region: "West" }]);
});

test("values keep their types in a table of arrays", () => {
  const text = '{"rows": [["id", 1.50, true, {"url": "https://x.example"}, null], ["b"]]}';
  const next = edited(text, (rows) => filled(filled(rows, 2, 1, [["2.0", "false"]]), 1, 0, [["a"]]));
  assert.match(next, /\["a", 1\.50, true, \{ "url": "https:\/\/x\.example" \}, null\], \["b", 2\.0, false\]/);
  assert.deepEqual(JSON.parse(edited('[["n", "v"], ["a", 1]]', (rows) => filled(rows, 1, 1, [["2"]]))), {
    columns: ["n", "v"],
    rows: [["a", 2]],
  });
  assert.deepEqual(
    editedJson({ rows: [1, "x"] }, (rows) => filled(rows, 1, 0, [["3"]])),
    { rows: [3, "x"] },
  );
  assert.deepEqual(
    editedJson({ rows: [[1], [2], [3]] }, (rows) => filled(rows, 1, 0, [["1E2"], ["1e-2"], ["1.5E2"]])),
    { rows: [["1E2"], [1e-2], [150]] },
  );
});

test("columns that are described beside CSV move with it", () => {
  const content = { csv: "a;b;c\n1;2;3\n", columns: [{ label: "A", format: "percent" }, "B"] };
  assert.deepEqual(
    editedJson(content, (rows) => withMovedColumns(filled(rows, 0, 2, [["C"]]), 0, 0, 1)),
    { csv: "b;a;C\n2;1;3\n", columns: ["B", { label: "A", format: "percent" }] },
  );
});

test("a new table has what was typed or a chart's data, and others stay text", () => {
  const ofChart = sourceOfTable(
    '{"type": "pie", "data": {"labels": ["a"], "datasets": [{"label": "n", "data": [1]}]}}',
  );
  assert.equal(ofChart.write(ofChart.rows), ",n\na,1\n");
  assert.equal(
    edited("", (rows) => filled(rows, 0, 0, [["Name"], ["a,b"]])),
    'Name\n"a,b"\n',
  );
  assert.equal(
    edited("", (rows) => rows),
    "",
  );
  for (const text of [
    '{"rows": {"a": [1]}}',
    '{"a": [1, 2], "b": ["x", "y"]}',
    '{"columns": ["a"], "index": ["x"], "data": [[1]]}',
    '{"columns": [["a", "b"]], "rows": [[1]]}',
    '{"columns": ["a", "a"], "rows": [{"a": 1}]}',
    '{"rows": [',
    'a\n"open',
  ])
    assert.match(sourceOfTable(text).reason, /\.$/, text);
});

const chart = {
  type: "bar",
  own: { kept: true },
  data: { labels: ["Q1", "Q2"], datasets: [{ label: "Sales", backgroundColor: "red", data: [3, 5] }], z: 1 },
  options: { scales: { x: { title: { display: true, text: "Quarter" } } } },
};
const texts = ({ rows }) => rows.map(({ cells }) => cells.map(textOf));
const written = (read, rows) => JSON.parse(writeJson(withRows({ ...read, rows }).chart));

test("a chart's data is a grid, and the rest of it stays", () => {
  const read = chartOf(JSON.stringify(chart));
  assert.deepEqual(texts(read), [
    ["Quarter", "Sales"],
    ["Q1", "3"],
    ["Q2", "5"],
  ]);
  assert.deepEqual(written(read, read.rows), chart);
  const next = written(
    read,
    replaced(read.rows, [
      ["", "Sales", "Costs"],
      ["Q3", "1,200", "-"],
      ["Q4", "x", "2"],
      ["Q5", "7", ""],
    ]),
  );
  assert.deepEqual(next.data, {
    labels: ["Q3", "Q4", "Q5"],
    datasets: [
      { label: "Sales", backgroundColor: "red", data: [1200, null, 7] },
      { label: "Costs", data: [null, 2] },
    ],
    z: 1,
  });
  assert.deepEqual(next.own, chart.own);
});

test("cells become a chart, and charts in other forms are not taken", () => {
  for (const cells of [
    "Month\tSales\nJan\t1.200,5\n",
    "Month;Sales\nJan;1.200,5",
    '[{"Month":"Jan","Sales":1200.5}]',
  ]) {
    const read = chartOf(cells);
    assert.deepEqual(written(read, read.rows), {
      type: "bar",
      data: { labels: ["Jan"], datasets: [{ label: "Sales", data: [1200.5] }] },
    });
  }
  const lines = chartOf('{"Day":"Mon","Rain":3}\n{"Day":"Tue"}\n');
  assert.deepEqual(written(lines, lines.rows).data.datasets, [{ label: "Rain", data: [3] }]);
  for (const other of [
    { $schema: "https://vega.github.io/schema/vega-lite/v6.json", mark: "bar", data: { values: [] } },
    { chart: { type: "bar" }, series: [{ name: "a", data: [1] }], xAxis: { categories: ["x"] } },
    { xAxis: { data: ["x"] }, series: [{ type: "bar", data: [1] }] },
    { data: [{ type: "bar", x: ["a"], y: [1] }], layout: {} },
    { type: "bar", data: [{ month: "Jan", sales: 3 }], xKey: "month" },
    { type: "scatter", data: { datasets: [{ data: [{ x: 1, y: 2 }] }] } },
    { type: "line", data: { labels: ["a"], datasets: [{ data: [{ x: "a", y: 2 }] }] } },
  ])
    assert.match(chartOf(JSON.stringify(other)).reason, /edited as JSON\.$/);
  for (const text of ["{", "Hello, world"]) assert.match(chartOf(text).reason, /^This is n/);
});

test("a chart draws the columns of cells that have numbers, and tells which ones it leaves out", () => {
  const drawn = (cells) => {
    const read = chartOf(cells.map((line) => line.join("\t")).join("\n"));
    const { chart, notes } = withRows(read);
    const { labels, datasets } = JSON.parse(writeJson(chart)).data;
    return { labels, series: datasets.map(({ label, data }) => [label, data]), notes };
  };
  const amounts = [
    ["Region", "Manager", "Q1", "Q2", "Growth"],
    ["North", "Anna", "€1,200", "1,340 €", "11.7%"],
    ["South", "Ben", "", "N/A", "3.1%"],
    ["Total", "", "€1,200", "€1,340", "7.4%"],
  ];
  const result = {
    labels: ["North", "South", "Total"],
    series: [
      ["Q1", [1200, null, 1200]],
      ["Q2", [1340, null, 1340]],
    ],
    notes: ["Left out: Manager.", "Left out, as percentages need another axis than amounts: Growth."],
  };
  assert.deepEqual(drawn(amounts), result);
  assert.deepEqual(drawn(amounts.map(([region, manager, ...rest]) => [...rest, region, manager])), result);
  assert.deepEqual(drawn(amounts.map(([region, , , , growth]) => [growth, region])), {
    labels: result.labels,
    series: [["Growth", [11.7, 3.1, 7.4]]],
    notes: [],
  });
  const cases = [
    // Dates and years label the rows, other names do if nothing else can.
    [
      ["Day", "2026-01-01", "2026-01-02"],
      ["Costs", "1.234,50 €", "3,5"],
      ["Costs", [1234.5, 3.5]],
    ],
    [
      ["Year", "2024", "2025", "2026"],
      ["Note", "a", "b", "c"],
      ["Sales", "3", "2", "7"],
      ["Sales", [3, 2, 7]],
    ],
    [
      ["Name", "a", "b", "c"],
      ["ID", "7", "8", "9"],
      ["Sales", "3", "2", "7"],
      ["Sales", [3, 2, 7]],
    ],
    [
      ["Name", "a", "b", "c"],
      ["Rank", "1", "2", "3"],
      ["Rank", [1, 2, 3]],
    ],
    [
      ["Hours", "1", "4"],
      ["Score", "50", "60"],
      ["Score", [50, 60]],
    ],
    // A few texts among numbers are gaps.
    [
      ["Name", "a", "b", "c"],
      ["Sales", "3", "tbd", "7"],
      ["Sales", [3, null, 7]],
    ],
  ];
  const notes = [[], ["Left out: Note."], ["Left out, as they name the rows: ID."], [], []];
  notes.push(["Left empty, as these are not numbers: “tbd” in row 2 of Sales."]);
  cases.forEach((columns, i) => {
    const series = [columns.pop()];
    const [[, ...labels]] = columns;
    const lines = columns[0].map((_, row) => columns.map((column) => column[row]));
    assert.deepEqual(drawn(lines), { labels, series, notes: notes[i] });
  });
  assert.deepEqual(drawn([["Sales"], ["3"], ["4"]]), {
    labels: ["1", "2"],
    series: [["Sales", [3, 4]]],
    notes: [],
  });
  assert.deepEqual(
    drawn([
      ["Sales", ""],
      ["3", ""],
    ]).series,
    [["Sales", [3]]],
  );
  const wide = Array.from({ length: 60 }, (_, i) => (i % 2 ? [`c${i}`, "1", "5"] : [`c${i}`, "x", "y"]));
  const { series, notes: ofWide } = drawn([0, 1, 2].map((row) => wide.map((column) => column[row])));
  assert.equal(series.length, 30);
  assert.deepEqual(ofWide, ["Left out: c2, c4, c6, c8, c10 and 24 more."]);
  const texts = chartOf("Name\tTown\nSam\tBern\n");
  assert.match(texts.reason, /^There is nothing to draw/);
  assert.equal(texts.template, "table");
});

// A script of pages, without a page.
const { cellsIn, languageOf } = vm.runInNewContext(
  `${readFileSync(new URL("../../../pages/assets/content_kind.js", import.meta.url), "utf8")}
  ({ cellsIn, languageOf })`,
);

test("tells cells of a table from texts with commas, and code from prose", () => {
  const short = "a,b\n1,2\n";
  for (const [text, areCells] of [
    [`${short}3,4`, true],
    ["a;b\n1,5;2\n3,5;4\n", true],
    ["a\tb\r\n1\t2\r\n3\t\r\n", true],
    ['Name,Note\nSam,"Rows, and\nlines"\nKim,"He said ""no"""\n', true],
    ['[{"a":1},{"a":2}]', true],
    ['{"a":1}\n{"a":2}\n', true],
    [short, false],
    [`${short}3,4,5`, false],
    ["a\nb\nc", false],
    ['{"a":1}', false],
    ["Roses are red, violets are blue\nSugar is sweet, and so are you\nIt rhymes, and ends\n", false],
    ["Dear Sam,thanks.\nThe lamps,they glow.\nSee you,old friend.\n", false],
    [`x,${"long ".repeat(30)}\n`.repeat(3), false],
  ])
    assert.equal(cellsIn(text), areCells, text);
  for (const [text, language] of [
    ["#!/usr/bin/env python3\nprint(1)", "Python"],
    ["import os\n\ndef keep(lamp):\n    return lamp\n", "Python"],
    ["#include <cstdio>\nint main() { return 0; }", "C or C++"],
    ["const a = 1;\nlet b = 2;", "JavaScript"],
    ["body {\n  color: red;\n}", "CSS"],
    ['if [ -f x ]; then\n  echo "$x"\nfi', "Shell"],
    ["From here we import goods.\nLet us begin.", undefined],
    ["# Notes\n\n```\nimport os\nimport sys\n```", undefined],
  ])
    assert.equal(languageOf(text), language, text);
});
