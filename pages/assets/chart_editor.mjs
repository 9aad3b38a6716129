// The editor of a chart: a form for what it is, and a grid for its data, with a row for each label and a column for
// each dataset. What they do not show stays as it is.
//
// They are for the form that the API documents first: type, data with labels and datasets, title, stacked, and the
// titles of axes and the legend in options of Chart.js or in xAxis, yAxis and legend. Cells of a spreadsheet become
// such a chart. Charts in other forms are edited as JSON.
import { cellOf, valueOf } from "./cell_values.mjs";
import { numbersOf, seriesIn, withLabelsFirst } from "./chart_columns.mjs";
import { dataGrid } from "./data_grid.mjs";
import { blankRows, longest, textOf, trimmed } from "./data_rows.mjs";
import { JsonNumber, parseCsv, parseJson, parsePasted, writeJson } from "./data_texts.mjs";
import { element } from "./grid_controls.mjs";

const kinds = [
  ["bar", "Bars"],
  ["horizontalBar", "Horizontal bars"],
  ["line", "Lines"],
  ["area", "Areas"],
  ["pie", "Pie"],
  ["doughnut", "Doughnut"],
  ["radar", "Radar"],
  ["polarArea", "Polar area"],
];
// As templates/chart/chart_content.cc reads them.
const otherNames = {
  column: "bar",
  spline: "line",
  areaspline: "area",
  donut: "doughnut",
};
function kindNamed(name) {
  const plain = name
    .replace(/[-_ ]/g, "")
    .toLowerCase()
    .replace(/(.)chart$/, "$1");
  const known = otherNames[plain] ?? plain;
  return kinds.find(([kind]) => kind.toLowerCase() === known)?.[0];
}

// Members in members: ["options", "scales"].
const memberIn = (holder, path) =>
  path.reduce((value, name) => (value instanceof Map ? value.get(name) : undefined), holder);
function withMember(holder, [name, ...rest], value) {
  const copy = new Map(holder instanceof Map ? holder : []);
  const next = rest.length > 0 ? withMember(copy.get(name), rest, value) : value;
  const isEmpty = next === undefined || (rest.length > 0 && next.size === 0);
  if (isEmpty) copy.delete(name);
  else copy.set(name, next);
  return copy;
}

// Where a chart has what the form shows.

const isText = (value) => typeof value === "string";
const textIn = (value) => (isText(value) ? value : isText(value?.get?.("text")) ? value.get("text") : "");
const hasScales = (chart) => memberIn(chart, ["options", "scales"]) instanceof Map;
const nameOfType = (chart) =>
  isText(chart.get("chartType")) && !isText(chart.get("type")) ? "chartType" : "type";
const isTurned = (chart) =>
  kindNamed(chart.get(nameOfType(chart)) ?? "") === "horizontalBar" ||
  memberIn(chart, ["options", "indexAxis"]) === "y";

// The axis of the labels is x, and with horizontal bars y for Chart.js alone.
function placeOfAxis(chart, isOfLabels) {
  if (hasScales(chart)) return ["options", "scales", isOfLabels !== isTurned(chart) ? "x" : "y", "title"];
  return [isOfLabels ? "xAxis" : "yAxis", "title"];
}
const axisTitle = (chart, isOfLabels) => textIn(memberIn(chart, placeOfAxis(chart, isOfLabels)));
function withAxisTitle(chart, isOfLabels, text) {
  const place = placeOfAxis(chart, isOfLabels);
  const old = memberIn(chart, place);
  if (text === "") return withMember(chart, place, undefined);
  if (old instanceof Map)
    return withMember(withMember(chart, [...place, "text"], text), [...place, "display"], true);
  const isOfScale = place.length > 2;
  return withMember(chart, place, isOfScale ? new Map([["display", true]]).set("text", text) : text);
}

// The title is read from options too.
const placeOfTitle = (chart) =>
  chart.has("title") || !memberIn(chart, ["options", "plugins", "title"])
    ? ["title"]
    : ["options", "plugins", "title"];
function withTitle(chart, text) {
  const place = placeOfTitle(chart);
  const old = memberIn(chart, place);
  if (old instanceof Map && text !== "") return withMember(chart, [...place, "text"], text);
  return withMember(chart, place, text === "" ? undefined : text);
}

