// What a chart shows has room: bubbles, labels, numbers at bars, legends, and texts of any size.
import assert from "node:assert/strict";
import { test } from "node:test";
import { vegaLite } from "../../documents/charts.mjs";
import { assertAccessible, assertFits, keepScreenshot, open } from "../browser.mjs";
import { assertDrawn, linkToChart, looks } from "./chart_looks.mjs";
import { browser, key } from "../one_browser.mjs";

const small = { ...looks.phone, viewport: { width: 360, height: 740 } };
const both = Object.entries({ phone: small, desktop: looks.desktop });

async function openChart(content, options) {
  const opened = await open(browser, await linkToChart(key, content), options);
  await assertDrawn(opened.page);
  return opened;
}

const ofChart = (page, read) =>
  page.evaluate(`(${read})(Chart.getChart(document.querySelector(".chart-frame canvas")))`);

// With text of this size as the browser's usual.
async function openLarge(content, options, size) {
  const url = await linkToChart(key, content);
  const opened = await open(browser, "about:blank", options);
  await opened.page.addInitScript((size) => {
    const enlarge = () => document.documentElement?.style.setProperty("font-size", size);
    enlarge();
    document.addEventListener("readystatechange", enlarge);
  }, size);
  await opened.page.goto(url);
  await assertDrawn(opened.page);
  return opened;
}

// What is drawn at each bubble, and the area within which it is.
const bubblesOf = (page) =>
  ofChart(page, (chart) => {
    const { _clip: clip, data } = chart.getDatasetMeta(0);
    const { left, right, top, bottom } = chart.chartArea;
    const end = (edge, side, whole) => (clip[side] === false ? whole : edge);
    return {
      bubbles: data.map(({ x, y, options }) => [x, y, options.radius]),
      plot: { left, right, top, bottom },
      seen: {
        left: end(left, "left", 0),
        right: end(right, "right", chart.width),
        top: end(top, "top", 0),
        bottom: end(bottom, "bottom", chart.height),
      },
    };
  });

const points = [
  { x: 1, y: 2, r: 10 },
  { x: 3, y: 5, r: 25 },
  { x: 5, y: 1, r: 5 },
];
const bubbles = (data, options) => ({ type: "bubble", data: { datasets: [{ label: "B", data }] }, options });
const times = points.map((point) => ({ ...point, x: `2026-01-0${point.x}` }));

for (const [name, content] of [
  ["numbers", bubbles(points)],
  ["times", bubbles(times, { scales: { x: { type: "time" } } })],
  ["a single one", bubbles([{ x: 3, y: 5, r: 25 }])],
])
  test(`bubbles are seen as a whole (${name})`, async () => {
    for (const [look, options] of both) {
      const { page, context } = await openChart(content, options);
      const { bubbles: drawn, plot } = await bubblesOf(page);
      for (const [x, y, radius] of drawn) {
        const where = `${look}: ${x},${y} r${radius} in ${JSON.stringify(plot)}`;
        assert.ok(radius >= 5);
        // Ticks at round numbers may take a little of the room.
        assert.ok(x - radius >= plot.left - 3 && x + radius <= plot.right + 3, where);
        assert.ok(y - radius >= plot.top - 3 && y + radius <= plot.bottom + 3, where);
      }
      await keepScreenshot(page, `bubbles-${name.replaceAll(" ", "-")}-${look}`);
      await context.close();
    }
  });

test("bubbles are cut off only at ends of axes that the sender chose", async () => {
  const limited = { scales: { x: { min: 1 }, y: { max: 5, reverse: true } } };
  for (const [options, isCut] of [
    [undefined, { left: false, right: false, top: false, bottom: false }],
    [limited, { left: true, right: false, top: false, bottom: true }],
  ]) {
    const { page, context } = await openChart(bubbles(points, options), looks.desktop);
    const { plot, seen } = await bubblesOf(page);
    for (const [side, expected] of Object.entries(isCut))
      assert.equal(plot[side] === seen[side], expected, side);
    await context.close();
  }
});

