// Whatever a construct of a document costs, twice as much of it costs about twice as much: in each form of content,
// and in all that is done with it. Counts the CPU time of the workers and of the database from outside, so it runs by
// itself.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { before, test } from "node:test";
import { call, newAccount, patiently, request } from "../../service/api_client.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";
import { childrenOf } from "../../service/own_service.mjs";
import { pidOf, workerNames } from "../stack.mjs";

// Generators of content in which one construct occurs again and again, in about as many bytes as asked for.
const repeated = (unit) => (size) => unit.repeat(Math.ceil(size / Buffer.byteLength(unit)));
// All different, by their number.
const numbered = (unit) => (size) => {
  const parts = [];
  for (let i = 0, length = 0; length < size; ++i) {
    parts.push(unit(i));
    length += parts[i].length;
  }
  return parts.join("");
};
const nested = (open, close) => (size) => {
  const depth = Math.ceil(size / (open.length + close.length));
  return `${open.repeat(depth)}a${close.repeat(depth)}`;
};
const within = (before, inner, after) => (size) => before + inner(size) + after;
const then = (one, other) => (size) => one(size / 2) + other(size / 2);
const count = (size, bytes) => Math.ceil(size / bytes);
const list = (size, bytes, item) => Array.from({ length: count(size, bytes) }, (_, i) => item(i));
const members = (size, bytes, name, value) =>
  Object.fromEntries(list(size, bytes, (i) => [name(i), value(i)]));

const blocks = {
  "empty lines": repeated("\n"),
  "lines of spaces": repeated("   \n"),
  tabs: repeated("\t"),
  "hard line breaks": repeated("a  \nb\\\n"),
  paragraphs: repeated("a\n\n"),
  "one long line": repeated("a "),
  "one long word": repeated("a"),
  "headings of the same text": repeated("# a\n"),
  "headings of different texts": numbered((i) => `## a${i}\n`),
  "headings that differ by a number": numbered((i) => `## a\n## a-${i}\n`),
  "underlined headings": repeated("a\n===\n"),
  "a heading without an end": within("# ", repeated("a *b* `c` "), ""),
  rules: repeated("---\n"),
  quotations: repeated("> a\n\n"),
  "nested quotations": repeated(">"),
  "quotations that deepen": (size) =>
    Array.from({ length: Math.sqrt(2 * size) }, (_, i) => ">".repeat(i)).join("\n"),
  "lists of points": repeated("- a\n"),
  "nested points": repeated("- "),
  "numbered lists": numbered((i) => `${i}. a\n`),
  "nested numbers": repeated("1. "),
  "lists in quotations": repeated("> - "),
  "lists that deepen": (size) =>
    Array.from({ length: Math.sqrt(size) }, (_, i) => `${" ".repeat(2 * i)}- a\n`).join(""),
  tasks: repeated("- [ ] a\n- [x] b\n"),
  "code by indentation": repeated("    a\n\n"),
  "fenced code": repeated("```js\na\n```\n"),
  "fences without an end": repeated("~~~ a\n\n"),
  "fences of growing length": (size) =>
    Array.from({ length: Math.sqrt(2 * size) }, (_, i) => "`".repeat(i + 3)).join("\n"),
  diagrams: repeated("```mermaid\ngraph TD\n```\n"),
  "table rows": within("|a|b|\n|-|-|\n", repeated("|1|2|\n"), ""),
  tables: repeated("|a|\n|-|\n|1|\n\n"),
  "a table of many columns": (size) => `${"|a".repeat(size / 4)}\n${"|-".repeat(size / 4)}\n`,
  "a wide table of short rows": (size) =>
    `${"|a".repeat(90)}|\n${"|-".repeat(90)}|\n${"|\n".repeat(size / 2)}`,
  "escaped bars in a table": within("|a|b|\n|-|-|\n|", repeated("\\|"), "|\n"),
  "code in a table": within("|a|b|\n|-|-|\n", repeated("|`a\\|b`|`|`|\n"), ""),
  "delimiters of tables": repeated("|-|\n"),
  "a delimiter without an end": within("|a|\n", repeated("|-"), ""),
  "kinds of alerts": repeated("> [!NOTE]\n> a\n\n"),
  "front matter": within(
    "---\n",
    numbered((i) => `k${i}: v\n`),
    "---\n",
  ),
  "front matter without an end": within(
    "---\n",
    numbered((i) => `k${i}: v\n`),
    "",
  ),
  "a document in a fence": within("```markdown\n", repeated("# a\n\nb\n"), "```\n"),
};

