// Formats numbers and labels of charts, in the reader's language.
"use strict";

/* global dateFormat, pageLanguage */

const exactNumber = new Intl.NumberFormat(pageLanguage, { maximumFractionDigits: 20 });
const scientificNumber = new Intl.NumberFormat(pageLanguage, {
  notation: "scientific",
  maximumFractionDigits: 2,
});
const exactScientificNumber = new Intl.NumberFormat(pageLanguage, {
  notation: "scientific",
  maximumFractionDigits: 16,
});

function isHuge(number) {
  const size = Math.abs(number);
  return size >= 1e15 || (size > 0 && size < 1e-6);
}

function formatNumber(number) {
  return isHuge(number) ? scientificNumber.format(number) : exactNumber.format(number);
}

// With all digits that a number has.
function formatExactly(number) {
  return isHuge(number) ? exactScientificNumber.format(number) : exactNumber.format(number);
}

const kUnits = [1e12, 1e9, 1e6];
const kMostDecimalsOfUnit = 3;

// Writes numbers with so many decimals, in a unit with the word or letter that the language has for it: €4.2M and
// 4,2 Mio. €.
function writerOf({ unit, parts }, digits, style) {
  const write = (options) => new Intl.NumberFormat(pageLanguage, options).format;
  const zero = write({ ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 })(0);
  const plain = write(unit === 1 ? { ...style, ...digits } : digits);
  return (number) => {
    if (number === 0) return zero;
    if (unit === 1) return plain(number);
    const size = plain(Math.abs(number) / unit);
    return parts(number)
      .map(({ type, value }) => (type === "integer" ? size : value))
      .join("");
  };
}

// The unit of numbers of which this is the largest. Spanish says 4200 M where English says 4.2B.
function unitFor(largest, style) {
  const size = kUnits.find((one) => largest >= one);
  if (size === undefined) return { unit: 1 };
  const compact = new Intl.NumberFormat(pageLanguage, {
    ...style,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  });
  const count = compact.formatToParts(size).find(({ type }) => type === "integer").value;
  return { unit: size / Number(count), parts: (number) => compact.formatToParts(Math.sign(number) * size) };
}

function rounder(decimals) {
  const { format } = new Intl.NumberFormat("en", { maximumFractionDigits: decimals, useGrouping: false });
  return (number) => Number(format(number));
}

// How to write the numbers of one chart beside each other: one unit for all, and the fewest decimals that keep them
// apart and either are exact or show three digits of the largest. Zero is "0", and no other number looks like it.
// Money has two decimals or none. Where that takes too many decimals, numbers are written in full, as short as keeps
// them apart. `style` is what Intl.NumberFormat has around numbers: a currency, a unit, or per cent. The pictures of
// links follow the same rule: amount_texts() in pdf/card_ticks.py.
function formatTogether(numbers, style = {}) {
  const scaled = style.style === "percent" ? numbers.map((number) => 100 * number) : numbers;
  const largest = Math.max(0, ...scaled.map(Math.abs));
  if (isHuge(largest)) return apartScientifically(numbers);
  const shownIn = unitFor(largest, style);
  const { unit } = shownIn;
  const enough = largest > 0 ? Math.max(0, 2 - Math.floor(Math.log10(largest / unit))) : 0;
  const count = new Set(numbers).size;
  const most = unit > 1 ? kMostDecimalsOfUnit : enough + 3;
  const isMoney = style.style === "currency" && unit === 1;
  for (let decimals = 0; decimals <= most; decimals += isMoney && decimals === 0 ? 2 : 1) {
    const shown = scaled.map((number) => number / unit).map(rounder(decimals));
    const isExact = shown.every(
      (one, i) => Math.abs(one - scaled[i] / unit) <= 1e-9 * Math.abs(scaled[i] / unit),
    );
    const hides = shown.some((one, i) => one === 0 && numbers[i] !== 0);
    if ((isExact || decimals >= enough) && new Set(shown).size === count && !hides)
      return writerOf(shownIn, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }, style);
  }
  return apartInFull(numbers, scaled, style);
}

// Each with no more decimals than keep all of them apart, and each within half a percent.
function apartInFull(numbers, scaled, style) {
  const count = new Set(numbers).size;
  for (let decimals = 0; decimals <= 16; ++decimals) {
    const shown = scaled.map(rounder(decimals));
    const areClose = shown.every((one, i) => Math.abs(one - scaled[i]) <= 0.005 * Math.abs(scaled[i]));
    const digits = { minimumFractionDigits: 0, maximumFractionDigits: decimals };
    if (new Set(shown).size === count && areClose)
      return new Intl.NumberFormat(pageLanguage, { ...style, ...digits }).format;
  }
  return formatNumber;
}

function apartScientifically(numbers) {
  const count = new Set(numbers).size;
  for (let decimals = 2; decimals <= 16; ++decimals) {
    const { format } = new Intl.NumberFormat(pageLanguage, {
      notation: "scientific",
      maximumFractionDigits: decimals,
    });
    if (new Set(numbers.map((number) => format(number))).size === count)
      return (number) => (number === 0 ? "0" : format(number));
  }
  return formatNumber;
}

