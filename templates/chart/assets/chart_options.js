// The style options that a sender may set. They are untrusted: known names with plain values are
// copied one by one, and everything else is ignored.
"use strict";

const kMaximumAxes = 4;

function member(object, ...path) {
  for (const name of path) {
    if (object === null || typeof object !== "object" || !Object.hasOwn(object, name)) return undefined;
    object = object[name];
  }
  return object;
}

const number = (value, least = -1e150, most = 1e150) =>
  typeof value === "number" && value >= least && value <= most ? value : undefined;
const boolean = (value) => (typeof value === "boolean" ? value : undefined);
const choice = (value, ...choices) => (choices.includes(value) ? value : undefined);
const text = (value) => {
  const line = Array.isArray(value) ? value.filter((part) => typeof part === "string").join(" ") : value;
  return typeof line === "string" ? line.slice(0, 200) : undefined;
};

function colour(value) {
  const shape = /^(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl)a?\([\d\s.,%/deg-]{1,60}\))$/i;
  if (typeof value !== "string" || !shape.test(value)) return undefined;
  const parts = parseColour(value);
  return parts && parts[3] > 0 ? `rgba(${parts.join(", ")})` : undefined;
}

// One colour, or one per value.
function colours(value) {
  if (!Array.isArray(value)) return colour(value);
  const list = value.slice(0, 10_000).map(colour);
  return list.length > 0 && list.every((one) => one !== undefined) ? list : undefined;
}

function readStyles(styles) {
  return {
    backgroundColor: colours(member(styles, "backgroundColor")),
    borderColor: colours(member(styles, "borderColor")),
    borderWidth: number(member(styles, "borderWidth"), 0, 20),
    isDashed: Array.isArray(member(styles, "borderDash")) && styles.borderDash.length > 0,
    tension: number(member(styles, "tension"), 0, 1),
    stepped: boolean(member(styles, "stepped")),
    hidden: boolean(member(styles, "hidden")),
    isFilled: boolean(member(styles, "fill")),
    // Only compared with each other, never used as property names.
    stack: text(member(styles, "stack")),
    axis: text(member(styles, "yAxisID")),
  };
}

function readAxis(axis) {
  // Chart.js 2 had min and max in ticks, and scaleLabel for title.
  const bound = (name) => number(member(axis, name)) ?? number(member(axis, "ticks", name));
  const title = member(axis, "title") ?? member(axis, "scaleLabel");
  const read = {
    type: choice(member(axis, "type"), "linear", "logarithmic", "category"),
    min: bound("min"),
    max: bound("max"),
    suggestedMin: bound("suggestedMin"),
    suggestedMax: bound("suggestedMax"),
    beginAtZero: boolean(member(axis, "beginAtZero")) ?? boolean(member(axis, "ticks", "beginAtZero")),
    reverse: boolean(member(axis, "reverse")),
    stacked: boolean(member(axis, "stacked")),
    display: boolean(member(axis, "display")),
    position: choice(member(axis, "position"), "left", "right", "top", "bottom"),
    stepSize: number(member(axis, "ticks", "stepSize"), 1e-150),
    precision: Number.isInteger(member(axis, "ticks", "precision"))
      ? number(axis.ticks.precision, 0, 20)
      : undefined,
    title: boolean(member(title, "display")) === false ? undefined : text(member(title, "text")),
  };
  if (read.min >= read.max) read.min = read.max = undefined;
  return read;
}

// The axes as [the sender's name, x, y or r, settings].
function readAxes(options) {
  const scales = member(options, "scales");
  if (scales === null || typeof scales !== "object") return [];
  const axes = [];
  for (const name of Object.keys(scales).slice(0, 20)) {
    const scale = scales[name];
    if (name === "xAxes" || name === "yAxes") {
      const direction = name[0];
      [scale]
        .flat()
        .slice(0, kMaximumAxes)
        .forEach((axis, i) =>
          axes.push([text(member(axis, "id")) ?? (i === 0 ? direction : ""), direction, readAxis(axis)]),
        );
    } else {
      const direction = choice(member(scale, "axis"), "x", "y", "r") ?? choice(name[0], "x", "y", "r");
      if (direction) axes.push([name, direction, readAxis(scale)]);
    }
  }
  return axes;
}

function readOptions(options) {
  const legend = member(options, "plugins", "legend") ?? member(options, "legend");
  return {
    showsLegend: legend === false ? false : boolean(member(legend, "display")),
    legendPosition: choice(member(legend, "position"), "top", "bottom", "left", "right"),
    axes: readAxes(options),
  };
}