const spans = {
  emphasis: repeated("*a* "),
  "strong emphasis": repeated("**a** "),
  "emphasis that does not end": repeated("*a "),
  "emphasis that does not begin": repeated("a* "),
  "emphasis of both kinds": repeated("*a _b "),
  "emphasis that overlaps": repeated("*a **b "),
  "nested emphasis": nested("*a ", " b*"),
  "rows of stars": repeated("*"),
  "rows of underscores": repeated("_"),
  "stars in words": repeated("a**b"),
  "struck out text": repeated("~~a~~ "),
  tildes: repeated("~"),
  "code spans": repeated("`a` "),
  "backticks of growing number": (size) =>
    Array.from({ length: Math.sqrt(2 * size) }, (_, i) => "`".repeat(i)).join("a"),
  "an open backtick in each line": repeated("`a\n"),
  links: repeated("[a](b) "),
  "links with titles": repeated('[a](<b> "c") '),
  "links that do not end": repeated("[a](b "),
  "links with a title that does not end": repeated('[a](b "'),
  "links in angle brackets that do not end": repeated("[a](<b "),
  "open brackets": repeated("["),
  "closed brackets": repeated("]"),
  "nested brackets": nested("[", "]"),
  "nested brackets with addresses": nested("[", "](a)"),
  "nested parentheses of an address": within("[a]", nested("(", ")"), ""),
  images: repeated("![a](b.png) "),
  "nested images": nested("![", "](a)"),
  "images that are data": repeated("![a](data:image/png;base64,iVBORw0KGgo=) "),
  "references to one definition": within("", repeated("[a] "), "\n\n[a]: b\n"),
  "references to different definitions": then(
    numbered((i) => `[a${i}] `),
    within(
      "\n\n",
      numbered((i) => `[a${i}]: b\n`),
      "",
    ),
  ),
  "references without a definition": numbered((i) => `[a${i}][b${i}] `),
  "definitions of the same name": repeated("[a]: b\n"),
  "definitions with titles": numbered((i) => `[a${i}]: b "c"\n`),
  "definitions that do not end": repeated("[a]: <b\n"),
  "addresses in angle brackets": repeated("<https://a.example/b> "),
  "open angle brackets": repeated("<"),
  "bare addresses": repeated("https://a.example/b?c=d "),
  "bare addresses without a space": repeated("https://a.example"),
  "bare addresses in parentheses": repeated("(https://a.example/(b)) "),
  "an address that ends in parentheses": within("https://a.example/", repeated(")"), ""),
  "an address that ends in punctuation": within("https://a.example/", repeated(".,"), ""),
  "an address that ends in entities": within("https://a.example/", repeated("&amp;"), ""),
  "hosts without a scheme": repeated("www.a.example/b "),
  "local addresses": repeated("http://localhost:3000 http://nas/ "),
  "addresses with a user": repeated("https://user@a.example/b "),
  "mail addresses": repeated("a@b.example "),
  "mail addresses without an end": repeated("a@b.c"),
  "a long name before an at sign": within("", repeated("a."), "@b.example"),
  colons: repeated("a:"),
  slashes: repeated("//"),
  entities: repeated("&amp;"),
  "numbered entities": repeated("&#65;"),
  "entities that do not end": repeated("&a"),
  "entities of many digits": repeated("&#0000000000000000000000000000065;"),
  "escaped characters": repeated("\\*"),
  backslashes: repeated("\\"),
  emoji: repeated(":tada: "),
  "names of emoji that do not end": repeated(":tada"),
  colours: repeated("`#ff0000` "),
  "notes of different names": then(
    numbered((i) => `a[^${i}] `),
    within(
      "\n\n",
      numbered((i) => `[^${i}]: b\n\n`),
      "",
    ),
  ),
  "references to one note": within("", repeated("a[^1] "), "\n\n[^1]: b\n"),
  "notes without a definition": numbered((i) => `[^${i}]`),
  "notes of the same name": within("a[^1]\n\n", repeated("[^1]: b\n\n"), ""),
  "notes that refer to the next": numbered((i) => `[^${i}]: b[^${i + 1}]\n\n`),
  "notes in a note": within("a[^1]\n\n[^1]: b\n\n", repeated("    c[^1]\n\n"), ""),
  formulas: repeated("$a$ "),
  "formulas in a line of their own": repeated("$$\na\n$$\n\n"),
  "formulas in brackets": repeated("\\(a\\) \\[b\\] "),
  "formulas that do not end": repeated("$a "),
  "formulas in brackets that do not end": repeated("\\[a "),
  "dollar signs": repeated("$"),
  "formulas in a table": within("|a|\n|-|\n", repeated("|$a\\|b$|\n"), ""),
  "text from right to left": repeated("\u05d0\u05d1 \u202e"),
  "combining characters": within("a", repeated("\u0301"), ""),
  "text in Chinese": repeated("\u6f22\u5b57"),
};

