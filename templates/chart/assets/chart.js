// Draws the chart from the data in the page.
"use strict";

const kMaximumValues = 300_000;
const kLargestNumber = 1e150;
const kDecimateFrom = 1000;
const kPoints = ["circle", "rect", "triangle", "rectRot", "crossRot", "star"];
const kRound = ["pie", "doughnut", "polarArea"];
const kCartesian = ["bar", "line", "area", "scatter", "bubble"];

// The chart, with its untrusted options parsed into plain values.
function readData(source) {
  const data = JSON.parse(source);
  const isHorizontal = data.kind === "horizontalBar";
  const kind = isHorizontal ? "bar" : data.kind;
  const isCartesian = kCartesian.includes(kind);
  const datasets = data.datasets.map((dataset) => {
    const own = dataset.kind === "horizontalBar" ? "bar" : dataset.kind;
    return {
      ...dataset,
      // Only types with axes can be combined.
      kind: own && isCartesian && kCartesian.includes(own) ? own : kind,
      styles: readStyles(dataset.styles),
    };
  });
  const read = {
    ...data,
    kind,
    isHorizontal,
    isCartesian,
    isRound: kRound.includes(kind),
    datasets,
    options: readOptions(data.options),
    dates: describeDates(data.labels),
    valueCount: datasets.reduce((sum, dataset) => sum + dataset.values.length, 0),
  };
  return { ...read, isLongLine: isLongLine(read), hasYears: hasYears(read) };
}

// Very long lines use a linear axis with indexes, the only kind of axis for which Chart.js
// decimates data.
function isLongLine(data) {
  const isWholeLine = ({ kind, values }) =>
    (kind === "line" || kind === "area") && values.every((value) => value !== null);
  return !data.hasPoints && data.labels.length > kDecimateFrom && data.datasets.every(isWholeLine);
}

// Years are not grouped: 2026, not 2,026.
function hasYears(data) {
  const isYear = (value) =>
    value === null || (Number.isInteger(value.x) && value.x >= 1500 && value.x < 2200);
  return data.hasPoints && data.datasets.every(({ values }) => values.every(isYear));
}

function* numbersOf(data) {
  for (const { values } of data.datasets) {
    for (const value of values) {
      if (value === null) continue;
      if (typeof value === "number") yield value;
      else yield* Object.values(value);
    }
  }
}

// Why the chart cannot be drawn; nothing if it can.
function findProblem(data) {
  if (data.valueCount > kMaximumValues)
    return `This chart has ${formatNumber(data.valueCount)} values, too many to draw. The data is shown below.`;
  let isEmpty = true;
  let isZero = true;
  for (const number of numbersOf(data)) {
    if (Math.abs(number) > kLargestNumber)
      return "This chart has numbers that are too large to draw. The data is shown below.";
    isEmpty = false;
    if (number !== 0) isZero = false;
  }
  if (isEmpty) return "This chart has no values.";
  if (data.isRound && isZero) return "All values in this chart are zero. The data is shown below.";
  return undefined;
}

function labelAt(data, index) {
  return data.dates?.long[index] ?? data.labels[index] ?? "";
}

function shortLabelAt(data, index) {
  return data.dates?.short[index] ?? data.labels[index] ?? "";
}

// Axes

// Maps the sender's axes to ours: the main axis of each direction, and additional value axes with
// our own ids.
function planAxes(data) {
  const find = (direction) => data.options.axes.filter(([, of]) => of === direction);
  const plan = { x: find("x")[0]?.[2] ?? {}, y: {}, further: [], names: new Map() };
  if (!data.isHorizontal) {
    const used = new Set(data.datasets.map(({ styles }) => styles.axis).filter((name) => name !== undefined));
    const known = new Map(find("y").map(([name, , settings]) => [name, settings]));
    const main = known.has("y") ? "y" : ([...used].find((name) => known.has(name)) ?? [...known.keys()][0]);
    plan.y = known.get(main) ?? {};
    for (const name of used) {
      const isAxis = known.has(name) || /^y\w{1,20}$/.test(name);
      if (name === main || !isAxis || plan.further.length === kMaximumAxes - 1) continue;
      plan.further.push(known.get(name) ?? {});
      plan.names.set(name, `y${plan.further.length}`);
    }
  } else {
    plan.y = find("y")[0]?.[2] ?? {};
  }
  return plan;
}

