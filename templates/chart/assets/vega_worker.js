// Draws a Vega-Lite specification in a worker: an expression in it may run forever, and the page,
// which sets a time limit, stays responsive. The specification is untrusted: its expressions are
// interpreted, never compiled, and nothing is loaded for it.
//
// The page sends { draw }, { event }, { picture } and { svg }; each gets one answer: { drawn }, { seen },
// { picture }, { svg } or { problem }. { tooltip } may be sent in between.
"use strict";

/* global pageLanguage */

const kRefusal = "External data is not loaded.";

function refusingLoader() {
  const refuse = () => Promise.reject(new Error(kRefusal));
  // No address for any image or link: a rejection would be an error while an SVG is written.
  const sanitize = () => Promise.resolve({});
  return { options: {}, load: refuse, http: refuse, file: refuse, sanitize };
}

function vegaTheme(theme, width) {
  const size = (pixels) => pixels * theme.textScale;
  // Larger labels are cut at the same length only where there is space for that.
  const labelLimit = Math.max(180, Math.min(size(180), width / 3));
  const quietAxis = {
    domainColor: theme.line,
    gridColor: theme.line,
    tickColor: theme.line,
    labelColor: theme.quiet,
    titleColor: theme.quiet,
    labelFontSize: size(12),
    labelLimit,
    titleFontSize: size(13),
    titleFontWeight: "normal",
    labelPadding: 6,
    labelSeparation: 4,
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
      labelFontSize: size(12),
      titleFontSize: size(12),
      titleFontWeight: "normal",
    },
    title: { color: theme.text, subtitleColor: theme.quiet, fontSize: size(16), subtitleFontSize: size(12) },
    text: { fontSize: size(11) },
    header: {
      labelColor: theme.text,
      titleColor: theme.quiet,
      labelFontSize: size(12),
      titleFontSize: size(13),
    },
    style: { "guide-label": { fill: theme.quiet }, "guide-title": { fill: theme.quiet } },
    view: { stroke: null, step: standardStep() },
  };
}

