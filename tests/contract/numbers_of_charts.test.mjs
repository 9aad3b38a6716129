// The page of a chart and the picture of its link write numbers by the same rule, and bars between times as such.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";

const root = new URL("../../", import.meta.url);
const cases = JSON.parse(readFileSync(new URL("tests/charts/numbers.json", root), "utf8"));

// Numbers of every size from 0.05 to 9.9e9, by themselves and beside another.
const sizes = Array.from({ length: 11 }, (_, power) =>
  [0.05, 0.081, 0.25, 0.99].map((one) => one * 10 ** power),
)
  .flat()
  .map((number) => Number(number.toPrecision(6)));
const walked = sizes.flatMap((number, i) => [
  [number],
  [number, sizes[(7 * i + 3) % sizes.length]],
  [-number, 0],
]);

const script = readFileSync(new URL("templates/chart/assets/chart_text.js", root), "utf8");
const ofPage = (lists, currency, language = "en") =>
  JSON.parse(
    runInNewContext(
      `${script};((lists, style) => JSON.stringify(lists.map((one) => one.map(formatTogether(one, style)))))`,
      { Intl, pageLanguage: language, timeLanguage: language },
    )(lists, currency && { style: "currency", currency }),
  );

function ofCard(lists, currency) {
  const program = `import json, sys
sys.path.insert(0, sys.argv[1])
import card_chart
lists, unit = json.load(sys.stdin)
axis = {"format": {"style": "currency", "unit": unit}} if unit else {}
print(json.dumps([card_chart.amount_texts(one, axis) for one in lists]))`;
  const folder = fileURLToPath(new URL("pdf", root));
  const input = JSON.stringify([lists, currency]);
  const output = execFileSync("python3", ["-Bc", program, folder], { input });
  return JSON.parse(output).map((texts) => texts.map((text) => text.replace("−", "-")));
}

test("numbers have one unit and the fewest decimals, on the page and in the picture", () => {
  for (const currency of [undefined, "EUR", "CHF"]) {
    const own = cases.filter((one) => one.currency === currency);
    const [lists, expected] = [own.map(({ numbers }) => numbers), own.map(({ texts }) => texts)];
    assert.deepEqual(ofPage(lists, currency), expected);
    assert.deepEqual(ofCard(lists, currency), expected);
  }
});

test("numbers are written in the reader's language", () => {
  const lists = [[4_200_000, 0], [1234.5, 20], [0.5, 1], [4_200_000_000]];
  for (const [language, texts] of [
    ["de", "4,2Mio.€ 0€; 1.235€ 20€; 0,50€ 1,00€; 4,2Mrd.€"],
    ["fr", "4,2M€ 0€; 1235€ 20€; 0,50€ 1,00€; 4,2Md€"],
    ["es", "4,2M€ 0€; 1235€ 20€; 0,50€ 1,00€; 4200M€"],
  ]) {
    const written = ofPage(lists, "EUR", language);
    assert.equal(
      written.map((one) => one.map((text) => text.replace(/\s/g, "")).join(" ")).join("; "),
      texts,
    );
  }
});

test("the picture writes each number from 0.05 to 9.9e9 as the page does, within half a percent", () => {
  const texts = ofPage(walked);
  assert.deepEqual(ofCard(walked), texts);
  const units = { "": 1, M: 1e6, B: 1e9 };
  walked.forEach((numbers, i) => {
    assert.equal(new Set(texts[i]).size, new Set(numbers).size, `${numbers}: ${texts[i]}`);
    numbers.forEach((number, k) => {
      const [, digits, unit] = /^(-?[\d,]+(?:\.\d+)?)([MB]?)$/.exec(texts[i][k]);
      const written = Number(digits.replaceAll(",", "")) * units[unit];
      const largest = Math.max(...numbers.map(Math.abs));
      assert.ok(Math.abs(written - number) <= 0.005 * largest, `${number}: ${texts[i][k]}`);
    });
  });
});

