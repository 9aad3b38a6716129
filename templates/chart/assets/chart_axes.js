// The axes of a chart.
"use strict";

function valueRange(data) {
  let [low, high] = [Infinity, -Infinity];
  for (const number of heightsOf(data)) {
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  return low > high ? 0 : high - low;
}

// Areas start at zero; so do constant values, as an axis fitted to them would show only rounding
// noise.
function beginsAtZero(data, range, id) {
  const isOnAxis = (dataset) => dataset[`${data.isHorizontal ? "x" : "y"}Axis`] === id;
  return (
    range === 0 ||
    data.datasets.some(
      (dataset) =>
        isOnAxis(dataset) && (dataset.kind === "bar" || (dataset.kind === "area" && fillsToZero(dataset))),
    )
  );
}

// Whether an area is filled down to zero, and not to something else.
function fillsToZero({ styles }) {
  return styles.fill === undefined || styles.fill === true || styles.fill === "origin";
}

// How to write the ticks of an axis. Nothing if Chart.js writes them well.
function formatOfTicks(ticks) {
  const numbers = ticks.map(({ value }) => value);
  const largest = Math.max(...numbers.map(Math.abs));
  return largest >= 1e6 || isHuge(largest) ? formatTogether(numbers) : undefined;
}

function tickFormatter(settings) {
  const { numberFormat } = settings.ticks;
  if (numberFormat) return (value) => numberFormat.format(value);
  // Chart.js asks for each tick by itself.
  let known;
  let format;
  return function (value, index, ticks) {
    if (ticks !== known) [known, format] = [ticks, formatOfTicks(ticks)];
    if (format) return format(value);
    if (isHuge(value)) return scientificNumber.format(value);
    const { logarithmic, numeric } = Chart.Ticks.formatters;
    return (this.type === "logarithmic" ? logarithmic : numeric).call(this, value, index, ticks);
  };
}

// The settings that mean the same for each kind of axis.
function dressAxis(axis, settings, theme, defaults) {
  const { ticks } = settings;
  const copied = ["reverse", "display", "offset", "bounds", "grace", "stack", "stackWeight"];
  for (const name of copied) if (settings[name] !== undefined) axis[name] = settings[name];
  axis.grid = { ...defaults.grid, ...axis.grid, ...settings.grid };
  axis.border = { color: theme.line, ...defaults.border, ...settings.border };
  const font = { size: 12 * theme.textScale };
  axis.ticks = { color: theme.quiet, padding: 8, font, ...defaults.ticks, ...axis.ticks };
  for (const name of [
    "display",
    "align",
    "crossAlign",
    "mirror",
    "major",
    "autoSkip",
    "count",
    "minRotation",
  ])
    if (ticks[name] !== undefined) axis.ticks[name] = ticks[name];
  for (const name of ["maxTicksLimit", "maxRotation"])
    if (ticks[name] !== undefined) axis.ticks[name] = ticks[name];
  if (ticks.color) axis.ticks.color = readable(ticks.color, theme);
  return axis;
}

function axisTitle(text, settings, theme) {
  return {
    display: text !== undefined && text !== "",
    text: cutLines(text ?? "", Math.floor(90 / theme.textScale), 3),
    color: settings.titleColour ? readable(settings.titleColour, theme) : theme.quiet,
    align: settings.titleAlign ?? "center",
    font: { size: 13 * theme.textScale },
  };
}

// Settings of axes of numbers, as far as they go with the values.
function numberAxis(settings, range) {
  const span = Math.max(range, (settings.max ?? 0) - (settings.min ?? 0));
  const { min, max, suggestedMin, suggestedMax, beginAtZero } = settings;
  const axis = { type: settings.type === "logarithmic" ? "logarithmic" : "linear", ticks: {} };
  Object.assign(axis, withoutNothing({ min, max, suggestedMin, suggestedMax, beginAtZero }));
  const { stepSize, precision } = settings.ticks;
  if (stepSize !== undefined && span / stepSize <= 100) axis.ticks.stepSize = stepSize;
  if (precision !== undefined) axis.ticks.precision = precision;
  return axis;
}

// The least and the most of the numbers along the index axis.
function placeRange(data) {
  let [least, most] = [Infinity, -Infinity];
  const add = (place) => {
    if (typeof place !== "number" || Number.isNaN(place)) return;
    least = Math.min(least, place);
    most = Math.max(most, place);
  };
  for (const { values } of data.datasets)
    values.forEach((value, i) => {
      if (value !== null) add(data.hasPoints ? (value.x ?? i) : Number(data.labels[i]));
    });
  return [least, most];
}

function timeAxis(settings, times) {
  const { source } = settings.ticks;
  const time = Object.fromEntries(
    ["unit", "minUnit", "round", "isoWeekday"]
      .filter((name) => settings.time[name] !== undefined)
      .map((name) => [name, settings.time[name]]),
  );
  // Days have no hours.
  if (areDays(times)) time.minUnit ??= "day";
  const ends = ["min", "max", "suggestedMin", "suggestedMax"].map((name) => {
    const value = settings[`${name}Text`] ?? settings[name];
    const at = value === undefined ? NaN : parseTime(value, settings.time.parser);
    return [name, Number.isNaN(at) ? undefined : at];
  });
  return {
    type: settings.type === "timeseries" ? "timeseries" : "time",
    time,
    ...withoutNothing(Object.fromEntries(ends)),
    ticks: { source: source ?? "auto", autoSkipPadding: 18, maxRotation: 0, callback: timeTick(settings) },
  };
}

function placeAxis(data, settings) {
  const axis = numberAxis(settings, Infinity);
  axis.ticks.maxRotation = 0;
  axis.ticks.autoSkipPadding = 14;
  axis.ticks.callback = data.hasYears ? (value) => String(value) : tickFormatter(settings);
  if (data.hasYears) axis.ticks.precision = 0;
  // It ends with the data, not with the next round number, unless its marks need room.
  if (axis.type === "linear" && !data.datasets.some(({ kind }) => kind === "bar" || kind === "bubble")) {
    const [least, most] = placeRange(data);
    const margin = (most - least) * 0.03;
    if (margin > 0) {
      axis.ticks.includeBounds = false;
      axis.min ??= Math.min(
        least >= 0 ? Math.max(least - margin, 0) : least - margin,
        axis.suggestedMin ?? least,
      );
      axis.max ??= Math.max(most + margin, axis.suggestedMax ?? most);
    }
  }
  return axis;
}

function labelAxis(data, settings, theme) {
  const ticks = labelTicks(data, settings, theme);
  if (data.isLongLine)
    return {
      type: "linear",
      min: 0,
      max: data.labels.length - 1,
      ticks: {
        ...ticks,
        autoSkipPadding: 14,
        minRotation: 0,
        maxRotation: 0,
        precision: 0,
        maxTicksLimit: 9,
      },
    };
  const hasOffset =
    data.datasets.some(({ kind }) => kind === "bar" || kind === "scatter" || kind === "bubble") ||
    data.labels.length === 1;
  if (data.isHorizontal) ticks.autoSkip = data.labels.length > kMostRows;
  const axis = { type: "category", offset: hasOffset, ticks };
  const place = (text, index) =>
    data.labels.includes(text) ? text : data.labels[index] === undefined ? undefined : index;
  Object.assign(
    axis,
    withoutNothing({
      min: place(settings.minText, settings.min),
      max: place(settings.maxText, settings.max),
    }),
  );
  return axis;
}

function indexAxis(data, settings, theme) {
  if (data.places === "times") return timeAxis(settings, timesOf(data));
  return data.places === "numbers" ? placeAxis(data, settings) : labelAxis(data, settings, theme);
}

function valueAxis(data, { id, settings, times }, range) {
  // Without labels, as Chart.js takes those of the chart for times too, and what is none for 1970.
  if (times) return { ...timeAxis(settings, times), labels: [] };
  if (settings.type === "category") {
    const labels =
      settings.labels ??
      [...new Set(data.datasets.flatMap(({ values }) => values.map(heightOf)))].filter(
        (value) => typeof value === "string",
      );
    return {
      type: "category",
      labels,
      offset: true,
      ticks: {
        callback(value) {
          return wrapText(labels[value] ?? "", 24, 3) ?? cutLines(labels[value] ?? "", 24, 3);
        },
      },
    };
  }
  const axis = numberAxis(settings, range);
  if (settings.min === undefined) axis.beginAtZero ??= beginsAtZero(data, range, id);
  axis.ticks.callback = tickFormatter(settings);
  axis.ticks.maxTicksLimit = 10;
  axis.ticks.autoSkipPadding = 10;
  return axis;
}

// The side of the main axis, or another.
function positionOf(settings, direction, index) {
  if (settings.crossing !== undefined) return { [direction === "x" ? "y" : "x"]: settings.crossing };
  if (settings.position === "center") return "center";
  const sides = direction === "x" ? ["bottom", "top"] : ["left", "right"];
  return sides.includes(settings.position) ? settings.position : sides[index === 0 ? 0 : 1];
}

// A title of the chart's own belongs to an axis that is alone.
function titleOfAxis(data, direction, settings) {
  if (settings.title || data.plan[direction].length > 1) return settings.title;
  const title = direction === "x" ? data.xTitle : data.yTitle;
  return title || ((direction === "x") === data.isHorizontal ? data.seriesAtAxis : undefined);
}

// Titles of value axes stand above these, where they are easier to read, unless axes share a side.
function hasTitlesAbove(data) {
  const { y } = data.plan;
  return (
    !data.isHorizontal &&
    y.length <= 2 &&
    !y.some(({ settings }) => settings.stack !== undefined || settings.titleAlign)
  );
}

function buildAxes(data, theme) {
  const range = valueRange(data);
  const axes = {};
  const index = data.isHorizontal ? "y" : "x";
  for (const direction of ["x", "y"]) {
    const isIndex = direction === index;
    data.plan[direction].forEach((planned, i) => {
      const { id, settings } = planned;
      const axis = isIndex ? indexAxis(data, settings, theme) : valueAxis(data, planned, range);
      axis.afterDataLimits = (scale) => makeRoom(scale, settings, roomOfMarks(data, theme, scale));
      const showsGrid = i === 0 && (!isIndex || (data.places !== "labels" && !data.isHorizontal));
      dressAxis(axis, settings, theme, {
        grid: showsGrid ? { color: theme.line, drawTicks: false } : { color: theme.line, display: false },
        border: { display: isIndex },
      });
      // A sender who sets lines wants them.
      if (settings.grid.color || settings.grid.lineWidth) axis.grid.display = settings.grid.display ?? true;
      axis.axis = direction;
      axis.position = positionOf(settings, direction, i);
      axis.stacked = settings.stacked ?? false;
      const title = titleOfAxis(data, direction, settings);
      if (direction === "x" || !hasTitlesAbove(data)) axis.title = axisTitle(title, settings, theme);
      axes[id] = axis;
    });
  }
  return axes;
}

function buildRadialAxis(data, theme) {
  const settings = data.options.axes.find(([, direction]) => direction === "r")?.[2] ?? readAxis(undefined);
  const axis = numberAxis(settings, valueRange(data));
  axis.type = "radialLinear";
  const showsLabels = settings.pointLabels.display ?? (data.kind === "radar" && data.labels.length <= 60);
  return {
    beginAtZero: true,
    ...axis,
    ...withoutNothing({
      reverse: settings.reverse,
      display: settings.display,
      startAngle: settings.startAngle,
    }),
    grid: { color: theme.line, ...settings.grid },
    angleLines: { display: showsLabels, color: theme.line, ...settings.angleLines },
    pointLabels: {
      display: showsLabels,
      centerPointLabels: settings.pointLabels.centerPointLabels ?? false,
      color: settings.pointLabels.color ? readable(settings.pointLabels.color, theme) : theme.text,
      // Around a small drawing larger texts would not leave any.
      font: ({ chart }) => ({ size: 13 * Math.min(theme.textScale, Math.max(1, chart.width / 280)) }),
      callback: (_, index) => {
        const label = shortLabelAt(data, index);
        return wrapText(label, 18, 3) ?? cutLines(label, 18, 3);
      },
    },
    ticks: {
      ...axis.ticks,
      display: settings.ticks.display ?? true,
      color: settings.ticks.color ? readable(settings.ticks.color, theme) : theme.quiet,
      backdropColor: withAlpha(theme.background, 0.75),
      font: { size: 11 * theme.textScale },
      maxTicksLimit: settings.ticks.maxTicksLimit ?? 6,
      callback: tickFormatter(settings),
    },
  };
}

function titlesAbove(data) {
  if (!data.isCartesian || !hasTitlesAbove(data)) return [];
  return data.plan.y
    .map(({ id, settings }) => ({
      id,
      title: titleOfAxis(data, "y", settings),
      colour: settings.titleColour,
    }))
    .filter(({ title }) => title);
}

function axisTitles(data, theme) {
  const titles = titlesAbove(data);
  if (titles.length === 0) return undefined;
  return {
    id: "axisTitles",
    beforeLayout: (chart) => (chart.options.layout.padding = { top: 14 + 16 * theme().textScale }),
    afterDraw: (chart) => {
      const { ctx: context } = chart;
      const room = chart.width / titles.length - 16;
      context.save();
      context.font = `${13 * theme().textScale}px ${theme().font}`;
      context.textBaseline = "top";
      for (const { id, title, colour } of titles) {
        context.fillStyle = colour ? readable(colour, theme()) : theme().quiet;
        const isRight = chart.scales[id]?.position === "right";
        context.textAlign = isRight ? "right" : "left";
        let shown = title;
        for (let length = 100; context.measureText(shown).width > room && length > 4; length -= 4)
          shown = shorten(title, length);
        context.fillText(shown, isRight ? chart.width : 0, 2);
      }
      context.restore();
    },
  };
}
