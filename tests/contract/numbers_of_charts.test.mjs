// The page of a chart and the picture of its link write numbers by the same rule.
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
const onPage = runInNewContext(
  `${script};(lists) => JSON.stringify(lists.map((one) => one.map(formatTogether(one))))`,
  { Intl },
);
const ofPage = (lists) => JSON.parse(onPage(lists));

function ofCard(lists) {
  const program = `import json, sys
sys.path.insert(0, sys.argv[1])
import card_chart
print(json.dumps([card_chart.number_texts(one) for one in json.load(sys.stdin)]))`;
  const folder = fileURLToPath(new URL("pdf", root));
  const output = execFileSync("python3", ["-Bc", program, folder], { input: JSON.stringify(lists) });
  return JSON.parse(output).map((texts) => texts.map((text) => text.replace("−", "-")));
}

test("numbers have one unit and the fewest decimals, on the page and in the picture", () => {
  const expected = cases.map(({ texts }) => texts);
  assert.deepEqual(ofPage(cases.map(({ numbers }) => numbers)), expected);
  assert.deepEqual(ofCard(cases.map(({ numbers }) => numbers)), expected);
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
