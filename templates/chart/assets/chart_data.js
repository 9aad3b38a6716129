// What a chart shows: the data in the page, with its untrusted options parsed into plain values.
"use strict";

/* global countText, message */

const kMaximumValues = 300_000;
const kLargestNumber = 1e150;
const kDecimateFrom = 1000;
const kRound = ["pie", "doughnut", "polarArea"];
const kCartesian = ["bar", "line", "area", "scatter", "bubble"];
// A pie with more slices than this shows the small ones as one.
const kMaximumSlices = 12;

function readData(source) {
  const data = JSON.parse(source);
  const kind = data.kind === "horizontalBar" ? "bar" : data.kind;
  const isCartesian = kCartesian.includes(kind);
  const datasets = data.datasets.map((dataset) => {
    const own = dataset.kind === "horizontalBar" ? "bar" : dataset.kind;
    // Only types with axes can be combined.
    const drawn = own && isCartesian && kCartesian.includes(own) ? own : kind;
    const styles = readStyles(dataset.styles, drawn, data.options);
    if (dataset.colours) takeColours(styles, dataset.colours, drawn);
    return { ...dataset, kind: drawn, styles, allValues: dataset.values };
  });
  const read = {
    ...data,
    kind,
    isCartesian,
    isRound: kRound.includes(kind),
    datasets,
    allLabels: data.labels,
    options: readOptions(data.options, data.axes),
    dates: describeDates(data.labels),
    valueCount: datasets.reduce((sum, dataset) => sum + dataset.values.length, 0),
  };
  if (read.kind === "pie" || read.kind === "doughnut") {
    groupSmallSlices(read);
    ownSliceLabels(read);
  }
  if (isCartesian) read.plan = planAxes(read);
  read.places = placesOf(read);
  return { ...read, ...nameOfSeries(read), isLongLine: isLongLine(read), hasYears: hasYears(read) };
}

// A series that is alone needs no legend: its name stands at the axis of its values, or else above the drawing,
// where nothing else says it.
function nameOfSeries(data) {
  const [{ label, kind }] = data.datasets;
  const isSaid = !label || [data.title, data.subtitle, data.xTitle, data.yTitle].includes(label);
  if (data.datasets.length !== 1 || data.isRound || isSaid || data.options.legend.title) return {};
  const isAtAxis = ["bar", "line", "area"].includes(kind) && axesOf(data, "value").length === 1;
  const title =
    isAtAxis && (axesOf(data, "value")[0].settings.title || (data.isHorizontal ? data.xTitle : data.yTitle));
  return isAtAxis && !title ? { seriesAtAxis: label } : { seriesAbove: label };
}

// Marks without a colour of their own keep the dataset's.
function takeColours(styles, colours, kind) {
  const name = ["line", "area", "radar"].includes(kind) ? "pointBackgroundColor" : "backgroundColor";
  const all = styles[name];
  if (Array.isArray(all)) return;
  styles[name] = colours.slice(0, kMaximumValues).map((one) => colour(one) ?? all);
}

// The largest slices stay; all others become one.
function groupSmallSlices(data) {
  const [dataset] = data.datasets;
  if (data.datasets.length !== 1 || dataset.values.length <= kMaximumSlices) return;
  const sizes = dataset.values.map((value) => Math.abs(value ?? 0));
  const bySize = sizes.map((_, i) => i).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const kept = bySize.slice(0, kMaximumSlices - 1).sort((a, b) => a - b);
  const grouped = bySize.slice(kMaximumSlices - 1);
  if (grouped.every((i) => sizes[i] === 0)) return;
  const choose = (list) => (Array.isArray(list) ? kept.map((i) => list[i % list.length]) : list);
  const rest = grouped.reduce((sum, i) => sum + sizes[i], 0);
  for (const [name, value] of Object.entries(dataset.styles)) dataset.styles[name] = choose(value);
  dataset.values = [...kept.map((i) => dataset.values[i]), rest];
  data.labels = [...kept.map((i) => labelAt(data, i)), message("Other ({})", countText(grouped.length))];
  data.dates = undefined;
  data.groupedSlices = grouped.length;
}