const html = {
  "different attributes of one tag": within(
    "<p ",
    numbered((i) => `a${i} `),
    ">",
  ),
  "different attributes with values": within(
    "<p ",
    numbered((i) => `a${i}="b" `),
    ">",
  ),
  "the same attribute": within("<p ", repeated("id=a "), ">"),
  "attributes of a tag that does not end": within(
    "<p ",
    numbered((i) => `a${i} `),
    "",
  ),
  "an attribute without an end": within('<p a="', repeated("b "), ""),
  "classes of a tag": within(
    '<p class="',
    numbered((i) => `a${i} `),
    '">',
  ),
  "styles of a tag": within('<p style="', repeated("color: red; "), '">'),
  "addresses of an image": within('<img srcset="', repeated("a 1x, "), '">'),
  "an equals sign": within("<p ", repeated("="), ">"),
  "quotation marks in a tag": within("<p ", repeated(`"'`), ">"),
  paragraphs: repeated("<p>a</p>\n"),
  "paragraphs that do not end": repeated("<p>"),
  "ends of paragraphs": repeated("</p>"),
  "elements in a line": repeated("a <b>c</b> "),
  "nested elements": nested("<div>", "</div>"),
  "nested elements in a line": within("a ", nested("<span>", "</span>"), ""),
  "elements that do not end": repeated("<div>"),
  "formatting that does not end": repeated("<b>"),
  "formatting of different kinds that does not end": repeated("<b><i><u><s>"),
  "formatting that overlaps": repeated("<b><i></b></i>"),
  "formatting around blocks": repeated("<b><p>"),
  "formatting with attributes": within(
    "",
    numbered((i) => `<b id=a${i}><p>`),
    "",
  ),
  "nested links": repeated("<a href=b>"),
  "links that overlap": repeated("<a href=b><b></a>"),
  "ends of elements that are not open": repeated("</b></i>"),
  "ends that no open element has": within("<div>".repeat(50), repeated("</x>"), ""),
  "unknown elements": numbered((i) => `<x${i}>`),
  images: repeated("<img src=b.png>"),
  comments: repeated("<!-- a -->\n"),
  "comments that do not end": repeated("<!-- a "),
  "dashes in a comment": within("<!--", repeated("-"), ""),
  "declarations that do not end": repeated("<!a "),
  "instructions that do not end": repeated("<?a "),
  "character data": repeated("<![CDATA[a]]>"),
  "character data that does not end": repeated("<![CDATA["),
  scripts: repeated("<script>a</script>\n"),
  "scripts that do not end": repeated("<script>"),
  "text areas": repeated("<textarea>"),
  "rows of a table": within("<table>", repeated("<tr><td>a</td></tr>"), "</table>"),
  "text in a table, outside of its cells": within("<table>", repeated("a<b>"), "</table>"),
  "nested tables": repeated("<table><tr><td>"),
  "tables that do not end": repeated("<table>"),
  "nested lists": repeated("<ul><li>"),
  "nested details": nested("<details><summary>a</summary>\n\n", "</details>\n"),
  "options of a choice": within("<select>", repeated("<option>"), ""),
  drawings: nested("<svg>", "</svg>"),
  formulas: nested("<math>", "</math>"),
  "annotations of formulas": repeated("<math><annotation-xml>"),
  templates: nested("<template>", "</template>"),
  forms: repeated("<form>"),
  frames: repeated("<frameset>"),
  headings: repeated("<h1>a"),
  "tags without a name": repeated("<>"),
  "tags across lines": repeated("<a\nhref='b'\n>c</a>\n"),
};