// Rules and texts are black by default, which is right on cells and maps, but would not be seen on a dark page.
function colourRulesAndTexts(specification, config, theme) {
  if (hasMark(specification, "rect", "geoshape", "image")) return;
  config.rule = { color: theme.text };
  config.text = { ...config.text, color: theme.text };
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

// What Vega leaves free at both sides of a drawing together.
const kPadding = 10;

// The page shows the title. Sizes are as planned.
function prepare(source, width) {
  const specification = JSON.parse(source);
  refuseLongSequences(specification);
  delete specification.title;
  addYears(specification);
  const plan = planLayout(specification, width - kPadding);
  if (plan.isFlexible) {
    for (const name of ["width", "height"]) if (plan[name] !== undefined) specification[name] = plan[name];
    specification.autosize = { type: "pad" };
  }
  return { specification, plan };
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

// A day without a time is this day everywhere, not the evening before west of Greenwich.
const parseDate = Date.parse;
function parseLocalDay(text) {
  return parseDate(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text);
}

let view;
// Pixels of the canvas for one of the specification's, and CSS pixels for it.
let density = 1;
let zoom = 1;

// The current drawing, with its size in CSS pixels.
async function pictureOf() {
  const canvas = view._renderer.canvas();
  const bitmap = await createImageBitmap(canvas);
  const shrink = zoom / density;
  return { bitmap, width: canvas.width * shrink, height: canvas.height * shrink };
}

// What stands around the view takes from its space: axes, legends.
async function fitView(plan, width) {
  const canvas = view._renderer.canvas();
  const around = canvas.width / density - view.width();
  const space = Math.max(60, width - around);
  let fitted =
    plan.width === undefined || plan.width < width - kPadding ? Math.min(view.width(), space) : space;
  if (plan.longestStep !== undefined) {
    const places = stepsAlongX();
    if (places) fitted = Math.min(fitted, Math.max(places * plan.longestStep, 120));
  }
  if (Math.abs(fitted - view.width()) < 1) return;
  view.width(fitted);
  if (plan.ratio !== undefined && plan.height !== undefined) {
    const height = Math.round(fitted * plan.ratio);
    view.height(fitted < 480 ? Math.max(height, Math.min(plan.height, 200)) : height);
  }
  await view.runAsync();
}

function stepsAlongX() {
  try {
    const scale = view.scale("x");
    return scale.bandwidth ? scale.domain().length : undefined;
  } catch {
    return undefined;
  }
}

function resizeCanvas() {
  const renderer = view._renderer;
  const { resize } = Object.getPrototypeOf(renderer);
  renderer.resize = (...size) => resize.call(renderer, ...size.slice(0, 3), density);
}

// How a language writes numbers and times, as D3 describes it.
function localeOf(language) {
  const parts = new Intl.NumberFormat(language).formatToParts(-1234567.5);
  const mark = (name) => parts.find(({ type }) => type === name).value;
  const names = (count, part, moment) => {
    const { format } = new Intl.DateTimeFormat(language, { timeZone: "UTC", ...part });
    return Array.from({ length: count }, (_, i) => format(moment(i)));
  };
  const day = (i) => Date.UTC(2023, 0, 1 + i);
  const month = (i) => Date.UTC(2023, i, 1);
  return {
    number: { decimal: mark("decimal"), thousands: mark("group"), grouping: [3], currency: ["$", ""] },
    time: {
      ...{ dateTime: "%-d %B %Y, %H:%M:%S", date: "%-d %B %Y", time: "%H:%M:%S", periods: ["AM", "PM"] },
      days: names(7, { weekday: "long" }, day),
      shortDays: names(7, { weekday: "short" }, day),
      months: names(12, { month: "long" }, month),
      shortMonths: names(12, { month: "short" }, month),
    },
  };
}

// The format of numbers in tooltips that have none of the sender's.
const kAllDigits = "all digits";

function tellAllDigits(group) {
  for (const part of [group.encode?.update?.tooltip ?? []].flat())
    if (part.signal) part.signal = part.signal.replaceAll(', "")', `, "${kAllDigits}")`);
  for (const mark of group.marks ?? []) tellAllDigits(mark);
}

// Writes numbers from a million on as other charts do. What has a format of the sender's own keeps it.
function withUnits(locale) {
  const inUnits = (format) => (number) =>
    Math.abs(number) >= 1e6 ? formatTogether([number])(number) : format(number);
  const plain = locale.format("");
  // A number of four digits may be a year.
  const whole = (number) => (Math.abs(number) < 1e4 ? plain(number) : formatExactly(number));
  return {
    ...locale,
    format(specifier) {
      if (specifier === kAllDigits) return whole;
      return specifier === "" ? inUnits(plain) : locale.format(specifier);
    },
    formatFloat: (specifier) =>
      specifier ? locale.formatFloat(specifier) : inUnits(locale.formatFloat(specifier)),
    // Of an axis or a legend, as all of its numbers have one unit.
    formatSpan(start, stop, count, specifier) {
      if (specifier || Math.max(Math.abs(start), Math.abs(stop)) < 1e6)
        return locale.formatSpan(start, stop, count, specifier);
      return formatTogether(vega.scale("linear")().domain([start, stop]).ticks(count));
    },
  };
}

async function drawSpecification({ source, width, theme, scale }) {
  view?.finalize();
  setScaleOfText(theme.textScale);
  const { specification, plan } = prepare(source, width);
  Date.parse = source.includes('"utc') ? parseDate : parseLocalDay;
  const logger = quietLogger();
  const config = vegaTheme(theme, width);
  colourRulesAndTexts(specification, config, theme);
  if (width < 480 && plan.isFlexible) placeLegendsBelow(specification, config);
  if (labelsFit(specification, plan, width)) config.axisXDiscrete = { labelAngle: 0 };
  const compiled = vegaLite.compile(specification, { config, logger });
  removeControls(compiled.spec);
  tellAllDigits(compiled.spec);
  breakColumnNames(compiled.spec);
  view = new vega.View(vega.parse(compiled.spec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    loader: refusingLoader(),
    logger,
    renderer: "canvas",
    ...(pageLanguage !== "en" && { locale: localeOf(pageLanguage) }),
    hover: true,
    // When the view ends there is no event.
    tooltip: (_handler, event, _item, value) =>
      postMessage({
        tooltip: { text: tooltipText(value), x: event?.clientX * zoom, y: event?.clientY * zoom },
      }),
  });
  view.locale(withUnits(view.locale()));
  view.initialize();
  density = scale;
  zoom = 1;
  resizeCanvas();
  const canvas = view._renderer.canvas();
  canvas.getBoundingClientRect = () => ({ left: 0, top: 0 });
  view._handler._canvas = canvas;
  view.resize();
  await view.runAsync();
  if (plan.isFlexible) await fitView(plan, width);
  zoom = plan.isFlexible
    ? Math.min(1, zoomFor(canvas.width / density, width))
    : zoomFor(canvas.width / density, width);
  if (zoom !== 1) {
    density = scale * zoom;
    const renderer = view._renderer;
    renderer.resize(renderer._width, renderer._height, renderer._origin);
    await renderer.renderAsync(view.scenegraph().root);
  }
  const { description } = specification;
  const takesWheel = view._handler._handlers.wheel?.length > 0;
  return { drawn: { ...(await pictureOf()), description, takesWheel } };
}

// Pointer events on the page's canvas. Vega listens on the canvas and, while dragging, on the
// window.
async function receive({ type, clientX, clientY, ...others }) {
  const where = { clientX: clientX / zoom, clientY: clientY / zoom, ...others };
  const happened = () => Object.assign(new Event(type), where);
  const handler = view._handler;
  if (handler[type]) handler[type](happened());
  else handler.fire(type, happened());
  dispatchEvent(happened());
  await view.runAsync();
  return { seen: await pictureOf() };
}

async function takePicture({ scale }) {
  const canvas = await view.toCanvas(scale);
  return { picture: canvas.transferToImageBitmap() };
}

async function writeSvg() {
  const canvas = view._renderer.canvas();
  return { svg: { svg: await view.toSVG(), width: canvas.width / density, height: canvas.height / density } };
}

addEventListener("message", async ({ data }) => {
  if (!data) return;
  try {
    if (data.draw) postMessage(await drawSpecification(data.draw));
    else if (data.event) postMessage(await receive(data.event));
    else if (data.picture) postMessage(await takePicture(data.picture));
    else if (data.svg) postMessage(await writeSvg());
  } catch (error) {
    postMessage({ problem: String(error?.message ?? error) });
  }
});
postMessage({ ready: true });
