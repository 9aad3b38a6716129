// Draws the chart from the data in the page.
"use strict";

/* global message, pageLanguage */

function tooltipTexts(data) {
  // Places are left out of times and decimated points, which are found by themselves.
  const indexOf = (item) => (data.isLongLine ? item.raw.x : item.dataIndex);
  const hasTimes = data.scale === "times";
  const heightText = (height, one) => {
    const format = numberFormatOf(data, one)?.formatExactly ?? formatExactly;
    if (Array.isArray(height)) return `${format(height[0])} – ${format(height[1])}`;
    return typeof height === "string" ? height : format(Number(height));
  };
  const formatShare = sharesFormat(data);
  const times = hasTimes ? placesOf(data) : [];
  const valueText = (item) => {
    const one = data.series[item.datasetIndex];
    if (hasTimes) return heightText(data.horizontal ? item.raw.x : item.raw.y, one);
    const index = indexOf(item);
    const height = heightText(one.heights[index], one);
    if (!data.hasPoints) return height;
    const x = data.hasYears ? String(one.x[index]) : formatExactly(one.x[index]);
    const size = one.size?.[index];
    return `${x}, ${height}${typeof size === "number" ? `, size ${formatExactly(size)}` : ""}`;
  };
  return {
    title: (items) => {
      if (items.length === 0 || (data.hasPoints && !hasTimes)) return "";
      const [item] = items;
      if (hasTimes) return formatMoment(data.horizontal ? item.raw.y : item.raw.x, times);
      const before = slicesBefore(data, item.datasetIndex);
      return cutLines(labelAt(data, before + indexOf(item)), 60, 6);
    },
    label: (item) => {
      const { name, names } = data.series[item.datasetIndex];
      // Times that cannot be read have no point, and those behind them another index.
      const own = hasTimes ? undefined : names?.[item.dataIndex];
      const said = shorten([name, own].filter(Boolean).join(", "), 60);
      const isSlice = data.kind === "pie" || data.kind === "doughnut";
      const share = isSlice
        ? ` (${formatShare(shareOf(item.chart, item.datasetIndex, item.dataIndex))})`
        : "";
      return `${said ? `${said}: ` : ""}${valueText(item)}${share}`;
    },
  };
}

