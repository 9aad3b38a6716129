// Compares the values of a table's cells: to sort, and to add them up.
"use strict";

/* global message */

// Ignoring case and accents.
function comparable(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

// Negative amounts have a hyphen or a minus sign (U+2212), also behind the digits, or parentheses around them. A
// currency may be a sign or a code: -$5, 12-, (1,234.50), 12 %, 5.00 EUR.
const amount =
  /^\s*([-+−]?)(?:[A-Z]{0,3}\$|\p{Sc})?\s?([-+−]?)(\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)([-−]?)(?:\s?(%|\p{Sc})|\s[A-Z]{3})?\s*$/iu;

// What stands in place of a number or date that is not known (is_placeholder in templates/table/table_cell.cc).
const placeholder =
  /^(?:n\/a|na|n\.a\.|nan|nat|<na>|null|\(null\)|\\n|#(?:n\/a|nv|(?:null|num|ref|value|div\/0|error|calc|spill)!|name\?)|--|[-–—])$/i;

// Whether a cell is empty or, in a column of numbers or dates, says that there is no value.
function isWithoutValue(cell, type) {
  const text = valueText(cell).trim();
  return text === "" || (type !== undefined && placeholder.test(text));
}

// Integers of more digits are BigInts, as a number may not represent them.
const mostExactDigits = 15;

// 0.123 for 12.3. A division alone results in 0.12300000000000001.
const hundredth = (number) => Number((number / 100).toPrecision(mostExactDigits));

const currencyMark = "(?:[A-Z]{0,3}\\$|\\p{Sc}|[A-Z]{3}(?![A-Za-z]))";
const worded = RegExp(
  `^((?:[\\s(+−-]|${currencyMark})*)(\\d[\\d,]*(?:\\.\\d+)?)(?:\\s?([A-Za-z]+)(?![A-Za-z]))??((?:[\\s)+−-]|${currencyMark})*)$`,
  "u",
);
const zeroAmount = RegExp(`^\\s*${currencyMark}\\s*[-–—]\\s*$`, "u");
const powersOfScales = { k: 3, m: 6, mn: 6, b: 9, bn: 9, t: 12 };

// The number of an amount with words around it: $(1,250.00), USD 1,200, $1.2B, and $- for zero (worded_amount.h).
function wordedNumberIn(text) {
  if (zeroAmount.test(text)) return 0;
  const [, before, digits, scale, after] = worded.exec(text) ?? [];
  const power = scale === undefined ? 0 : powersOfScales[scale.toLowerCase()];
  if (digits === undefined || power === undefined) return NaN;
  // As a whole, since a product of binary numbers may be a little off.
  const size = Number(`${digits.replaceAll(",", "")}e${power}`);
  return /[(−-]/.test(before + after) ? -size : size;
}

// The number in a text, with any signs around it; NaN if there is none.
function numberIn(text, notation) {
  const plain = plainNumber(text, notation);
  const inParentheses = /^\s*\((.+)\)\s*$/.exec(plain)?.[1];
  const match = amount.exec(inParentheses ?? plain);
  if (!match) return wordedNumberIn(plain);
  const sign = match[1] + match[2] + match[4];
  if (sign.length > (inParentheses === undefined ? 1 : 0)) return NaN;
  const digits = match[3].replaceAll(",", "");
  const isPercentage = match[5] === "%";
  const isLong = digits.length > mostExactDigits && !isPercentage && /^\d+$/.test(digits);
  const size = isLong ? BigInt(digits) : Number(digits);
  const number = inParentheses !== undefined || /[-−]/.test(sign) ? -size : size;
  return isPercentage ? hundredth(number) : number;
}

const timeOfDay = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|([+-]\d\d):?(\d\d))?$/i;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const monthName =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const dateForm = (day) => new RegExp(`^(?:[a-z]{3,9},? )?${day}(?:,? (?<time>\\d\\d?:\\d\\d.*))?$`, "i");

// 5 Jan 2026, Jan 5, 2026 and 2026/1/5, perhaps behind a weekday, and before a time. Of 5/1/2026 the column tells
// which number is the day. The server recognises days too (templates/table/notation.h, notation.h).
const writtenDates = [
  `(?<day>\\d\\d?)(?:st|nd|rd|th)?[ -](?<month>${monthName})[.,]?[ -](?<year>\\d{4})`,
  `(?<month>${monthName})\\.? (?<day>\\d\\d?)(?:st|nd|rd|th)?,? (?<year>\\d{4})`,
  "(?<year>\\d{4})[/.](?<month>\\d\\d?)[/.](?<day>\\d\\d?)",
].map(dateForm);
const datesByNotation = Object.fromEntries(
  Object.entries(numericDates).map(([notation, day]) => [notation, [...writtenDates, dateForm(day)]]),
);

// { day, time } of a date that is not in ISO's form: the day as 2025-12-31.
function writtenDate(text, notation) {
  for (const form of datesByNotation[notation] ?? writtenDates) {
    const found = form.exec(text.trim())?.groups;
    if (!found) continue;
    const place = months.findIndex((name) => name.toLowerCase() === found.month.slice(0, 3).toLowerCase());
    const month = place < 0 ? Number(found.month) : place + 1;
    const day = [found.year, month, found.day].map((part) => String(part).padStart(2, "0")).join("-");
    // Some browsers take 31 Feb for 3 Mar.
    const date = new Date(day);
    if (date.getUTCDate() === Number(found.day)) return { day, time: found.time };
  }
  return undefined;
}

// The milliseconds of a day or time, which is in UTC if it has no zone; NaN for other texts.
function timeIn(text, notation) {
  const match = timeOfDay.exec(text);
  if (match) {
    const [, day, time, hours = "+00", minutes = "00"] = match;
    return Date.parse(`${day}T${time}${hours}:${minutes}`);
  }
  if (/^\d{4}(?:-\d\d){0,2}$/.test(text)) return Date.parse(text);
  const written = writtenDate(text, notation);
  if (!written?.time) return Date.parse(written?.day);
  const [year, month, day] = written.day.split("-");
  const zone = /Z|UTC|GMT|[+-]\d\d/i.test(written.time) ? "" : " UTC";
  return Date.parse(`${day} ${months[month - 1]} ${year} ${written.time}${zone}`);
}

// The day in a text, in its own zone, as 2025-12-31; nothing if there is none.
function dayIn(text, notation) {
  const iso = /^\d{4}-\d\d-\d\d/.exec(text);
  if (iso) return iso[0];
  const isMonth = /^\d{4}-\d\d$/.test(text);
  return isMonth ? `${text}-01` : writtenDate(text, notation)?.day;
}

// The seconds since midnight of a time of day: 9:05, 14:30:05, 9:05 AM, 9 p.m.; NaN for other texts.
function clockTimeIn(text) {
  const [, hours, minutes = 0, seconds = 0, half] =
    /^\s*(\d\d?)(?::(\d\d)(?::(\d\d))?)?\s*(?:([ap])\.?m\.?)?\s*$/i.exec(text) ?? [];
  const noon = 12;
  const hour = half ? (Number(hours) % noon) + (half.toLowerCase() === "p" ? noon : 0) : Number(hours);
  return (hour * 60 + Number(minutes)) * 60 + Number(seconds);
}

const collator = new Intl.Collator(undefined, { numeric: true });

// The sort key of a cell: a number or a text. Of its column, `type` is "number", "date", "time" or nothing.
function sortKey(cell, { type, notation }) {
  const value = valueText(cell);
  const read = { number: numberIn, date: timeIn, time: clockTimeIn }[type];
  const number = read ? read(value, notation) : NaN;
  return Number.isNaN(number) ? value : number;
}

function compareKeys(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  if (typeof a === "string") return 1;
  return typeof b === "string" || a < b ? -1 : Number(a > b);
}

// Stable, with cells that have no value last in both directions.
function sorted(rows, column, kind, direction) {
  const filled = [];
  const empty = [];
  for (const row of rows) {
    const cell = row.cells[column];
    if (isWithoutValue(cell, kind.type)) empty.push(row);
    else filled.push({ row, key: sortKey(cell, kind) });
  }
  const sign = direction === "descending" ? -1 : 1;
  filled.sort((a, b) => sign * compareKeys(a.key, b.key));
  return [...filled.map(({ row }) => row), ...empty];
}

const isExactInteger = (number) => typeof number === "bigint" || Number.isSafeInteger(number);

// Of numbers with so many decimals. Rounded, as sums of binary numbers are a little off; that of integers
// is exact.
function sumOf(numbers, decimals) {
  const mostThatCanBeRounded = 100;
  const size = numbers.reduce((all, number) => all + Math.abs(Number(number)), 0);
  if (size > Number.MAX_SAFE_INTEGER && numbers.every(isExactInteger))
    return numbers.reduce((all, number) => all + BigInt(number), 0n);
  const sum = numbers.reduce((all, number) => all + Number(number), 0);
  // Zero is added for that without a sign.
  return decimals <= mostThatCanBeRounded ? Number(sum.toFixed(decimals)) + 0 : sum;
}

const totals = {
  Sum: sumOf,
  Average: (numbers, decimals) => Number(sumOf(numbers, decimals)) / numbers.length,
  Minimum: (numbers) => numbers.reduce((least, number) => (number < least ? number : least)),
  Maximum: (numbers) => numbers.reduce((most, number) => (number > most ? number : most)),
};

const namesOfTotals = {
  Sum: message("Sum"),
  Average: message("Average"),
  Minimum: message("Minimum"),
  Maximum: message("Maximum"),
};

// What is before and after the digits, where all values have the same; nothing where they differ.
function signsOf(texts) {
  const signs = texts.map((text) =>
    text
      .replace(/[-+−]/, "")
      .replace(/[()]/g, "")
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
  if (typeof total === "bigint") return groupDigits(total);
  const size = Math.abs(total);
  if (size > 0 && size < smallestInFull) return String(Number(total.toPrecision(mostDecimals)));
  const hasTooMany = decimals > mostDecimals;
  const isSmall = size > 0 && size < (hasTooMany ? 1 : 10 ** -decimals);
  const digits = isSmall
    ? { maximumSignificantDigits: hasTooMany ? mostDecimals : 3 }
    : { maximumFractionDigits: Math.min(decimals, mostDecimals) };
  return total.toLocaleString("en", digits);
}

// EUR as €, in the language of the reader.
function currencySign(code) {
  const parts = new Intl.NumberFormat(undefined, { style: "currency", currency: code }).formatToParts(0);
  return parts.find(({ type }) => type === "currency").value;
}

function writeAmount(total, currency) {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  const digits = { minimumFractionDigits: maximumFractionDigits, maximumFractionDigits };
  return `${total.toLocaleString("en", digits)}\u00a0${currency}`;
}

// A column's total as text, in its notation; empty if the values cannot be added up. `quantity` is "number",
// "percent" or the code of a currency.
function totalOf(kind, cells, { quantity, notation, written, hasUnit }) {
  const filled = cells.filter((cell) => !isWithoutValue(cell, "number"));
  const texts = filled.map((cell) => plainNumber(valueText(cell), notation));
  const decimals =
    hasUnit && filled.length ? decimalsIn(plainNumber(shownText(filled[0]), written)) : undefined;
  return withMinusSign(writtenIn(written, plainTotal(kind, texts, quantity, decimals)));
}

// With so many decimals and without a sign, if the heading has it.
function plainTotal(kind, texts, quantity, decimalsShown) {
  const numbers = texts.map((text) => numberIn(text));
  const signs = signsOf(texts);
  if (!texts.length || numbers.some(Number.isNaN) || signs === undefined) return "";
  const decimals = texts.reduce((most, text) => Math.max(most, decimalsIn(text)), 0);
  const total = totals[kind](numbers, decimals);
  if (decimalsShown !== undefined) {
    const least = kind === "Average" ? Math.max(decimalsShown, 2) : decimalsShown;
    return total.toLocaleString("en", { minimumFractionDigits: least, maximumFractionDigits: least });
  }
  if (quantity === "percent" || signs.includes("%"))
    return kind === "Sum" ? "" : `${writeTotal(Number(total) * 100, 2)}%`;
  if (quantity !== "number" && signs === "#") return writeAmount(total, quantity);
  const [, minus, digits] = /^(-?)(.*)$/.exec(writeTotal(total, decimals + (kind === "Average" ? 2 : 0)));
  return minus + signs.replace("#", () => digits);
}