// Rings whose slices have labels each, one ring after the other, in place of the same ones for all.
function ownSliceLabels(data) {
  const count = data.datasets.reduce((sum, { values }) => sum + values.length, 0);
  data.hasOwnSliceLabels = data.datasets.length > 1 && data.labels.length === count;
}

// What the places along the index axis are: labels, numbers or times.
function placesOf(data) {
  if (!data.isCartesian) return "labels";
  const type = data.plan[data.isHorizontal ? "y" : "x"][0].settings.type;
  // Labels that are no dates stay labels.
  if (data.hasTime && (data.hasPoints || countTimes(data).read > 0)) return "times";
  if (data.hasPoints) return "numbers";
  const areNumbers = (type === "linear" || type === "logarithmic") && data.labels.length > 0;
  return areNumbers && data.labels.every((label) => label !== "" && Number.isFinite(Number(label)))
    ? "numbers"
    : "labels";
}

// Very long lines use a linear axis with indexes, the only kind of axis for which Chart.js
// decimates data.
function isLongLine(data) {
  const isWholeLine = ({ kind, values }) =>
    (kind === "line" || kind === "area") && values.every((value) => value !== null);
  return (
    data.places === "labels" &&
    !data.isHorizontal &&
    data.labels.length > kDecimateFrom &&
    data.datasets.every(isWholeLine) &&
    !data.plan.y.some(({ settings }) => settings.type === "category")
  );
}

// Years are not grouped: 2026, not 2,026.
function hasYears(data) {
  if (data.places !== "numbers") return false;
  const isYear = (x) => Number.isInteger(x) && x >= 1500 && x < 2200;
  return data.hasPoints
    ? data.datasets.every(({ values }) => values.every((value) => value === null || isYear(value.x)))
    : data.labels.every((label) => isYear(Number(label)));
}

// What a value says, without the place that it may have: a number, a name, or both ends of a floating bar.
function heightOf(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value.yName ?? value.y)
    : value;
}

function* numbersOf(data) {
  for (const { values } of data.datasets) {
    for (const value of values) {
      if (typeof value === "number") yield value;
      else if (typeof value === "object" && value !== null)
        for (const one of Object.values(value).flat()) if (typeof one === "number") yield one;
    }
  }
}

// The numbers on the value axes.
function* heightsOf(data) {
  for (const { values } of data.datasets) {
    for (const value of values) {
      const height = heightOf(value);
      if (typeof height === "number") yield height;
      else if (Array.isArray(height)) yield* height;
    }
  }
}

// Why the chart cannot be drawn; nothing if it can.
function findProblem(data) {
  if (data.valueCount > kMaximumValues)
    return message(
      "This chart has {} values, too many to draw. The data is shown below.",
      formatNumber(data.valueCount),
    );
  let isEmpty = data.datasets.every(({ values }) => !values.some((value) => typeof value === "string"));
  let isZero = true;
  for (const number of numbersOf(data)) {
    if (Math.abs(number) > kLargestNumber)
      return message("This chart has numbers that are too large to draw. The data is shown below.");
    isEmpty = false;
    if (number !== 0) isZero = false;
  }
  if (isEmpty) return message("This chart has no data.");
  if (data.isRound && isZero) return message("All values in this chart are zero. The data is shown below.");
  if (data.places === "times" && countTimes(data).read === 0)
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
  const lostTimes = data.places === "times" ? countTimes(data).lost : 0;
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
  const isBelowZero = (value) => heightOf(value) < 0;
  if (
    ["pie", "doughnut"].includes(data.kind) &&
    data.datasets.some(({ allValues }) => allValues.some(isBelowZero))
  )
    notes.push(message("Slices of values below zero are drawn as if these were above it."));
  return notes;
}

