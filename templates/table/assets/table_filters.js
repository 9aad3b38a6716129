// The filters of a table's columns: their fields, and what these compare. Loaded when they are asked for.
"use strict";

/* global message */

const comparisons = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  // Also of a number and a BigInt.
  "=": (a, b) => a <= b && a >= b,
};

// The test of a cell, by the number that is shown, which may be rounded, against a bound, which is a percentage for
// cells that are shown as one; nothing if the text is no number.
function numberTest(compare, text, notation) {
  const inNotation = numberIn(text, notation);
  const bound = Number.isNaN(inNotation) ? numberIn(text) : inNotation;
  if (Number.isNaN(bound)) return undefined;
  const percentage = text.includes("%") ? bound : hundredth(Number(bound));
  return (cell) => {
    const shown = shownText(cell);
    return compare(numberIn(shown, notation), shown.includes("%") ? percentage : bound);
  };
}

// A bound without a time is a day, month or year, and is compared with that of a cell.
function dateTest(compare, text, notation) {
  if (/\d:\d\d/.test(text)) {
    const bound = timeIn(text, notation);
    return Number.isNaN(bound) ? undefined : (cell) => compare(timeIn(valueText(cell), notation), bound);
  }
  const bound = /^\d{4}(-\d\d)?$/.test(text) ? text : dayIn(text, notation);
  return bound && ((cell) => compare(dayIn(valueText(cell), notation)?.slice(0, bound.length), bound));
}

// "> 100", "<= 2025-12-31", "5..10": a test of a cell; nothing for other conditions.
function comparisonIn(condition, { type, notation, written }) {
  const testOfType = { number: numberTest, date: dateTest }[type];
  if (!testOfType) return undefined;
  const makeTest = (compare, bound) => testOfType(compare, bound, type === "number" ? written : notation);
  const range = /^(.+?)\s*\.\.\s*(.+)$/.exec(condition);
  if (range) {
    const from = makeTest(comparisons[">="], range[1]);
    const to = makeTest(comparisons["<="], range[2]);
    return from && to && ((cell) => from(cell) && to(cell));
  }
  const compared = /^([<>]=?|=)\s*(.+)$/.exec(condition);
  return compared ? makeTest(comparisons[compared[1]], compared[2]) : undefined;
}

// The test of a column's filter on a cell: a comparison, "=text" for the whole text, "!text" for cells
// without it, or a part of the text.
function makeFilter(text, kind) {
  const condition = text.trim();
  const compare = comparisonIn(condition, kind);
  if (compare) return (cell) => valueText(cell) !== "" && compare(cell);
  const [, sign, rest] = /^([=!]?)\s*(.*)$/s.exec(condition);
  const wanted = comparable(rest);
  if (sign === "=") return (cell) => comparable(shownText(cell)) === wanted;
  const contains = (cell) => comparable(searchableText(cell)).includes(wanted);
  return sign === "!" ? (cell) => !contains(cell) : contains;
}

// A field is a choice of texts where a column has few, else a text with an example.

const mostChoices = 12;
const fewestRowsOfChoice = 2;

const namesOfTruths = { true: message("Yes"), false: message("No") };

// The different texts of a column that has few, each with the name that it is shown by, in order of the names;
// nothing for other columns.
function fewTexts(cells) {
  const names = new Map();
  for (const cell of cells) {
    const text = shownText(cell).trim();
    names.set(text, typeof cell === "boolean" ? namesOfTruths[cell] : text || message("Empty"));
    if (names.size > mostChoices) return undefined;
  }
  const isChoice = names.size > 1 && names.size * fewestRowsOfChoice <= cells.length;
  return isChoice ? [...names].sort(([, a], [, b]) => collator.compare(a, b)) : undefined;
}

// The largest number of one digit that is not larger: 300 of 345.
function roundedDown(number) {
  if (!number) return 0;
  const unit = 10 ** Math.floor(Math.log10(Math.abs(number)));
  return Number((Math.trunc(number / unit) * unit).toPrecision(1));
}

// A condition that about half of the rows meet.
function exampleFor(cells, { type, quantity, notation, written }) {
  const read = type === "number" ? numberIn : timeIn;
  const numbers = cells
    .filter((cell) => !isWithoutValue(cell, type))
    .map((cell) => Number(read(valueText(cell), notation)))
    .filter((number) => !Number.isNaN(number))
    .sort((a, b) => a - b);
  if (!numbers.length) return message("Filter");
  const middle = numbers[numbers.length >> 1];
  if (type === "date") return `> ${new Date(middle).toISOString().slice(0, 10)}`;
  const isShare =
    quantity === "percent" || cells.some((cell) => cell !== null && shownText(cell).endsWith("%"));
  const number = roundedDown(isShare ? 100 * middle : middle).toLocaleString("en", {
    useGrouping: false,
    maximumSignificantDigits: 1,
  });
  return `> ${withMinusSign(writtenIn(written, number))}${isShare ? "%" : ""}`;
}

function makeFilterField(cells, kind) {
  const hasExample = ["number", "date"].includes(kind.type);
  const texts = hasExample ? undefined : fewTexts(cells);
  if (!texts)
    return makeElement("input", {
      type: "text",
      placeholder: hasExample ? exampleFor(cells, kind) : message("Filter"),
      autocomplete: "off",
      spellcheck: false,
    });
  const field = makeElement("select", {}, new Option(message("All"), ""));
  for (const [text, name] of texts) field.append(new Option(name, `=${text}`));
  return field;
}
