// The options that a sender may set. They are untrusted: known names with plain values are copied one
// by one, and everything else is ignored. Each reader returns the value, or nothing if it is not valid.
"use strict";

const kMaximumAxes = 4;

function member(object, ...path) {
  for (const name of path) {
    if (object === null || typeof object !== "object" || !Object.hasOwn(object, name)) return undefined;
    object = object[name];
  }
  return object;
}

const number = (value, least = -1e150, most = 1e150) =>
  typeof value === "number" && value >= least && value <= most ? value : undefined;
const boolean = (value) => (typeof value === "boolean" ? value : undefined);
const choice = (value, ...choices) => (choices.includes(value) ? value : undefined);
const text = (value) => {
  const line = Array.isArray(value) ? value.filter((part) => typeof part === "string").join(" ") : value;
  return typeof line === "string" ? line.slice(0, 200) : undefined;
};

function colour(value) {
  const shape = /^(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl)a?\([\d\s.,%/deg-]{1,60}\))$/i;
  if (typeof value !== "string" || !shape.test(value)) return undefined;
  const parts = parseColour(value);
  return parts && `rgba(${parts.join(", ")})`;
}

// One value, or one for each mark.
const each = (read) => (value) => {
  if (!Array.isArray(value)) return read(value);
  const list = value.slice(0, 10_000).map((one) => read(one));
  return list.length > 0 && list.every((one) => one !== undefined) ? list : undefined;
};

const between = (least, most) => (value) => number(value, least, most);
const oneOf =
  (...choices) =>
  (value) =>
    choice(value, ...choices);

// The values of an object with these names, as the corners or sides of a bar.
const parts =
  (read, ...names) =>
  (value) => {
    if (typeof value !== "object" || value === null) return read(value);
    const found = names.map((name) => [name, read(member(value, name))]);
    return Object.fromEntries(found.filter(([, one]) => one !== undefined));
  };

const percentageOrPixels = (value) =>
  typeof value === "string" && /^\d{1,3}%$/.test(value) ? value : number(value, 0, 2000);

function dashes(value) {
  return Array.isArray(value) && value.length <= 10 && value.every((one) => number(one, 0, 200) !== undefined)
    ? value
    : undefined;
}

// What the space between a line and something else is filled up to.
function fillTarget(value) {
  if (boolean(value) !== undefined) return value;
  if (Number.isInteger(value)) return number(value, 0, 10_000);
  if (typeof value === "string")
    return /^([+-]?\d{1,5}|origin|start|end|stack|shape|true|false)$/.test(value) ? value : undefined;
  const level = number(member(value, "value"));
  const target = level === undefined ? fillTarget(member(value, "target") ?? null) : undefined;
  if (level === undefined && target === undefined) {
    const inner = number(member(value, "target", "value"));
    return inner === undefined ? undefined : { target: { value: inner }, ...fillColours(value) };
  }
  return { ...(level === undefined ? { target } : { value: level }), ...fillColours(value) };
}

function fillColours(value) {
  const sides = { above: colour(member(value, "above")), below: colour(member(value, "below")) };
  return Object.fromEntries(Object.entries(sides).filter(([, one]) => one !== undefined));
}

const kPointStyles = ["circle", "cross", "crossRot", "dash", "line", "rect", "rectRounded", "rectRot"].concat(
  "star",
  "triangle",
  false,
);
const pointStyle = each(oneOf(...kPointStyles));
const width = each(between(0, 40));
const radius = each(between(0, 100));
const colours = each(colour);

// The options of a dataset, which may stand in the options for all as well.
const kStyles = {
  backgroundColor: colours,
  borderColor: colours,
  borderWidth: each(parts(between(0, 40), "top", "right", "bottom", "left")),
  borderDash: dashes,
  borderDashOffset: between(-1000, 1000),
  borderCapStyle: oneOf("butt", "round", "square"),
  borderJoinStyle: oneOf("bevel", "round", "miter"),
  tension: between(0, 1),
  lineTension: between(0, 1),
  cubicInterpolationMode: oneOf("default", "monotone"),
  stepped: oneOf(true, false, "before", "after", "middle"),
  showLine: boolean,
  spanGaps: (value) => boolean(value) ?? number(value, 0),
  fill: fillTarget,
  hidden: boolean,
  order: between(-10_000, 10_000),
  indexAxis: oneOf("x", "y"),
  // Only compared with each other, never used as property names.
  stack: (value) => text(typeof value === "number" ? String(value) : value),
  xAxisID: text,
  yAxisID: text,
  pointStyle,
  pointRadius: radius,
  pointHoverRadius: radius,
  pointRotation: each(between(-360, 360)),
  pointBackgroundColor: colours,
  pointBorderColor: colours,
  pointBorderWidth: width,
  borderRadius: each(parts(between(0, 1000), "topLeft", "topRight", "bottomLeft", "bottomRight")),
  borderSkipped: each(oneOf("start", "end", "middle", "bottom", "left", "top", "right", false, true)),
  barPercentage: between(0.01, 1.5),
  categoryPercentage: between(0.01, 1.5),
  barThickness: (value) => choice(value, "flex") ?? number(value, 1, 500),
  maxBarThickness: between(1, 2000),
  minBarLength: between(0, 500),
  base: number,
  grouped: boolean,
  skipNull: boolean,
  radius: (value) => percentageOrPixels(value),
  cutout: percentageOrPixels,
  circumference: between(0, 360),
  rotation: between(-360, 360),
  offset: each(between(0, 200)),
  spacing: between(0, 100),
  weight: between(0, 100),
};
// What point options are named among options.elements.point.
const kPointNames = {
  pointStyle: "pointStyle",
  pointRadius: "radius",
  pointHoverRadius: "hoverRadius",
  pointRotation: "rotation",
  pointBackgroundColor: "backgroundColor",
  pointBorderColor: "borderColor",
  pointBorderWidth: "borderWidth",
};
const kElements = { bar: "bar", pie: "arc", doughnut: "arc", polarArea: "arc" };

