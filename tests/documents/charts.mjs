// Charts of every kind, as clients send them.

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const days = (count) =>
  Array.from({ length: count }, (_, i) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10));
// The same numbers in every run.
const wave = (count, base, height, phase = 0) =>
  Array.from({ length: count }, (_, i) =>
    Math.round(
      base + height * (Math.sin(i / 3 + phase) + 0.4 * Math.sin(i * 1.7 + phase)) + i * height * 0.05,
    ),
  );

export const charts = {
  bars: {
    type: "bar",
    title: "Sales by region",
    data: {
      labels: ["North", "East", "South", "West"],
      datasets: [
        { label: "2024", data: [4210, 3120, 5230, 2790] },
        { label: "2025", data: [5130, 2980, 6010, 3320] },
      ],
    },
    options: { scales: { y: { title: { display: true, text: "Sales in thousand €" } } } },
  },
  "stacked bars": {
    type: "bar",
    title: "Where the electricity came from",
    data: {
      labels: ["2020", "2021", "2022", "2023", "2024", "2025"],
      datasets: [
        { label: "Wind", data: [131, 114, 125, 142, 139, 148] },
        { label: "Sun", data: [51, 50, 61, 62, 73, 81] },
        { label: "Gas", data: [92, 90, 79, 76, 80, 74] },
        { label: "Coal", data: [134, 163, 181, 126, 107, 96] },
        { label: "Biomass", data: [51, 50, 50, 49, 48, 48] },
      ],
    },
    options: {
      scales: {
        x: { stacked: true },
        y: { stacked: true, title: { display: true, text: "Terawatt hours" } },
      },
    },
  },
  "horizontal bars": {
    type: "horizontalBar",
    title: "The longest rivers",
    data: {
      labels: [
        "Nile",
        "Amazon",
        "Yangtze",
        "Mississippi–Missouri",
        "Yenisei–Angara–Selenga",
        "Huang He",
        "Ob–Irtysh",
      ],
      datasets: [{ label: "Length in km", data: [6650, 6400, 6300, 6275, 5539, 5464, 5410] }],
    },
    options: { scales: { x: { title: { display: true, text: "Kilometres" } } } },
  },
  lines: {
    type: "line",
    title: "Revenue and costs",
    data: {
      labels: ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07", "2026-08"],
      datasets: [
        { label: "Revenue", data: [41200, 43900, 48300, 46100, 52800, 57200, 61900, 66400] },
        { label: "Costs", data: [38100, 39000, 41800, 44700, 45100, 46000, 47900, 48800] },
        { label: "Plan", data: [42000, 44000, 46000, 48000, 50000, 52000, 54000, 56000], borderDash: [5, 5] },
      ],
    },
    options: { scales: { y: { title: { display: true, text: "Euro" } } } },
  },
  "a line with a gap": {
    type: "line",
    data: {
      labels: days(90),
      datasets: [
        { label: "Visitors", data: wave(90, 1200000, 300000).map((v, i) => (i > 30 && i < 40 ? null : v)) },
      ],
    },
  },
  area: {
    type: "area",
    title: "Water level at the pier",
    data: { labels: days(60), datasets: [{ label: "Level in cm", data: wave(60, 420, 90) }] },
  },
  "stacked areas": {
    type: "line",
    title: "Messages per month",
    data: {
      labels: months,
      datasets: ["Chat", "Mail", "Telephone"].map((label, i) => ({
        label,
        data: wave(12, 300 - 60 * i, 40, i),
        fill: true,
      })),
    },
    options: { scales: { y: { stacked: true } } },
  },
  pie: {
    type: "pie",
    title: "How people come to work",
    data: {
      labels: ["Car", "Bicycle", "Train", "Bus", "On foot"],
      datasets: [{ data: [38, 24, 21, 11, 6] }],
    },
  },
  doughnut: {
    type: "doughnut",
    title: "Budget",
    data: {
      labels: [
        "Wages",
        "Rent",
        "Energy",
        "Travel",
        "Software",
        "Training",
        "Insurance",
        "Other",
        "Reserve",
        "Gifts",
      ],
      datasets: [{ data: [520000, 140000, 61000, 45000, 38000, 22000, 19000, 15000, 12000, 3000] }],
    },
  },
  scatter: {
    type: "scatter",
    title: "Height and weight",
    data: {
      datasets: ["Women", "Men"].map((label, group) => ({
        label,
        data: Array.from({ length: 60 }, (_, i) => ({
          x: Math.round(158 + group * 13 + 9 * Math.sin(i * 2.3) + 3 * Math.cos(i * 5.1)),
          y: Math.round(60 + group * 16 + 8 * Math.sin(i * 2.3 + 0.4) + 7 * Math.cos(i * 3.7)),
        })),
      })),
    },
    options: {
      scales: {
        x: { title: { display: true, text: "Height in cm" } },
        y: { title: { display: true, text: "Weight in kg" } },
      },
    },
  },
  bubbles: {
    type: "bubble",
    title: "Wealth and health",
    data: {
      datasets: [
        {
          label: "Asia",
          data: [
            { x: 12600, y: 78, r: 1412 },
            { x: 2400, y: 70, r: 1408 },
            { x: 34000, y: 84, r: 125 },
            { x: 4800, y: 71, r: 275 },
          ],
        },
        {
          label: "Europe",
          data: [
            { x: 48700, y: 81, r: 84 },
            { x: 40900, y: 82, r: 68 },
            { x: 34700, y: 83, r: 59 },
            { x: 15200, y: 73, r: 144 },
          ],
        },
        {
          label: "Africa",
          data: [
            { x: 2100, y: 53, r: 218 },
            { x: 1000, y: 66, r: 123 },
            { x: 6700, y: 62, r: 60 },
          ],
        },
      ],
    },
    options: {
      scales: {
        x: { title: { display: true, text: "Income per person in dollars" } },
        y: { title: { display: true, text: "Life expectancy in years" } },
      },
    },
  },
  radar: {
    type: "radar",
    title: "Two candidates",
    data: {
      labels: ["Speed", "Price", "Support", "Safety", "Comfort", "Range"],
      datasets: [
        { label: "Model A", data: [8, 5, 7, 9, 6, 7] },
        { label: "Model B", data: [6, 8, 8, 6, 8, 5] },
      ],
    },
  },
  "polar area": {
    type: "polarArea",
    title: "Wind by direction",
    data: {
      labels: ["North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"],
      datasets: [{ data: [11, 16, 7, 3, 14, 22, 19, 8] }],
    },
  },
  mixed: {
    type: "bar",
    title: "Rain and warmth",
    data: {
      labels: months,
      datasets: [
        { label: "Rain in mm", data: [62, 48, 55, 41, 60, 72, 79, 74, 63, 58, 66, 71] },
        {
          label: "Temperature in °C",
          type: "line",
          tension: 0.4,
          yAxisID: "y1",
          data: [1, 2, 5, 9, 14, 17, 19, 19, 15, 10, 5, 2],
        },
      ],
    },
    options: {
      scales: {
        y: { title: { display: true, text: "Rain" } },
        y1: { position: "right", title: { display: true, text: "Temperature" } },
      },
    },
  },
  "floating bars": {
    type: "bar",
    title: "Coldest and warmest hour",
    data: {
      labels: months,
      datasets: [
        {
          label: "°C",
          data: months.map((_, i) => [
            Math.round(-8 + 12 * Math.sin((i / 11) * 3.1)),
            Math.round(6 + 22 * Math.sin((i / 11) * 3.1)),
          ]),
        },
      ],
    },
  },
  "colours of the sender": {
    type: "bar",
    data: {
      labels: ["Red", "Blue", "Yellow", "Green", "Purple", "Orange"],
      datasets: [
        {
          label: "# of Votes",
          data: [12, 19, 3, 5, 2, 3],
          backgroundColor: [
            "#f87171",
            "rgb(96, 165, 250)",
            "gold",
            "hsl(140, 50%, 50%)",
            "rebeccapurple",
            "rgba(255, 159, 64, 0.8)",
          ],
          borderWidth: 1,
        },
      ],
    },
    options: { scales: { y: { beginAtZero: true } } },
  },
};