const secrets = {
  "beginnings of secrets": repeated("sk-ant-AKIAghp_xoxb-AIzaeyJglpat-npm_"),
  "beginnings of keys of Stripe": repeated("sk_live_"),
  "beginnings of web tokens": repeated("eyJhbGciOi."),
  "a long web token": within("eyJhbGciOiJIUzI1NiJ9.", repeated("eyJ"), ""),
  "beginnings of private keys": repeated("-----BEGIN PRIVATE KEY-----\n"),
  "addresses with passwords": repeated("postgres://a:b@"),
  "an address without an at sign": within("postgres://a:", repeated("b:"), ""),
  "names of passwords": repeated("password="),
  "letters as in base64": repeated("QUtJQQ"),
  "encoded characters": repeated("%41"),
  "escaped characters": repeated("\\u0041"),
};

const table = (content) => ({ template: "table", content });
const tables = {
  "rows of lists": (size) => ({ rows: list(size, 10, (i) => [i, "a"]) }),
  "rows of objects": (size) => ({ rows: list(size, 18, (i) => ({ a: i, b: "c" })) }),
  "rows with members of their own": (size) => ({ rows: list(size, 16, (i) => ({ [`a${i}`]: i })) }),
  "a row of many members": (size) => ({
    rows: [
      members(
        size,
        10,
        (i) => `a${i}`,
        () => 1,
      ),
    ],
  }),
  "a row of many values": (size) => ({ rows: [list(size, 2, () => 1)] }),
  "columns without rows": (size) => ({ columns: list(size, 20, (i) => `a${i}`), rows: [[1]] }),
  "columns that are described": (size) => ({
    columns: list(size, 40, (i) => ({ key: `a${i}`, label: `b${i}`, format: "number" })),
    rows: [{ a0: 1 }],
  }),
  "columns of the same name": (size) => ({ columns: list(size, 4, () => "a"), rows: [[1]] }),
  "lists in a cell": (size) => ({ rows: [[list(size, 2, () => 1)]] }),
  "objects in a cell": (size) => ({
    rows: [
      [
        members(
          size,
          10,
          (i) => `a${i}`,
          () => 1,
        ),
      ],
    ],
  }),
  "values by column": (size) => ({ a: list(size / 2, 2, () => 1), b: list(size / 2, 2, () => 2) }),
  "columns by name": (size) =>
    members(
      size,
      12,
      (i) => `a${i}`,
      () => [1],
    ),
  "values by column and index": (size) => ({
    a: members(
      size,
      8,
      (i) => `${i}`,
      () => 1,
    ),
  }),
  "a frame that is split": (size) => ({
    index: list(size / 3, 4, (i) => i),
    columns: ["a"],
    data: list(size / 3, 4, (i) => [i]),
  }),
  numbers: (size) => ({ rows: list(size, 12, (i) => [`1.${100 + (i % 900)},50`]) }),
  "grouped numbers": (size) => ({ rows: list(size, 14, (i) => [`1'${100 + (i % 900)}'000`]) }),
  "a long number": (size) => ({ rows: [["1,234".repeat(size / 5)]] }),
  "digits of a number": (size) => ({ rows: [["1".repeat(size)]] }),
  dates: (size) => ({ columns: ["date"], rows: list(size, 16, (i) => [`${1 + (i % 28)}.12.2023`]) }),
  "dates by a format": (size) => ({
    columns: [{ key: "a", format: "date" }],
    rows: list(size, 20, () => ["2026-01-02T03:04:05Z"]),
  }),
  links: (size) => ({
    columns: [{ key: "a", format: "link" }],
    rows: list(size, 28, () => ["https://a.example/b"]),
  }),
  "cells of many lines": (size) => ({ rows: [["a\n".repeat(size / 2)]] }),
  "CSV in rows": (size) => ({ csv: `a,b\n${"1,2\n".repeat(size / 4)}` }),
  "CSV in one row": (size) => ({ csv: "a,".repeat(size / 2) }),
  "CSV in quotation marks": (size) => ({ csv: `a\n${'"b"""\n'.repeat(size / 6)}` }),
  "CSV with open quotation marks": (size) => ({ csv: `a\n${'"b\n'.repeat(size / 3)}`, isRefused: true }),
  "CSV of quotation marks": (size) => ({ csv: `a\n${'"'.repeat(2 * (size / 2))}` }),
  "CSV with different separators": (size) => ({ csv: "a;b,c\td|e\n".repeat(size / 10) }),
  "CSV of line breaks": (size) => ({ csv: `a\n1${"\r\n".repeat(size / 2)}2` }),
};

