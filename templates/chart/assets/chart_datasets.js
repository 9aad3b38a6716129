// The marks of a chart: lines, points, bars and slices with their colours.
"use strict";

/* global message */

const kPoints = ["circle", "rect", "triangle", "rectRot", "crossRot", "star"];
// How lines are dashed that have the same colour.
const kDashes = [[], [8, 4], [2, 4]];

// Radii and diameters are pixels if they are plausible as such; otherwise values that the areas represent.
function radiusScale(data) {
  let largest = 0;
  for (const { values } of data.datasets)
    for (const value of values) largest = Math.max(largest, value?.r ?? 0);
  const most = innerWidth < 600 ? 22 : 34;
  const share = data.sizes === "diameters" ? 0.5 : 1;
  return data.sizes !== "areas" && largest * share <= most
    ? (r) => Math.max(r * share, 1)
    : (r) => Math.max(Math.sqrt(Math.max(r, 0) / largest) * most, 2);
}

// The radius of a dataset's value.
function radiusOf(data, count) {
  const scaled = radiusScale(data);
  const size = count > 5000 ? 1.5 : count > 500 ? 3 : 5;
  return (value) => (value?.r === undefined ? size : scaled(value.r));
}

// The dataset's options with colours that can be seen on the page.
function stylesOnPage({ styles }, theme) {
  const seen = (given) =>
    Array.isArray(given) ? given.map((one) => one && onPage(one, theme)) : onPage(given, theme);
  const names = ["backgroundColor", "borderColor", "pointBackgroundColor", "pointBorderColor"];
  const given = names.filter((name) => styles[name] !== undefined);
  return { ...styles, ...Object.fromEntries(given.map((name) => [name, seen(styles[name])])) };
}

// The colours of a dataset's slices. `before` is the number of slices of earlier rings that have labels of
// their own.
function sliceColours(data, theme, dataset, before = 0) {
  const styles = stylesOnPage(dataset, theme);
  const given = styles.backgroundColor ?? styles.borderColor;
  const count = data.hasOwnSliceLabels ? dataset.values.length : data.labels.length;
  return Array.from({ length: count }, (_, i) => {
    if (data.groupedSlices && i === count - 1) return mix(theme.quiet, theme.background, 0.35);
    return (Array.isArray(given) ? given[i % given.length] : given) ?? seriesColour(theme, before + i);
  });
}

function slicesBefore(data, index) {
  if (!data.hasOwnSliceLabels) return 0;
  return data.datasets.slice(0, index).reduce((sum, { values }) => sum + values.length, 0);
}

// A dataset's colour in the legend.
function mainColour(theme, dataset, index) {
  const isLine = ["line", "area", "radar"].includes(dataset.kind);
  const { backgroundColor, borderColor, pointBackgroundColor } = stylesOnPage(dataset, theme);
  const candidates = isLine
    ? [borderColor, pointBackgroundColor, backgroundColor]
    : [backgroundColor, pointBackgroundColor, borderColor];
  const firsts = candidates.map((one) => (Array.isArray(one) ? one[0] : one));
  const plain = firsts.filter((one) => typeof one === "string" && parseColour(one)[3] > 0);
  // A pale fill with a strong border is represented by its border.
  const given = plain.find((one) => parseColour(one)[3] > 0.5) ?? plain[0];
  return given ?? seriesColour(theme, index, isLine);
}

// The sender's own settings go before ours.
function takeStyles(shape, styles, ...names) {
  for (const name of names) if (styles[name] !== undefined) shape[name] = styles[name];
}

const kPointOptions = Object.keys(kPointNames);

function styleLine(dataset, shape, colour, data, theme, index) {
  const isArea = dataset.kind === "area";
  const count = dataset.values.length;
  const hasGaps = dataset.values.some((value) => heightOf(value) === null);
  const { styles } = dataset;
  const showsAll = count <= 40;
  // As many lines have this colour before.
  const round = Math.floor(index / kSeriesColours) % kDashes.length;
  const ownColour = ["borderColor", "backgroundColor"].some((name) => styles[name] !== undefined);
  Object.assign(shape, {
    borderColor: colour,
    borderWidth: 2.5,
    borderDash: ownColour ? [] : kDashes[round],
    borderJoinStyle: "round",
    borderCapStyle: styles.borderDash ? "butt" : "round",
    tension: styles.tension ?? styles.lineTension ?? 0,
    cubicInterpolationMode: "default",
    stepped: false,
    pointBackgroundColor: colour,
    pointBorderColor: theme.background,
    pointBorderWidth: showsAll ? 1.5 : 0,
    pointRadius: isArea && !hasGaps && count > 1 ? 0 : showsAll ? 4 : hasGaps ? 1.5 : 0,
    pointStyle: ownColour ? "circle" : kPoints[round],
    pointHoverRadius: 6,
    pointHitRadius: 12,
    spanGaps: dataset.isSparse === true,
    fill: false,
  });
  takeStyles(
    shape,
    styles,
    "borderColor",
    "borderDash",
    "borderDashOffset",
    "borderCapStyle",
    "borderJoinStyle",
  );
  takeStyles(shape, styles, "cubicInterpolationMode", "stepped", "showLine", "spanGaps", ...kPointOptions);
  if (typeof styles.borderWidth === "number") shape.borderWidth = styles.borderWidth;
  if (styles.pointStyle !== undefined && !["circle", false].includes(styles.pointStyle)) {
    // These are drawn by their border alone.
    shape.pointBorderColor = styles.pointBorderColor ?? colour;
    shape.pointRadius = styles.pointRadius ?? 5;
  }
  if (isArea && styles.fill !== false) {
    // Down to the line below, so that paler colours do not mix.
    const isAbove =
      shape.isStacked &&
      index > 0 &&
      dataset.values.every((value) => heightOf(value) === null || (value.y ?? value) >= 0);
    shape.fill = styles.fill ?? true;
    if (shape.fill === true) shape.fill = isAbove ? "-1" : "origin";
    shape.backgroundColor =
      styles.backgroundColor ??
      withAlpha(colour, shape.isStacked ? 0.72 : data.datasets.length > 1 ? 0.18 : 0.22);
  } else if (styles.backgroundColor !== undefined) {
    shape.backgroundColor = styles.backgroundColor;
  }
}

