// The page's script reads the numbers and dates of a column as the server has decided that they are written
// (tests/unit/templates/notation_test.cc has the same cases).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

// The translations of a page in English are none.
const message = (text) => text;
const read = (name) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const script = ["table_notations.js", "table_values.js", "table_cells.js"].map((name) =>
  read(`templates/table/assets/${name}`),
);

// The functions of the script, which needs no page for them.
const { numberIn, dayIn, timeIn, clockTimeIn, writtenIn, isWithoutValue } = vm.runInNewContext(
  `${script.join("\n")}\n({ numberIn, dayIn, timeIn, clockTimeIn, writtenIn, isWithoutValue });`,
  { message, pageLanguage: "en" },
);

for (const { values, type, notation, read: expected } of JSON.parse(
  read("tests/unit/templates/notations.json"),
)) {
  if (!type) continue;
  test(`reads ${values.join(" | ")} as ${expected.join(" | ")}`, () => {
    const texts = values
      .filter((value) => value !== null && !isWithoutValue(String(value), type))
      .map(String);
    const reader = { number: numberIn, date: dayIn, time: clockTimeIn }[type];
    assert.deepEqual(
      texts.map((text) => reader(text, notation)),
      expected.filter((value) => value !== null),
    );
  });
}

test("reads no number in another notation than the column's", () => {
  for (const [text, notation] of [
    ["1,234.5", "comma"],
    ["1.23", "comma"],
    ["1.234", "space-comma"],
    ["1.234,5", "lakh"],
    ["about 7", "comma"],
  ])
    assert.ok(Number.isNaN(numberIn(text, notation)), text);
});

test("reads the time behind a day in numbers", () => {
  assert.equal(timeIn("31.12.2023 14:30", "day-first"), Date.UTC(2023, 11, 31, 14, 30));
  assert.equal(timeIn("12/31/2023, 2:30 PM", "month-first"), Date.UTC(2023, 11, 31, 14, 30));
  assert.ok(Number.isNaN(timeIn("31/12/2023", "month-first")));
});

test("writes totals in the column's notation", () => {
  assert.equal(writtenIn("comma", "-€1,234,567.50"), "-€1.234.567,50");
  assert.equal(writtenIn("space-comma", "1,234.5"), "1\u00a0234,5");
  assert.equal(writtenIn("lakh", "12,345,678.9"), "1,23,45,678.9");
  assert.equal(writtenIn(undefined, "1,234.5"), "1,234.5");
});