function valueRange(data) {
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbersOf(data)) {
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  return high - low;
}

// Areas start at zero; so do constant values, as an axis fitted to them would show only rounding
// noise.
function beginsAtZero(data, range) {
  return range === 0 || data.datasets.some(({ kind }) => kind === "area" || kind === "bar");
}

function formatTick(value, index, ticks) {
  const largest = Math.max(...ticks.map((tick) => Math.abs(tick.value)));
  if (largest >= 1e15) return value === 0 ? "0" : scientificNumber.format(value);
  if (largest >= 1e6) return shortNumber.format(value);
  if (isHuge(value)) return scientificNumber.format(value);
  return this.type === "logarithmic"
    ? Chart.Ticks.formatters.logarithmic.call(this, value, index, ticks)
    : Chart.Ticks.formatters.numeric.call(this, value, index, ticks);
}

// Settings that depend on the values.
function valueAxis(settings, range) {
  const span = Math.max(range, (settings.max ?? 0) - (settings.min ?? 0));
  const { min, max, suggestedMin, suggestedMax, beginAtZero, reverse, display, stepSize, precision } =
    settings;
  const axis = { type: settings.type === "logarithmic" ? "logarithmic" : "linear", ticks: {} };
  const copy = { min, max, suggestedMin, suggestedMax, beginAtZero, reverse, display };
  for (const [name, value] of Object.entries(copy)) if (value !== undefined) axis[name] = value;
  if (stepSize !== undefined && span / stepSize <= 100) axis.ticks.stepSize = stepSize;
  if (precision !== undefined) axis.ticks.precision = precision;
  return axis;
}

// The label axis.
function labelAxis(data, settings, places) {
  const width = data.isHorizontal ? 32 : 20;
  const axis = { ticks: { autoSkipPadding: 14, maxRotation: data.hasPoints || data.dates ? 0 : 40 } };
  if (settings.reverse !== undefined) axis.reverse = settings.reverse;
  if (settings.display !== undefined) axis.display = settings.display;
  if (data.hasPoints) {
    const linear = valueAxis(settings, Infinity);
    linear.ticks = { ...axis.ticks, callback: data.hasYears ? (value) => String(value) : formatTick };
    if (data.hasYears) linear.ticks.precision = 0;
    if (settings.type !== "logarithmic") linear.grace = settings.min === undefined ? "4%" : 0;
    return linear;
  }
  const callback = (value) => (Number.isInteger(value) ? shorten(shortLabelAt(data, value), width) : "");
  if (places) {
    return {
      ...axis,
      type: "linear",
      min: 0,
      max: data.labels.length - 1,
      ticks: { ...axis.ticks, precision: 0, maxTicksLimit: 9, callback },
    };
  }
  axis.type = "category";
  axis.ticks.callback = callback;
  axis.offset =
    data.datasets.some(({ kind }) => kind === "bar" || kind === "scatter" || kind === "bubble") ||
    data.labels.length === 1;
  if (data.isHorizontal) axis.ticks.autoSkip = data.labels.length > 120;
  return axis;
}

function isStacked(data, plan) {
  return data.stacked || plan.x.stacked === true || plan.y.stacked === true;
}