// The dataset's own option, or the one for all datasets of its kind, or for all.
function readStyles(own, kind, options) {
  const element = kElements[kind] ?? "line";
  const type = kind === "area" ? "line" : kind;
  const styles = {};
  for (const [name, read] of Object.entries(kStyles)) {
    const places = [
      member(own, name),
      member(options, "datasets", type, name),
      // At the top, offset, order and radius mean something else.
      ["offset", "order", "radius", "backgroundColor", "borderColor"].includes(name)
        ? undefined
        : member(options, name),
      member(options, "elements", "point", kPointNames[name]),
      name in kPointNames ? undefined : member(options, "elements", element, name),
    ];
    const given = places.find((value) => value !== undefined);
    const value = given === undefined ? undefined : read(given);
    if (value !== undefined) styles[name] = value;
  }
  return styles;
}

function readGrid(axis) {
  const grid = {
    display: boolean(member(axis, "grid", "display")),
    drawOnChartArea: boolean(member(axis, "grid", "drawOnChartArea")),
    drawTicks: boolean(member(axis, "grid", "drawTicks")),
    lineWidth: between(0, 20)(member(axis, "grid", "lineWidth")),
    circular: boolean(member(axis, "grid", "circular")),
    color: colours(member(axis, "grid", "color")),
    tickColor: colours(member(axis, "grid", "tickColor")),
  };
  return withoutNothing(grid);
}

