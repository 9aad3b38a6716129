// The legend of a chart: buttons that show and hide datasets or slices.
"use strict";

/* global countText, message */

const kMaximumEntries = 200;
const kSwatch = { width: 30, height: 14 };

// A picture of a line with its dashes and points, or of a point alone.
function drawSwatch(canvas, { colour, fill, dash, point, hasLine }) {
  // The stylesheet enlarges it with the text.
  const scale = 2 * Math.max(2, devicePixelRatio || 1);
  const width = hasLine ? kSwatch.width : kSwatch.height;
  canvas.width = width * scale;
  canvas.height = kSwatch.height * scale;
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.strokeStyle = colour;
  context.fillStyle = fill ?? colour;
  const middle = kSwatch.height / 2;
  if (hasLine) {
    context.lineWidth = 2.5;
    context.setLineDash(dash ?? []);
    context.beginPath();
    context.moveTo(1, middle);
    context.lineTo(width - 1, middle);
    context.stroke();
    context.setLineDash([]);
  }
  if (point) {
    context.lineWidth = 1.5;
    Chart.helpers.drawPoint(context, { pointStyle: point, radius: hasLine ? 4 : 5.5 }, width / 2, middle);
  }
}

// The button of an entry of buildLegend(), with its swatch.
function buildEntry(entry) {
  const button = document.createElement("button");
  button.type = "button";
  button.ariaPressed = String(entry.isVisible);
  const isDrawn = entry.look().point !== undefined || entry.look().hasLine;
  const swatch = document.createElement(isDrawn ? "canvas" : "span");
  swatch.className = isDrawn ? `drawn${entry.look().hasLine ? " long" : ""}` : "swatch";
  if (isDrawn) swatch.ariaHidden = "true";
  const name = document.createElement("span");
  name.className = "name";
  name.dir = "auto";
  name.textContent = shorten(entry.name, 600);
  if (entry.name.length > 60) button.title = entry.name;
  button.append(swatch, name);
  if (entry.value !== undefined) {
    const value = document.createElement("span");
    value.className = "value";
    value.textContent = entry.value;
    button.append(value);
  }
  button.addEventListener("click", () => {
    button.ariaPressed = String(entry.toggle());
    entry.point?.(false);
  });
  if (entry.point) {
    button.addEventListener("pointerenter", () => entry.point(true));
    // A tap gives the focus, and takes it nowhere else.
    button.addEventListener("focus", () => entry.point(button.matches(":focus-visible")));
    for (const type of ["pointerleave", "blur"]) button.addEventListener(type, () => entry.point(false));
  }
  return { swatch, button, isDrawn, entry };
}

// A button that shows all entries of a legend that is longer than its place.
function offerAllEntries(legend, count) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chart-legend-all";
  const update = () => {
    const showsAll = legend.classList.contains("shows-all");
    button.ariaExpanded = String(showsAll);
    button.textContent = showsAll ? message("Show fewer") : message("Show all {}", countText(count));
    button.hidden = !showsAll && legend.scrollHeight <= legend.clientHeight + 1;
  };
  button.addEventListener("click", () => {
    legend.classList.toggle("shows-all");
    legend.scrollTop = 0;
    update();
  });
  legend.after(button);
  update();
  new ResizeObserver(update).observe(legend);
}

// `entries` are { name, value?, look(), isVisible, toggle, point?(isOn) }: look() is { colour } of a box, or
// what drawSwatch() takes; toggle() returns whether it is visible now; point() is told when somebody points at
// the entry.
function buildLegend(entries, label, { title, align, colour, titleColour } = {}) {
  const legend = document.createElement("div");
  legend.className = `chart-legend${align ? ` align-${align}` : ""}`;
  legend.role = "group";
  legend.ariaLabel = title ?? label;
  const heading = document.createElement("span");
  if (title) {
    heading.className = "legend-title";
    heading.dir = "auto";
    heading.textContent = title;
    legend.append(heading);
  }
  // A scrolling box has to be reachable with the keyboard, which the buttons in it are.
  const shown = entries.slice(0, kMaximumEntries).map(buildEntry);
  legend.append(...shown.map(({ button }) => button));
  if (entries.length > kMaximumEntries) {
    const more = document.createElement("span");
    more.className = "more";
    more.textContent = message("and {} more", countText(entries.length - kMaximumEntries));
    legend.append(more);
  }
  return {
    element: legend,
    paint: (theme) => {
      if (titleColour) heading.style.color = readable(titleColour, theme);
      for (const { swatch, button, isDrawn, entry } of shown) {
        const look = entry.look();
        if (isDrawn) drawSwatch(swatch, look);
        else swatch.style.background = look.colour;
        if (colour) button.style.color = readable(colour, theme);
      }
    },
  };
}