// How many values have a place on their axes, and how many have none as these are logarithmic.
function countOnLogarithmicAxes(data) {
  const count = { read: 0, lost: 0 };
  if (!data.isCartesian) return count;
  const [index, value] = data.isHorizontal ? ["y", "x"] : ["x", "y"];
  const isLogarithmic = (direction, dataset) =>
    data.plan[direction].some(
      ({ id, settings }) => id === dataset[`${direction}Axis`] && settings.type === "logarithmic",
    );
  for (const dataset of data.datasets) {
    const hasPlaces = data.places === "numbers" && isLogarithmic(index, dataset);
    const hasHeights = isLogarithmic(value, dataset);
    dataset.values.forEach((one, i) => {
      if (heightOf(one) === null) return;
      const place = data.hasPoints ? one.x : Number(data.labels[i]);
      const isLost =
        (hasPlaces && place <= 0) || (hasHeights && [heightOf(one)].flat().some((end) => end <= 0));
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

// Maps the sender's axes to ours: for each direction those that are in use, the main one first.
function planAxes(data) {
  const plan = {};
  for (const direction of ["x", "y"]) {
    const known = new Map(
      data.options.axes.filter(([, of]) => of === direction).map(([name, , settings]) => [name, settings]),
    );
    const standard = [...known.keys()][0] ?? direction;
    const ids = new Map();
    const axes = [];
    const nameOf = ({ styles }) => styles[`${direction}AxisID`] ?? standard;
    const used = new Set(data.datasets.map(nameOf));
    for (const name of new Set([direction, ...known.keys(), ...used])) {
      if (!used.has(name)) continue;
      if (axes.length === kMaximumAxes) break;
      const id = axes.length === 0 ? direction : `${direction}${axes.length}`;
      axes.push({ id, settings: known.get(name) ?? readAxis(undefined) });
      ids.set(name, id);
    }
    plan[direction] = axes;
    data.datasets.forEach((dataset) => {
      dataset[`${direction}Axis`] = ids.get(nameOf(dataset)) ?? direction;
    });
  }
  if (data.stacked === true && !hasOwnStacking(data)) {
    for (const { settings } of [...plan.x, ...plan.y]) settings.stacked ??= true;
  }
  const values = data.isHorizontal ? "x" : "y";
  for (const axis of plan[values]) {
    const datasets = data.datasets.filter(
      (dataset) => dataset.hasTimes && dataset[`${values}Axis`] === axis.id,
    );
    if (datasets.length === 0) continue;
    axis.times = [...heightsOf({ datasets })];
    // Times have no sum.
    axis.settings.stacked = false;
  }
  return plan;
}

// Whether the axes say by themselves what is stacked.
function hasOwnStacking(data) {
  return data.options.axes.some(([, , settings]) => settings.stacked !== undefined);
}

function axesOf(data, role) {
  const direction = (role === "index") === data.isHorizontal ? "y" : "x";
  return data.plan[direction];
}

const isStackedAxis = ({ settings }) => settings.stacked === true || settings.stacked === "single";
const isStacked = (data) => data.isCartesian && axesOf(data, "value").some(isStackedAxis);

// How the numbers of a dataset are written: as times, or as the sender wants those of its axis; nothing if that is
// not said.
function numberFormatOf(data, dataset) {
  if (!data.isCartesian) return undefined;
  const direction = data.isHorizontal ? "x" : "y";
  const axis = data.plan[direction].find(({ id }) => id === dataset[`${direction}Axis`]);
  if (!dataset.hasTimes) return axis?.settings.ticks.numberFormat;
  const format = (time) => formatMoment(time, axis.settings, axis.times);
  return { format, formatExactly: format };
}

// Times along the index axis.

function timeSettings(data) {
  return axesOf(data, "index")[0].settings;
}

function timeAt(data, value, index) {
  const x =
    value !== null && typeof value === "object" && !Array.isArray(value) ? value.x : data.labels[index];
  return parseTime(x, timeSettings(data).time.parser);
}

// How many values have a time that can be read, and how many one that cannot.
function countTimes(data) {
  const count = { read: 0, lost: 0 };
  for (const { values } of data.datasets) {
    values.forEach((value, i) => {
      if (heightOf(value) !== null) count[Number.isNaN(timeAt(data, value, i)) ? "lost" : "read"] += 1;
    });
  }
  return count;
}

function timesOf(data) {
  return data.datasets.flatMap(({ values }) => values.map((value, i) => timeAt(data, value, i)));
}
