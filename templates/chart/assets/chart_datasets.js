// The marks of a chart: lines, points, bars and slices with their colours.
"use strict";

/* global message */

const kPoints = ["circle", "rect", "triangle", "rectRot", "crossRot", "star"];
// How lines are dashed that have the same colour.
const kDashes = [[], [8, 4], [2, 4]];

// Radii and diameters are pixels if they are plausible as such; otherwise values that the areas represent.
function radiusScale(data) {
  let largest = 0;
  for (const { size } of data.series) for (const one of size ?? []) largest = Math.max(largest, one ?? 0);
  const most = innerWidth < 600 ? 22 : 34;
  const share = data.sizes === "diameters" ? 0.5 : 1;
  return data.sizes !== "areas" && largest * share <= most
    ? (r) => Math.max(r * share, 1)
    : (r) => Math.max(Math.sqrt(Math.max(r, 0) / largest) * most, 2);
}

// The radius of a size in a series of so many values.
function radiusOf(data, count) {
  const scaled = radiusScale(data);
  const usual = count > 5000 ? 1.5 : count > 500 ? 3 : 5;
  return (size) => (typeof size === "number" ? scaled(size) : usual);
}

// The series with colours that can be seen on the page.
function onThePage(series, theme) {
  const seen = (given) =>
    Array.isArray(given) ? given.map((one) => one && onPage(one, theme)) : given && onPage(given, theme);
  const { colours, lineColours, pointColours } = series;
  return {
    ...series,
    colours: seen(colours),
    lineColours: seen(lineColours),
    pointColours: seen(pointColours),
  };
}

// The colours of a series' slices. `before` is the number of slices of earlier rings that have labels of
// their own.
function sliceColours(data, theme, series, before = 0) {
  const { colours, lineColours, heights } = onThePage(series, theme);
  const given = colours ?? lineColours;
  const count = data.hasOwnSliceLabels ? heights.length : data.labels.length;
  return Array.from({ length: count }, (_, i) => {
    if (data.groupedSlices && i === count - 1) return mix(theme.quiet, theme.background, 0.35);
    return (Array.isArray(given) ? given[i % given.length] : given) ?? seriesColour(theme, before + i);
  });
}

function slicesBefore(data, index) {
  if (!data.hasOwnSliceLabels) return 0;
  return data.series.slice(0, index).reduce((sum, { heights }) => sum + heights.length, 0);
}

// A series' colour in the legend.
function mainColour(theme, series, index) {
  const isLine = ["line", "area", "radar"].includes(series.kind);
  const { colours, lineColours, pointColours } = onThePage(series, theme);
  const candidates = isLine ? [lineColours, pointColours, colours] : [colours, pointColours, lineColours];
  const firsts = candidates.map((one) => (Array.isArray(one) ? one[0] : one));
  const plain = firsts.filter((one) => typeof one === "string" && parseColour(one)[3] > 0);
  // A pale fill with a strong border is represented by its border.
  const given = plain.find((one) => parseColour(one)[3] > 0.5) ?? plain[0];
  return given ?? seriesColour(theme, index, isLine);
}

// The sender's own settings go before ours.
const take = (shape, own) => Object.assign(shape, withoutNothing(own));
const takePoints = (shape, { point, radius, pointColours }) =>
  take(shape, {
    pointStyle: point === "none" ? false : point,
    pointRadius: radius,
    pointBackgroundColor: pointColours,
  });