const scalesWith = (chart) =>
  ["x", "y"].filter((name) => memberIn(chart, ["options", "scales", name, "stacked"]) === true);
const isStacked = (chart) => chart.get("stacked") === true || scalesWith(chart).length > 0;
function withStacked(chart, isWanted) {
  if (isWanted) return withMember(chart, ["stacked"], true);
  return scalesWith(chart).reduce(
    (next, name) => withMember(next, ["options", "scales", name, "stacked"], undefined),
    withMember(chart, ["stacked"], undefined),
  );
}

const placesOfLegend = [
  ["options", "plugins", "legend", "display"],
  ["options", "legend", "display"],
  ["legend", "show"],
];
const hasLegend = (chart) => !placesOfLegend.some((place) => memberIn(chart, place) === false);
function withLegend(chart, isWanted) {
  const shown = placesOfLegend.reduce(
    (next, place) => (memberIn(next, place) === false ? withMember(next, place, undefined) : next),
    chart,
  );
  return isWanted ? shown : withMember(shown, placesOfLegend[0], false);
}

// Where datasets have types of their own, the chart's is only that of the others.
const typesOfDatasets = (rows) => new Set(rows[0].cells.slice(1).map(({ dataset }) => dataset?.get("type")));
function kindOf(chart, rows) {
  const types = typesOfDatasets(rows);
  const own = types.size === 1 ? [...types][0] : undefined;
  if (types.size > 1) return "";
  if (memberIn(chart, ["options", "indexAxis"]) === "y") return "horizontalBar";
  return kindNamed(own ?? chart.get(nameOfType(chart)) ?? "") ?? "";
}

// What is edited of a text: { chart, rows, place }, or { reason } if the form is not for it. `place` is where labels
// and datasets are: ["data"], or [].

const isValue = (value) =>
  value === null ||
  value instanceof JsonNumber ||
  (isText(value) && numbersOf([value])[0] instanceof JsonNumber);
const isLabel = (value) => isText(value) || value === null || value instanceof JsonNumber;

const newChart = () => new Map([["type", "bar"]]);
function chartOfCells(texts) {
  const width = longest(texts);
  const cells = texts.map((line) => ({ cells: [...line, ...Array(width - line.length).fill("")] }));
  const rows = withLabelsFirst(cells);
  if (rows) return { chart: newChart(), rows, place: ["data"], isNew: true };
  return { reason: "There is nothing to draw in these cells: no column has numbers.", template: "table" };
}

