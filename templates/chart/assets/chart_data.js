// What a chart shows: the data in the page (templates/chart/chart_drawing.h), with what it leaves out.
"use strict";

/* global countText, message, pageLanguage */

const kMaximumValues = 300_000;
const kLargestNumber = 1e150;
const kDecimateFrom = 1000;
const kRound = ["pie", "doughnut", "polarArea"];
const kCartesian = ["bar", "line", "area", "scatter", "bubble"];
// A drawing that is not as wide, in pixels, is on a phone.
const kNarrow = 480;
// A pie with more slices than this shows the small ones as one.
const kMaximumSlices = 12;

function readData(source, width, textScale) {
  const sent = { title: "", labels: [], horizontal: false, sizes: "radii", ...JSON.parse(source) };
  sent.horizontal ||= width < kNarrow && needsRows(sent, width, textScale);
  const axes = sent.axes.map((axis, i) => readAxis(axis, i, sent.horizontal));
  const labels = sent.places?.map((place) => String(shownPlace(axes[0], place))) ?? sent.labels;
  const isCartesian = kCartesian.includes(sent.kind);
  const series = sent.series.map((one) => {
    const heights = one.low ? one.y.map((y, i) => (one.low[i] === null ? y : [one.low[i], y])) : one.y;
    const read = { name: "", kind: sent.kind, axis: 1, ...withKnownColours(one), heights };
    return { ...read, hasTimes: isCartesian && axes[read.axis].scale === "times" };
  });
  for (const [i, axis] of axes.entries())
    if (i > 0 && axis.scale === "times")
      axis.times = series.filter((one) => one.axis === i).flatMap(({ heights }) => heights.flat());
  const data = {
    ...withKnownColours(sent),
    legend: withKnownColours(sent.legend ?? {}),
    isCartesian,
    isRound: kRound.includes(sent.kind),
    axes,
    across: axes[0],
    along: axes.slice(1),
    series,
    hasPoints: series.some(({ x }) => x !== undefined),
    labels,
    allLabels: labels,
    dates: sent.places ? undefined : describeDates(labels),
    valueCount: series.reduce((sum, { y }) => sum + y.length, 0),
    // What the places along the first axis are: labels, numbers or times.
    scale: !isCartesian ? "labels" : axes[0].scale === "logarithmic" ? "numbers" : axes[0].scale,
  };
  if (data.kind === "pie" || data.kind === "doughnut") {
    groupSmallSlices(data);
    ownSliceLabels(data);
  }
  return { ...data, ...nameOfSeries(data), isLongLine: isLongLine(data), hasYears: hasYears(data) };
}

// Whether the labels below bars are so long that they would be turned: as rows, they are read on a phone too. So does
// needs_rows() in pdf/card_chart.py.
function needsRows({ kind, labels, axes, series }, width, textScale) {
  const [across, along] = axes;
  return (
    kind === "bar" &&
    series.every((one) => one.kind === undefined && one.openSide === undefined) &&
    axes.length === 2 &&
    (across.scale ?? along.scale ?? across.side ?? along.side) === undefined &&
    labels.length <= kMostRows &&
    describeDates(labels) === undefined &&
    columnLabels(labels, { width, height: 400 }, textScale).turn === "most"
  );
}

// The first axis is that of the labels, or of x where values are along y.
function readAxis(axis, index, isHorizontal) {
  const direction = (index === 0) === isHorizontal ? "y" : "x";
  return {
    scale: index === 0 ? "labels" : "numbers",
    ...withKnownColours(axis),
    id: index < 2 ? direction : `${direction}${index - 1}`,
    direction,
    isFirst: index < 2,
    numberFormat: axis.format && readNumberFormat(axis.format),
  };
}