function styleLine(one, shape, colour, data, theme, index) {
  const isArea = one.kind === "area";
  const count = one.heights.length;
  const hasGaps = one.heights.some((height) => height === null);
  const showsAll = count <= 40;
  // As many lines have this colour before.
  const round = Math.floor(index / kSeriesColours) % kDashes.length;
  const hasOwnColour = (one.lineColours ?? one.colours) !== undefined;
  Object.assign(shape, {
    borderColor: one.lineColours ?? colour,
    borderWidth: one.width ?? 2.5,
    borderDash: one.dash ?? (hasOwnColour ? [] : kDashes[round]),
    borderJoinStyle: "round",
    borderCapStyle: one.dash ? "butt" : "round",
    tension: one.tension ?? 0,
    cubicInterpolationMode: one.curve ?? "default",
    stepped: one.steps ?? false,
    pointBackgroundColor: colour,
    pointBorderColor: theme.background,
    pointBorderWidth: showsAll ? 1.5 : 0,
    pointRadius: isArea && !hasGaps && count > 1 ? 0 : showsAll ? 4 : hasGaps ? 1.5 : 0,
    pointStyle: hasOwnColour ? "circle" : kPoints[round],
    pointHoverRadius: 6,
    pointHitRadius: 12,
    spanGaps: one.spans ?? false,
    fill: false,
  });
  take(shape, { showLine: one.hasLine });
  takePoints(shape, one);
  if (one.point !== undefined && !["circle", "none"].includes(one.point)) {
    // These are drawn by their border alone.
    shape.pointBorderColor = colour;
    shape.pointRadius = one.radius ?? 5;
  }
  if (isArea && one.fill !== false) {
    // Down to the line below, so that paler colours do not mix.
    const isAbove = shape.isStacked && index > 0 && one.y.every((y) => y === null || y >= 0);
    shape.fill = one.fill ?? true;
    if (shape.fill === true) shape.fill = isAbove ? "-1" : "origin";
    shape.backgroundColor =
      one.colours ?? withAlpha(colour, shape.isStacked ? 0.72 : data.series.length > 1 ? 0.18 : 0.22);
  } else if (one.colours !== undefined) {
    shape.backgroundColor = one.colours;
  }
}

function styleDots(one, shape, colour, data, theme, index) {
  const isBubble = one.kind === "bubble";
  const count = one.heights.length;
  const radius = radiusOf(data, count);
  const usual = radius(undefined);
  Object.assign(shape, {
    backgroundColor: one.colours ?? withAlpha(colour, isBubble ? 0.55 : count > 500 ? 0.5 : 0.8),
    borderColor: one.lineColours ?? (isBubble ? colour : theme.background),
    borderWidth: one.width ?? (count > 500 ? 0 : 1),
    pointHoverRadius: isBubble ? undefined : usual + 2,
    hoverBorderWidth: 2,
    hoverBorderColor: theme.text,
    pointRadius: usual,
    pointStyle: isBubble ? "circle" : kPoints[index % 4],
    showLine: one.hasLine ?? false,
  });
  takePoints(shape, one);
  if (isBubble) shape.pointRadius = one.y.map((_, i) => radius(one.size?.[i]));
  take(shape, { borderDash: one.dash, spanGaps: one.spans, stepped: one.steps });
  if (one.tension > 0) shape.tension = one.tension;
  if (shape.showLine) {
    shape.pointBackgroundColor ??= shape.backgroundColor;
    shape.borderColor = one.lineColours ?? colour;
    shape.borderWidth = one.width ?? 2.5;
    shape.pointBorderWidth = 1;
  }
  if (["cross", "crossRot", "star", "line", "dash"].includes(shape.pointStyle)) {
    shape.pointBorderColor = colour;
    shape.pointBorderWidth ??= 1.5;
  }
}