// Records may have a line each.
const valueIn = (text) =>
  parseJson(/^\s*\{[^\n]*\}\s*\n\s*\{/.test(text) ? `[${text.replace(/\n(?=\s*\{)/g, ",")}]` : text);
const areRecords = (value) => Array.isArray(value) && value[0] instanceof Map;
function cellsOf(records) {
  const keys = [...new Set(records.flatMap((record) => [...record.keys()]))];
  return [keys, ...records.map((record) => keys.map((key) => textOf(cellOf(record.get(key)))))];
}

function chartOfJson(chart) {
  const foreign = [
    "$schema",
    "mark",
    "layout",
    "config",
    "series",
    "dataset",
    "plotOptions",
    "encoding",
    "values",
  ];
  const other = { reason: "This chart has another form than the editor’s, so it is edited as JSON." };
  if (!(chart instanceof Map) || foreign.some((name) => chart.has(name))) return other;
  if (chart.get("chart") instanceof Map || memberIn(chart, ["options", "parsing"])) return other;
  const place = chart.get("data") instanceof Map ? ["data"] : [];
  const labels = memberIn(chart, [...place, "labels"]) ?? [];
  const datasets = memberIn(chart, [...place, "datasets"]);
  const type = chart.get(nameOfType(chart));
  const isDataset = (set) =>
    set instanceof Map &&
    Array.isArray(set.get("data")) &&
    set.get("data").every(isValue) &&
    !set.has("parsing");
  if (
    !Array.isArray(labels) ||
    !Array.isArray(datasets) ||
    !labels.every(isLabel) ||
    (type && !kindNamed(type))
  )
    return other;
  if (!datasets.every(isDataset))
    return { reason: "The data of this chart is not only numbers, so it is edited as JSON." };

  const height = datasets.reduce((most, set) => Math.max(most, set.get("data").length), labels.length);
  const rows = Array.from({ length: height }, (_, i) => ({
    cells: [cellOf(labels[i]), ...datasets.map((set) => cellOf(set.get("data")[i]))],
    isKept: true,
  }));
  const headings = datasets.map((dataset) => {
    const member = isText(dataset.get("label")) || !isText(dataset.get("name")) ? "label" : "name";
    return { text: dataset.get(member) ?? "", member, dataset };
  });
  const corner = {
    text: axisTitle(chart, true),
    kinds: { hasNumbersAsText: !labels.some((label) => label instanceof JsonNumber) },
  };
  return { chart, rows: [{ cells: [corner, ...headings], isKept: true }, ...rows], place };
}

// What was written last, with the cells that the chart leaves out.
let last = {};

export function chartOf(text) {
  if (text === last.text) return last.state;
  if (/^\s*$/.test(text)) return { chart: newChart(), rows: blankRows(6, 3), place: ["data"], isNew: true };
  if (/^\s*[[{]/.test(text)) {
    try {
      const value = valueIn(text);
      return areRecords(value) ? chartOfCells(cellsOf(value)) : chartOfJson(value);
    } catch {
      return { reason: "This is not valid JSON yet, so the form cannot show it." };
    }
  }
  const records = text.includes("\t") ? parsePasted(text) : parseCsv(text)?.records;
  if (records?.length > 1) return chartOfCells(records);
  return { reason: "This is neither a chart in JSON nor cells that one can be made of." };
}

// The chart with the data of the rows, and sentences about what is left out of it.
export function withRows({ chart, rows: all, place }) {
  const rows = trimmed(all);
  const [headings, ...lines] = rows;
  const [corner] = headings.cells;
  const labels = lines.map(({ cells: [cell = ""] }) =>
    cell === "" ? "" : valueOf(cell, corner?.kinds ?? { hasNumbersAsText: true }),
  );
  const { series, notes } = seriesIn(rows);
  const datasets = series.map(({ heading, values, length }) => {
    const own = heading.dataset ? heading : { member: "label", dataset: new Map() };
    const text = textOf(heading);
    const named =
      text || own.dataset.has(own.member) ? withMember(own.dataset, [own.member], text) : own.dataset;
    const data = values.map((value) => (isText(value) ? null : value));
    return withMember(named, ["data"], data.slice(0, length));
  });
  const at = (name) => [...place, name];
  const hasLabels = labels.length > 0 || memberIn(chart, at("labels")) !== undefined;
  const labelled = hasLabels ? withMember(chart, at("labels"), labels) : chart;
  return { chart: withMember(labelled, at("datasets"), datasets), notes };
}

function withKind({ chart, rows, place }, kind) {
  const member = nameOfType(chart);
  const turned = memberIn(chart, ["options", "indexAxis"]);
  const titles = [axisTitle(chart, true), axisTitle(chart, false)];
  const plain = turned === undefined ? chart : withMember(chart, ["options", "indexAxis"], undefined);
  const next = withMember(plain, [member], kind);
  // Chart.js names axes by their direction.
  const titled = titles.reduce((one, text, i) => withAxisTitle(one, i === 0, text), next);
  const [headings, ...lines] = rows;
  const cells = headings.cells.map((cell) =>
    !cell.dataset?.has("type") ? cell : { ...cell, dataset: withMember(cell.dataset, ["type"], undefined) },
  );
  return { chart: titled, rows: [{ ...headings, cells }, ...lines], place };
}

// The form.

// As that of a table.
export function openChart({ textarea }) {
  let state = chartOf(textarea.value);
  if (state.reason) return state;
  let written = textarea.value;

  const type = element("select", {}, ...kinds.map(([value, text]) => element("option", { value }, text)));
  const title = element("input", { autocomplete: "off", dir: "auto" });
  const labelAxis = element("input", { autocomplete: "off", dir: "auto" });
  const valueAxis = element("input", { autocomplete: "off", dir: "auto" });
  const stacked = element("input", { type: "checkbox" });
  const legend = element("input", { type: "checkbox" });
  const field = (text, input, isBox) => element("label", {}, ...(isBox ? [input, text] : [text, input]));
  const fields = element(
    "div",
    { class: "chart-form" },
    field("Type", type),
    field("Chart title", title),
    field("Title of label axis", labelAxis),
    field("Title of value axis", valueAxis),
    element("div", { class: "choices" }, field("Stacked", stacked, true), field("Legend", legend, true)),
  );
  const notes = element("p", { class: "hint", role: "status" });

  function save() {
    const made = withRows(state);
    notes.textContent = made.notes.join(" ");
    written = textarea.value = writeJson(made.chart);
    last = { text: written, state };
    textarea.dispatchEvent(new Event("input", { bubbles: true }));
  }
  // The first heading is that of the labels' axis.
  function withCorner(text) {
    const [{ cells, ...heading }, ...lines] = state.rows;
    const corner = isText(cells[0]) ? text : { ...cells[0], text };
    state = { ...state, rows: [{ ...heading, cells: [corner, ...cells.slice(1)] }, ...lines] };
  }
  const grid = dataGrid({
    label: "Data",
    nameOf: (column) => (column === 0 ? "Labels" : `Dataset ${column}`),
    arranged: (texts) => chartOfCells(texts).rows?.map(({ cells }) => cells) ?? texts,
    changed: (rows) => {
      const corner = textOf(rows[0].cells[0]);
      const before = textOf(state.rows[0].cells[0]);
      const chart = corner === before ? state.chart : withAxisTitle(state.chart, true, corner);
      state = { ...state, chart, rows };
      labelAxis.value = corner;
      save();
    },
  });
  const whole = element("div", { role: "group", "aria-label": "Content" }, fields, notes, grid.element);

  function showFields() {
    const { chart, rows } = state;
    const kind = kindOf(chart, rows);
    type.querySelector("[value='']")?.remove();
    if (!kind) type.prepend(element("option", { value: "" }, "Mixed"));
    type.value = kind;
    title.value = textIn(memberIn(chart, placeOfTitle(chart)));
    // Another one is only offered where the chart has it besides the artifact's.
    title.parentElement.hidden = !title.value;
    labelAxis.value = axisTitle(chart, true);
    valueAxis.value = axisTitle(chart, false);
    stacked.checked = isStacked(chart);
    legend.checked = hasLegend(chart);
    showAxes();
  }
  // What has no axes has no titles of them.
  function showAxes() {
    const hasAxes = !["pie", "doughnut", "radar", "polarArea"].includes(type.value);
    for (const input of [labelAxis, valueAxis, stacked]) input.closest("label").hidden = !hasAxes;
  }
  // Enter would send the form.
  fields.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) event.preventDefault();
  });
  const onChange = (input, event, change) =>
    input.addEventListener(event, () => {
      state = change(state);
      save();
    });
  const ofChart = (change) => (now) => ({ ...now, chart: change(now.chart) });
  onChange(type, "change", (now) => (type.value ? withKind(now, type.value) : now));
  type.addEventListener("change", () => {
    showAxes();
    grid.showAgain(state.rows);
  });
  onChange(
    title,
    "input",
    ofChart((chart) => withTitle(chart, title.value)),
  );
  onChange(labelAxis, "input", (now) => {
    withCorner(labelAxis.value);
    return { ...state, chart: withAxisTitle(now.chart, true, labelAxis.value) };
  });
  labelAxis.addEventListener("input", () => grid.showAgain(state.rows));
  onChange(
    valueAxis,
    "input",
    ofChart((chart) => withAxisTitle(chart, false, valueAxis.value)),
  );
  onChange(
    stacked,
    "change",
    ofChart((chart) => withStacked(chart, stacked.checked)),
  );
  onChange(
    legend,
    "change",
    ofChart((chart) => withLegend(chart, legend.checked)),
  );

  function show() {
    grid.show(state.rows);
    showFields();
    if (!state.isNew || textarea.value.trim() === "") return;
    // What was pasted is a chart from now on.
    const corner = textOf(state.rows[0].cells[0]);
    if (corner) state = { ...state, chart: withAxisTitle(state.chart, true, corner) };
    labelAxis.value = corner;
    save();
  }
  show();
  return {
    element: whole,
    focus: grid.focus,
    close: grid.close,
    read: () => {
      whole.inert = textarea.disabled;
      if (textarea.value === written) return true;
      const next = chartOf(textarea.value);
      written = textarea.value;
      if (next.reason) return false;
      state = next;
      show();
      return true;
    },
  };
}
