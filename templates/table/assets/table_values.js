// Compares the values of a table's cells: to sort, to filter, and to add them up.
"use strict";

// Ignoring case and accents.
function comparable(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const amount =
  /^\s*([-+]?)(?:[A-Z]{0,3}\$|\p{Sc})?\s?([-+]?)(\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)\s?(%|\p{Sc})?\s*$/iu;

// The number in a text, with any signs around it; NaN if there is none.
function numberIn(text) {
  const match = amount.exec(text);
  if (!match) return NaN;
  const number = Number(match[3].replaceAll(",", "")) * (match[1] === "-" || match[2] === "-" ? -1 : 1);
  return match[4] === "%" ? number / 100 : number;
}

const collator = new Intl.Collator(undefined, { numeric: true });

// The sort key of a cell: a number or a text.
function sortKey(cell, type) {
  const value = valueText(cell);
  const number = type === "number" ? numberIn(value) : type === "date" ? Date.parse(value) : NaN;
  return Number.isNaN(number) ? value : number;
}

function compareKeys(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  return typeof a === "number" ? -1 : 1;
}

// Stable, with empty cells last in both directions.
function sorted(rows, column, type, direction) {
  const filled = [];
  const empty = [];
  for (const row of rows) {
    const cell = row.cells[column];
    if (valueText(cell) === "") empty.push(row);
    else filled.push({ row, key: sortKey(cell, type) });
  }
  const sign = direction === "descending" ? -1 : 1;
  filled.sort((a, b) => sign * compareKeys(a.key, b.key));
  return [...filled.map(({ row }) => row), ...empty];
}

const comparisons = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
};

function measureIn(text, type) {
  return type === "date" ? Date.parse(text) : numberIn(text);
}

// "> 100", "<= 2025-12-31", "5..10": a test of the number; nothing for other conditions.
function comparisonIn(condition, type) {
  if (!type) return undefined;
  const range = /^(\S+?)\s*\.\.\s*(\S+)$/.exec(condition);
  if (range) {
    const [from, to] = [measureIn(range[1], type), measureIn(range[2], type)];
    return Number.isNaN(from + to) ? undefined : (number) => number >= from && number <= to;
  }
  const compared = /^([<>]=?|=)\s*(.+)$/.exec(condition);
  const bound = compared ? measureIn(compared[2], type) : NaN;
  return Number.isNaN(bound) ? undefined : (number) => comparisons[compared[1]](number, bound);
}

// The test of a column's filter on a cell: a comparison, "=text" for the whole text, "!text" for cells
// without it, or a part of the text.
function makeFilter(text, type) {
  const condition = text.trim();
  const compare = comparisonIn(condition, type);
  if (compare) return (cell) => valueText(cell) !== "" && compare(measureIn(valueText(cell), type));
  const [, sign, rest] = /^([=!]?)\s*(.*)$/s.exec(condition);
  const wanted = comparable(rest);
  if (sign === "=") return (cell) => comparable(shownText(cell)) === wanted;
  const contains = (cell) => comparable(searchableText(cell)).includes(wanted);
  return sign === "!" ? (cell) => !contains(cell) : contains;
}

// Of numbers with so many decimals. Rounded, as sums of binary numbers are a little off.
function sumOf(numbers, decimals) {
  const mostThatCanBeRounded = 100;
  const sum = numbers.reduce((all, number) => all + number, 0);
  // Zero is added for that without a sign.
  return decimals <= mostThatCanBeRounded ? Number(sum.toFixed(decimals)) + 0 : sum;
}

const totals = {
  Sum: sumOf,
  Average: (numbers, decimals) => sumOf(numbers, decimals) / numbers.length,
  Minimum: (numbers) => numbers.reduce((least, number) => Math.min(least, number), Infinity),
  Maximum: (numbers) => numbers.reduce((most, number) => Math.max(most, number), -Infinity),
};

// What is before and after the digits, where all values have the same; nothing where they differ.
function signsOf(texts) {
  const signs = texts.map((text) =>
    text
      .replace(/[-+]/, "")
      .replace(/[\d.,]+(e[-+]?\d+)?/i, "#")
      .trim(),
  );
  return signs.every((sign) => sign === signs[0]) ? signs[0] : undefined;
}

// The decimals of the number in a text: two of 0.25 and of 25%, eight of 1.5e-7.
function decimalsIn(text) {
  const [, fraction = "", exponent = "0"] = /[\d,]*\d(?:\.(\d+))?(?:e([-+]?\d+))?/i.exec(text);
  return Math.max(fraction.length - Number(exponent) + (text.includes("%") ? 2 : 0), 0);
}

const mostDecimals = 10;
// Smaller numbers are written as powers.
const smallestInFull = 1e-20;

// A total with so many decimals, or with more if it would become zero.
function writeTotal(total, decimals) {
  const size = Math.abs(total);
  if (size > 0 && size < smallestInFull) return String(Number(total.toPrecision(mostDecimals)));
  const hasTooMany = decimals > mostDecimals;
  const isSmall = size > 0 && size < (hasTooMany ? 1 : 10 ** -decimals);
  const digits = isSmall
    ? { maximumSignificantDigits: hasTooMany ? mostDecimals : 3 }
    : { maximumFractionDigits: Math.min(decimals, mostDecimals) };
  return total.toLocaleString("en", digits);
}

function writeAmount(total, currency) {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  const digits = { minimumFractionDigits: maximumFractionDigits, maximumFractionDigits };
  return `${total.toLocaleString("en", digits)}\u00a0${currency}`;
}

// A column's total as text; empty if the values cannot be added up. `quantity` is "number", "percent"
// or the code of a currency.
function totalOf(kind, cells, quantity) {
  const texts = cells.map(valueText).filter((text) => text !== "");
  const numbers = texts.map(numberIn);
  const signs = signsOf(texts);
  if (!texts.length || numbers.some(Number.isNaN) || signs === undefined) return "";
  const decimals = texts.reduce((most, text) => Math.max(most, decimalsIn(text)), 0);
  const total = totals[kind](numbers, decimals);
  if (quantity === "percent" || signs.includes("%"))
    return kind === "Sum" ? "" : `${writeTotal(total * 100, 2)}%`;
  if (quantity !== "number" && signs === "#") return writeAmount(total, quantity);
  return signs.replace("#", writeTotal(total, decimals + (kind === "Average" ? 2 : 0)));
}
