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

// Areas that are filled down to zero start there, and not those that are filled to something else; so do constant
// values, as an axis fitted to them would show only rounding noise.
function beginsAtZero(data, range, index) {
  return (
    range === 0 ||
    data.series.some(
      ({ axis, kind, fill }) =>
        axis === index && (kind === "bar" || (kind === "area" && [undefined, true, "origin"].includes(fill))),
    )
  );
}

// How to write the ticks of an axis. Nothing if Chart.js writes them well.
function formatOfTicks(ticks, numberFormat) {
  const numbers = ticks.map(({ value }) => value);
  if (numberFormat) return numberFormat.formatFor(numbers);
  const largest = Math.max(...numbers.map(Math.abs));
  return largest >= 1e6 || isHuge(largest) ? formatTogether(numbers) : undefined;
}

function tickFormatter({ numberFormat }) {
  // Chart.js asks for each tick by itself.
  let known;
  let format;
  return function (value, index, ticks) {
    if (ticks !== known) [known, format] = [ticks, formatOfTicks(ticks, numberFormat)];
    if (format) return format(value);
    if (isHuge(value)) return scientificNumber.format(value);
    const { logarithmic, numeric } = Chart.Ticks.formatters;
    return (this.type === "logarithmic" ? logarithmic : numeric).call(this, value, index, ticks);
  };
}

// What means the same for each kind of axis.
function dressAxis(axis, own, theme, defaults) {
  const { reversed, hidden, offset, bounds, grace, stack, share } = own;
  Object.assign(
    axis,
    withoutNothing({ reverse: reversed, offset, bounds, grace, stack, stackWeight: share }),
    hidden && { display: false },
  );
  const lines = { display: own.grid, color: own.gridColours, lineWidth: own.gridWidth };
  axis.grid = { ...defaults.grid, ...withoutNothing({ ...lines, circular: own.roundGrid }) };
  axis.border = { color: theme.line, ...defaults.border };
  const font = { size: 12 * theme.textScale };
  const ticks = { display: own.ticks, align: own.ticksAt, autoSkip: own.skipsTicks, count: own.tickCount };
  axis.ticks = {
    color: own.colour ? readable(own.colour, theme) : theme.quiet,
    padding: 8,
    font,
    ...axis.ticks,
    ...withoutNothing({ ...ticks, maxTicksLimit: own.mostTicks }),
  };
  return axis;
}

function axisTitle(text, { titleColour, titleAt }, theme) {
  return {
    display: text !== undefined && text !== "",
    text: cutLines(text ?? "", Math.floor(90 / theme.textScale), 3),
    color: titleColour ? readable(titleColour, theme) : theme.quiet,
    align: titleAt ?? "center",
    font: { size: 13 * theme.textScale },
  };
}

// An axis of numbers, as far as what is said of it goes with the values.
function numberAxis({ scale, least, most, suggestedLeast, suggestedMost, fromZero, step }, range) {
  const span = Math.max(range, (most ?? 0) - (least ?? 0));
  return {
    type: scale === "logarithmic" ? "logarithmic" : "linear",
    ...withoutNothing({
      min: least,
      max: most,
      suggestedMin: suggestedLeast,
      suggestedMax: suggestedMost,
      beginAtZero: fromZero,
    }),
    ticks: step !== undefined && span / step <= 100 ? { stepSize: step } : {},
  };
}

// The least and the most of the numbers along the first axis.
function placeRange(data) {
  let [least, most] = [Infinity, -Infinity];
  for (const place of placesOf(data)) {
    if (Number.isNaN(place)) continue;
    least = Math.min(least, place);
    most = Math.max(most, place);
  }
  return [least, most];
}

function timeAxis({ unit, leastUnit, roundedTo, isEven, ticksFrom, ...own }, times) {
  return {
    type: isEven ? "timeseries" : "time",
    // Days have no hours.
    time: withoutNothing({
      unit,
      minUnit: leastUnit ?? (areDays(times) ? "day" : undefined),
      round: roundedTo,
    }),
    ...withoutNothing({
      min: own.least,
      max: own.most,
      suggestedMin: own.suggestedLeast,
      suggestedMax: own.suggestedMost,
    }),
    ticks: { source: ticksFrom ?? "auto", autoSkipPadding: 18, maxRotation: 0, callback: timeTick },
  };
}

