// Time axes: what Chart.js needs to know of the calendar. All times are in UTC, so everybody reads the same
// ones, and they are those of the table below the chart.
"use strict";

const kMilliseconds = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };
kMilliseconds.week = 7 * kMilliseconds.day;
const kMonths = { month: 1, quarter: 3, year: 12 };
const kMonthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month)).toLocaleString("en", { month: "long", timeZone: "UTC" }),
);
const kDayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const padded = (value, length = 2) => String(value).padStart(length, "0");

// The tokens of date formats that libraries have in common. Those of Moment.js and Day.js (YYYY, DD) mean
// the same as those of date-fns and Luxon (yyyy, dd).
const kTokens = {
  yyyy: (date) => padded(date.getUTCFullYear(), 4),
  yy: (date) => padded(date.getUTCFullYear() % 100),
  y: (date) => String(date.getUTCFullYear()),
  QQQ: (date) => `Q${Math.floor(date.getUTCMonth() / 3) + 1}`,
  Q: (date) => String(Math.floor(date.getUTCMonth() / 3) + 1),
  MMMM: (date) => kMonthNames[date.getUTCMonth()],
  MMM: (date) => kMonthNames[date.getUTCMonth()].slice(0, 3),
  MM: (date) => padded(date.getUTCMonth() + 1),
  M: (date) => String(date.getUTCMonth() + 1),
  dd: (date) => padded(date.getUTCDate()),
  d: (date) => String(date.getUTCDate()),
  EEEE: (date) => kDayNames[date.getUTCDay()],
  EEE: (date) => kDayNames[date.getUTCDay()].slice(0, 3),
  HH: (date) => padded(date.getUTCHours()),
  H: (date) => String(date.getUTCHours()),
  hh: (date) => padded(date.getUTCHours() % 12 || 12),
  h: (date) => String(date.getUTCHours() % 12 || 12),
  mm: (date) => padded(date.getUTCMinutes()),
  m: (date) => String(date.getUTCMinutes()),
  ss: (date) => padded(date.getUTCSeconds()),
  s: (date) => String(date.getUTCSeconds()),
  SSS: (date) => padded(date.getUTCMilliseconds(), 3),
  a: (date) => (date.getUTCHours() < 12 ? "AM" : "PM"),
};
const kOtherNames = { YYYY: "yyyy", YY: "yy", DD: "dd", D: "d", dddd: "EEEE", ddd: "EEE", A: "a", E: "EEE" };
// Formats of Luxon and Moment.js that stand for whole dates.
const kWholeFormats = {
  "DD T": "d MMM yyyy, HH:mm",
  DD: "d MMM yyyy",
  D: "yyyy-MM-dd",
  T: "HH:mm",
  ll: "d MMM yyyy",
  lll: "d MMM yyyy, HH:mm",
  L: "yyyy-MM-dd",
  LL: "d MMMM yyyy",
  PP: "d MMM yyyy",
  PPP: "d MMMM yyyy",
  LT: "HH:mm",
};
const kTokenShape = /\[[^\]]*\]|'[^']*'|([A-Za-z])\1*/g;

function formatTime(time, format) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  return (kWholeFormats[format] ?? format).replace(kTokenShape, (token) => {
    if (token[0] === "[" || token[0] === "'") return token.slice(1, -1);
    return kTokens[kOtherNames[token] ?? token]?.(date) ?? token;
  });
}

const kShapes = { yyyy: "\\d{4}", y: "\\d{1,4}", yy: "\\d{2}", SSS: "\\d{1,3}", a: "\\p{L}+(?:\\.\\p{L}+)*" };
const kParts = { yyyy: 0, y: 0, yy: 0, MM: 1, M: 1, dd: 2, d: 2, HH: 3, H: 3, hh: 3, h: 3, mm: 4, m: 4 };
Object.assign(kParts, { ss: 5, s: 5, SSS: 6, MMM: 1, MMMM: 1 });

// For a pattern with the flag u, in which only these may be escaped.
const literally = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

