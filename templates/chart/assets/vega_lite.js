// Shows the page's Vega-Lite specification, which a worker draws.
"use strict";

/* global message, pageLanguage */

const kWorker = "{{kVegaWorker}}";
// The time limit for each request to the worker, once it has loaded.
const kMaximumMilliseconds = 10_000;
const kForwarded = ["pointermove", "pointerdown", "pointerup", "pointerout", "click", "dblclick", "wheel"];

class TakesTooLong extends Error {}

// The worker handles one request at a time. If it does not answer in time, it is terminated.
class Drawer {
  #worker = new Worker(kWorker, { name: pageLanguage });
  #last;
  #onTooltip;

  constructor(onTooltip) {
    this.#onTooltip = onTooltip;
    this.#last = this.#next("ready", undefined);
  }

  ask(question, kind) {
    const answer = this.#last.then(() => {
      this.#worker.postMessage(question);
      return this.#next(kind, kMaximumMilliseconds);
    });
    // A failed request does not affect the next.
    this.#last = answer.catch((error) => {
      if (error instanceof TakesTooLong) throw error;
    });
    this.#last.catch(() => {});
    return answer;
  }

  #next(kind, milliseconds) {
    return new Promise((resolve, reject) => {
      const limit =
        milliseconds &&
        setTimeout(() => {
          this.#worker.terminate();
          reject(new TakesTooLong());
        }, milliseconds);
      this.#worker.onmessage = ({ data }) => {
        if (data.tooltip) return this.#onTooltip(data.tooltip);
        clearTimeout(limit);
        if (data[kind]) resolve(data[kind]);
        else reject(new Error(data.problem));
      };
      this.#worker.onerror = (event) => {
        clearTimeout(limit);
        reject(new Error(event.message || "the chart library could not be loaded"));
      };
    });
  }
}

function tooltipIn(figure) {
  const box = document.createElement("div");
  box.className = "chart-tooltip";
  box.hidden = true;
  figure.append(box);
  return ({ text, x, y }) => {
    box.hidden = text === undefined;
    if (box.hidden) return;
    box.textContent = text;
    const canvas = figure.querySelector(".chart-frame canvas").getBoundingClientRect();
    const bounds = figure.getBoundingClientRect();
    const left = canvas.left - bounds.left + x + 14;
    box.style.left = `${Math.max(0, Math.min(left, bounds.width - box.offsetWidth))}px`;
    box.style.top = `${canvas.top - bounds.top + y + 14}px`;
  };
}

function show(canvas, { bitmap, width, height }) {
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
}

// Whether the page has the data below the drawing, or else the specification.
function hasTable() {
  return document.querySelector(".chart-data table") !== null;
}

function showFailure(figure, error) {
  const reason = shorten(String(error?.message ?? error), 200);
  const text =
    error instanceof TakesTooLong
      ? message("This chart takes too long to draw.")
      : message("This chart could not be drawn ({}).", reason);
  const below = hasTable()
    ? message("The data is shown below.")
    : message("The specification is shown below.");
  showProblem(figure, `${text} ${below}`);
}

// Forwards pointer events to the worker; while it is busy, only the latest move.
function forwardEvents(canvas, drawer, takesWheel, fail) {
  let isBusy = false;
  let waiting = [];
  const send = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      while (waiting.length > 0) show(canvas, await drawer.ask({ event: waiting.shift() }, "seen"));
    } catch (error) {
      waiting = [];
      if (error instanceof TakesTooLong) fail(error);
    }
    isBusy = false;
  };
  for (const type of kForwarded) {
    canvas.addEventListener(
      type,
      async (event) => {
        const { left, top } = canvas.getBoundingClientRect();
        const { button, buttons, shiftKey, ctrlKey, altKey, metaKey, deltaX, deltaY, deltaMode } = event;
        // The page does not scroll while a chart is zoomed.
        if (type === "wheel" && takesWheel()) event.preventDefault();
        if (type === "pointermove") waiting = waiting.filter((one) => one.type !== type);
        waiting.push({
          type,
          clientX: event.clientX - left,
          clientY: event.clientY - top,
          ...{ button, buttons, shiftKey, ctrlKey, altKey, metaKey, deltaX, deltaY, deltaMode },
        });
        await send();
      },
      { passive: false },
    );
  }
}

// What is wider than the page shows that it goes on, and can be scrolled with the keyboard.
function tellOfScrolling(figure, frame) {
  const update = () => {
    const hidden = frame.scrollWidth - frame.clientWidth;
    figure.classList.toggle("goes-on-before", hidden > 1 && frame.scrollLeft > 4);
    figure.classList.toggle("goes-on-after", hidden > 1 && frame.scrollLeft < hidden - 4);
  };
  if (frame.scrollWidth > frame.clientWidth + 1) frame.tabIndex = 0;
  else frame.removeAttribute("tabindex");
  frame.onscroll = update;
  update();
}

// The rows of the specification's first data, after their names. Nothing if it has none.
function rowsIn(source) {
  const { data, datasets } = JSON.parse(source);
  const records = data?.values ?? datasets?.[data?.name];
  if (!Array.isArray(records) || records.length === 0) return undefined;
  const isRecord = (record) => typeof record === "object" && record !== null && !Array.isArray(record);
  const names = [
    ...new Set(records.flatMap((record) => (isRecord(record) ? Object.keys(record) : ["data"]))),
  ];
  return [names, ...records.map((record) => names.map((name) => (isRecord(record) ? record[name] : record)))];
}

async function mainOfVega() {
  const figure = document.querySelector(".chart");
  const source = document.getElementById("chart-data")?.textContent;
  if (!figure || !source) return;
  figure.classList.add("chart-vega");
  const frame = figure.querySelector(".chart-frame");
  const fail = (error) => showFailure(figure, error);
  const scale = devicePixelRatio || 1;
  const canvas = document.createElement("canvas");
  canvas.role = "img";
  const drawer = new Drawer(tooltipIn(figure));
  let takesWheel = false;
  const draw = async () => {
    const question = { source, width: frame.clientWidth, theme: readTheme(), scale };
    const drawing = await drawer.ask({ draw: question }, "drawn");
    show(canvas, drawing);
    takesWheel = drawing.takesWheel;
    const below = hasTable()
      ? message("The data is in the table below.")
      : message("The specification is below.");
    const { description } = drawing;
    canvas.ariaLabel = `${typeof description === "string" ? description : message("Chart")}. ${below}`;
    if (!canvas.isConnected) frame.replaceChildren(canvas);
    tellOfScrolling(figure, frame);
  };
  try {
    await draw();
    foldData();
  } catch (error) {
    return fail(error);
  }
  forwardEvents(canvas, drawer, () => takesWheel, fail);
  const rows = rowsIn(source);
  offerForms({
    png: async () => {
      const drawing = await drawer.ask({ picture: { scale: kPictureScale } }, "picture");
      return composePicture(drawing, readTheme(), pageTitle(), []);
    },
    svg: async () => composeSvg(await drawer.ask({ svg: true }, "svg"), readTheme(), pageTitle(), []),
    rows: rows && (() => rows),
  });
  const drawAgain = () => draw().catch(fail);
  onThemeChange(drawAgain);
  let width = figure.clientWidth;
  new ResizeObserver(() => {
    if (Math.abs(figure.clientWidth - width) < 2) return;
    width = figure.clientWidth;
    drawAgain();
  }).observe(figure);
}

mainOfVega();
