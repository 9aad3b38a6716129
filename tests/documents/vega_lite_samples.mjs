// Specifications of Vega-Lite with sizes of all kinds.

const schema = "https://vega.github.io/schema/vega-lite/v6.json";
const groups = ["Ash", "Beech", "Cedar"];
const trees = Array.from({ length: 36 }, (_, i) => ({
  kind: groups[i % 3],
  site: ["North", "South"][i % 2],
  height: 4 + ((i * 37) % 23),
  width: 1 + ((i * 17) % 9),
  year: 1990 + Math.floor(i / 3),
}));
const days = Array.from({ length: 60 }, (_, i) => ({
  day: new Date(Date.UTC(2026, 1, 1 + i)).toISOString().slice(0, 10),
  level: Math.round(40 + 25 * Math.sin(i / 6)),
}));
const quarters = Array.from({ length: 24 }, (_, i) => ({
  month: `${2024 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}-01`,
  sum: 100 + ((i * 29) % 50),
}));
const stands = ["University Farm", "Old North Shore", "Grand Rapids", "Morris"].flatMap((stand) =>
  [1931, 1932].map((year, i) => ({ stand, year, kind: groups[i] })),
);
const marks = ["Astronomy", "Geography", "Philosophy"].flatMap((subject, i) =>
  [2023, 2024, 2025, 2026].map((year, j) => ({ subject, year, mark: i * 2 + j })),
);
const specification = (values, more) => ({ $schema: schema, data: { values }, ...more });
const x = { field: "kind", type: "nominal" };
const y = { field: "height", aggregate: "mean", type: "quantitative" };