function withoutNothing(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

// Without colours that the browser does not know.
function withKnownColours(object) {
  const known = (colour) => {
    const parts = colour === null ? undefined : parseColour(colour);
    return parts && `rgba(${parts.join(", ")})`;
  };
  const colours = Object.entries(object).filter(([name]) => /colours?$/i.test(name));
  return {
    ...object,
    ...Object.fromEntries(
      colours.map(([name, given]) => [name, Array.isArray(given) ? given.map(known) : known(given)]),
    ),
  };
}

// How numbers are written: { formatFor, formatExactly }, of which the first returns a format for the numbers that are
// beside each other. Nothing if the browser does not know the unit.
function readNumberFormat({ style, unit, notation, leastDecimals, mostDecimals }) {
  const look = withoutNothing({ style, [style === "currency" ? "currency" : "unit"]: unit });
  const digits = withoutNothing({
    notation,
    minimumFractionDigits: leastDecimals,
    maximumFractionDigits: mostDecimals,
  });
  const exact = withoutNothing({
    minimumFractionDigits: leastDecimals,
    maximumFractionDigits: 20,
    trailingZeroDisplay: leastDecimals === undefined ? "stripIfInteger" : undefined,
  });
  try {
    const [own, formatExactly] = [digits, exact].map(
      (one) => new Intl.NumberFormat(pageLanguage, { ...look, ...one }).format,
    );
    const isTold = Object.keys(digits).length > 0;
    return { formatFor: (numbers) => (isTold ? own : formatTogether(numbers, look)), formatExactly };
  } catch {
    return undefined;
  }
}

// A series that is alone needs no legend: its name stands at the axis of its values, or else above the drawing,
// where nothing else says it.
function nameOfSeries(data) {
  const [{ name, kind }] = data.series;
  const isSaid = !name || [data.title, data.subtitle, ...data.axes.map(({ title }) => title)].includes(name);
  if (data.series.length !== 1 || data.isRound || isSaid || data.legend.title) return {};
  const isAtAxis = ["bar", "line", "area"].includes(kind) && data.along.length === 1;
  return isAtAxis && !data.along[0].title ? { seriesAtAxis: name } : { seriesAbove: name };
}

// The largest slices stay; all others become one.
function groupSmallSlices(data) {
  const [one] = data.series;
  if (data.series.length !== 1 || one.heights.length <= kMaximumSlices) return;
  const sizes = one.heights.map((value) => Math.abs(value ?? 0));
  const bySize = sizes.map((_, i) => i).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const kept = bySize.slice(0, kMaximumSlices - 1).sort((a, b) => a - b);
  const grouped = bySize.slice(kMaximumSlices - 1);
  if (grouped.every((i) => sizes[i] === 0)) return;
  const rest = grouped.reduce((sum, i) => sum + sizes[i], 0);
  const choose = (list) => (Array.isArray(list) ? kept.map((i) => list[i % list.length]) : list);
  for (const name of ["colours", "lineColours", "offsets"]) if (one[name]) one[name] = choose(one[name]);
  one.heights = [...choose(one.heights), rest];
  data.labels = [...kept.map((i) => labelAt(data, i)), message("Other ({})", countText(grouped.length))];
  data.dates = undefined;
  data.groupedSlices = grouped.length;
}

// Rings whose slices have labels each, one ring after the other, in place of the same ones for all.
function ownSliceLabels(data) {
  const count = data.series.reduce((sum, { heights }) => sum + heights.length, 0);
  data.hasOwnSliceLabels = data.series.length > 1 && data.labels.length === count;
}

// Very long lines use a linear axis with indexes, the only kind of axis for which Chart.js
// decimates data.
function isLongLine(data) {
  const isWholeLine = ({ kind, heights }) =>
    (kind === "line" || kind === "area") && heights.every((value) => value !== null);
  return (
    data.isCartesian &&
    data.scale === "labels" &&
    !data.horizontal &&
    data.labels.length > kDecimateFrom &&
    data.series.every(isWholeLine) &&
    !data.along.some(({ scale }) => scale === "labels")
  );
}

// Years are not grouped: 2026, not 2,026.
function hasYears(data) {
  if (data.scale !== "numbers") return false;
  const isYear = (x) => x === null || (Number.isInteger(x) && x >= 1500 && x < 2200);
  return data.hasPoints ? data.series.every(({ x }) => x.every(isYear)) : data.places.every(isYear);
}

// Where a value stands along the first axis. NaN if that is not known.
function placeAt(data, { x }, index) {
  const place = x ? x[index] : data.places?.[index];
  return typeof place === "number" ? place : NaN;
}

// As the table below the chart has it.
function shownPlace({ scale }, place) {
  return scale === "times" && typeof place === "number" ? isoTime(place) : place;
}

const placesOf = (data) => data.series.flatMap((one) => one.y.map((_, i) => placeAt(data, one, i)));

// The numbers on the value axes.
function* heightsOf(data) {
  for (const { heights } of data.series)
    for (const height of heights) {
      if (typeof height === "number") yield height;
      else if (Array.isArray(height)) yield* height;
    }
}

// Why the chart cannot be drawn; nothing if it can.
function findProblem(data) {
  if (data.valueCount > kMaximumValues)
    return message(
      "This chart has {} values, too many to draw. The data is shown below.",
      formatNumber(data.valueCount),
    );
  const isTooLarge = (number) => Math.abs(number) > kLargestNumber;
  if (data.series.some((one) => [one.y, one.low, one.x, one.size].some((list) => list?.some(isTooLarge))))
    return message("This chart has numbers that are too large to draw. The data is shown below.");
  const heights = data.series.flatMap((one) => one.heights);
  if (heights.every((height) => height === null)) return message("This chart has no data.");
  if (data.isRound && heights.every((height) => !height))
    return message("All values in this chart are zero. The data is shown below.");
  if (data.scale === "times" && countTimes(data).read === 0)
    return message("The dates of this chart cannot be read. The data is shown below.");
  const { read, lost } = countOnLogarithmicAxes(data);
  if (lost > 0 && read === 0)
    return message(
      "A logarithmic axis has no place for zero and less, and this chart has nothing else. The data is shown below.",
    );
  return undefined;
}

// What readers would not see by themselves.
function notesOn(data) {
  const notes = [];
  const lostTimes = data.scale === "times" ? countTimes(data).lost : 0;
  if (lostTimes > 0)
    notes.push(
      message(
        "Values not drawn, as their dates cannot be read: {}. The data is shown below.",
        formatNumber(lostTimes),
      ),
    );
  const { lost } = countOnLogarithmicAxes(data);
  if (lost > 0)
    notes.push(
      message(
        "Values not drawn, as a logarithmic axis has no place for zero and less: {}. The data is shown below.",
        formatNumber(lost),
      ),
    );
  if (["pie", "doughnut"].includes(data.kind) && data.series.some(({ y }) => y.some((value) => value < 0)))
    notes.push(message("Slices of values below zero are drawn as if these were above it."));
  return notes;
}

// How many values have a place on their axes, and how many have none as these are logarithmic.
function countOnLogarithmicAxes(data) {
  const count = { read: 0, lost: 0 };
  if (!data.axes.some(({ scale }) => scale === "logarithmic")) return count;
  const isLogarithmic = ({ scale }) => scale === "logarithmic";
  for (const one of data.series) {
    const hasHeights = isLogarithmic(data.axes[one.axis]);
    one.heights.forEach((height, i) => {
      if (height === null) return;
      const isLost =
        (isLogarithmic(data.across) && placeAt(data, one, i) <= 0) ||
        (hasHeights && [height].flat().some((end) => end <= 0));
      count[isLost ? "lost" : "read"] += 1;
    });
  }
  return count;
}

function labelAt(data, index) {
  return data.dates?.long[index] ?? data.labels[index] ?? "";
}

function shortLabelAt(data, index) {
  return data.dates?.short[index] ?? data.labels[index] ?? "";
}

const isStacked = (data) => data.isCartesian && data.along.some(({ stacked }) => stacked);

// How the numbers of a series are written: as times, or as the sender wants those of its axis; nothing if that is
// not said.
function numberFormatOf(data, one) {
  const axis = data.isCartesian ? data.axes[one.axis] : undefined;
  if (!one.hasTimes) return axis?.numberFormat;
  const format = (time) => formatMoment(time, axis.times);
  return { formatFor: () => format, formatExactly: format };
}

// How many values have a time that can be read, and how many one that cannot.
function countTimes(data) {
  const count = { read: 0, lost: 0 };
  for (const one of data.series)
    one.heights.forEach((height, i) => {
      if (height !== null) count[Number.isNaN(placeAt(data, one, i)) ? "lost" : "read"] += 1;
    });
  return count;
}