const chart = (content) => ({ template: "chart", content });
const values = (size) => list(size, 2, (i) => i % 10);
const charts = {
  points: (size) => ({
    type: "line",
    data: { labels: ["a"], datasets: [{ label: "a", data: values(size) }] },
  }),
  "points of two values": (size) => ({
    type: "scatter",
    data: { datasets: [{ label: "a", data: list(size, 14, (i) => ({ x: i % 10, y: 1 })) }] },
  }),
  labels: (size) => ({
    type: "bar",
    data: { labels: list(size, 12, (i) => `a${i}`), datasets: [{ data: list(size, 12, () => 1) }] },
  }),
  "labels of points": (size) => ({
    type: "line",
    data: { datasets: [{ data: list(size, 18, (i) => ({ x: `a${i}`, y: 1 })) }] },
  }),
  "labels of points in each other's order": (size) => ({
    type: "line",
    data: {
      datasets: [
        { data: list(size / 2, 18, (i) => ({ x: `a${i}`, y: 1 })) },
        { data: list(size / 2, 18, (i) => ({ x: `a${i}`, y: 1 })).reverse() },
      ],
    },
  }),
  "labels of each series' own": (size) => ({
    type: "line",
    data: {
      datasets: list(size, 180, (i) => ({
        label: `b${i}`,
        data: [0, 1, 2, 3, 4, 5].map((n) => ({ x: `a${i}-${n}`, y: 1 })),
      })),
    },
    isRefused: true,
  }),
  series: (size) => ({
    type: "bar",
    data: { labels: ["a"], datasets: list(size, 26, (i) => ({ label: `a${i}`, data: [1] })) },
    isRefused: true,
  }),
  colours: (size) => ({
    type: "bar",
    data: {
      labels: ["a"],
      datasets: [{ data: [1], backgroundColor: list(size, 10, () => "#ff0000") }],
    },
  }),
  "members that are not drawn": (size) => ({
    type: "bar",
    data: { labels: ["a"], datasets: [{ data: [1] }] },
    options: members(
      size,
      12,
      (i) => `a${i}`,
      () => 1,
    ),
  }),
  "members of a point that are not drawn": (size) => ({
    type: "scatter",
    data: {
      datasets: [
        {
          data: [
            {
              x: 1,
              y: 1,
              ...members(
                size,
                12,
                (i) => `a${i}`,
                () => 1,
              ),
            },
          ],
        },
      ],
    },
  }),
  axes: (size) => ({
    type: "bar",
    data: { labels: ["a"], datasets: [{ data: [1] }] },
    options: {
      scales: members(
        size,
        30,
        (i) => `y${i}`,
        () => ({ position: "right" }),
      ),
    },
  }),
  records: (size) => ({ type: "bar", data: list(size, 18, (i) => ({ a: `b${i}`, c: 1 })) }),
  "records with members of their own": (size) => ({
    type: "bar",
    data: list(size, 22, (i) => ({ a: `b${i}`, [`c${i}`]: 1 })),
    isRefused: true,
  }),
  "a record of many members": (size) => ({
    type: "bar",
    data: [
      {
        a: "b",
        ...members(
          size,
          10,
          (i) => `c${i}`,
          () => 1,
        ),
      },
    ],
    isRefused: true,
  }),
  "records in long form": (size) => ({
    type: "line",
    x: "a",
    y: "c",
    series: "s",
    data: list(size, 26, (i) => ({ a: i >> 2, s: `t${i % 4}`, c: 1 })),
  }),
  "traces of Plotly": (size) => ({
    data: list(size, 30, () => ({ type: "scatter", y: [1, 2] })),
    isRefused: true,
  }),
  "points of Plotly": (size) => ({ data: [{ type: "scatter", x: values(size / 2), y: values(size / 2) }] }),
  "categories of Plotly": (size) => ({
    data: [{ type: "bar", x: list(size / 2, 10, (i) => `a${i}`), y: list(size / 2, 10, () => 1) }],
  }),
  "categories of Plotly that are the same": (size) => ({
    data: [{ type: "pie", labels: list(size / 2, 4, () => "a"), values: list(size / 2, 4, () => 1) }],
  }),
  "the layout of Plotly": (size) => ({
    data: [{ type: "bar", x: ["a"], y: [1] }],
    layout: members(
      size,
      12,
      (i) => `a${i}`,
      () => 1,
    ),
  }),
  "axes of Plotly": (size) => ({
    data: [{ type: "bar", x: ["a"], y: [1] }],
    layout: members(
      size,
      28,
      (i) => `yaxis${i + 2}`,
      () => ({ title: "a" }),
    ),
  }),
  "texts of Plotly with tags": (size) => ({ data: [{ y: [1], name: "<b>a</b>".repeat(size / 8) }] }),
  "values of Vega-Lite": (size) => ({
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    data: { values: list(size, 18, (i) => ({ a: `b${i}`, c: 1 })) },
    mark: "bar",
    encoding: { x: { field: "a" }, y: { field: "c" } },
  }),
  "series of Vega-Lite": (size) => ({
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    data: { values: list(size, 30, (i) => ({ a: "b", s: `t${i}`, c: 1 })) },
    mark: "bar",
    encoding: { x: { field: "a" }, y: { field: "c" }, color: { field: "s" } },
    isRefused: true,
  }),
  "points of ECharts": (size) => ({
    xAxis: { type: "category", data: list(size / 2, 8, (i) => `a${i}`) },
    yAxis: {},
    series: [{ type: "bar", data: list(size / 2, 8, () => 1) }],
  }),
  "members of ECharts that are not drawn": (size) => ({
    xAxis: { type: "category", data: ["a"] },
    yAxis: {},
    series: [{ type: "bar", data: [1] }],
    ...members(
      size,
      12,
      (i) => `a${i}`,
      () => 1,
    ),
  }),
  "points of Highcharts": (size) => ({
    chart: { type: "column" },
    xAxis: { categories: list(size / 2, 8, (i) => `a${i}`) },
    series: [{ name: "a", data: list(size / 2, 8, () => 1) }],
  }),
  "axes of Highcharts": (size) => ({
    chart: { type: "column" },
    yAxis: list(size, 16, () => ({ opposite: true })),
    series: [{ name: "a", data: [1] }],
  }),
};