function placeAxis(data) {
  const axis = numberAxis(data.across, Infinity);
  axis.ticks.maxRotation = 0;
  axis.ticks.autoSkipPadding = 14;
  axis.ticks.callback = data.hasYears ? (value) => String(value) : tickFormatter(data.across);
  if (data.hasYears) axis.ticks.precision = 0;
  // It ends with the data, not with the next round number, unless its marks need room.
  if (axis.type === "linear" && !data.series.some(({ kind }) => kind === "bar" || kind === "bubble")) {
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

function labelAxis(data, theme) {
  const ticks = labelTicks(data, theme);
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
    data.series.some(({ kind }) => kind === "bar" || kind === "scatter" || kind === "bubble") ||
    data.labels.length === 1;
  if (data.horizontal) ticks.autoSkip = data.labels.length > kMostRows;
  const { least: min, most: max } = data.across;
  return { type: "category", offset: hasOffset, ticks, ...withoutNothing({ min, max }) };
}

function firstAxis(data, theme) {
  if (data.scale === "times") return timeAxis(data.across, placesOf(data));
  return data.scale === "numbers" ? placeAxis(data) : labelAxis(data, theme);
}

function valueAxis(data, own, index, range) {
  // Without labels, as Chart.js takes those of the chart for times too, and what is none for 1970.
  if (own.times) return { ...timeAxis(own, own.times), labels: [] };
  if (own.scale === "labels") {
    const isName = (height) => typeof height === "string";
    const labels = own.names ?? [...new Set(data.series.flatMap(({ heights }) => heights.filter(isName)))];
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
  const axis = numberAxis(own, range);
  if (own.least === undefined) axis.beginAtZero ??= beginsAtZero(data, range, index);
  axis.ticks.callback = tickFormatter(own);
  axis.ticks.maxTicksLimit = 10;
  axis.ticks.autoSkipPadding = 10;
  return axis;
}

// The side that the sender chose, or that of the main axis, or the other.
function positionOf({ side, direction, isFirst }) {
  return side ?? (direction === "x" ? ["bottom", "top"] : ["left", "right"])[isFirst ? 0 : 1];
}

function titleOfAxis(data, own) {
  return own.title || (own === data.across ? undefined : data.seriesAtAxis);
}

// Titles of value axes stand above these, where they are easier to read, unless axes share a side.
function hasTitlesAbove(data) {
  const { along } = data;
  return (
    !data.horizontal &&
    along.length <= 2 &&
    !along.some(({ stack, titleAt }) => stack !== undefined || titleAt)
  );
}

function buildAxes(data, theme) {
  const range = valueRange(data);
  const axes = data.axes.map((own, i) => {
    const isAcross = i === 0;
    const axis = isAcross ? firstAxis(data, theme) : valueAxis(data, own, i, range);
    axis.afterDataLimits = (scale) => makeRoom(scale, own, roomOfMarks(data, theme, scale));
    const showsGrid = isAcross ? data.scale !== "labels" && !data.horizontal : i === 1;
    dressAxis(axis, own, theme, {
      grid: showsGrid ? { color: theme.line, drawTicks: false } : { color: theme.line, display: false },
      border: { display: isAcross },
    });
    // A sender who sets lines wants them.
    if (own.gridColours || own.gridWidth) axis.grid.display = own.grid ?? true;
    axis.axis = own.direction;
    axis.position = positionOf(own);
    axis.stacked = own.stacked ?? false;
    if (own.direction === "x" || !hasTitlesAbove(data))
      axis.title = axisTitle(titleOfAxis(data, own), own, theme);
    return [own.id, axis];
  });
  // Where lines are drawn in the order of axes, those of y are above.
  if (data.horizontal) axes.push(axes.shift());
  return Object.fromEntries(axes);
}

function buildRadialAxis(data, theme) {
  const own = data.across ?? {};
  const axis = numberAxis(own, valueRange(data));
  const showsLabels = own.labels ?? (data.kind === "radar" && data.labels.length <= 60);
  return {
    beginAtZero: true,
    ...axis,
    type: "radialLinear",
    ...withoutNothing({
      reverse: own.reversed,
      startAngle: own.from,
      display: own.hidden ? false : undefined,
    }),
    grid: {
      color: theme.line,
      ...withoutNothing({
        display: own.grid,
        color: own.gridColours,
        lineWidth: own.gridWidth,
        circular: own.roundGrid,
      }),
    },
    angleLines: { display: own.spokes ?? showsLabels, color: own.spokeColour ?? theme.line },
    pointLabels: {
      display: showsLabels,
      centerPointLabels: own.labelsInside ?? false,
      color: own.labelColour ? readable(own.labelColour, theme) : theme.text,
      // Around a small drawing larger texts would not leave any.
      font: ({ chart }) => ({ size: 13 * Math.min(theme.textScale, Math.max(1, chart.width / 280)) }),
      callback: (_, index) => {
        const label = shortLabelAt(data, index);
        return wrapText(label, 18, 3) ?? cutLines(label, 18, 3);
      },
    },
    ticks: {
      ...axis.ticks,
      display: own.ticks ?? true,
      color: own.colour ? readable(own.colour, theme) : theme.quiet,
      backdropColor: withAlpha(theme.background, 0.75),
      font: { size: 11 * theme.textScale },
      maxTicksLimit: own.mostTicks ?? 6,
      callback: tickFormatter(own),
    },
  };
}

function titlesAbove(data) {
  if (!data.isCartesian || !hasTitlesAbove(data)) return [];
  return data.along
    .map((own) => ({ id: own.id, title: titleOfAxis(data, own), colour: own.titleColour }))
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