function withoutNothing(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

// How numbers are written: { format, formatExactly } by options of Intl.NumberFormat that cannot fail, or nothing.
function readNumberFormat(format) {
  const read = withoutNothing({
    style: choice(member(format, "style"), "decimal", "currency", "percent", "unit"),
    currency: text(member(format, "currency")),
    unit: text(member(format, "unit")),
    notation: choice(member(format, "notation"), "standard", "scientific", "engineering", "compact"),
    minimumFractionDigits: between(0, 10)(member(format, "minimumFractionDigits")),
    maximumFractionDigits: between(0, 20)(member(format, "maximumFractionDigits")),
  });
  if (Object.keys(read).length === 0) return undefined;
  const exactly = { ...read, notation: "standard", maximumFractionDigits: 20 };
  try {
    const [short, exact] = [read, exactly].map((options) => new Intl.NumberFormat("en", options));
    return { format: short.format, formatExactly: exact.format };
  } catch {
    return undefined;
  }
}

function readTicks(ticks) {
  const whole = (value, least, most) => (Number.isInteger(value) ? number(value, least, most) : undefined);
  return withoutNothing({
    display: boolean(member(ticks, "display")),
    color: colour(member(ticks, "color")),
    stepSize: number(member(ticks, "stepSize"), 1e-150),
    precision: whole(member(ticks, "precision"), 0, 20),
    maxTicksLimit: whole(member(ticks, "maxTicksLimit"), 1, 100),
    count: whole(member(ticks, "count"), 2, 100),
    source: choice(member(ticks, "source"), "auto", "data", "labels"),
    autoSkip: boolean(member(ticks, "autoSkip")),
    align: choice(member(ticks, "align"), "start", "center", "end", "inner"),
    crossAlign: choice(member(ticks, "crossAlign"), "near", "center", "far"),
    mirror: boolean(member(ticks, "mirror")),
    maxRotation: number(member(ticks, "maxRotation"), 0, 90),
    minRotation: number(member(ticks, "minRotation"), 0, 90),
    major: boolean(member(ticks, "major", "enabled")) ? { enabled: true } : undefined,
    numberFormat: readNumberFormat(member(ticks, "format")),
  });
}

const kTimeUnits = ["millisecond", "second", "minute", "hour", "day", "week", "month", "quarter", "year"];

function readTime(time) {
  const format = (value) => (typeof value === "string" ? value.slice(0, 60) : undefined);
  return withoutNothing({
    unit: choice(member(time, "unit"), ...kTimeUnits),
    minUnit: choice(member(time, "minUnit"), ...kTimeUnits),
    round: choice(member(time, "round"), ...kTimeUnits),
    isoWeekday: boolean(member(time, "isoWeekday")),
    stepSize: number(member(time, "stepSize"), 1, 1000),
    parser: format(member(time, "parser")),
    tooltipFormat: format(member(time, "tooltipFormat")),
    displayFormats: withoutNothing(
      Object.fromEntries(kTimeUnits.map((unit) => [unit, format(member(time, "displayFormats", unit))])),
    ),
  });
}

function axisType(type) {
  if (typeof type === "string" && /^log/.test(type)) return "logarithmic";
  return choice(type, "linear", "category", "time", "timeseries");
}

function readAxis(axis) {
  // Chart.js 2 had min and max in ticks, and scaleLabel for title.
  const given = (name) => member(axis, name) ?? member(axis, "ticks", name);
  const bound = (name) => number(given(name));
  const title = member(axis, "title");
  const labels = member(axis, "labels");
  const read = {
    type: axisType(member(axis, "type")),
    min: bound("min"),
    max: bound("max"),
    // The first and last label, or dates.
    minText: text(given("min")),
    maxText: text(given("max")),
    suggestedMin: bound("suggestedMin"),
    suggestedMax: bound("suggestedMax"),
    beginAtZero: boolean(given("beginAtZero")),
    reverse: boolean(given("reverse")),
    stacked: choice(member(axis, "stacked"), true, false, "single"),
    display: boolean(member(axis, "display")),
    offset: boolean(member(axis, "offset")),
    bounds: choice(member(axis, "bounds"), "ticks", "data"),
    grace: number(member(axis, "grace")) ?? percentageOrPixels(member(axis, "grace")),
    position: choice(member(axis, "position"), "left", "right", "top", "bottom", "center"),
    crossing: number(member(axis, "position", "x")) ?? number(member(axis, "position", "y")),
    stack: text(member(axis, "stack")),
    stackWeight: number(member(axis, "stackWeight"), 0.01, 100),
    labels: Array.isArray(labels)
      ? labels.slice(0, 10_000).map((one) => text(one) ?? String(one))
      : undefined,
    titleColour: colour(member(title, "color")),
    titleAlign: choice(member(title, "align"), "start", "center", "end"),
    grid: readGrid(axis),
    border: withoutNothing({
      display: boolean(member(axis, "border", "display")),
      color: colour(member(axis, "border", "color")),
      width: between(0, 20)(member(axis, "border", "width")),
      dash: dashes(member(axis, "border", "dash")),
    }),
    ticks: readTicks(member(axis, "ticks")),
    time: readTime(member(axis, "time")),
    startAngle: between(-360, 360)(member(axis, "startAngle")),
    angleLines: withoutNothing({
      display: boolean(member(axis, "angleLines", "display")),
      color: colour(member(axis, "angleLines", "color")),
    }),
    pointLabels: withoutNothing({
      display: boolean(member(axis, "pointLabels", "display")),
      centerPointLabels: boolean(member(axis, "pointLabels", "centerPointLabels")),
      color: colour(member(axis, "pointLabels", "color")),
    }),
  };
  if (read.min >= read.max) read.min = read.max = undefined;
  return read;
}

// The axes as [the sender's name, x, y or r, settings].
function readAxes(axes) {
  return axes.map(({ name, direction, title, settings }) => {
    const read = readAxis(settings);
    return [text(name), direction, { ...read, title: text(title) || undefined }];
  });
}

function readLegend(options) {
  const legend = member(options, "plugins", "legend") ?? member(options, "legend");
  const title = member(legend, "title");
  return {
    display: legend === false ? false : boolean(member(legend, "display")),
    position: choice(member(legend, "position"), "top", "bottom", "left", "right"),
    align: choice(member(legend, "align"), "start", "center", "end"),
    reverse: boolean(member(legend, "reverse")) ?? false,
    usesPointStyle: boolean(member(legend, "labels", "usePointStyle")) ?? false,
    pointStyle: oneOf(...kPointStyles)(member(legend, "labels", "pointStyle")),
    colour: colour(member(legend, "labels", "color")),
    title: boolean(member(title, "display")) === false ? undefined : text(member(title, "text")),
    titleColour: colour(member(title, "color")),
  };
}

function readTitle(title) {
  return {
    align: choice(member(title, "align"), "start", "center", "end"),
    colour: colour(member(title, "color")),
  };
}

function readOptions(options, axes) {
  const interaction = member(options, "interaction") ?? member(options, "hover");
  return {
    legend: readLegend(options),
    title: readTitle(member(options, "plugins", "title")),
    subtitle: readTitle(member(options, "plugins", "subtitle")),
    mode: choice(member(interaction, "mode"), "index", "nearest", "point", "dataset", "x", "y"),
    propagatesFill: boolean(member(options, "plugins", "filler", "propagate")),
    fillTime: choice(
      member(options, "plugins", "filler", "drawTime"),
      "beforeDraw",
      "beforeDatasetDraw",
      "beforeDatasetsDraw",
    ),
    decimation: withoutNothing({
      algorithm: choice(member(options, "plugins", "decimation", "algorithm"), "lttb", "min-max"),
      samples: number(member(options, "plugins", "decimation", "samples"), 10, 10_000),
    }),
    axes: readAxes(axes),
  };
}
