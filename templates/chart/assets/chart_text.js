// Formats numbers and labels of charts.
"use strict";

const exactNumber = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });
const scientificNumber = new Intl.NumberFormat("en", { notation: "scientific", maximumFractionDigits: 2 });
const exactScientificNumber = new Intl.NumberFormat("en", {
  notation: "scientific",
  maximumFractionDigits: 16,
});
const percentage = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const wholePercentage = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

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
    const { format } = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...parts });
    return moments.map((moment) => format(moment));
  };
  const long = write({ ...date, ...(hasTime && time) });
  const day = hasDay && isOneYear ? { day: "numeric", month: "short" } : date;
  let short = write(hasTime && isOneDay ? time : day);
  // Several labels are of one day.
  if (new Set(short).size < new Set(long).size) short = write({ ...day, ...time });
  return { short, long };
}

// The text in at most so many lines of so many characters, broken at spaces and after hyphens and dashes. Nothing if
// it does not fit.
function wrapText(text, columns, most) {
  if (text.length <= columns) return text;
  if (text.length > columns * most) return undefined;
  const lines = [""];
  for (const word of text.match(/[^\s–—-]*[–—-]+|\S+/g) ?? []) {
    const isAfterHyphen = /[-–—]$/.test(lines.at(-1)) && text.includes(`${lines.at(-1).slice(-6)}${word}`);
    const longer = lines.at(-1) ? `${lines.at(-1)}${isAfterHyphen ? "" : " "}${word}` : word;
    if (longer.length > columns && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.length <= most && lines.every((line) => line.length <= columns) ? lines : undefined;
}

// The beginning of a text that is too long even for these lines.
function cutLines(text, columns, most) {
  const shown = [...text.slice(0, 4 * columns * most)];
  const lines = [];
  for (let i = 0; i < most; ++i) lines.push(shown.slice(i * columns, (i + 1) * columns).join(""));
  if (shown.length > columns * most) lines[most - 1] = `${lines[most - 1].slice(0, -1)}…`;
  return lines.filter((line) => line !== "");
}
