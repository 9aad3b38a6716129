// Draws a Vega-Lite specification in a worker: an expression in it may run forever, and the page,
// which sets a time limit, stays responsive. The specification is untrusted: its expressions are
// interpreted, never compiled, and nothing is loaded for it.
//
// The page sends { draw }, { event } and { picture }; each gets one answer: { drawn }, { seen }, {
// picture } or { problem }. { tooltip } may be sent in between.
"use strict";

const kRefusal = "External data is not loaded.";

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

// Whether the labels of the x axis fit side by side, so that they need not be rotated.
function labelsFit(specification, width) {
  const field = specification.encoding?.x?.field;
  const rows = specification.data?.values;
  if (!Array.isArray(rows)) return false;
  const labels = new Set(rows.map((row) => String(row?.[field] ?? "")));
  const longest = Math.max(0, ...[...labels].slice(0, 100).map((label) => label.length));
  return labels.size * (longest * 7 + 12) < width;
}

// Generated rows would use the memory of the page's process.
const kMaximumRows = 1_000_000;
function refuseLongSequences(part) {
  if (typeof part !== "object" || part === null) return;
  const { sequence } = part;
  if (typeof sequence === "object" && sequence !== null) {
    const rows = Math.abs((sequence.stop - (sequence.start ?? 0)) / (sequence.step ?? 1));
    if (!(rows <= kMaximumRows)) throw new Error("its data has too many rows");
  }
  for (const below of Object.values(part)) refuseLongSequences(below);
}

// Single views fill the page's width; the page shows the title.
function prepare(source, width) {
  const specification = JSON.parse(source);
  refuseLongSequences(specification);
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

// An untrusted specification must not add form controls to the page, which could ask for anything.
function removeControls(group) {
  for (const signal of group.signals ?? []) delete signal.bind;
  for (const mark of group.marks ?? []) removeControls(mark);
}

// Vega reports problems here instead of on the console, where nobody would see them.
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

function tooltipText(value) {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .slice(0, 20)
    .map(([name, part]) => `${name}: ${part}`)
    .join("\n");
}

let view;

// The current drawing, with its size in CSS pixels.
async function pictureOf(scale) {
  const canvas = view._renderer.canvas();
  const bitmap = await createImageBitmap(canvas);
  return { bitmap, width: canvas.width / scale, height: canvas.height / scale };
}

async function drawSpecification({ source, width, theme, scale }) {
  view?.finalize();
  const specification = prepare(source, width);
  const logger = quietLogger();
  const config = vegaTheme(theme);
  if (labelsFit(specification, width)) config.axisXDiscrete = { labelAngle: 0 };
  const compiled = vegaLite.compile(specification, { config, logger });
  removeControls(compiled.spec);
  view = new vega.View(vega.parse(compiled.spec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    loader: refusingLoader(),
    logger,
    renderer: "canvas",
    hover: true,
    // When the view ends there is no event.
    tooltip: (_handler, event, _item, value) =>
      postMessage({ tooltip: { text: tooltipText(value), x: event?.clientX, y: event?.clientY } }),
  });
  view.initialize();
  const renderer = view._renderer;
  const resize = renderer.resize;
  renderer.resize = (...size) => resize.call(renderer, ...size.slice(0, 3), scale);
  renderer.canvas().getBoundingClientRect = () => ({ left: 0, top: 0 });
  view._handler._canvas = renderer.canvas();
  view.resize();
  await view.runAsync();
  const description = typeof specification.description === "string" ? specification.description : "Chart";
  return { drawn: { ...(await pictureOf(scale)), description } };
}

// Pointer events on the page's canvas. Vega listens on the canvas and, while dragging, on the
// window.
async function receive({ type, scale, ...where }) {
  const happened = () => Object.assign(new Event(type), where);
  const handler = view._handler;
  if (handler[type]) handler[type](happened());
  else handler.fire(type, happened());
  dispatchEvent(happened());
  await view.runAsync();
  return { seen: await pictureOf(scale) };
}

async function takePicture({ scale }) {
  const canvas = await view.toCanvas(scale);
  return { picture: canvas.transferToImageBitmap() };
}

addEventListener("message", async ({ data }) => {
  if (!data) return;
  try {
    if (data.draw) postMessage(await drawSpecification(data.draw));
    else if (data.event) postMessage(await receive(data.event));
    else if (data.picture) postMessage(await takePicture(data.picture));
  } catch (error) {
    postMessage({ problem: String(error?.message ?? error) });
  }
});
postMessage({ ready: true });
