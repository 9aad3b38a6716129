// How large a Vega-Lite specification is drawn. Width and height always go together: what the sender gave in
// proportion stays so.
"use strict";

const kTallest = 520;
// Of a view whose specification names none.
const kStandardSize = 300;
// How much larger than usual texts are.
let scaleOfText = 1;
// Of what is discrete, for each value.
const standardStep = () => 22 * scaleOfText;
const kLongestCell = 160;
// What is smaller can no longer be read, and scrolls.
const kSmallestZoom = 0.8;
// Of a label, about.
const letterWidth = () => 7 * scaleOfText;

function setScaleOfText(scale) {
  scaleOfText = scale;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Each part of a specification that has a mark or an encoding, itself included.
function* viewsIn(part) {
  if (!isObject(part)) return;
  if (part.mark !== undefined || part.encoding !== undefined) yield part;
  for (const name of ["layer", "concat", "hconcat", "vconcat"])
    if (Array.isArray(part[name])) for (const inner of part[name]) yield* viewsIn(inner);
  yield* viewsIn(part.spec);
}

function isSingleView(specification) {
  if (specification.mark === undefined && specification.layer === undefined) return false;
  return [...viewsIn(specification)].every(
    ({ encoding }) =>
      encoding?.row === undefined && encoding?.column === undefined && encoding?.facet === undefined,
  );
}

// Whether a place or a radius is given in pixels, which is wrong in any other size.
function hasFixedPlaces(specification) {
  const places = ["x", "y", "x2", "y2", "radius", "radius2", "innerRadius", "outerRadius"];
  return [...viewsIn(specification)].some(
    ({ mark, encoding }) =>
      places.some(
        (name) => typeof mark?.[name] === "number" || typeof encoding?.[name]?.value === "number",
      ) ||
      places.some((name) => encoding?.[name]?.scale?.range !== undefined) ||
      ["xOffset", "yOffset", "theta", "radius"].some((name) => Array.isArray(encoding?.[name]?.scale?.range)),
  );
}

const hasMark = (specification, ...types) =>
  [...viewsIn(specification)].some(({ mark }) => types.includes(mark?.type ?? mark));

function isDiscrete(channel) {
  if (!isObject(channel)) return false;
  if (["band", "point", "ordinal"].includes(channel.scale?.type)) return true;
  if (channel.type !== undefined) return channel.type === "nominal" || channel.type === "ordinal";
  return (
    channel.field !== undefined &&
    channel.aggregate === undefined &&
    channel.bin === undefined &&
    channel.timeUnit === undefined
  );
}

// "discrete", "continuous" or "none": what the views have on this axis.
function kindOfAxis(specification, name) {
  const channels = [...viewsIn(specification)].map(({ encoding }) => encoding?.[name]).filter(isObject);
  if (channels.length === 0) return "none";
  return channels.some(isDiscrete) ? "discrete" : "continuous";
}

function stepOfConfiguration(specification) {
  const view = specification.config?.view;
  return view?.step ?? view?.discreteWidth?.step ?? view?.discreteHeight?.step;
}

// The labels of the x axis: how many, and the room that each needs beside the others. Undefined if they are not known.
function labelsAlongX(specification) {
  const field = specification.encoding?.x?.field;
  const rows = specification.data?.values;
  if (!Array.isArray(rows) || typeof field !== "string") return undefined;
  const labels = new Set(rows.map((row) => String(row?.[field] ?? "")));
  const longest = Math.max(0, ...[...labels].slice(0, 100).map((label) => label.length));
  return { count: labels.size, room: longest * letterWidth() + 12 };
}

// Whether the labels of the x axis fit side by side, so that they need not be rotated.
function labelsFit(specification, plan, width) {
  const labels = labelsAlongX(specification);
  return labels !== undefined && labels.room < roomAlongX(specification, plan, labels.count, width);
}

function roomAlongX(specification, plan, count, width) {
  if (plan.isFlexible) return Math.min((plan.width ?? width) / count, plan.longestStep ?? Infinity);
  const own = specification.width ?? specification.spec?.width;
  if (typeof own === "number") return own / count;
  return own?.step ?? stepOfConfiguration(specification) ?? standardStep();
}

// Cells are no wider than their labels need.
function longestStep(specification, y) {
  if (y === "continuous") return 110;
  const room = labelsAlongX(specification)?.room ?? 0;
  return room < kLongestCell ? Math.max(44, room + 1) : 44;
}

// How a specification is to be laid out in so much width: { width, height } are set where they are given, and
// { isFlexible } if the view can be made to fit exactly once it is known what stands around it.
function planLayout(specification, width) {
  if (!isSingleView(specification) || hasFixedPlaces(specification)) return { isFlexible: false };
  const [x, y] = ["x", "y"].map((name) => kindOfAxis(specification, name));
  const given = { width: specification.width, height: specification.height };
  const isStep = (size) => isObject(size);
  if (isStep(given.width) || isStep(given.height) || stepOfConfiguration(specification) !== undefined)
    return { isFlexible: false };
  const hasWidth = typeof given.width === "number";
  const hasHeight = typeof given.height === "number";
  // Pies and maps.
  if (x === "none" && y === "none") {
    given.width = hasWidth ? given.width : kStandardSize;
    given.height = hasHeight ? given.height : kStandardSize;
  }
  if (typeof given.width === "number" && typeof given.height === "number") {
    // Texts do not shrink with their view, and would stand in each other's way.
    if (width < kSmallestZoom * given.width && hasMark(specification, "text")) return { isFlexible: false };
    return proportional(given.width, given.height, width);
  }
  const standard = Math.round(Math.min(420, Math.max(260, width * 0.5)));
  const plan = { isFlexible: true, width: undefined, height: undefined, longestStep: undefined };
  if (x !== "none") plan.width = width;
  // Few bars would be slabs, unless the sender wants all of the width.
  if (x === "discrete" && given.width !== "container") plan.longestStep = longestStep(specification, y);
  if (hasHeight) plan.height = given.height;
  else if (y === "continuous") plan.height = standard;
  // What has one axis alone keeps its thickness.
  if (x === "none" && hasWidth) plan.width = given.width;
  return plan;
}

function proportional(width, height, space) {
  const scale = Math.min(space / width, Math.max(kTallest / height, 1));
  return {
    isFlexible: true,
    width: Math.round(width * scale),
    height: Math.round(scale < 1 ? Math.max(height * scale, Math.min(height, 200)) : height * scale),
    ratio: height / width,
  };
}

// Names above columns that are narrower than their names have a line for each word. `compiled` is for Vega.
function breakColumnNames(compiled) {
  const width = "child_width";
  if (!compiled.signals?.some(({ name }) => name === width)) return;
  for (const { role, title } of compiled.marks ?? []) {
    const name = title?.text?.signal;
    if (role !== "column-header" || name === undefined) continue;
    const text = `toString(${name})`;
    title.text = { signal: `length(${text}) * ${letterWidth()} > ${width} ? split(${text}, ' ') : ${text}` };
  }
}

// How much a drawing of this width is enlarged, or reduced.
function zoomFor(width, space) {
  return Math.min(1.5, Math.max(kSmallestZoom, space / width));
}

// Below a drawing there is room for two columns. A legend that has a place of its own keeps its column.
function placeLegendsBelow(specification, config) {
  if (specification.config?.legend?.orient !== undefined) return;
  Object.assign(config.legend, { orient: "bottom", columns: 2 });
  for (const { encoding } of viewsIn(specification))
    for (const channel of Object.values(encoding ?? {}))
      if (channel?.legend?.orient !== undefined) channel.legend = { columns: 1, ...channel.legend };
}

// Axes of time say which year it is, even if it is the same all along.
const kYearFormat = { local: "timeFormat", utc: "utcFormat" };

function labelWithYear(zone, isVertical) {
  const format = kYearFormat[zone];
  const isMonth = `${format}(datum.value, '%B') == datum.label`;
  // Vega names the day of the week in place of the month.
  const label = `(${format}(datum.value, '%a %d') == datum.label ? ${format}(datum.value, '%b %d') : datum.label)`;
  const isTime = "test(/:|AM|PM/, datum.label)";
  const context = `(${isTime} ? ${format}(datum.value, '%b %d, %Y') : ${format}(datum.value, '%Y'))`;
  const both = isVertical ? `${label} + ' ' + ${context}` : `[${label}, ${context}]`;
  const month = isVertical
    ? `${format}(datum.value, '%b %Y')`
    : `[${format}(datum.value, '%b'), ${format}(datum.value, '%Y')]`;
  return `${isMonth} ? ${month} : datum.index > 0 || test(/[0-9]{4}/, datum.label) ? ${label} : ${both}`;
}

function addYears(specification) {
  for (const { encoding } of viewsIn(specification)) {
    for (const name of ["x", "y"]) {
      const channel = encoding?.[name];
      if (!isObject(channel) || channel.axis === null || channel.field === undefined) continue;
      const unit =
        typeof channel.timeUnit === "object" ? (channel.timeUnit?.unit ?? "year") : channel.timeUnit;
      const isTime = channel.type === "temporal" || (channel.type === undefined && unit !== undefined);
      if (!isTime || (typeof unit === "string" && !unit.includes("year"))) continue;
      if (
        ["format", "formatType", "labelExpr", "values", "labels"].some(
          (own) => channel.axis?.[own] !== undefined,
        )
      )
        continue;
      const isUtc = channel.scale?.type === "utc" || (typeof unit === "string" && unit.startsWith("utc"));
      channel.axis = { ...channel.axis, labelExpr: labelWithYear(isUtc ? "utc" : "local", name === "y") };
    }
  }
}