const departments = {
  type: "horizontalBar",
  data: {
    labels: [
      "Customer support and success department (EMEA)",
      "Research and development",
      "Sales",
      "Marketing and communications in the Americas",
      "Operations",
    ],
    datasets: [{ label: "Headcount", data: [12, 190, 33, 55, 27] }],
  },
};

test("labels of horizontal bars are broken between words, and stay clear of each other", async () => {
  const { page } = await openChart(departments, small);
  const { lines, rows } = await ofChart(page, ({ scales: { y } }) => ({
    lines: y.ticks.map(({ label }) => [label].flat()),
    rows: y.ticks.map((_, i) => y.getPixelForTick(i)),
  }));
  assert.deepEqual(lines[0], ["Customer", "support and", "success depart…"]);
  assert.deepEqual(lines[1], ["Research and", "development"]);
  assert.deepEqual(lines[3], ["Marketing and", "communications", "in the Americas"]);
  const needed = (i) => ((lines[i].length + lines[i + 1].length) / 2) * 14.4 + 3;
  rows.slice(1).forEach((row, i) => assert.ok(row - rows[i] >= needed(i), `${lines[i]}: ${row - rows[i]}`));
  await assertFits(page);
  await keepScreenshot(page, "labels-of-rows-phone");
});

test("the number at the end of the longest bar is seen as a whole", async () => {
  for (const [name, values] of Object.entries({
    long: [1234567.25, 999999.5],
    negative: [-1234567.25, 3],
    short: [199.5, 12],
  }))
    for (const indexAxis of ["x", "y"]) {
      const content = { type: "bar", labels: ["First", "Second"], values, options: { indexAxis } };
      const { page, context } = await openChart(content, small);
      const boxes = await ofChart(page, (chart) => {
        const found = [];
        const { ctx } = chart;
        ctx.fillText = (text, x, y) => {
          const { width } = ctx.measureText(text);
          const left = { left: 0, center: width / 2, right: width }[ctx.textAlign];
          found.push({ text, left: x - left, right: x - left + width, top: y - 7, bottom: y + 7 });
        };
        chart.config.plugins.find(({ id }) => id === "barValues").afterDatasetsDraw(chart);
        delete ctx.fillText;
        return found.map((box) => ({ ...box, area: chart.chartArea }));
      });
      assert.equal(boxes.length, 2);
      for (const { text, left, right, top, bottom, area } of boxes) {
        const where = `${name} ${indexAxis}: ${text} ${[left, right, top, bottom]} in ${JSON.stringify(area)}`;
        if (indexAxis === "y") assert.ok(left >= area.left - 1 && right <= area.right + 1, where);
        else assert.ok(top >= area.top - 1 && bottom <= area.bottom + 1, where);
      }
      await keepScreenshot(page, `bar-values-${name}-${indexAxis}`);
      await context.close();
    }
});

test("words in labels of horizontal bars are not broken, even if they are long or large", async () => {
  for (const [size, word] of [
    ["16px", "Telekommunikation"],
    ["32px", "Development"],
  ]) {
    const content = { type: "horizontalBar", labels: [word, "Operations", "Sales"], values: [1, 2, 3] };
    const { page, context } = await openLarge(content, small, size);
    const shown = await ofChart(page, ({ scales }) => ({
      lines: scales.y.ticks.map(({ label }) => [label].flat()),
      room: scales.y.width,
      needed: scales.y._labelSizes.widest.width,
    }));
    assert.deepEqual(shown.lines, [[word], ["Operations"], ["Sales"]]);
    assert.ok(shown.needed < shown.room, JSON.stringify(shown));
    await keepScreenshot(page, `long-words-${size}`);
    await context.close();
  }
});

const alike = {
  type: "bar",
  data: {
    labels: Array.from({ length: 30 }, (_, i) => `A rather long category label number ${i + 1}`),
    datasets: [{ label: "n", data: Array.from({ length: 30 }, (_, i) => (i * 7) % 23) }],
  },
};

