// Time axes: what Chart.js needs to know of the calendar. All times are in UTC, so everybody reads the same
// ones, and they are those of the table below the chart.
"use strict";

/* global dateFormat */

const kMilliseconds = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };
kMilliseconds.week = 7 * kMilliseconds.day;
const kMonths = { month: 1, quarter: 3, year: 12 };
// The tokens of the formats here, as Intl.DateTimeFormat has them.
const kTokens = {
  yyyy: { year: "numeric" },
  MMM: { month: "short" },
  d: { day: "numeric" },
  HH: { hour: "2-digit" },
  mm: { minute: "2-digit" },
  ss: { second: "2-digit" },
  SSS: { fractionalSecondDigits: 3 },
};
const knownFormats = new Map();

// In the reader's language, which has its own order of the tokens.
function formatTime(time, format) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  if (format === kTimeFormats.quarter)
    return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${formatTime(time, "yyyy")}`;
  if (!knownFormats.has(format)) {
    const parts = Object.assign({}, ...format.match(/[A-Za-z]+/g).map((token) => kTokens[token]));
    const options = { timeZone: "UTC", hourCycle: "h23", ...parts };
    knownFormats.set(format, dateFormat(options));
  }
  return knownFormats.get(format)(date);
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
  parse: (value) => (Number.isFinite(value) ? value : null),
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
function timeTick(time, index, ticks) {
  const unit = this._unit;
  const label = formatTime(time, kTimeFormats[unit]);
  if (unit in kMonths) return label;
  const format = ["day", "week"].includes(unit) ? "yyyy" : "d MMM yyyy";
  const context = formatTime(time, format);
  const before = index > 0 ? formatTime(ticks[index - 1].value, format) : undefined;
  return context === before ? label : [label, context];
}

const areDays = (times) => times.every((time) => Number.isNaN(time) || time % kMilliseconds.day === 0);

// A time as the table below the chart has it: time_text() in templates/chart/chart_times.cc.
function isoTime(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? String(time)
    : date.toISOString().replace(/T00:00:00\.000Z$|\.000(?=Z$)/, "");
}

// A point in time, as precise as those around it need it.
function formatMoment(time, times) {
  const isWholeMinute = times.every((one) => Number.isNaN(one) || one % kMilliseconds.minute === 0);
  return formatTime(time, `d MMM yyyy${areDays(times) ? "" : isWholeMinute ? ", HH:mm" : ", HH:mm:ss"}`);
}
