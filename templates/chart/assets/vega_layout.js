// How large a Vega-Lite specification is drawn. Width and height always go together: what the sender gave in
// proportion stays so.
"use strict";

const kTallest = 520;
// Of a view whose specification names none.
const kStandardSize = 300;

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

// How a specification is to be laid out in so much width: { width, height } are set where they are given, and
// { isFlexible } if the view can be made to fit exactly once it is known what stands around it.
function planLayout(specification, width) {
  if (!isSingleView(specification) || hasFixedPlaces(specification)) return { isFlexible: false };
  const [x, y] = ["x", "y"].map((name) => kindOfAxis(specification, name));
  const given = { width: specification.width, height: specification.height };
  const isStep = (size) => isObject(size);
  if (isStep(given.width) || isStep(given.height)) return { isFlexible: false };
  const hasWidth = typeof given.width === "number";
  const hasHeight = typeof given.height === "number";
  // Pies and maps.
  if (x === "none" && y === "none") {
    const [w, h] = [hasWidth ? given.width : kStandardSize, hasHeight ? given.height : kStandardSize];
    return proportional(w, h, width);
  }
  if (hasWidth && hasHeight) return proportional(given.width, given.height, width);
  const standard = Math.round(Math.min(420, Math.max(260, width * 0.5)));
  const plan = { isFlexible: true, width: undefined, height: undefined, longestStep: undefined };
  if (x !== "none") plan.width = width;
  // Few bars would be slabs, unless the sender wants all of the width.
  if (x === "discrete" && given.width !== "container") plan.longestStep = y === "continuous" ? 110 : 44;
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

// How much a drawing of this width is enlarged, or reduced. Below four fifths it can no longer be read, and scrolls.
function zoomFor(width, space) {
  return Math.min(1.5, Math.max(0.8, space / width));
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