const code = (text) => ({ template: "code", content: { language: "python", code: text } });
const codes = {
  lines: repeated("a\n"),
  "one line": repeated("a"),
  "empty lines": repeated("\n"),
  "line breaks of all kinds": repeated("a\r\nb\rc\n"),
  brackets: repeated("{[("),
  "characters of HTML": repeated('<&>"'),
  "escaped line breaks": repeated("a\\n"),
};

const pdf = (content) => ({ template: "pdf", content });
const file = (bytes) => pdf({ base64: Buffer.from(bytes).toString("base64"), filename: "a.pdf" });
const pdfs = {
  "objects of a file": (size) =>
    file(`%PDF-1.7\n${numbered((i) => `${i + 1} 0 obj\n<<>>\nendobj\n`)(size)}trailer\n<<>>\n%%EOF\n`),
  "heads of a file": (size) => file("%PDF-1.7\n".repeat(size / 9)),
};

const note = (more) => ({ template: "markdown", content: { text: "a" }, ...more });
const json = {
  "lists in lists": (size) => ({
    body: `{"template":"markdown","content":{"text":"a"},"metadata":{"a":${"[".repeat(size / 2)}${"]".repeat(size / 2)}}}`,
    isRefused: true,
  }),
  "members of metadata": (size) =>
    note({
      metadata: members(
        size,
        12,
        (i) => `a${i}`,
        () => "b",
      ),
      isRefused: true,
    }),
  "unknown members": (size) =>
    note({
      ...members(
        size,
        12,
        (i) => `a${i}`,
        () => 1,
      ),
      isRefused: true,
    }),
  "members of the same name": (size) => ({
    body: `{${'"a":1,'.repeat(size / 6)}"template":"markdown"}`,
    isRefused: true,
  }),
  "unknown members of the content": (size) => ({
    template: "markdown",
    content: {
      text: "a",
      ...members(
        size,
        12,
        (i) => `a${i}`,
        () => 1,
      ),
    },
    isRefused: true,
  }),
  "escaped characters": (size) => ({
    body: `{"template":"markdown","content":{"text":"${"\\u00e9".repeat(size / 6)}"}}`,
  }),
  "a long title": (size) => note({ title: "a ".repeat(size / 2), isRefused: true }),
  "a long number": (size) => ({
    body: `{"template":"table","content":{"rows":[[${"1".repeat(size)}]]}}`,
  }),
  "white space": (size) => ({
    body: `{"template":"markdown",${" \n".repeat(size / 2)}"content":{"text":"a"}}`,
  }),
};

