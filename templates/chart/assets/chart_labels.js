// The labels along an axis: broken into lines where that suffices, else turned. Chart.js leaves some out where they
// still do not fit. What is cut is in the tooltips and in the table.
"use strict";

/* global pageLanguage */

// Of a letter, about, and of a line.
const kLetter = 7;
const kLine = 14.4;
// Labels that are longer than this, and have to be turned, are turned as far as possible: they stand closer together.
const kLongLabel = 12;
const kSteepest = 60;

// Each text as `cut` shortens it. Those that would then read like another are shortened by `cutWithin`.
function cutApart(texts, cut, cutWithin) {
  const shown = texts.map(cut);
  const first = new Map();
  const alike = new Set();
  shown.forEach((one, i) => {
    const read = String(one);
    if (!first.has(read)) first.set(read, texts[i]);
    else if (first.get(read) !== texts[i]) alike.add(read);
  });
  return alike.size === 0
    ? shown
    : shown.map((one, i) => (alike.has(String(one)) ? cutWithin(texts[i]) : one));
}

function inLines(texts, columns, most) {
  return cutApart(
    texts,
    (text) => wrapText(text, columns, most) ?? cutLines(text, columns, most),
    (text) => cutLinesWithin(text, columns, most),
  );
}

// With more rows some have no label.
const kMostRows = 120;

// Beside a narrow drawing larger texts would not leave any.
function scaleOfRows(width, textScale) {
  return Math.min(textScale, Math.max(1, width / 200));
}

// Labels of horizontal bars. Of many bars they have fewer lines, so that the drawing does not become endless.
// They take a third of the width, or more rather than that words are broken. Chart.js gives them half at most.
function rowLabels(texts, width, textScale) {
  const scale = scaleOfRows(width, textScale);
  const least = width / 3 / kLetter / scale;
  const most = (width / 2 - 26) / kLetter / scale;
  let longestWord = 0;
  for (const text of texts)
    for (const word of text.match(/[^\s–—-]*[–—-]+|\S+/g) ?? [])
      longestWord = Math.max(longestWord, word.length);
  const columns = Math.max(8, Math.min(32, Math.max(least, Math.min(most, longestWord))));
  return inLines(texts, Math.floor(columns), texts.length <= 80 ? 3 : texts.length <= kMostRows ? 2 : 1);
}

// Labels below a drawing, and how they stand: { labels, turn } with "none", "some" or "most".
function columnLabels(texts, { width, height }, textScale) {
  const columns = Math.floor((width - 60) / Math.max(1, texts.length) / kLetter / textScale);
  if (texts.length <= 60 && columns >= 7) {
    const whole = texts.every((text) => wrapText(text, columns, 3) !== undefined);
    if (whole || columns >= 10) return { labels: inLines(texts, columns, 3), turn: "none" };
  }
  // Turned, they take less than a third of the height.
  const length = Math.max(10, Math.min(36, Math.floor((0.3 * height) / 6 / textScale)));
  const labels = cutApart(
    texts,
    (text) => shorten(text, length),
    (text) => shortenWithin(text, length),
  );
  return { labels, turn: texts.some((text) => text.length > kLongLabel) ? "most" : "some" };
}

function labelTexts(data) {
  return data.labels.map((_, i) => shortLabelAt(data, i));
}

// More dates than that are known from fewer labels.
const kMostDates = 14;

// Days and months as people write them: 1 Sep, September 1, 2026, Sep 2026, 31.12.2026.
function areWrittenDates(texts) {
  const months = [pageLanguage, "en"].flatMap((language) => {
    const { format } = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, i) => format(Date.UTC(2026, i)).toLowerCase());
  });
  return texts.every((text) => {
    const [, before = "", name = "", after = ""] =
      /^(\d{1,2}\.?[ -])?(\p{L}{3,})\.?((?:,?[ -]\d{1,4}){0,2})$/u.exec(text) ?? [];
    const isNamed = before + after !== "" && months.some((month) => month.startsWith(name.toLowerCase()));
    return isNamed || /^\d{1,2}([./-])\d{1,2}\1\d{4}$/.test(text);
  });
}

function labelTicks(data, { textScale }) {
  const texts = labelTexts(data);
  // Unless the sender wants all of them.
  const areMany = texts.length > kMostDates && data.across?.skipsTicks !== false;
  const areDates = Boolean(data.dates) || (areMany && areWrittenDates(texts));
  let known;
  const layOut = ({ chart }) => {
    const [width, height] = [chart?.width ?? 600, chart?.height ?? 400];
    if (known?.width !== width || known?.height !== height) {
      const laidOut = data.horizontal
        ? { labels: rowLabels(texts, width, textScale) }
        : columnLabels(texts, { width, height }, textScale);
      known = { width, height, ...laidOut };
    }
    return known;
  };
  const turnOf = ({ scale }) => (areDates || data.horizontal ? "none" : layOut(scale).turn);
  // Between labels, where some are left out. Those that would be closer than 6 pixels are turned, if they may be.
  const paddings = { none: areDates ? 14 : 4, some: 0, most: 0 };
  return {
    ...(areDates && areMany && !data.horizontal && { maxTicksLimit: 8 }),
    autoSkipPadding: (context) => paddings[turnOf(context)],
    minRotation: (context) => (turnOf(context) === "most" ? kSteepest : 0),
    maxRotation: (context) => (turnOf(context) === "none" ? 0 : kSteepest),
    font: ({ chart }) => ({
      size: 12 * (data.horizontal ? scaleOfRows(chart.width, textScale) : textScale),
    }),
    callback(value) {
      return Number.isInteger(value) ? (layOut(this).labels[value] ?? "") : "";
    },
  };
}

// How tall the row of a horizontal bar has to be, so that its label stays clear of its neighbours.
function rowHeight(data, width, textScale) {
  if (data.labels.length > kMostRows) return kLine + 8;
  const counts = rowLabels(labelTexts(data), width, textScale).map((label) => [label].flat().length);
  const most = Math.max(1, ...counts.map((count, i) => (count + (counts[i + 1] ?? count)) / 2));
  return most * kLine + 8;
}