function buildAxes(data, plan, theme) {
  const labels = data.isHorizontal ? "y" : "x";
  const values = data.isHorizontal ? "x" : "y";
  const range = valueRange(data);
  const stacked = isStacked(data, plan);
  const title = { color: theme.quiet, font: { size: 13 } };
  const quietGrid = { color: theme.line, drawTicks: false };
  const noGrid = { display: false };
  const ticks = { color: theme.quiet, padding: 8, font: { size: 12 } };
  const axes = {};
  const add = (name, axis, more) => (axes[name] = { ...axis, ...more, ticks: { ...ticks, ...axis.ticks } });

  const along = labelAxis(data, plan[labels], data.isLongLine);
  add(labels, along, {
    stacked,
    grid: data.hasPoints && !data.isHorizontal ? quietGrid : noGrid,
    border: { color: theme.line, display: true },
    title: { ...title, display: !data.isHorizontal && data.xTitle !== "", text: shorten(data.xTitle, 100) },
  });
  const across = valueAxis(plan[values], range);
  across.beginAtZero ??= beginsAtZero(data, range);
  // Space for the value of the longest bar.
  if (showsBarValues(data) && across.type === "linear" && across.max === undefined)
    across.grace = data.isHorizontal ? "9%" : "4%";
  across.ticks.callback = formatTick;
  across.ticks.maxTicksLimit = 8;
  add(values, across, {
    stacked,
    position: values === "y" && plan.y.position === "right" ? "right" : undefined,
    grid: quietGrid,
    border: { display: false },
    title: { ...title, display: data.isHorizontal && data.xTitle !== "", text: shorten(data.xTitle, 100) },
  });
  if (axes[values].position === undefined) delete axes[values].position;
  plan.further.forEach((settings, i) => {
    const further = valueAxis(settings, range);
    further.ticks.callback = formatTick;
    further.ticks.maxTicksLimit = 8;
    add(`y${i + 1}`, further, {
      axis: "y",
      stacked,
      position: settings.position === "left" ? "left" : "right",
      grid: noGrid,
      border: { display: false },
    });
  });
  return axes;
}

function buildRadialAxis(data, theme) {
  const settings = data.options.axes.find(([, direction]) => direction === "r")?.[2] ?? {};
  const axis = valueAxis(settings, valueRange(data));
  axis.type = "radialLinear";
  const showsLabels = data.kind === "radar" && data.labels.length <= 60;
  return {
    beginAtZero: true,
    ...axis,
    grid: { color: theme.line },
    angleLines: { display: showsLabels, color: theme.line },
    pointLabels: {
      display: showsLabels,
      color: theme.text,
      font: { size: 13 },
      callback: (_, index) => shorten(shortLabelAt(data, index), 24),
    },
    ticks: {
      ...axis.ticks,
      color: theme.quiet,
      backdropColor: withAlpha(theme.background, 0.75),
      font: { size: 11 },
      maxTicksLimit: 6,
      callback: formatTick,
    },
  };
}