// Files, sent as they are.
const form = (size, part) => {
  const parts = list(size, part(0).length, part).join("");
  return `${parts}--x\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\na\r\n--x--\r\n`;
};
const asForm = "multipart/form-data; boundary=x";
const files = {
  "a file of Markdown": (size) => ({ body: "# a\n\nb *c* d\n\n".repeat(size / 15), type: "text/markdown" }),
  "a file of CSV": (size) => ({ body: `a,b\n${"1,2\n".repeat(size / 4)}`, type: "text/csv" }),
  "a file of HTML": (size) => ({ body: `<p>${"a <b>b</b> ".repeat(size / 11)}`, type: "text/html" }),
  "parts of a form": (size) => ({
    body: form(size, (i) => `--x\r\ncontent-disposition: form-data; name="a${i}"\r\n\r\nb\r\n`),
    type: asForm,
    isRefused: true,
  }),
  "headers of a part": (size) => ({
    body: `--x\r\n${numbered((i) => `a${i}: b\r\n`)(size)}content-disposition: form-data; name="file"; filename="a.md"\r\n\r\na\r\n--x--\r\n`,
    type: asForm,
    isRefused: true,
  }),
  "beginnings of boundaries": (size) => ({
    body: `--x\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\n${"\r\n--".repeat(size / 4)}\r\n--x--\r\n`,
    type: asForm,
  }),
};

function named(kind, generators, artifact) {
  return Object.entries(generators).map(([name, generate]) => ({
    name: `${kind}: ${name}`,
    request(size) {
      const { isRefused = false, type = "application/json", body, ...content } = artifact(generate(size));
      return { isRefused, type, body: body ?? JSON.stringify(content) };
    },
  }));
}
const markdown = (text) => ({ template: "markdown", content: { text } });
const ofContent =
  (wrap) =>
  ({ isRefused, ...content }) => ({ isRefused, ...wrap(content) });
const asItIs = (artifact) => artifact;