function sliceEntries(chart, data, theme) {
  const toggleSlice = (i) => {
    chart.toggleDataVisibility(i);
    chart.update();
    return chart.getDataVisibility(i);
  };
  const toggleRing = (d) => {
    chart.setDatasetVisibility(d, !chart.isDatasetVisible(d));
    chart.update();
    return chart.isDatasetVisible(d);
  };
  if (data.hasOwnSliceLabels) {
    return data.series.flatMap((one, d) =>
      one.heights.map((_, i) => ({
        name: labelAt(data, slicesBefore(data, d) + i),
        look: () => ({ colour: sliceColours(data, theme(), one, slicesBefore(data, d))[i] }),
        isVisible: true,
        toggle: () => toggleRing(d),
      })),
    );
  }
  const [one] = data.series;
  const sum = one.heights.reduce((all, value) => all + Math.abs(value ?? 0), 0);
  const format = formatTogether(one.heights.map((value) => value ?? 0));
  const shares = sharesFormat(data);
  const valueText = (value) =>
    data.kind === "polarArea" || sum === 0
      ? format(value)
      : `${format(value)} (${shares(Math.abs(value) / sum)})`;
  let known;
  const coloursNow = () => {
    if (known?.theme !== theme()) known = { theme: theme(), list: sliceColours(data, theme(), one) };
    return known.list;
  };
  return data.labels.map((_, i) => ({
    name: labelAt(data, i) || message("Value {}", i + 1),
    value: data.series.length === 1 ? valueText(one.heights[i] ?? 0) : undefined,
    look: () => ({ colour: coloursNow()[i] }),
    isVisible: true,
    toggle: () => toggleSlice(i),
  }));
}

// What a dataset's entry looks like, after the dataset.
function lookOf(chart, data, theme, index) {
  const { kind } = data.series[index];
  const shape = chart.data.datasets[index];
  const { legend } = data;
  const colour = mainColour(theme(), data.series[index], index);
  const first = (value) => (Array.isArray(value) ? value[0] : value);
  const ownPoint = legend.hasPoints && legend.point !== "none" ? legend.point : undefined;
  const style = ownPoint ?? first(shape.pointStyle);
  const hasPoint = style !== undefined && style !== false && first(shape.pointRadius) > 0;
  if (kind === "scatter" || kind === "bubble" || (legend.hasPoints && (hasPoint || ownPoint)))
    return {
      colour,
      fill: first(shape.pointBackgroundColor) ?? colour,
      point: style || "circle",
      hasLine: false,
    };
  if (kind !== "line") return { colour };
  return {
    colour,
    fill: first(shape.pointBackgroundColor),
    dash: shape.borderDash,
    point: hasPoint ? style : undefined,
    hasLine: true,
  };
}

// Pointing at an entry draws the others pale.
function emphasise(chart, index, isOn) {
  chart.data.datasets.forEach((_, i) => {
    const meta = chart.getDatasetMeta(i);
    meta.isPale = isOn && i !== index;
  });
  chart.draw();
}

const paleOthers = {
  id: "paleOthers",
  beforeDatasetDraw: (chart, { meta }) => {
    chart.ctx.save();
    if (meta.isPale) chart.ctx.globalAlpha = 0.15;
  },
  afterDatasetDraw: (chart) => chart.ctx.restore(),
};

function datasetEntries(chart, data, theme) {
  const entries = data.series.map(({ name }, i) => ({
    name: name || message("Dataset {}", i + 1),
    look: () => lookOf(chart, data, theme, i),
    isVisible: chart.isDatasetVisible(i),
    toggle: () => {
      chart.setDatasetVisibility(i, !chart.isDatasetVisible(i));
      chart.update();
      return chart.isDatasetVisible(i);
    },
    ...(data.series.length > 2 && data.valueCount < 5000 && { point: (isOn) => emphasise(chart, i, isOn) }),
  }));
  return data.legend.reversed ? entries.reverse() : entries;
}

// One dataset needs none (nameOfSeries), unless the sender has something to say above it.
function wantsLegend(data) {
  const { hidden, title } = data.legend;
  if (hidden) return false;
  if (data.isRound) return data.labels.length > 1;
  return data.series.length > 1 || (title !== undefined && data.series[0].name !== "");
}

// Makes room for the legend before anything is drawn. Slices have their labels beside them, unless the sender put
// these elsewhere.
function placeLegend(figure, data) {
  if (!wantsLegend(data)) return;
  const side = data.legend.side ?? (data.isRound ? "right" : "top");
  figure.classList.toggle("chart-beside", side === "left" || side === "right");
  figure.classList.toggle("legend-left", side === "left");
  figure.classList.toggle("chart-round", data.isRound);
}

function addLegend(figure, frame, chart, data, theme) {
  const entries = data.isRound ? sliceEntries(chart, data, theme) : datasetEntries(chart, data, theme);
  const legend = buildLegend(entries, message("Show or hide series"), data.legend);
  legend.paint(theme());
  if (data.legend.side === "bottom") frame.after(legend.element);
  else frame.before(legend.element);
  offerAllEntries(legend.element, Math.min(entries.length, kMaximumEntries));
  const isVisible = (i) => (data.isRound ? chart.getDataVisibility(i) : chart.isDatasetVisible(i));
  return {
    paint: () => legend.paint(theme()),
    visible: () =>
      entries.filter((_, i) => isVisible(i)).map(({ name, look }) => ({ name, colour: look().colour })),
  };
}

// The buttons of a legend that is drawn, and what they are called.
const legendEntries = (place) => [...place.querySelectorAll(".chart-legend > button")];
const hiddenEntries = (place) => legendEntries(place).filter((button) => button.ariaPressed === "false");
const nameOfEntry = (button) => button.querySelector(".name").textContent;