function buildConfiguration(data, theme) {
  const datasets = buildDatasets(data);
  datasets.forEach((shape, i) => styleDataset(data, theme(), shape, i));
  const isBusy = data.valueCount > 2000;
  const byPlace =
    data.isCartesian && (data.scale === "labels" || (data.scale === "times" && !data.hasPoints));
  const options = {
    responsive: true,
    maintainAspectRatio: false,
    locale: pageLanguage,
    normalized: data.isLongLine,
    animation: prefersLessMotion || isBusy ? false : { duration: 450 },
    indexAxis: data.horizontal ? "y" : "x",
    layout: { padding: data.isRound ? 8 : { top: 8 } },
    interaction: {
      mode: byPlace && data.series.length <= 12 ? "index" : "nearest",
      axis: byPlace ? (data.horizontal ? "y" : "x") : "xy",
      intersect: !byPlace,
    },
    font: { family: theme().font },
    plugins: {
      legend: { display: false },
      title: { display: false },
      decimation: { enabled: data.isLongLine, algorithm: "min-max" },
      filler: withoutNothing({ propagate: data.fillsOn, drawTime: data.fillTime }),
      tooltip: {
        callbacks: tooltipTexts(data),
        // A gap is no zero, which would be 1970 among times.
        filter: ({ parsed }) => parsed?.[data.horizontal ? "x" : "y"] !== null,
        padding: 10,
        cornerRadius: 7,
        boxPadding: 5,
        usePointStyle: true,
      },
    },
  };
  if (data.isCartesian) options.scales = buildAxes(data, theme());
  else if (!["pie", "doughnut"].includes(data.kind)) options.scales = { r: buildRadialAxis(data, theme()) };
  const [{ hole, turn, from }] = data.series;
  if (data.kind === "doughnut") options.cutout = hole ?? "58%";
  take(options, { circumference: turn, rotation: from });
  Object.assign(options.plugins.tooltip, tooltipColours(theme()));
  const plugins = data.isCartesian
    ? [axisTitles(data, theme), barValues(data, theme), wholeLabels(data), paleOthers]
    : [sliceShares(data, theme), paleOthers];
  return {
    type: data.isCartesian ? chartType(data.kind) : data.kind,
    data: { labels: data.scale === "labels" ? data.labels : [], datasets },
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
function frameHeight(data, width, textScale) {
  const bars = isStacked(data) ? 1 : data.series.length;
  const each = Math.max(22, Math.min(40, 14 * bars + 16)) * (bars > 4 ? bars / 4 : 1);
  const row = Math.max(each, rowHeight(data, width, textScale));
  return textScale * Math.min(Math.max(data.labels.length * row + 70, 190), 4000);
}

// Returns what fits it again.
function fitFrame(frame, data, theme) {
  if (!data.horizontal || data.scale !== "labels") return () => {};
  const fit = () => (frame.style.height = `${frameHeight(data, frame.clientWidth, theme().textScale)}px`);
  fit();
  return fit;
}

function drawPicture(chart, data, theme, legend) {
  chart.options.devicePixelRatio = kPictureScale;
  chart.resize();
  chart.update("none");
  const picture = composePicture(chart.canvas, theme, data.title || pageTitle(), legend?.visible() ?? []);
  delete chart.options.devicePixelRatio;
  chart.resize();
  chart.update("none");
  return picture;
}

// The chart drawn once more, on SVG. Chart.js keeps its context in several places.
function drawSvg(chart, data, theme, legend) {
  const context = new SvgContext(chart.canvas);
  const own = chart.ctx;
  const use = (drawnOn) => {
    for (const holder of [chart, ...Object.values(chart.scales)]) holder.ctx = drawnOn;
    chart.data.datasets.forEach((_, i) => (chart.getDatasetMeta(i).controller._ctx = drawnOn));
  };
  // With a style for each part of them, lines are not drawn by a Path2D, which cannot be read.
  for (const shape of chart.data.datasets) shape.segment = {};
  chart.update("none");
  try {
    use(context);
    chart.draw();
  } finally {
    use(own);
    for (const shape of chart.data.datasets) delete shape.segment;
    chart.update("none");
  }
  const { width, height } = chart;
  const svg = context.toSvg(width, height);
  return composeSvg({ svg, width, height }, theme, data.title || pageTitle(), legend?.visible() ?? []);
}

// The values as the table below the chart has them.
function rowsOf(data) {
  const names = data.series.map(
    ({ name }, i) => name || (data.series.length > 1 ? message("Dataset {}", i + 1) : message("Value")),
  );
  const timeText = (value, isTime) => (isTime && typeof value === "number" ? isoTime(value) : value);
  const cell = ({ y, low, hasTimes }, i) => {
    const end = timeText(y[i], hasTimes);
    return typeof low?.[i] === "number" ? `${timeText(low[i], hasTimes)} – ${end}` : end;
  };
  const placeTitle = data.across?.title;
  if (!data.hasPoints)
    return [
      [placeTitle || message("Label"), ...names],
      ...data.allLabels.map((label, i) => [label, ...data.series.map((one) => cell(one, i))]),
    ];
  const hasNames = data.series.some((one) => one.names !== undefined);
  const hasSize = data.series.some(({ size }) => size !== undefined);
  const columns = ({ names: own, size }, d, i) => [
    [true, names[d], message("Dataset")],
    [hasNames, own?.[i], message("Name")],
    [true, shownPlace(data.across, data.series[d].x[i]), placeTitle || "x"],
    [true, cell(data.series[d], i), data.along[0].title || "y"],
    [hasSize, size?.[i] ?? undefined, message("Size")],
  ];
  const shown = (all, part) => all.filter(([isShown]) => isShown).map((column) => column[part]);
  return [
    shown(columns(data.series[0], 0, 0), 2),
    ...data.series.flatMap((one, d) => one.y.map((_, i) => shown(columns(one, d, i), 1))),
  ];
}

// The chart's title and subtitle, which stand above the drawing.
function paintTitles(data, theme) {
  const title = [...document.querySelectorAll("h1")].find(
    ({ textContent }) => textContent.trim() === data.title,
  );
  for (const [element, align, colour] of [
    [title, data.titleAt, data.titleColour],
    [document.querySelector(".chart-subtitle"), data.subtitleAt, data.subtitleColour],
  ]) {
    if (!element) continue;
    if (colour) element.style.color = readable(colour, theme);
    if (align) element.style.textAlign = align;
  }
}

function makeSubtitle(text) {
  const line = document.createElement("p");
  line.className = "chart-subtitle";
  line.dir = "auto";
  line.textContent = text;
  return line;
}

// Returns what it needs later: `restyle` after a change of the theme, `fit` to another width, `end` before it is gone.
function draw(figure, data, isAgain) {
  let currentTheme = readTheme();
  const theme = () => currentTheme;
  const frame = figure.querySelector(".chart-frame");
  placeLegend(figure, data);
  if (data.seriesAbove) figure.before(makeSubtitle(data.seriesAbove));
  const fit = fitFrame(frame, data, theme);

  const canvas = document.createElement("canvas");
  canvas.role = "img";
  canvas.ariaLabel = [data.title, data.description, message("The data is in the table below.")]
    .filter(Boolean)
    .join(". ");
  frame.append(canvas);
  const setFont = () =>
    Object.assign(Chart.defaults.font, { family: currentTheme.font, size: 12 * currentTheme.textScale });
  setFont();
  const configuration = buildConfiguration(data, theme);
  if (isAgain) configuration.options.animation = false;
  const chart = new Chart(canvas, configuration);
  const legend = wantsLegend(data) ? addLegend(figure, frame, chart, data, theme) : undefined;
  paintTitles(data, currentTheme);
  offerForms({
    png: () => drawPicture(chart, data, currentTheme, legend),
    svg: () => drawSvg(chart, data, currentTheme, legend),
    rows: () => rowsOf(data),
  });

  const restyle = () => {
    currentTheme = readTheme();
    setFont();
    fit();
    chart.data.datasets.forEach((shape, i) => styleDataset(data, currentTheme, shape, i));
    if (data.isCartesian) chart.options.scales = buildAxes(data, currentTheme);
    else if (chart.options.scales?.r) chart.options.scales = { r: buildRadialAxis(data, currentTheme) };
    Object.assign(chart.options.plugins.tooltip, tooltipColours(currentTheme));
    paintTitles(data, currentTheme);
    legend?.paint();
    // At once, as paper waits for no animation. The mode "none" would leave bars the colours that they were animated to.
    const { animation } = chart.options;
    chart.stop();
    chart.options.animation = false;
    chart.update();
    chart.options.animation = animation;
  };
  return { restyle, fit, end: () => chart.destroy() };
}

let drawing; // what draw() has returned

function drawPage(isAgain = false) {
  const figure = document.querySelector(".chart");
  const source = document.getElementById("chart-data");
  if (!figure || !source) return;
  try {
    const data = readData(source.textContent, figure.clientWidth, readTheme().textScale);
    const problem = findProblem(data);
    if (problem) return showProblem(figure, problem);
    drawing = draw(figure, data, isAgain);
    for (const note of notesOn(data)) addNote(figure, note);
    foldData();
  } catch (error) {
    console.error(error);
    showProblem(figure, message("This chart could not be drawn. The data is shown below."));
  }
}

// Draws the chart of a newer version in place of this one, with the same series hidden.
function drawNewer(page, article) {
  const controls = () => [...article.querySelectorAll("button, summary, a[href]")];
  const focused = controls().indexOf(document.activeElement);
  const hidden = new Set(hiddenEntries(article).map(nameOfEntry));
  const isOpen = article.querySelector(".chart-data")?.open;
  const { scrollX, scrollY } = window;
  drawing?.end();
  drawing = undefined;
  article.replaceChildren(...document.importNode(page.querySelector(".document"), true).childNodes);
  drawPage(true);
  for (const button of legendEntries(article)) if (hidden.has(nameOfEntry(button))) button.click();
  const data = article.querySelector(".chart-data");
  if (data && isOpen) data.open = true;
  scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  controls()[focused]?.focus({ preventScroll: true });
}

document.addEventListener("newversion", ({ detail }) => {
  const article = document.querySelector(".document");
  // Not by this script.
  if (!detail.page.querySelector("script[src^='/assets/chart.']")) return;
  detail.isHeld = !getSelection().isCollapsed && detail.holds([article]);
  detail.show = () => drawNewer(detail.page, article);
});

drawPage();
onThemeChange(() => drawing?.restyle());
addEventListener("resize", () => drawing?.fit());