const constructs = [
  ...named("Markdown", blocks, markdown),
  ...named("Markdown", spans, markdown),
  ...named("HTML in Markdown", html, markdown),
  ...named("secrets", secrets, markdown),
  ...named("table", tables, ofContent(table)),
  ...named("chart", charts, ofContent(chart)),
  ...named("code", codes, code),
  ...named("PDF", pdfs, asItIs),
  ...named(
    "PDF of Markdown",
    { emphasis: spans.emphasis, headings: blocks["headings of the same text"] },
    (text) => pdf({ markdown: text }),
  ),
  ...named(
    "PDF of HTML",
    { attributes: html["different attributes of one tag"], elements: html["nested elements"] },
    (text) => pdf({ html: text }),
  ),
  ...named("JSON", json, asItIs),
  ...named("body", files, asItIs),
];

let key;
before(() => ({ key } = newAccount()));

function threadTime(pid) {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).reduce((sum, thread) => {
    try {
      return sum + Number(readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    } catch {
      return sum; // It has ended meanwhile.
    }
  }, 0);
}

// Milliseconds of CPU time that the workers, PostgreSQL and the commands that this test ran have taken.
function cpuTime() {
  const postgres = pidOf("postgres");
  const [ofUser, ofSystem] = readFileSync("/proc/self/stat", "utf8")
    .split(") ")
    .at(-1)
    .split(" ")
    .slice(13, 15);
  return [...workerNames().map(pidOf), postgres, ...childrenOf(postgres)].reduce(
    (sum, pid) => sum + threadTime(pid),
    (Number(ofUser) + Number(ofSystem)) * 10,
  );
}

async function costOf(work) {
  const start = cpuTime();
  await work();
  return cpuTime() - start;
}

const forms = ["text/html", "text/markdown", "application/json", "text/csv", "text/plain"];

// The cost of each thing that is done with a document of this size, by its name.
async function costs(construct, size, maintain) {
  const { isRefused, type, body } = construct.request(size);
  const answers = {};
  const taken = {};
  const step = async (name, send) => {
    taken[name] = await costOf(async () => {
      answers[name] = await patiently(send);
    });
  };
  const send = (method, path, content = body) =>
    call(key, method, path, content, { "content-type": content === body ? type : "application/json" });
  await step("create and share", () => send("POST", "/artifacts/share"));
  const made = answers["create and share"];
  assert.equal(made.status >= 400, isRefused, `${size} bytes: ${made.text.slice(0, 500)}`);
  if (isRefused) return taken;
  const { id, url } = made.json;
  const address = `/artifacts/${id}`;
  const view = (accept, more = "") => request("GET", url + more, { headers: { accept } });
  for (const form of forms) await step(`view as ${form}`, () => view(form));
  await step("read", () => call(key, "GET", address));
  if (type === "application/json") {
    const { content } = JSON.parse(body);
    await step("update", () => send("PUT", address, JSON.stringify({ content, title: "changed" })));
  } else await step("update", () => send("PUT", address));
  await step("view after an update", () => view("text/html"));
  await step("maintenance", () => maintain());
  await call(key, "DELETE", `${address}?permanent=true`);
  return taken;
}

const smallest = 64 * 1024;
// Of the cost that a document of twice the size adds, twice its size adds twice as much; with a loop in a loop, four
// times as much. What adds less than leastCost milliseconds is mostly noise.
const mostGrowth = 3;
const leastCost = 8;
const isSteep = ([one, two, four]) =>
  four - two > leastCost && four - two > mostGrowth * Math.max(two - one, leastCost / mostGrowth / 2);

// Gives what takes more than linear time, in each of several attempts: other work of the machine is in all figures.
async function steepCosts(construct, maintain) {
  const least = {};
  for (let attempt = 0; attempt < 3; ++attempt) {
    for (const [i, factor] of [1, 2, 4].entries()) {
      for (const [name, cost] of Object.entries(await costs(construct, smallest * factor, maintain))) {
        least[name] ??= [Infinity, Infinity, Infinity];
        least[name][i] = Math.min(least[name][i], cost);
      }
    }
    if (!Object.values(least).some(isSteep)) break;
  }
  return Object.entries(least).filter(([, figures]) => isSteep(figures));
}

for (const construct of constructs)
  test(`${construct.name} take linear time`, () =>
    withoutMaintenance(async (maintain) => {
      assert.deepEqual(await steepCosts(construct, maintain), []);
    }));
