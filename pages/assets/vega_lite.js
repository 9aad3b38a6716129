// Draws the Vega-Lite specification that the page brings along. It is a stranger's: its expressions
// are interpreted, never compiled, and nothing is loaded for it.
"use strict";

const kRefusal = "Nothing is loaded from elsewhere.";

function refusingLoader() {
  const refuse = () => Promise.reject(new Error(kRefusal));
  return { options: {}, load: refuse, http: refuse, file: refuse, sanitize: refuse };
}

function vegaTheme(theme) {
  const quietAxis = {
    domainColor: theme.line,
    gridColor: theme.line,
    tickColor: theme.line,
    labelColor: theme.quiet,
    titleColor: theme.quiet,
    labelFontSize: 12,
    titleFontSize: 13,
    titleFontWeight: "normal",
    labelPadding: 6,
    titlePadding: 10,
  };
  return {
    background: theme.background,
    font: theme.font,
    mark: { color: theme.series[0] },
    range: { category: theme.series },
    axis: quietAxis,
    axisY: { domain: false, ticks: false },
    axisX: { grid: false },
    legend: {
      labelColor: theme.text,
      titleColor: theme.quiet,
      labelFontSize: 12,
      titleFontSize: 12,
      titleFontWeight: "normal",
    },
    title: { color: theme.text, subtitleColor: theme.quiet, fontSize: 16 },
    header: { labelColor: theme.text, titleColor: theme.quiet },
    style: { "guide-label": { fill: theme.quiet }, "guide-title": { fill: theme.quiet } },
    view: { stroke: null, continuousWidth: 230, continuousHeight: 220 },
  };
}

// Whether the labels of the x axis find room side by side, so that nobody has to turn their head.
function labelsFit(specification, width) {
  const field = specification.encoding?.x?.field;
  const rows = specification.data?.values;
  if (!Array.isArray(rows)) return false;
  const labels = new Set(rows.map((row) => String(row?.[field] ?? "")));
  const longest = Math.max(0, ...[...labels].slice(0, 100).map((label) => label.length));
  return labels.size * (longest * 7 + 12) < width;
}

// Single views fill the page's width; the page has the title.
function prepare(source, width) {
  const specification = JSON.parse(source);
  delete specification.title;
  const isSingle = specification.mark !== undefined || specification.layer !== undefined;
  if (
    isSingle &&
    specification.encoding?.row === undefined &&
    specification.encoding?.column === undefined &&
    specification.encoding?.facet === undefined
  ) {
    specification.width = width;
    specification.height =
      typeof specification.height === "number"
        ? Math.min(specification.height, 2000)
        : Math.round(Math.max(280, width * 0.5));
    specification.autosize = { type: "fit", contains: "padding" };
  }
  return specification;
}

// A stranger's specification puts no controls on the page: they could stand anywhere, and ask for anything.
function removeControls(group) {
  for (const signal of group.signals ?? []) delete signal.bind;
  for (const mark of group.marks ?? []) removeControls(mark);
}

function tooltipIn(figure) {
  figure.querySelector(".chart-tooltip")?.remove();
  const box = document.createElement("div");
  box.className = "chart-tooltip";
  box.hidden = true;
  figure.append(box);
  return (_handler, event, _item, value) => {
    box.hidden = value === undefined || value === null || value === "";
    if (box.hidden) return;
    box.textContent =
      typeof value === "object"
        ? Object.entries(value)
            .slice(0, 20)
            .map(([name, part]) => `${name}: ${part}`)
            .join("\n")
        : String(value);
    const bounds = figure.getBoundingClientRect();
    const left = event.clientX - bounds.left + 14;
    box.style.left = `${Math.max(0, Math.min(left, bounds.width - box.offsetWidth))}px`;
    box.style.top = `${event.clientY - bounds.top + 14}px`;
  };
}

// Vega reports problems through this instead of the console, where nobody would see them.
function quietLogger() {
  const logger = {
    level: () => logger,
    error: () => logger,
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  };
  return logger;
}

async function drawSpecification(figure, source, previous) {
  previous?.finalize();
  const frame = figure.querySelector(".chart-frame");
  const theme = readTheme();
  const specification = prepare(source, frame.clientWidth);
  const logger = quietLogger();
  const config = vegaTheme(theme);
  if (labelsFit(specification, frame.clientWidth)) config.axisXDiscrete = { labelAngle: 0 };
  const compiled = vegaLite.compile(specification, { config, logger });
  removeControls(compiled.spec);
  frame.replaceChildren();
  const place = document.createElement("div");
  frame.append(place);
  const view = new vega.View(vega.parse(compiled.spec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    loader: refusingLoader(),
    logger,
    renderer: "canvas",
    container: place,
    hover: true,
    tooltip: tooltipIn(figure),
  });
  await view.runAsync();
  const canvas = place.querySelector("canvas");
  const description = typeof specification.description === "string" ? specification.description : "Chart";
  place.removeAttribute("role");
  canvas.role = "img";
  canvas.ariaLabel = `${description}. The data is in the table below.`;
  // What scrolls has to be reachable with the keyboard.
  if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  return view;
}

function showFailure(figure, error) {
  const reason = shorten(String(error?.message ?? error), 200);
  showProblem(figure, `This chart could not be drawn (${reason}). What it is made from is below.`);
}

async function mainOfVega() {
  const figure = document.querySelector(".chart");
  const source = document.getElementById("chart-data")?.textContent;
  if (!figure || !source) return;
  figure.classList.add("chart-vega");
  let view;
  try {
    view = await drawSpecification(figure, source);
    foldData();
  } catch (error) {
    return showFailure(figure, error);
  }
  offerPicture(figure, async () => {
    const drawing = await view.toCanvas(kPictureScale);
    return composePicture(drawing, readTheme(), pageTitle(), []);
  });
  let drawing = Promise.resolve();
  const drawAgain = () =>
    (drawing = drawing
      .then(async () => (view = await drawSpecification(figure, source, view)))
      .catch((error) => showFailure(figure, error)));
  onThemeChange(drawAgain);
  let width = figure.clientWidth;
  new ResizeObserver(() => {
    if (Math.abs(figure.clientWidth - width) < 2) return;
    width = figure.clientWidth;
    drawAgain();
  }).observe(figure);
}

mainOfVega();