// The same for the shares of a pie, which have a decimal if one of them needs it.
function sharesFormat({ series }) {
  const shares = series.flatMap(({ heights }) => {
    const sum = heights.reduce((all, value) => all + Math.abs(value ?? 0), 0);
    return heights.map((value) => (100 * Math.abs(value ?? 0)) / (sum || 1));
  });
  const isWhole = shares.every((share) => Math.abs(share - Math.round(share)) < 0.05);
  const digits = isWhole ? 0 : 1;
  return new Intl.NumberFormat(pageLanguage, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format;
}

function shorten(text, length) {
  const characters = [...text.slice(0, 4 * length)];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}

// How to display labels that are all ISO dates: { short, long } for each. Nothing if they are not.
function describeDates(labels) {
  const shape = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;
  if (labels.length === 0 || !labels.every((label) => shape.test(label))) return undefined;
  const hasTime = labels.some((label) => label.length > 10);
  // Times are displayed as they are written, whatever their zone, as in the table below the chart.
  const moments = labels.map((label) => {
    const text = label.replace(" ", "T").replace(/(Z|[+-]\d{2}:?\d{2})$/, "");
    return new Date(text.length > 10 ? `${text}Z` : text);
  });
  if (moments.some((moment) => Number.isNaN(moment.getTime()))) return undefined;
  const hasDay = labels.some((label) => label.length > 7);
  const isOneYear = new Set(moments.map((moment) => moment.getUTCFullYear())).size === 1;
  const isOneDay = new Set(moments.map((moment) => moment.toISOString().slice(0, 10))).size === 1;
  const date = { year: "numeric", month: "short", ...(hasDay && { day: "numeric" }) };
  const hasSeconds = moments.some((moment) => moment.getTime() % 60_000 !== 0);
  const time = { hour: "2-digit", minute: "2-digit", ...(hasSeconds && { second: "2-digit" }) };
  const write = (parts) => {
    const format = dateFormat({ timeZone: "UTC", ...parts });
    return moments.map((moment) => format(moment));
  };
  const long = write({ ...date, ...(hasTime && time) });
  const day = hasDay && isOneYear ? { day: "numeric", month: "short" } : date;
  let short = write(hasTime && isOneDay ? time : day);
  // Several labels are of one day.
  if (new Set(short).size < new Set(long).size) short = write({ ...day, ...time });
  return { short, long };
}

// Without the middle, so that the end is seen.
function shortenWithin(text, length) {
  const characters = [...text];
  if (characters.length <= length) return text;
  const tail = Math.floor((length - 1) / 2);
  const start = characters.slice(0, length - 1 - tail).join("");
  return `${start.trimEnd()}…${characters
    .slice(characters.length - tail)
    .join("")
    .trimStart()}`;
}

// Where a line of so many characters ends: before a space, or after a hyphen or dash. Nothing within a word.
function endOfLine(text, columns) {
  for (let end = columns; end > 0; --end)
    if (text[end] === " " || (/\S[-–—]$/.test(text.slice(0, end)) && !/[-–—]/.test(text[end]))) return end;
  return undefined;
}

// The first line of a text, and what follows it. Only a word that is longer than a line is broken.
function takeLine(text, columns) {
  if (text.length <= columns) return [text, ""];
  const end = endOfLine(text, columns);
  const line = end ? text.slice(0, end) : [...text.slice(0, 2 * columns)].slice(0, columns).join("");
  return [line, text.slice(line.length).trimStart()];
}

const withoutBreaks = (text) => text.replace(/\s+/g, " ").trim();

// The text in at most so many lines of so many characters. Nothing if it does not fit, or only with a word broken.
function wrapText(text, columns, most) {
  if (text.length <= columns) return text;
  if (text.length > 2 * columns * most) return undefined;
  const lines = [];
  for (let rest = withoutBreaks(text), line; rest !== ""; lines.push(line)) {
    if (lines.length === most || (rest.length > columns && !endOfLine(rest, columns))) return undefined;
    [line, rest] = takeLine(rest, columns);
  }
  return lines;
}

// The text in at most so many lines, of which the last is shortened.
function cutLines(text, columns, most) {
  const lines = [];
  let rest = withoutBreaks(text.slice(0, 4 * columns * most));
  while (rest !== "" && lines.length < most - 1) {
    const [line, others] = takeLine(rest, columns);
    lines.push(line);
    rest = others;
  }
  return rest === "" ? lines : [...lines, shorten(rest, columns)];
}

// The same without the middle of the text, so that its end is seen.
function cutLinesWithin(text, columns, most) {
  for (let length = columns * most; length > columns; --length) {
    const lines = wrapText(shortenWithin(text, length), columns, most);
    if (lines) return lines;
  }
  return cutLines(shortenWithin(text, columns * most), columns, most);
}
