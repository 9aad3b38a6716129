// Times as the reader's clock has them. The service writes them in UTC (html/readable.h).
"use strict";

/* global message */
/* exported dateFormat, momentOf, showTimes */

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const timeLanguage = document.documentElement.lang.replace(/^en$/, "en-GB");
// Writes dates, with "Sep" as cards and tables have it, where British English has "Sept".
function dateFormat(options) {
  const { format } = new Intl.DateTimeFormat(timeLanguage, options);
  return timeLanguage === "en-GB" ? (moment) => format(moment).replace(/\bSept\b/, "Sep") : format;
}
const written = (moment, style) => moment.toLocaleString(timeLanguage, style);
const dayOf = (moment) => written(moment, { dateStyle: "long" });
// In a sentence, without the present year.
const onDay = (moment) => {
  const isThisYear = moment.getFullYear() === new Date().getFullYear();
  return message("on {}", isThisYear ? written(moment, { day: "numeric", month: "long" }) : dayOf(moment));
};
const clockOf = (moment) => written(moment, { timeStyle: "short" });
const momentOf = (moment) => `${dayOf(moment)}, ${clockOf(moment)}`;

function ageOf(moment) {
  const seconds = (Date.now() - moment) / 1000;
  const [length, unit] =
    seconds < 3600 ? [60, "minute"] : seconds < 86_400 ? [3600, "hour"] : [86_400, "day"];
  if (seconds < 60) return message("just now");
  if (seconds >= 7 * 86_400) return onDay(moment);
  return new Intl.RelativeTimeFormat(timeLanguage).format(-Math.floor(seconds / length), unit);
}

// "today at 12:17" for an end that is near.
function endOf(moment) {
  const nextDays = [0, 1].map((days) => {
    const day = new Date();
    day.setDate(day.getDate() + days);
    return day.toDateString();
  });
  const days = nextDays.indexOf(moment.toDateString());
  if (days >= 0) {
    const day = new Intl.RelativeTimeFormat(timeLanguage, { numeric: "auto" }).format(days, "day");
    return message("{} at {}", day, clockOf(moment));
  }
  const isNear = moment - Date.now() < 2 * 86_400_000;
  return isNear ? message("{} at {}", onDay(moment), clockOf(moment)) : onDay(moment);
}

// `times` are elements; those without a time of day are days of UTC. On paper nothing is "2 hours ago".
function showTimes(times, isOnPaper = false) {
  for (const time of times) {
    if (!time.dateTime.includes("T")) continue;
    const moment = new Date(time.dateTime);
    time.title = written(moment, { dateStyle: "long", timeStyle: "long" });
    if (time.className === "age")
      time.textContent = isOnPaper ? message("on {}", dayOf(moment)) : ageOf(moment);
    else if (time.className === "end") time.textContent = endOf(moment);
    // What is in UTC says so.
    else if (timeZone !== "UTC")
      time.textContent = time.textContent.includes(":") ? momentOf(moment) : dayOf(moment);
  }
}