function styleDots(dataset, shape, colour, data, theme, index) {
  const isBubble = dataset.kind === "bubble";
  const count = dataset.values.length;
  const radius = radiusOf(data, count);
  const size = radius(undefined);
  const { styles } = dataset;
  Object.assign(shape, {
    backgroundColor: styles.backgroundColor ?? withAlpha(colour, isBubble ? 0.55 : count > 500 ? 0.5 : 0.8),
    borderColor: styles.borderColor ?? (isBubble ? colour : theme.background),
    borderWidth: typeof styles.borderWidth === "number" ? styles.borderWidth : count > 500 ? 0 : 1,
    pointRadius: isBubble ? dataset.values.map(radius) : size,
    pointHoverRadius: isBubble ? undefined : size + 2,
    hoverBorderWidth: 2,
    hoverBorderColor: theme.text,
    pointStyle: isBubble ? "circle" : kPoints[index % 4],
    showLine: false,
  });
  const own = isBubble ? kPointOptions.filter((name) => name !== "pointRadius") : kPointOptions;
  takeStyles(shape, styles, "showLine", "borderDash", "spanGaps", "stepped", ...own);
  if (styles.tension > 0) shape.tension = styles.tension;
  if (shape.showLine) {
    shape.pointBackgroundColor ??= shape.backgroundColor;
    shape.borderColor = styles.borderColor ?? colour;
    shape.borderWidth = typeof styles.borderWidth === "number" ? styles.borderWidth : 2.5;
    shape.pointBorderWidth ??= 1;
  }
  if (["cross", "crossRot", "star", "line", "dash"].includes(shape.pointStyle)) {
    shape.pointBorderColor ??= colour;
    shape.pointBorderWidth ??= 1.5;
  }
}

function styleBars(dataset, shape, colour, data, theme) {
  const { styles } = dataset;
  const given = styles.backgroundColor;
  const isMany = data.labels.length > 60;
  Object.assign(shape, {
    backgroundColor: given ?? colour,
    hoverBackgroundColor: Array.isArray(given)
      ? undefined
      : withAlpha(typeof given === "string" ? given : colour, 0.82),
    borderRadius: isMany || shape.isStacked ? 0 : 3,
    // Floating bars are rounded at both ends, others only at the value.
    borderSkipped: dataset.values.some((value) => Array.isArray(heightOf(value))) ? false : "start",
    maxBarThickness: 72,
    categoryPercentage: isMany ? 0.94 : 0.78,
    barPercentage: isMany ? 1 : 0.92,
    minBarLength: 1,
  });
  // A line in the background colour separates the parts of a stack.
  if (shape.isStacked && !isMany)
    Object.assign(shape, { borderColor: theme.background, borderWidth: 1, borderSkipped: false });
  const parsed = typeof given === "string" ? parseColour(given) : undefined;
  if (parsed && parsed[3] <= 0.5) Object.assign(shape, { borderColor: colour, borderWidth: 1.5 });
  if (styles.borderColor && styles.borderWidth === undefined && !shape.isStacked) shape.borderWidth ??= 1.5;
  if (styles.borderWidth !== undefined || !shape.isStacked) takeStyles(shape, styles, "borderColor");
  takeStyles(shape, styles, "borderWidth", "borderRadius", "borderSkipped", "base", "grouped", "skipNull");
  takeStyles(
    shape,
    styles,
    "barPercentage",
    "categoryPercentage",
    "barThickness",
    "maxBarThickness",
    "minBarLength",
  );
  if (styles.barThickness !== undefined || styles.barPercentage !== undefined)
    shape.maxBarThickness = styles.maxBarThickness;
}