// The pattern of texts in this format, and the token of each of its groups.
function patternOf(format) {
  const whole = kWholeFormats[format] ?? format;
  const tokens = [];
  let pattern = "";
  let end = 0;
  for (const match of whole.matchAll(kTokenShape)) {
    const token = kOtherNames[match[0]] ?? match[0];
    pattern += literally(whole.slice(end, match.index));
    end = match.index + match[0].length;
    if (/^['[]/.test(token)) {
      pattern += literally(token.slice(1, -1));
    } else {
      tokens.push(token);
      const isName = /^(MMM|EEE|a)/.test(token);
      const shape = kShapes[token] ?? (isName ? "\\p{L}+" : "\\d{1,2}");
      // Lookaheads give nothing back, so a text is read only once, whatever the sender's format is.
      pattern += `(?=(${shape}))(?:\\${tokens.length})${isName ? "\\.?" : ""}`;
    }
  }
  return { pattern: new RegExp(`^${pattern}`, "u"), tokens };
}

const knownPatterns = new Map();

// The time that a text in this format says. Nothing if it is not in it.
function parseByFormat(string, format) {
  if (!knownPatterns.has(format)) knownPatterns.set(format, patternOf(format));
  const { pattern, tokens } = knownPatterns.get(format);
  const found = pattern.exec(string);
  if (!found) return undefined;
  const fields = [1970, 0, 1, 0, 0, 0, 0];
  for (const [i, token] of tokens.entries()) {
    const part = found[i + 1];
    if (token.startsWith("MMM"))
      fields[1] = kMonthNames.findIndex(
        (name) => name.slice(0, 3).toLowerCase() === part.slice(0, 3).toLowerCase(),
      );
    else if (token === "a") fields[3] = (fields[3] % 12) + (/^p/i.test(part) ? 12 : 0);
    else if (token in kParts)
      fields[kParts[token]] = Number(part) - (kParts[token] === 1 ? 1 : 0) + (token === "yy" ? 2000 : 0);
  }
  return fields[1] < 0 ? undefined : Date.UTC(...fields);
}

// Milliseconds since 1970 of a number or text. A time without a zone is taken as UTC.
function parseTime(value, format) {
  if (typeof value === "number") return Math.abs(value) <= 8.64e15 ? value : NaN;
  if (typeof value !== "string") return NaN;
  const string = value.trim();
  // What Date.prototype.toString() returns has about 70 characters.
  if (string.length > 100) return NaN;
  const byFormat = format === undefined ? undefined : parseByFormat(string, format);
  if (byFormat !== undefined) return byFormat;
  if (/^-?\d{5,16}$/.test(string)) return Number(string);
  const time = Date.parse(/^\d{4}-\d{2}-\d{2} \d/.test(string) ? string.replace(" ", "T") : string);
  // Browsers take dates alone as UTC, and all else without a zone as local time.
  // An offset follows a time: -2026 is a year.
  const zone = /(Z|UTC|GMT|[ECMP][DS]T|(:[\d.]+( ?[AP]M)?|UTC|GMT) ?[+-]\d{2}:?\d{2})\s*(\(.*\))?$/i;
  const hasZone = zone.test(string) || /^\d{4}(-\d{2}){0,2}$/.test(string);
  if (hasZone || Number.isNaN(time)) return time;
  // The viewer's clock may have skipped this time, so it is read as one of UTC where that can be said.
  const asUtc = [Date.parse(`${string.replace(" ", "T")}Z`), Date.parse(`${string} UTC`)].find(
    Number.isFinite,
  );
  if (asUtc !== undefined) return asUtc;
  const local = new Date(time);
  return Date.UTC(
    local.getFullYear(),
    local.getMonth(),
    local.getDate(),
    local.getHours(),
    local.getMinutes(),
    local.getSeconds(),
    local.getMilliseconds(),
  );
}

function addMonths(time, months) {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

function monthsBetween(later, earlier) {
  const [a, b] = [new Date(earlier), new Date(later)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  if (months > 0 && addMonths(earlier, months) > later) return months - 1;
  if (months < 0 && addMonths(earlier, months) < later) return months + 1;
  return months;
}

function startOfUnit(time, unit, firstDay = 1) {
  const date = new Date(time);
  if (unit in kMonths) {
    const month = date.getUTCMonth();
    return Date.UTC(date.getUTCFullYear(), month - (month % kMonths[unit]), 1);
  }
  if (unit === "week" || unit === "isoWeek") {
    const day = Math.floor(time / kMilliseconds.day);
    // 1970 began with a Thursday.
    return (day - ((((day + 4 - firstDay) % 7) + 7) % 7)) * kMilliseconds.day;
  }
  return Math.floor(time / kMilliseconds[unit]) * kMilliseconds[unit];
}

const addUnits = (time, amount, unit) =>
  unit in kMonths ? addMonths(time, amount * kMonths[unit]) : time + amount * kMilliseconds[unit];

const kTimeFormats = {
  datetime: "d MMM yyyy, HH:mm:ss",
  millisecond: "HH:mm:ss.SSS",
  second: "HH:mm:ss",
  minute: "HH:mm",
  hour: "HH:mm",
  day: "d MMM",
  week: "d MMM",
  month: "MMM yyyy",
  quarter: "QQQ yyyy",
  year: "yyyy",
};

Chart._adapters._date.override({
  init: () => {},
  formats: () => kTimeFormats,
  parse: (value) => {
    const time = parseTime(value);
    return Number.isNaN(time) ? null : time;
  },
  format: formatTime,
  add: addUnits,
  diff: (later, earlier, unit) =>
    unit in kMonths
      ? Math.trunc(monthsBetween(later, earlier) / kMonths[unit])
      : Math.trunc((later - earlier) / kMilliseconds[unit]),
  startOf: startOfUnit,
  endOf: (time, unit) => addUnits(startOfUnit(time, unit), 1, unit) - 1,
});

// A tick of a time axis. Where the unit is too small to tell the day or year, the first tick and those
// with which another begins tell it below.
function timeTick(settings) {
  return function (time, index, ticks) {
    const unit = this._unit;
    const own = settings.time.displayFormats[unit];
    const label = formatTime(time, own ?? kTimeFormats[unit]);
    if (own !== undefined || unit in kMonths) return label;
    const format = ["day", "week"].includes(unit) ? "yyyy" : "d MMM yyyy";
    const context = formatTime(time, format);
    const before = index > 0 ? formatTime(ticks[index - 1].value, format) : undefined;
    return context === before ? label : [label, context];
  };
}

const areDays = (times) => times.every((time) => Number.isNaN(time) || time % kMilliseconds.day === 0);

// A time as the table below the chart has it: time_text() in templates/chart/chart_content.cc.
function isoTime(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? String(time)
    : date.toISOString().replace(/T00:00:00\.000Z$|\.000(?=Z$)/, "");
}

// A point in time, as precise as those around it need it.
function formatMoment(time, settings, times) {
  const format = settings.time.tooltipFormat;
  if (format !== undefined) return formatTime(time, format);
  const isWholeMinute = times.every((one) => Number.isNaN(one) || one % kMilliseconds.minute === 0);
  return formatTime(time, `d MMM yyyy${areDays(times) ? "" : isWholeMinute ? ", HH:mm" : ", HH:mm:ss"}`);
}