export const vegaLite = {
  "vega-lite bars": {
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    description: "A simple bar chart",
    title: "Letters",
    data: {
      values: [
        { letter: "A", count: 28 },
        { letter: "B", count: 55 },
        { letter: "C", count: 43 },
        { letter: "D", count: 91 },
      ],
    },
    mark: "bar",
    encoding: {
      x: { field: "letter", type: "nominal" },
      y: { field: "count", type: "quantitative" },
      tooltip: [{ field: "letter" }, { field: "count" }],
    },
  },
  "vega-lite lines": {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    data: {
      values: ["Oslo", "Rome"].flatMap((city, c) =>
        days(60).map((day, i) => ({ day, city, warmth: wave(60, 5 + 9 * c, 4, c)[i] })),
      ),
    },
    mark: "line",
    encoding: {
      x: { field: "day", type: "temporal" },
      y: { field: "warmth", type: "quantitative" },
      color: { field: "city", type: "nominal" },
    },
  },
  "vega-lite facets": {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    data: {
      values: ["Oslo", "Rome", "Kyiv"].flatMap((city, c) =>
        days(30).map((_, i) => ({ hour: i % 24, city, load: wave(30, 50, 20, c)[i] })),
      ),
    },
    mark: { type: "point", filled: true },
    encoding: {
      column: { field: "city", type: "nominal" },
      x: { field: "hour", type: "quantitative" },
      y: { field: "load", type: "quantitative" },
    },
  },
};