function styleBars(one, shape, colour, data, theme) {
  const given = one.colours;
  const isMany = data.labels.length > 60;
  Object.assign(shape, {
    backgroundColor: given ?? colour,
    hoverBackgroundColor: Array.isArray(given)
      ? undefined
      : withAlpha(typeof given === "string" ? given : colour, 0.82),
    borderRadius: isMany || shape.isStacked ? 0 : 3,
    // Floating bars are rounded at both ends, others only at the value.
    borderSkipped: one.low ? false : "start",
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
  if (one.lineColours && one.width === undefined && !shape.isStacked) shape.borderWidth ??= 1.5;
  if (one.width !== undefined || !shape.isStacked) take(shape, { borderColor: one.lineColours });
  take(shape, { borderWidth: one.width, borderRadius: one.corner, borderSkipped: one.openSide });
  take(shape, { base: one.base, grouped: one.grouped });
}

function styleSlices(one, shape, data, theme, index) {
  const slices = sliceColours(data, theme, one, slicesBefore(data, index));
  Object.assign(shape, {
    backgroundColor: data.kind === "polarArea" ? slices.map((slice) => withAlpha(slice, 0.75)) : slices,
    hoverBackgroundColor: slices.map((slice) => withAlpha(slice, 0.85)),
    borderColor: theme.background,
    hoverBorderColor: theme.background,
    borderWidth: one.width ?? (data.labels.length > 100 ? 0 : 2),
  });
  if (one.colours !== undefined) {
    shape.backgroundColor = slices;
    take(shape, { borderColor: one.lineColours });
  }
  const { corner, offsets, weight, turn, from } = one;
  take(shape, { borderRadius: corner, offset: offsets, weight, circumference: turn, rotation: from });
  if (data.kind !== "polarArea") {
    shape.hoverOffset = 6;
    take(shape, { cutout: one.hole, radius: one.outerRadius });
  }
}

function styleRadar(one, shape, colour, data, theme) {
  Object.assign(shape, {
    borderColor: one.lineColours ?? colour,
    backgroundColor: one.colours ?? withAlpha(colour, 0.14),
    borderWidth: one.width ?? 2.5,
    pointBackgroundColor: colour,
    pointBorderColor: theme.background,
    pointRadius: data.labels.length > 60 ? 0 : 4,
    pointHoverRadius: 6,
    fill: one.fill === true ? "start" : (one.fill ?? "start"),
    spanGaps: one.spans ?? false,
  });
  take(shape, { borderDash: one.dash, tension: one.tension, showLine: one.hasLine });
  takePoints(shape, one);
}

function styleDataset(data, theme, shape, index) {
  const one = onThePage(data.series[index], theme);
  const colour = mainColour(theme, one, index);
  // Marks without a colour of their own have the series'.
  if (!data.isRound)
    for (const name of ["colours", "pointColours"])
      if (Array.isArray(one[name])) one[name] = one[name].map((own) => own ?? colour);
  if (data.isRound) styleSlices(one, shape, data, theme, index);
  else if (data.kind === "radar") styleRadar(one, shape, colour, data, theme);
  else if (one.kind === "bar") styleBars(one, shape, colour, data, theme);
  else if (one.kind === "scatter" || one.kind === "bubble") styleDots(one, shape, colour, data, theme, index);
  else styleLine(one, shape, colour, data, theme, index);
}

function chartType(kind) {
  if (kind === "area" || kind === "scatter" || kind === "bubble") return "line";
  return kind;
}

// Lines are drawn over bars, and points over both, unless the sender gave an order, or something is
// stacked: Chart.js stacks in this order too.
const kLayers = { scatter: 0, bubble: 0, line: 1, area: 2, bar: 3 };

function layerOf(data, { kind, order }) {
  if (data.series.some((one) => one.order !== undefined)) return order ?? 0;
  return isStacked(data) ? 0 : (kLayers[kind] ?? 0);
}

// The series' values with their places.
function valuesOf(data, one) {
  if (data.scale === "labels") return data.isLongLine ? one.y.map((y, x) => ({ x, y })) : one.heights;
  const points = one.heights.map((height, i) => {
    const place = placeAt(data, one, i);
    return data.horizontal ? { x: height, y: place } : { x: place, y: height };
  });
  const isKnown = (point) => !Number.isNaN(data.horizontal ? point.y : point.x);
  return data.scale === "times" ? points.filter(isKnown) : points;
}

function buildDatasets(data) {
  return data.series.map((one, i) => {
    const shape = {
      label: one.name || message("Dataset {}", i + 1),
      data: valuesOf(data, one),
      clip: clipOf(data, one),
    };
    if (data.isCartesian) {
      const axis = data.axes[one.axis];
      shape.type = chartType(one.kind);
      shape.xAxisID = data.horizontal ? axis.id : "x";
      shape.yAxisID = data.horizontal ? "y" : axis.id;
      shape.order = layerOf(data, one);
      shape.isStacked = Boolean(axis.stacked);
      if (one.stack !== undefined) shape.stack = `stack ${one.stack}`;
    }
    if (data.isLongLine) {
      shape.parsing = false;
      shape.indexAxis = "x";
    }
    if (one.hidden) shape.hidden = true;
    return shape;
  });
}