function styleSlices(dataset, shape, data, theme, index) {
  const { styles } = dataset;
  const slices = sliceColours(data, theme, dataset, slicesBefore(data, index));
  Object.assign(shape, {
    backgroundColor: data.kind === "polarArea" ? slices.map((slice) => withAlpha(slice, 0.75)) : slices,
    hoverBackgroundColor: slices.map((slice) => withAlpha(slice, 0.85)),
    borderColor: theme.background,
    hoverBorderColor: theme.background,
    borderWidth: data.labels.length > 100 ? 0 : 2,
  });
  if (styles.backgroundColor !== undefined) {
    shape.backgroundColor = slices;
    takeStyles(shape, styles, "borderColor");
  }
  takeStyles(
    shape,
    styles,
    "borderWidth",
    "borderRadius",
    "spacing",
    "offset",
    "weight",
    "circumference",
    "rotation",
  );
  if (data.kind !== "polarArea") {
    shape.hoverOffset = 6;
    takeStyles(shape, styles, "cutout", "radius");
  }
}

function styleRadar(dataset, shape, colour, data, theme) {
  const { styles } = dataset;
  Object.assign(shape, {
    borderColor: colour,
    backgroundColor: styles.backgroundColor ?? withAlpha(colour, 0.14),
    borderWidth: 2.5,
    pointBackgroundColor: colour,
    pointBorderColor: theme.background,
    pointRadius: data.labels.length > 60 ? 0 : 4,
    pointHoverRadius: 6,
    fill: "start",
    spanGaps: false,
  });
  takeStyles(
    shape,
    styles,
    "borderColor",
    "borderDash",
    "tension",
    "spanGaps",
    "fill",
    "showLine",
    ...kPointOptions,
  );
  if (shape.fill === true) shape.fill = "start";
  if (typeof styles.borderWidth === "number") shape.borderWidth = styles.borderWidth;
}

function styleDataset(data, theme, shape, index) {
  const dataset = { ...data.datasets[index], styles: stylesOnPage(data.datasets[index], theme) };
  const colour = mainColour(theme, dataset, index);
  // Marks without a colour of their own have the dataset's.
  if (!data.isRound)
    for (const name of ["backgroundColor", "pointBackgroundColor"])
      if (Array.isArray(dataset.styles[name]))
        dataset.styles[name] = dataset.styles[name].map((one) => one ?? colour);
  if (data.isRound) styleSlices(dataset, shape, data, theme, index);
  else if (data.kind === "radar") styleRadar(dataset, shape, colour, data, theme);
  else if (dataset.kind === "bar") styleBars(dataset, shape, colour, data, theme);
  else if (dataset.kind === "scatter" || dataset.kind === "bubble")
    styleDots(dataset, shape, colour, data, theme, index);
  else styleLine(dataset, shape, colour, data, theme, index);
}

function chartType(kind) {
  if (kind === "area" || kind === "scatter" || kind === "bubble") return "line";
  return kind;
}

// Lines are drawn over bars, and points over both, unless the sender gave an order, or something is
// stacked: Chart.js stacks in this order too.
const kLayers = { scatter: 0, bubble: 0, line: 1, area: 2, bar: 3 };

function layerOf(data, dataset) {
  const isOrdered = data.datasets.some(({ styles }) => styles.order !== undefined);
  if (isOrdered) return dataset.styles.order ?? 0;
  return isStacked(data) ? 0 : (kLayers[dataset.kind] ?? 0);
}

// The dataset's values with their places.
function valuesOf(data, dataset) {
  const at = (place, value) => (data.isHorizontal ? { x: value, y: place } : { x: place, y: value });
  if (data.places === "times") {
    return dataset.values
      .map((value, i) => at(timeAt(data, value, i), heightOf(value)))
      .filter((point) => !Number.isNaN(data.isHorizontal ? point.y : point.x));
  }
  if (data.places === "numbers") {
    return dataset.values.map((value, i) => {
      if (data.hasPoints) return value === null ? { x: NaN, y: NaN } : at(value.x ?? i, heightOf(value));
      return at(Number(data.labels[i]), value);
    });
  }
  return data.isLongLine ? dataset.values.map((y, x) => ({ x, y })) : dataset.values;
}

function buildDatasets(data) {
  return data.datasets.map((dataset, i) => {
    const shape = {
      label: dataset.label || message("Dataset {}", i + 1),
      data: valuesOf(data, dataset),
      clip: clipOf(data, dataset),
    };
    if (data.isCartesian) {
      shape.type = chartType(dataset.kind);
      shape.xAxisID = dataset.xAxis;
      shape.yAxisID = dataset.yAxis;
      shape.order = layerOf(data, dataset);
      const valueAxisId = data.isHorizontal ? dataset.xAxis : dataset.yAxis;
      shape.isStacked = axesOf(data, "value").some((axis) => axis.id === valueAxisId && isStackedAxis(axis));
    }
    if (data.isLongLine) {
      shape.parsing = false;
      shape.indexAxis = "x";
    }
    if (dataset.styles.hidden) shape.hidden = true;
    if (dataset.styles.stack !== undefined) shape.stack = `stack ${dataset.styles.stack}`;
    return shape;
  });
}