// Draws a chart on a canvas that keeps what is drawn: the texts, and from where to where each bar goes.
function drawnOnCard(chart) {
  const program = `import json, sys
sys.path.insert(0, sys.argv[1])
import card_chart

class Layout:
    def __init__(self, text):
        self.text = text
    def get_pixel_size(self):
        return 10 * len(self.text), 20
    def __getattr__(self, name):
        return lambda *_: None

class Canvas:
    def __init__(self):
        self.texts, self.bars = [], []
        self.context = Layout("")
    def layout(self, text, *_, **__):
        return Layout(text)
    def show(self, layout, *_):
        self.texts.append(layout.text)
    def text(self, text, *_):
        self.texts.append(text)
    def rectangle(self, x, y, width, height, *_):
        self.bars.append([x, y, width, height])
    def fill(self, *_):
        pass

class Sheet:
    x, y, width = 0, 0, 1000

canvas = Canvas()
card_chart.draw(canvas, card_chart.readable(json.load(sys.stdin)), Sheet)
print(json.dumps({"texts": canvas.texts, "bars": canvas.bars}))`;
  const folder = fileURLToPath(new URL("pdf", root));
  return JSON.parse(execFileSync("python3", ["-Bc", program, folder], { input: JSON.stringify(chart) }));
}

const timeline = (...ends) => {
  const [low, y] = [0, 1].map((end) => ends.map((pair) => pair && Date.parse(pair[end])));
  const labels = ends.map((_, i) => `Row ${i + 1}`);
  const axes = [{}, { scale: "times" }];
  return { kind: "bar", horizontal: true, labels, axes, series: [{ name: "Phase", y, low }] };
};
const plan = timeline(["2024-01-01", "2024-02-10"], null, ["2024-02-10", "2024-03-21"]);

test("the picture has bars between dates, and no milliseconds", () => {
  const { texts, bars } = drawnOnCard(plan);
  assert.ok(texts.includes("1 Jan 2024 – 10 Feb 2024"), texts.join());
  assert.ok(texts.includes("10 Feb 2024 – 21 Mar 2024"), texts.join());
  assert.ok(bars[0][0] + bars[0][2] - bars[1][0] < 1 && Math.abs(bars[0][2] - bars[1][2]) < 1, `${bars}`);

  const upright = drawnOnCard({ ...plan, horizontal: false });
  assert.deepEqual(upright.texts.slice(0, 4), ["1 Jan 2024", "1 Feb 2024", "1 Mar 2024", "1 Apr 2024"]);
  const [first, second] = upright.bars.slice(-2);
  assert.ok(Math.abs(second[1] + second[3] - first[1]) < 1, "the second bar begins where the first one ends");

  const day = timeline(["2024-01-01T08:00Z", "2024-01-01T09:30Z"]);
  assert.ok(drawnOnCard(day).texts.includes("1 Jan 2024, 08:00 – 1 Jan 2024, 09:30"));
  for (const ends of [
    ["0001-01-01", "9999-12-31"],
    ["2024-01-01", "2024-01-01"],
    ["0200-01-01", "8000-01-01"],
  ])
    for (const horizontal of [true, false]) {
      const chart = { ...timeline(ends, ["2024-01-01", "2024-02-01"]), horizontal };
      assert.doesNotMatch(drawnOnCard(chart).texts.join(), /\d{5}/);
    }
});

test("the picture draws bars between numbers from one to the other", () => {
  const { texts, bars } = drawnOnCard({
    kind: "bar",
    horizontal: true,
    labels: ["a", "b"],
    series: [{ name: "x", y: [10, 10], low: [5, null] }],
  });
  assert.deepEqual(texts, ["a", "10", "b", "10"]);
  assert.ok(Math.abs(bars[0][2] * 2 - bars[1][2]) < 1, `${bars}`);
});

const kept = ["Customer service and returns", "Marketing and communications", "Information technology"];
const departments = (count) => ({
  kind: "bar",
  labels: Array.from({ length: count }, (_, i) => kept[i] ?? `Another department of many, number ${i}`),
  axes: [{}, { format: { style: "currency", unit: "EUR" } }],
  series: [{ name: "Cost", y: Array.from({ length: count }, (_, i) => 1_200_000 * (i + 1)) }],
});

test("the picture has rows of bars where labels are long, and counts what it leaves out", () => {
  const { texts, bars } = drawnOnCard(departments(6));
  assert.ok(kept.every((label) => texts.includes(label)) && texts.includes("€1.2M"), texts.join());
  assert.ok(new Set(bars.map(([x]) => x)).size === 1, "all begin at the left");
  const many = drawnOnCard({ ...departments(30), horizontal: true });
  assert.ok(many.texts.includes("… and 21 more"), many.texts.join());
});