export const vegaLiteSamples = {
  "a size of its own": specification(trees, {
    width: 300,
    height: 300,
    mark: "point",
    encoding: { x: { field: "width", type: "quantitative" }, y: { field: "height", type: "quantitative" } },
  }),
  "low layers that are cut off": specification(
    Array.from({ length: 20 }, (_, i) => ({ u: i + 1, v: 10 + ((i * 31) % 80) })),
    {
      width: 300,
      height: 50,
      encoding: { x: { field: "u", type: "quantitative", scale: { zero: false, nice: false } } },
      layer: [
        {
          mark: { type: "area", clip: true },
          encoding: { y: { field: "v", type: "quantitative", scale: { domain: [0, 50] } } },
        },
        {
          transform: [{ calculate: "datum.v - 50", as: "over" }],
          mark: { type: "area", clip: true, opacity: 0.4 },
          encoding: { y: { field: "over", type: "quantitative", scale: { domain: [0, 50] } } },
        },
      ],
    },
  ),
  "places in pixels": specification(trees, {
    width: 260,
    height: 120,
    layer: [
      {
        mark: "circle",
        encoding: { x: { field: "width", type: "quantitative" }, y: { field: "kind", type: "nominal" } },
      },
      {
        mark: { type: "text", x: 300, align: "left" },
        encoding: { y: { field: "kind", type: "nominal" }, text: { field: "kind" } },
      },
    ],
  }),
  "cells with one low row": specification(days, {
    width: 300,
    height: 60,
    mark: "rect",
    encoding: {
      x: { field: "day", timeUnit: "yearmonthdate", type: "ordinal", axis: null },
      color: { field: "level", type: "quantitative" },
    },
  }),
  "bars side by side": specification(trees, {
    mark: "bar",
    encoding: { x, y, xOffset: { field: "site" }, color: { field: "site", type: "nominal" } },
  }),
  "few bars in all of the width": specification(trees, {
    width: "container",
    mark: "bar",
    encoding: { x, y },
  }),
  "one bar": specification(trees, {
    mark: "bar",
    encoding: { x: { aggregate: "sum", field: "width", type: "quantitative" } },
  }),
  "ticks along one axis": specification(trees, {
    mark: "tick",
    encoding: { x: { field: "height", type: "quantitative" } },
  }),
  "many rows": specification(trees, {
    mark: "bar",
    encoding: {
      y: { field: "year", type: "ordinal" },
      x: { field: "height", aggregate: "sum", type: "quantitative" },
    },
  }),
  "a line over days of one year": specification(days, {
    mark: "line",
    encoding: { x: { field: "day", type: "temporal" }, y: { field: "level", type: "quantitative" } },
  }),
  "a line over months of two years": specification(quarters, {
    mark: "line",
    encoding: { x: { field: "month", type: "temporal" }, y: { field: "sum", type: "quantitative" } },
  }),
  "columns of views": specification(trees, {
    mark: "point",
    encoding: {
      x: { field: "width", type: "quantitative" },
      y: { field: "height", type: "quantitative" },
      column: { field: "kind", type: "nominal" },
    },
  }),
  "repeated views": specification(trees, {
    repeat: ["width", "height"],
    spec: {
      mark: "bar",
      encoding: { x: { field: { repeat: "repeat" }, bin: true }, y: { aggregate: "count" } },
    },
  }),
  "views below each other": specification(trees, {
    vconcat: [
      { mark: "bar", encoding: { x, y } },
      { width: 200, height: 60, mark: "bar", encoding: { x: { field: "site" }, y: { aggregate: "count" } } },
    ],
  }),
  "a pie": specification(trees, {
    mark: "arc",
    encoding: { theta: { aggregate: "count" }, color: { field: "kind", type: "nominal" } },
  }),
  "a pie with labels around it": specification(trees, {
    encoding: {
      theta: { aggregate: "count", stack: true },
      color: { field: "kind", type: "nominal", legend: null },
    },
    layer: [
      { mark: { type: "arc", outerRadius: 80 } },
      { mark: { type: "text", radius: 95 }, encoding: { text: { field: "kind" } } },
    ],
  }),
  "steps of its own": specification(trees, { width: { step: 40 }, mark: "bar", encoding: { x, y } }),
  "steps of its own configuration": specification(trees, {
    config: { view: { step: 40 } },
    mark: "rect",
    encoding: { x, y: { field: "kind", type: "nominal" }, color: { aggregate: "count" } },
  }),
  "columns narrower than their names": specification(stands, {
    mark: "point",
    encoding: {
      x: { field: "year", type: "ordinal" },
      y: { field: "kind", type: "nominal" },
      column: { field: "stand", type: "nominal" },
    },
  }),
  "cells narrower than their names": specification(marks, {
    mark: "rect",
    encoding: {
      x: { field: "subject", type: "nominal" },
      y: { field: "year", type: "ordinal" },
      color: { field: "mark", type: "quantitative" },
    },
  }),
  "texts in a wide view": specification(quarters, {
    width: 800,
    height: 300,
    encoding: { x: { field: "month", type: "ordinal" }, y: { field: "sum", type: "quantitative" } },
    layer: [{ mark: "bar" }, { mark: { type: "text", dy: -8 }, encoding: { text: { field: "sum" } } }],
  }),
  "numbers beside bars": specification(trees, {
    encoding: { x: { ...y }, y: { ...x } },
    layer: [
      { mark: "bar" },
      { mark: "rule", encoding: { x: { datum: 10 }, y: null } },
      { mark: { type: "text", dx: 16 }, encoding: { text: { ...y, format: ".1f" } } },
    ],
  }),
  "a legend in a corner": specification(trees, {
    mark: "point",
    encoding: {
      x: { field: "width", type: "quantitative" },
      y: { field: "height", type: "quantitative" },
      color: { field: "kind", type: "nominal", legend: { orient: "bottom-right" } },
    },
  }),
  "a scale that ends soon after a label": specification(
    Array.from({ length: 30 }, (_, i) => ({
      miles: 3675 + ((i * 1543) % 6400),
      price: 1 + ((i * 7) % 20) / 10,
    })),
    {
      mark: "point",
      encoding: {
        x: { field: "miles", type: "quantitative", scale: { zero: false } },
        y: { field: "price", type: "quantitative" },
      },
    },
  ),
};