test("long labels that begin alike are told apart, and leave the drawing most of the space", async () => {
  const { page } = await openChart(alike, looks.desktop);
  const { texts, area, height, width } = await ofChart(page, ({ scales, chartArea, height, width }) => ({
    texts: scales.x.ticks.map(({ label }) => label),
    area: chartArea,
    height,
    width,
  }));
  assert.equal(new Set(texts).size, texts.length, texts.join());
  assert.ok(texts.length >= 30, `${texts.length} labels`);
  for (const text of texts) assert.match(text, /^A .*….* \d+$/);
  assert.ok(area.bottom - area.top > 0.5 * height, `${JSON.stringify(area)} of ${height}`);
  assert.ok(area.right - area.left > 0.7 * width, `${JSON.stringify(area)} of ${width}`);
  await keepScreenshot(page, "labels-alike");
});

test("bars with long labels are rows on a phone, and columns on a desktop", async () => {
  const content = { ...departments, type: "bar", options: { scales: { y: { title: { text: "People" } } } } };
  for (const [look, options] of both) {
    const { page, context, assertNoTrouble } = await openChart(content, options);
    const { axis, labels, isWhole } = await ofChart(page, (chart) => ({
      axis: chart.options.indexAxis,
      labels: Object.values(chart.scales).find(({ type }) => type === "category").ticks.length,
      isWhole: chart.height === chart.canvas.parentElement.clientHeight,
    }));
    assert.deepEqual([axis, labels, isWhole], [look === "phone" ? "y" : "x", 5, true]);
    await assertFits(page);
    await keepScreenshot(page, `long-categories-${look}`);
    assertNoTrouble();
    await context.close();
  }
});

test("few bars all have their labels on a phone", async () => {
  const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
  for (const labels of [["Red", "Blue", "Yellow", "Green", "Purple", "Orange"], months]) {
    const { page, context } = await openChart(
      { type: "bar", labels, datasets: [{ label: "Votes", data: labels.map((_, i) => i + 1) }] },
      small,
    );
    const shown = await ofChart(page, ({ scales }) => scales.x.ticks.map(({ label }) => String(label)));
    assert.deepEqual(shown, labels);
    await context.close();
  }
});

test("labels of horizontal bars that begin alike are told apart", async () => {
  const { page } = await openChart({ ...alike, type: "horizontalBar" }, small);
  const texts = await ofChart(page, ({ scales }) => scales.y.ticks.map(({ label }) => String(label)));
  assert.equal(new Set(texts).size, 30, texts.join(" "));
  await keepScreenshot(page, "labels-of-rows-alike");
});

test("all slices of a pie are in its legend, also on a phone", async () => {
  const labels = Array.from({ length: 20 }, (_, i) => `Category number ${i + 1}`);
  const { page } = await openChart({ type: "doughnut", labels, values: labels.map((_, i) => i + 1) }, small);
  const entries = page.locator(".chart-legend button");
  assert.equal(await entries.count(), 12);
  const legend = await page.locator(".chart-legend").evaluate((box) => [box.scrollHeight, box.clientHeight]);
  assert.ok(legend[0] <= legend[1] + 1, legend.join());
  const frame = await page.locator(".chart-frame").boundingBox();
  const first = await entries.first().boundingBox();
  assert.ok(first.y >= frame.y + frame.height, "below the slices");
  assert.ok(await page.locator(".chart-legend-all").isHidden());
  await assertFits(page);
  await assertAccessible(page);
  await keepScreenshot(page, "legend-of-slices-phone");
});

test("a legend that is longer than its place says how many entries it has, and shows them", async () => {
  const datasets = Array.from({ length: 24 }, (_, i) => ({
    label: `Series with a fairly long name ${i + 1}`,
    data: [i, 24 - i],
  }));
  const { page } = await openChart({ type: "line", data: { labels: ["a", "b"], datasets } }, small);
  const button = page.getByRole("button", { name: "Show all 24" });
  await keepScreenshot(page, "legend-of-many-phone");
  await button.click();
  const last = page.locator(".chart-legend button").last();
  const [box, legend] = [await last.boundingBox(), await page.locator(".chart-legend").boundingBox()];
  assert.ok(box.y + box.height <= legend.y + legend.height + 1);
  await page.getByRole("button", { name: "Show fewer" }).click();
  assert.ok(await button.isVisible());
  await assertFits(page);
  await assertAccessible(page);
});