// The titles of value axes are placed horizontally above them, where they are easier to read.
function axisTitles(data, plan, theme) {
  const own = (settings, name) => [settings.title, name];
  const titles = [
    [data.yTitle, "y"],
    ...plan.further.map((settings, i) => own(settings, `y${i + 1}`)),
  ].filter(([title]) => title);
  if (!data.isCartesian || titles.length === 0) return undefined;
  return {
    id: "axisTitles",
    beforeLayout: (chart) => (chart.options.layout.padding = { top: 30 }),
    afterDraw: (chart) => {
      const { ctx: context } = chart;
      const room = chart.width / titles.length - 16;
      context.save();
      context.font = `13px ${theme().font}`;
      context.fillStyle = theme().quiet;
      context.textBaseline = "top";
      for (const [title, name] of titles) {
        const isRight = chart.scales[name]?.position === "right";
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

// If there are few bars, each has its value at its end.
function showsBarValues(data) {
  const [{ kind, values }] = data.datasets;
  return (
    data.datasets.length === 1 &&
    kind === "bar" &&
    data.labels.length <= (data.isHorizontal ? 60 : 24) &&
    !values.some(Array.isArray)
  );
}

function barValues(data, theme) {
  if (!showsBarValues(data)) return undefined;
  const largest = Math.max(...data.datasets[0].values.map(Math.abs));
  const format = largest >= 1e6 && largest < 1e15 ? (value) => shortNumber.format(value) : formatNumber;
  return {
    id: "barValues",
    afterDatasetsDraw: (chart) => {
      const { ctx: context } = chart;
      const bars = chart.getDatasetMeta(0).data;
      const texts = data.datasets[0].values.map((value) => (value === null ? "" : format(value)));
      context.save();
      context.font = `12px ${theme().font}`;
      const room = Math.abs((bars[1]?.x ?? chart.width) - (bars[0]?.x ?? 0)) - 4;
      const fits = data.isHorizontal || texts.every((text) => context.measureText(text).width < room);
      context.fillStyle = theme().text;
      context.textBaseline = "middle";
      if (fits) bars.forEach((bar, i) => writeBarValue(context, bar, texts[i], data, i));
      context.restore();
    },
  };
}

function writeBarValue(context, bar, text, data, index) {
  const isNegative = data.datasets[0].values[index] < 0;
  if (data.isHorizontal) {
    context.textAlign = isNegative ? "right" : "left";
    context.fillText(text, bar.x + (isNegative ? -6 : 6), bar.y);
  } else {
    context.textAlign = "center";
    context.fillText(text, bar.x, bar.y + (isNegative ? 10 : -9));
  }
}

// Datasets

// Radii are pixels if they are plausible as such; otherwise values that the areas represent.
function radiusScale(data) {
  let largest = 0;
  for (const { values } of data.datasets)
    for (const value of values) largest = Math.max(largest, value?.r ?? 0);
  const most = innerWidth < 600 ? 22 : 34;
  return largest <= most
    ? (r) => Math.max(r, 1)
    : (r) => Math.max(Math.sqrt(Math.max(r, 0) / largest) * most, 2);
}

function sliceColours(data, theme, dataset) {
  const given = dataset.styles.backgroundColor ?? dataset.styles.borderColor;
  return data.labels.map(
    (_, i) => (Array.isArray(given) ? given[i % given.length] : undefined) ?? seriesColour(theme, i),
  );
}

// A dataset's colour in the legend.
function mainColour(theme, dataset, index) {
  const isLine = ["line", "area", "radar"].includes(dataset.kind);
  const { backgroundColor, borderColor } = dataset.styles;
  const candidates = isLine ? [borderColor, backgroundColor] : [backgroundColor, borderColor];
  const plain = candidates.filter((candidate) => typeof candidate === "string");
  // A pale fill with a strong border is represented by its border.
  return plain.find((candidate) => parseColour(candidate)[3] > 0.5) ?? plain[0] ?? seriesColour(theme, index);
}

function styleLine(dataset, shape, colour, data, theme) {
  const isArea = dataset.kind === "area";
  const stacked = data.isStacked;
  const count = dataset.values.length;
  const hasGaps = dataset.values.includes(null);
  const { styles } = dataset;
  Object.assign(shape, {
    borderColor: colour,
    borderWidth: styles.borderWidth || 2.5,
    borderDash: styles.isDashed ? [6, 5] : [],
    borderJoinStyle: "round",
    borderCapStyle: "round",
    tension: styles.tension ?? 0,
    cubicInterpolationMode: styles.tension > 0 ? "monotone" : "default",
    stepped: styles.stepped ?? false,
    pointBackgroundColor: colour,
    pointBorderColor: theme.background,
    pointBorderWidth: count <= 40 ? 1.5 : 0,
    pointRadius: isArea && !hasGaps && count > 1 ? 0 : count <= 40 ? 4 : hasGaps ? 1.5 : 0,
    pointHoverRadius: 6,
    pointHitRadius: 12,
    fill: false,
    order: 1,
  });
  if (isArea && styles.isFilled !== false) {
    const given = typeof styles.backgroundColor === "string" ? styles.backgroundColor : undefined;
    shape.fill = stacked && shape.place > 0 ? "-1" : "origin";
    shape.backgroundColor =
      given ?? withAlpha(colour, stacked ? 0.72 : data.datasets.length > 1 ? 0.18 : 0.22);
    shape.order = 2;
  }
}

function styleDots(dataset, shape, colour, data, theme) {
  const radius = radiusScale(data);
  const isBubble = dataset.kind === "bubble";
  const count = dataset.values.length;
  const size = count > 5000 ? 1.5 : count > 500 ? 3 : 5;
  Object.assign(shape, {
    backgroundColor: withAlpha(colour, isBubble ? 0.55 : count > 500 ? 0.5 : 0.8),
    borderColor: isBubble ? colour : theme.background,
    borderWidth: count > 500 ? 0 : 1,
    pointRadius: isBubble
      ? dataset.values.map((value) => (value?.r === undefined ? size : radius(value.r)))
      : size,
    pointHoverRadius: isBubble ? undefined : size + 2,
    hoverBorderWidth: 2,
    hoverBorderColor: theme.text,
    pointStyle: isBubble ? "circle" : kPoints[shape.place % 4],
    showLine: false,
    order: 0,
  });
}

function styleBars(dataset, shape, colour, data, theme) {
  const given = dataset.styles.backgroundColor;
  Object.assign(shape, {
    backgroundColor: Array.isArray(given) ? given : typeof given === "string" ? given : colour,
    hoverBackgroundColor: Array.isArray(given) ? undefined : withAlpha(colour, 0.82),
    borderRadius: data.labels.length > 60 || data.isStacked ? 0 : 3,
    // Floating bars are rounded at both ends, others only at the value.
    borderSkipped: dataset.values.some(Array.isArray) ? false : "start",
    maxBarThickness: 72,
    categoryPercentage: data.labels.length > 60 ? 0.94 : 0.78,
    barPercentage: data.labels.length > 60 ? 1 : 0.92,
    minBarLength: 1,
    order: 3,
  });
  // A line in the background colour separates the parts of a stack.
  if (data.isStacked && data.labels.length <= 60)
    Object.assign(shape, { borderColor: theme.background, borderWidth: 1, borderSkipped: false });
  const parsed = typeof given === "string" ? parseColour(given) : undefined;
  if (parsed && parsed[3] <= 0.5)
    Object.assign(shape, { borderColor: colour, borderWidth: dataset.styles.borderWidth ?? 1.5 });
}

function styleDataset(data, theme, shape, index) {
  const dataset = data.datasets[index];
  const colour = mainColour(theme, dataset, index);
  shape.place = index;
  if (data.isRound) {
    const slices = sliceColours(data, theme, dataset);
    Object.assign(shape, {
      backgroundColor: data.kind === "polarArea" ? slices.map((slice) => withAlpha(slice, 0.75)) : slices,
      hoverBackgroundColor: slices.map((slice) => withAlpha(slice, 0.85)),
      borderColor: theme.background,
      hoverBorderColor: theme.background,
      borderWidth: data.labels.length > 100 ? 0 : 2,
    });
    if (data.kind !== "polarArea") shape.hoverOffset = 6;
  } else if (data.kind === "radar") {
    Object.assign(shape, {
      borderColor: colour,
      backgroundColor: withAlpha(colour, 0.14),
      borderWidth: 2.5,
      pointBackgroundColor: colour,
      pointBorderColor: theme.background,
      pointRadius: data.labels.length > 60 ? 0 : 4,
      pointHoverRadius: 6,
    });
  } else if (dataset.kind === "bar") {
    styleBars(dataset, shape, colour, data, theme);
  } else if (dataset.kind === "scatter" || dataset.kind === "bubble") {
    styleDots(dataset, shape, colour, data, theme);
  } else {
    styleLine(dataset, shape, colour, data, theme);
  }
}

function chartType(kind) {
  if (kind === "area" || kind === "scatter" || kind === "bubble") return "line";
  return kind;
}

function buildDatasets(data, plan) {
  const long = data.isLongLine;
  return data.datasets.map((dataset, i) => {
    const shape = { label: dataset.label || `Dataset ${i + 1}`, data: dataset.values, clip: 8 };
    if (data.isCartesian) shape.type = chartType(dataset.kind);
    if (data.hasPoints)
      shape.data = dataset.values.map((value, x) =>
        typeof value === "number" ? { x, y: value } : (value ?? { x: NaN, y: NaN }),
      );
    if (long) {
      shape.data = dataset.values.map((y, x) => ({ x, y }));
      shape.parsing = false;
      shape.indexAxis = "x";
    }
    if (dataset.styles.hidden) shape.hidden = true;
    const axis = plan?.names.get(dataset.styles.axis);
    if (axis) shape.yAxisID = axis;
    if (dataset.styles.stack !== undefined) shape.stack = `stack ${dataset.styles.stack}`;
    return shape;
  });
}

// The whole chart

function tooltipTexts(data) {
  const valueText = (item) => {
    const value = data.datasets[item.datasetIndex].values[data.hasPoints ? item.dataIndex : indexOf(item)];
    if (Array.isArray(value)) return `${formatNumber(value[0])} – ${formatNumber(value[1])}`;
    if (typeof value !== "object" || value === null) return formatNumber(Number(value));
    const x = data.hasYears ? String(value.x) : formatNumber(value.x);
    const size = value.r === undefined ? "" : `, size ${formatNumber(value.r)}`;
    return `${x}, ${formatNumber(value.y)}${size}`;
  };
  // Decimated points are found by their index.
  const indexOf = (item) => (data.isLongLine ? item.raw.x : item.dataIndex);
  const share = (item) => {
    const { data: values } = item.dataset;
    const sum = values.reduce(
      (all, value, i) => all + (item.chart.getDataVisibility(i) ? Math.abs(value ?? 0) : 0),
      0,
    );
    return sum > 0 ? ` (${percentage.format(Math.abs(item.raw ?? 0) / sum)})` : "";
  };
  return {
    title: (items) =>
      data.hasPoints || items.length === 0 ? "" : shorten(labelAt(data, indexOf(items[0])), 80),
    label: (item) => {
      const name = shorten(data.datasets[item.datasetIndex].label, 60);
      const isSlice = data.kind === "pie" || data.kind === "doughnut";
      return `${name ? `${name}: ` : ""}${valueText(item)}${isSlice ? share(item) : ""}`;
    },
  };
}

function buildConfiguration(data, plan, theme) {
  const datasets = buildDatasets(data, plan);
  datasets.forEach((shape, i) => styleDataset(data, theme(), shape, i));
  const isBusy = data.valueCount > 2000;
  const byPlace = data.isCartesian && !data.hasPoints;
  const options = {
    responsive: true,
    maintainAspectRatio: false,
    locale: "en",
    normalized: data.isLongLine,
    animation: prefersLessMotion || isBusy ? false : { duration: 450 },
    indexAxis: data.isHorizontal ? "y" : "x",
    layout: { padding: data.isRound ? 8 : { top: 8 } },
    interaction: {
      mode: byPlace && data.datasets.length <= 12 ? "index" : "nearest",
      axis: byPlace ? (data.isHorizontal ? "y" : "x") : "xy",
      intersect: !byPlace,
    },
    font: { family: theme().font },
    plugins: {
      legend: { display: false },
      title: { display: false },
      decimation: { enabled: data.isLongLine, algorithm: "min-max" },
      tooltip: {
        callbacks: tooltipTexts(data),
        padding: 10,
        cornerRadius: 7,
        boxPadding: 5,
        usePointStyle: true,
      },
    },
  };
  if (data.isCartesian) options.scales = buildAxes(data, plan, theme());
  else if (!["pie", "doughnut"].includes(data.kind)) options.scales = { r: buildRadialAxis(data, theme()) };
  if (data.kind === "doughnut") options.cutout = "58%";
  Object.assign(options.plugins.tooltip, tooltipColours(theme()));
  const plugins = data.isCartesian ? [axisTitles(data, plan, theme), barValues(data, theme)] : [];
  return {
    type: data.isCartesian ? chartType(data.kind) : data.kind,
    data: { labels: data.labels, datasets },
    options,
    plugins: plugins.filter((plugin) => plugin !== undefined),
  };
}

function tooltipColours(theme) {
  return {
    backgroundColor: theme.text,
    titleColor: theme.background,
    bodyColor: theme.background,
    multiKeyBackground: theme.text,
  };
}

// Horizontal bars need a height each; other charts have the page's height.
function frameHeight(data, stacked) {
  if (!data.isHorizontal) return undefined;
  const bars = stacked ? 1 : data.datasets.length;
  const each = Math.max(22, Math.min(40, 14 * bars + 16));
  return Math.min(Math.max(data.labels.length * each * (bars > 4 ? bars / 4 : 1) + 70, 190), 4000);
}

function legendEntries(chart, data) {
  if (data.isRound) {
    return data.labels.map((_, i) => ({
      name: labelAt(data, i) || `Value ${i + 1}`,
      value: data.datasets.length === 1 ? formatNumber(data.datasets[0].values[i] ?? 0) : undefined,
      shape: "box",
      isVisible: true,
      toggle: () => {
        chart.toggleDataVisibility(i);
        chart.update();
        return chart.getDataVisibility(i);
      },
    }));
  }
  const shapes = { line: "line", scatter: "dot", bubble: "dot" };
  return data.datasets.map(({ kind, label }, i) => ({
    name: label || `Dataset ${i + 1}`,
    shape: shapes[kind] ?? "box",
    isVisible: chart.isDatasetVisible(i),
    toggle: () => {
      chart.setDatasetVisibility(i, !chart.isDatasetVisible(i));
      chart.update();
      return chart.isDatasetVisible(i);
    },
  }));
}

function legendColours(data, theme) {
  return data.isRound
    ? sliceColours(data, theme, data.datasets[0])
    : data.datasets.map((dataset, i) => mainColour(theme, dataset, i));
}

function wantsLegend(data) {
  const count = data.isRound ? data.labels.length : data.datasets.length;
  return count > 1 && data.options.showsLegend !== false;
}

function addLegend(figure, frame, chart, data, theme) {
  const isBelow = data.options.legendPosition === "bottom" && !data.isRound;
  const entries = legendEntries(chart, data);
  const legend = buildLegend(entries, "Show or hide series");
  legend.paint(legendColours(data, theme()));
  if (isBelow) frame.after(legend.element);
  else frame.before(legend.element);
  return { paint: () => legend.paint(legendColours(data, theme())), entries };
}

function drawPicture(chart, data, theme, legend) {
  chart.options.devicePixelRatio = kPictureScale;
  chart.resize();
  chart.update("none");
  const colours = legendColours(data, theme);
  const isVisible = (i) => (data.isRound ? chart.getDataVisibility(i) : chart.isDatasetVisible(i));
  const entries = (legend?.entries ?? [])
    .map(({ name }, i) => ({ name, colour: colours[i] }))
    .filter((_, i) => isVisible(i));
  const picture = composePicture(chart.canvas, theme, data.title || pageTitle(), entries);
  delete chart.options.devicePixelRatio;
  chart.resize();
  chart.update("none");
  return picture;
}

function draw(figure, data) {
  let currentTheme = readTheme();
  const theme = () => currentTheme;
  const plan = data.isCartesian ? planAxes(data) : undefined;
  const stacked = plan !== undefined && isStacked(data, plan);
  data.isStacked = stacked;
  const frame = figure.querySelector(".chart-frame");
  const height = frameHeight(data, stacked);
  if (height !== undefined) frame.style.height = `${height}px`;
  figure.classList.toggle("chart-round", data.isRound && wantsLegend(data));

  const canvas = document.createElement("canvas");
  canvas.role = "img";
  canvas.ariaLabel = `${data.title ? `${data.title}. ` : ""}${data.description}. The data is in the table below.`;
  frame.append(canvas);
  Chart.defaults.font.family = currentTheme.font;
  const chart = new Chart(canvas, buildConfiguration(data, plan, theme));
  const legend = wantsLegend(data) ? addLegend(figure, frame, chart, data, theme) : undefined;
  offerPicture(figure, () => drawPicture(chart, data, currentTheme, legend));

  onThemeChange(() => {
    currentTheme = readTheme();
    chart.data.datasets.forEach((shape, i) => styleDataset(data, currentTheme, shape, i));
    if (data.isCartesian) chart.options.scales = buildAxes(data, plan, currentTheme);
    else if (chart.options.scales?.r) chart.options.scales = { r: buildRadialAxis(data, currentTheme) };
    Object.assign(chart.options.plugins.tooltip, tooltipColours(currentTheme));
    legend?.paint();
    chart.update("none");
  });
}

function main() {
  const figure = document.querySelector(".chart");
  const source = document.getElementById("chart-data");
  if (!figure || !source) return;
  try {
    const data = readData(source.textContent);
    const problem = findProblem(data);
    if (problem) return showProblem(figure, problem);
    draw(figure, data);
    foldData();
  } catch (error) {
    console.error(error);
    showProblem(figure, "This chart could not be drawn. The data is shown below.");
  }
}

main();
