// Configurations of Chart.js that use its options, as far as JSON can say them.

const months = ["January", "February", "March", "April", "May", "June", "July"];
const week = (start) =>
  Array.from({ length: 7 }, (_, i) => new Date(Date.UTC(2026, 2, start + i, 10)).toISOString());
const high = [64, 59, 80, 81, 56, 55, 40];
const low = [28, 48, 40, 19, 86, 27, 90];
const around = [-35, 62, -18, 74, -61, 12, 48];
const floating = (place, ends) => [
  { [place]: "North", [ends]: [8, 17] },
  { [place]: "South", [ends]: [9, 18] },
  { [place]: "West", [ends]: [7.5, 12] },
];
const red = "rgb(205, 60, 70)";
const blue = "rgb(40, 110, 190)";
const green = "rgb(20, 140, 95)";
const pale = "rgba(40, 110, 190, 0.4)";

const line = (datasets, options, labels = months) => ({ type: "line", data: { labels, datasets }, options });
const bar = (datasets, options, labels = months) => ({ type: "bar", data: { labels, datasets }, options });

export const chartSamples = {
  "time: labels with unequal steps": line(
    [{ label: "Level", data: [3, 5, 4, 9], borderColor: blue }],
    { scales: { x: { type: "time" } } },
    ["2026-01-01", "2026-01-02", "2026-01-20", "2026-03-01"],
  ),
  "time: milliseconds": {
    type: "line",
    data: {
      datasets: [
        {
          label: "Load",
          data: [0, 1, 5, 6].map((day, i) => ({ x: 1772409600000 + day * 86400000, y: high[i] })),
        },
      ],
    },
    options: { scales: { x: { type: "time", time: { unit: "day" } } } },
  },
  "time: labels and points": line(
    [
      { label: "Daily", data: high, borderColor: red },
      { label: "Now and then", data: [0, 5, 7, 15].map((day, i) => ({ x: week(2 + day)[0], y: low[i] })) },
    ],
    { scales: { x: { type: "time" } } },
    week(2),
  ),
  "time: bars and a line": line(
    [
      { type: "bar", label: "In", data: high, backgroundColor: red },
      { type: "bar", label: "Out", data: low, backgroundColor: blue },
      { label: "Stock", data: [50, 61, 101, 163, 133, 161, 111], borderColor: green },
    ],
    { scales: { x: { type: "time", offset: true, time: { unit: "day" }, ticks: { source: "data" } } } },
    week(2),
  ),
  "time: gaps of more than two days": {
    type: "line",
    data: {
      datasets: [
        { label: "Probe", data: [0, 2, 5, 6].map((day, i) => ({ x: week(2 + day)[0], y: high[i] })) },
      ],
    },
    options: { spanGaps: 172800000, scales: { x: { type: "time" } } },
  },
  "a stack of bars and a line": bar(
    [
      { label: "Bars", data: high, backgroundColor: pale, borderColor: blue, stack: "all", type: "bar" },
      { label: "Line", data: low, borderColor: red, stack: "all", type: "line" },
      { label: "Left out", data: high, hidden: true, stack: "all" },
    ],
    { scales: { y: { stacked: true } } },
  ),
  "groups of stacks": bar(
    [
      { label: "One", data: around, backgroundColor: red, stack: "0" },
      { label: "Two", data: around.map((value) => -value), backgroundColor: blue, stack: "0" },
      { label: "Three", data: high, backgroundColor: green, stack: "1" },
    ],
    { scales: { x: { stacked: true }, y: { stacked: true } } },
  ),
  "an order of its own": bar([
    { label: "Behind", data: high, backgroundColor: pale, order: 1 },
    { label: "Before", data: low, borderColor: red, type: "line", order: 0 },
  ]),
  "fills between lines": line(
    [
      { label: "Least", data: [10, 12, 9, 14, 11, 8, 13], borderColor: blue, fill: false },
      { label: "Most", data: high, borderColor: blue, backgroundColor: pale, fill: "-1" },
      {
        label: "To a value",
        data: [90, 95, 88, 92, 97, 91, 94],
        fill: { value: 100 },
        backgroundColor: pale,
      },
      { label: "To the end", data: [70, 75, 72, 78, 71, 70, 73], fill: "end", backgroundColor: pale },
      { label: "By number", data: [20, 22, 21, 25, 24, 23, 26], fill: 0, backgroundColor: pale },
    ],
    { plugins: { filler: { propagate: false } } },
  ),
  "stacked areas with values below zero": line(
    ["One", "Two", "Three"].map((label, i) => ({
      label,
      data: around.map((value) => value - i * 20),
      fill: true,
      backgroundColor: [red, blue, green][i],
    })),
    { scales: { y: { stacked: true } } },
  ),
  "a gap that is spanned, and one that is not": line([
    { label: "Spanned", data: [1, null, 3, 4, 2, 5, 4], spanGaps: true, borderColor: red },
    { label: "Not spanned", data: [5, 6, null, 4, 5, 7, 6], borderColor: blue },
  ]),
  "points of several datasets on labels": {
    type: "line",
    data: {
      datasets: [
        {
          label: "First",
          data: [
            { x: "a", y: 1 },
            { x: "b", y: 2 },
            { x: "c", y: 4 },
          ],
        },
        {
          label: "Second",
          data: [
            { x: "a", y: 3 },
            { x: "c", y: 1 },
          ],
        },
      ],
    },
    options: {},
  },
  "round corners": bar([
    {
      label: "Round",
      data: high,
      backgroundColor: pale,
      borderColor: blue,
      borderWidth: 2,
      borderRadius: 200,
      borderSkipped: false,
    },
    { label: "A little", data: low, backgroundColor: red, borderRadius: 5 },
  ]),
  "point styles": line([
    { label: "Triangles", data: high, pointStyle: "triangle", pointRadius: 6, borderColor: red },
    { label: "Stars", data: low, pointStyle: "star", pointRadius: 6, borderColor: blue },
    { label: "None", data: around, pointStyle: false, borderColor: green },
  ]),
  "lines that are dashed, stepped and curved": line([
    { label: "Dashed", data: high, borderDash: [4, 4], borderColor: red },
    { label: "Stepped", data: low, stepped: true, borderColor: blue },
    { label: "Curved", data: around, tension: 0.4, borderColor: green },
    { label: "Points alone", data: [5, 8, 3, 9, 2, 7, 6], showLine: false, borderColor: red },
  ]),
  "a legend at the left, with a title": line([{ label: "Alone", data: high, borderColor: red }], {
    plugins: { legend: { position: "left", title: { display: true, text: "What it is" } } },
  }),
  "a title in the middle, and a subtitle": line([{ label: "Costs", data: high }], {
    plugins: {
      title: { display: true, text: "Costs", align: "center", color: "#b00" },
      subtitle: { display: true, text: "in thousands", color: "#06c", align: "center" },
    },
  }),
  "colours of ticks and titles": line([{ label: "Costs", data: high }], {
    scales: {
      x: { ticks: { color: "#a00" }, title: { display: true, text: "Month", color: "#080", align: "end" } },
      y: { title: { display: true, text: "Euro", color: "#a0a" }, grid: { color: "#cce" } },
    },
  }),
  "an axis of names over one of numbers": line(
    [
      { label: "Load", data: high, borderColor: red },
      {
        label: "State",
        data: ["ON", "ON", "OFF", "ON", "OFF", "OFF", "ON"],
        stepped: true,
        yAxisID: "state",
        borderColor: blue,
      },
    ],
    {
      scales: {
        y: { stack: "both", stackWeight: 2 },
        state: {
          axis: "y",
          type: "category",
          labels: ["ON", "OFF"],
          offset: true,
          stack: "both",
          position: "left",
        },
      },
    },
  ),
  "two value axes, one reversed": {
    type: "scatter",
    data: {
      datasets: [
        {
          label: "Left",
          data: high.map((y, x) => ({ x: x * 3, y })),
          borderColor: red,
          backgroundColor: pale,
        },
        {
          label: "Right",
          data: low.map((y, x) => ({ x: x * 2 + 1, y })),
          yAxisID: "y2",
          backgroundColor: red,
        },
      ],
    },
    options: { scales: { y: { position: "left" }, y2: { position: "right", reverse: true } } },
  },
  "axes through the middle": {
    type: "scatter",
    data: { datasets: [{ label: "Points", data: around.map((y, i) => ({ x: low[i] - 50, y })) }] },
    options: {
      scales: {
        x: { min: -100, max: 100, position: "center" },
        y: { min: -100, max: 100, position: "center" },
      },
    },
  },
  "numbers for labels": line(
    [{ label: "Growth", data: [1, 4, 9, 16], borderColor: blue }],
    { scales: { x: { type: "linear" } } },
    [1, 2, 5, 20],
  ),
  "a logarithmic axis": line(
    [{ label: "Size", data: [1, 100, 2500, 30, 900000, 12, 4000], borderColor: red }],
    { scales: { y: { type: "logarithmic" } } },
  ),
  "least and most": line([{ label: "Cut", data: around, borderColor: red }], {
    scales: { y: { min: -20, max: 60 } },
  }),
  "floating bars": bar([
    { label: "From to", data: high.map((value, i) => [low[i] / 2, value]), backgroundColor: red },
  ]),
  "floating bars with labels of their own": bar(
    [{ label: "Open", data: floating("x", "y"), backgroundColor: blue }],
    {},
    ["North", "South", "West"],
  ),
  "horizontal floating bars": bar(
    [{ label: "Open", data: floating("y", "x"), backgroundColor: blue }],
    { indexAxis: "y" },
    ["North", "South", "West"],
  ),
  "time: floating bars": {
    type: "bar",
    data: {
      datasets: [
        {
          label: "From to",
          data: high.map((value, i) => ({ x: week(2)[i], y: [low[i] / 2, value] })),
          backgroundColor: red,
        },
      ],
    },
    options: { scales: { x: { type: "time" } } },
  },
  "horizontal points": {
    type: "bar",
    data: {
      datasets: [
        {
          label: "Length",
          data: [
            { x: 5, y: "North" },
            { x: 8, y: "South" },
          ],
          backgroundColor: red,
        },
      ],
    },
    options: { indexAxis: "y" },
  },
  "rings with labels of their own": {
    type: "pie",
    data: {
      labels: ["All: yes", "All: no", "Some: yes", "Some: no"],
      datasets: [
        { data: [21, 79], backgroundColor: ["#aaa", "#777"] },
        { data: [33, 67], backgroundColor: [red, blue] },
      ],
    },
  },
  "half a doughnut": {
    type: "doughnut",
    data: { labels: ["Done", "Left"], datasets: [{ data: [70, 30], backgroundColor: [green, "#ccc"] }] },
    options: { circumference: 180, rotation: -90, cutout: "70%" },
  },
  "a radar with gaps and fills": {
    type: "radar",
    data: {
      labels: months,
      datasets: [
        { label: "Gap", data: [20, null, 60, 70, 50, 40, 30], borderColor: red, backgroundColor: pale },
        {
          label: "Ring",
          data: [80, 85, 82, 88, 86, 84, 90],
          borderColor: blue,
          fill: "-1",
          backgroundColor: pale,
        },
      ],
    },
  },
  "labels in the middle of sectors": {
    type: "polarArea",
    data: {
      labels: ["Red", "Blue", "Green"],
      datasets: [{ data: [5, 8, 3], backgroundColor: [red, blue, green] }],
    },
    options: { scales: { r: { pointLabels: { display: true, centerPointLabels: true } } } },
  },
};
