// Every kind of chart with every device and theme that ../charts/chart_page.test.mjs leaves out, and the largest.
import { test } from "node:test";
import { browser, key } from "../one_browser.mjs";
import { assertChartLooksWell, assertDrawnUnharmed, chartLooks } from "./chart_looks.mjs";

for (const { kind, content, look } of chartLooks.filter(({ isFirst }) => !isFirst))
  test(`${kind} is drawn (${look})`, () => assertChartLooksWell(browser, key, { kind, content, look }));

const large = {
  "20,000 points": {
    type: "line",
    datasets: [
      { label: "Noise", data: Array.from({ length: 20_000 }, (_, i) => Math.sin(i / 900) * 50 + (i % 37)) },
    ],
  },
  "20,000 scattered points": {
    type: "scatter",
    datasets: [{ data: Array.from({ length: 20_000 }, (_, i) => [Math.sin(i) * i, Math.cos(i * 1.1) * i]) }],
  },
  "20,000 slices": { type: "pie", values: Array.from({ length: 20_000 }, (_, i) => (i % 9) + 1) },
  "500 datasets": {
    type: "bar",
    labels: ["a", "b", "c"],
    datasets: Array.from({ length: 500 }, (_, i) => ({ label: `Dataset ${i}`, data: [i, 500 - i, 250] })),
  },
};
for (const [name, content] of Object.entries(large))
  test(`${name} are drawn`, () => assertDrawnUnharmed(browser, key, { name, content, title: name }));