test("texts in a drawing grow with the browser's text, up to twice", async () => {
  for (const [size, scale] of [
    ["16px", 1],
    ["24px", 1.5],
    ["32px", 2],
    ["64px", 2],
  ]) {
    const { page, context } = await openLarge(alike, looks.desktop, size);
    const sizes = await ofChart(page, (chart) => [
      chart.scales.x.options.ticks.font.size,
      chart.scales.y.options.ticks.font.size,
      chart.tooltip.options.bodyFont.size ?? Chart.defaults.font.size,
    ]);
    assert.deepEqual(sizes, [12 * scale, 12 * scale, 12 * scale]);
    await keepScreenshot(page, `large-text-${size}`);
    await context.close();
  }
});

test("texts in a drawing follow the browser's text while the page is open", async () => {
  const { page } = await openLarge(alike, small, "16px");
  await page.evaluate(() => (document.documentElement.style.fontSize = "24px"));
  await page.waitForFunction(() => {
    const { scales } = Chart.getChart(document.querySelector("canvas"));
    return scales.x.options.ticks.font.size === 18 && scales.y.options.ticks.font.size === 18;
  });
});

test("texts in a Vega-Lite drawing grow with the browser's text", async () => {
  const heights = [];
  for (const size of ["16px", "32px"]) {
    const { page, context } = await openLarge(vegaLite["vega-lite bars"], small, size);
    const [worker] = page.workers();
    heights.push(
      await worker.evaluate(() => {
        const sizes = [];
        const walk = (item) => {
          if (item.marktype === "text" && item.role === "axis-label")
            for (const { fontSize } of item.items) sizes.push(fontSize);
          else for (const inner of item.items ?? []) walk(inner);
        };

        walk(view.scenegraph().root);
        return [...new Set(sizes)];
      }),
    );
    await keepScreenshot(page, `large-text-vega-${size}`);
    await context.close();
  }
  assert.deepEqual(heights, [[12], [24]]);
});

test("days below a line are few and level, however they are written", async () => {
  const days = Array.from({ length: 90 }, (_, i) => new Date(Date.UTC(2026, 8, 1 + i)));
  const iso = days.map((day) => day.toISOString().slice(0, 10));
  const named = days.map((day) =>
    day.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }),
  );
  const german = iso.map((day) => day.split("-").reverse().join("."));
  for (const labels of [iso, named, german])
    for (const [look, options] of both) {
      const values = labels.map((_, i) => 400 + 4 * i);
      const content = { type: "line", data: { labels, datasets: [{ label: "Users", data: values }] } };
      const { page, context } = await openChart(content, options);
      const { count, rotation } = await ofChart(page, ({ scales: { x } }) => ({
        count: x.ticks.length,
        rotation: x.labelRotation,
      }));
      assert.equal(rotation, 0, `${labels[0]}, ${look}`);
      const most = look === "phone" ? 6 : 8;
      assert.ok(count >= 3 && count <= most, `${labels[0]}, ${look}: ${count} labels`);
      await context.close();
    }
  const all = {
    type: "line",
    data: { labels: named, datasets: [{ data: named.map((_, i) => i) }] },
    options: { scales: { x: { ticks: { autoSkip: false } } } },
  };
  const whole = await openChart(all, looks.desktop);
  assert.equal(await ofChart(whole.page, ({ scales: { x } }) => x.ticks.length), 90);
  assert.ok((await ofChart(whole.page, ({ scales: { x } }) => x.labelRotation)) > 0);
  const rooms = named.map((_, i) => `Room ${i + 1}`);
  const values = rooms.map((_, i) => i);
  const { page } = await openChart({ type: "line", labels: rooms, datasets: [{ data: values }] }, small);
  assert.ok((await ofChart(page, ({ scales: { x } }) => x.ticks.length)) > 8);
});
