// How a chart looks with each of the devices and themes that it is drawn anew for.
import assert from "node:assert/strict";
import { charts, vegaLite } from "../../documents/charts.mjs";
import { share } from "../../service/api_client.mjs";
import { assertAccessible, assertFits, devices, keepScreenshot, open } from "../browser.mjs";

const desktop = { ...devices.desktop, reducedMotion: "reduce" };
export const looks = {
  desktop,
  dark: { ...desktop, colorScheme: "dark" },
  phone: { ...devices.phone, reducedMotion: "reduce" },
};

// Each kind of chart with each look. One look of each `isFirst`, by turns.
export const chartLooks = Object.entries({ ...charts, ...vegaLite }).flatMap(([kind, content], index) =>
  Object.keys(looks).map((look, turn) => ({ kind, content, look, isFirst: index % 3 === turn })),
);

export async function linkToChart(key, content, more = {}) {
  return (await share(key, { template: "chart", content, ...more })).url;
}

// How many colours the drawing has, counted on some of its pixels.
async function countColours(page) {
  await page.locator(".chart-frame canvas").first().waitFor();
  return page.evaluate(() => {
    const canvas = document.querySelector(".chart-frame canvas");
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const colours = new Set();
    for (let i = 0; i < data.length; i += 4)
      colours.add((data[i] << 24) | (data[i + 1] << 16) | (data[i + 2] << 8) | data[i + 3]);
    return colours.size;
  });
}

export async function assertDrawn(page) {
  assert.ok((await countColours(page)) > 5, "the drawing is empty");
  assert.equal(await page.locator(".chart-problem").count(), 0);
}

export async function assertChartLooksWell(browser, key, { kind, content, look }) {
  const url = await linkToChart(key, content);
  const { page, context, assertNoTrouble } = await open(browser, url, looks[look]);
  await assertDrawn(page);
  await assertFits(page);
  await assertAccessible(page);
  await keepScreenshot(page, `chart-${kind.replaceAll(/\W+/g, "-")}-${look}`);
  assertNoTrouble();
  await context.close();
}

// A chart that is out of the ordinary is drawn all the same, and changes nothing else.
export async function assertDrawnUnharmed(browser, key, { name, content, title }) {
  const url = await linkToChart(key, content, { title });
  const { page, context, assertNoTrouble } = await open(browser, url, looks.phone);
  await assertDrawn(page);
  await assertFits(page);
  assert.equal(await page.evaluate(() => ({}).polluted), undefined);
  await keepScreenshot(page, `chart-hostile-${name.replaceAll(/\W+/g, "-")}`);
  assertNoTrouble();
  await context.close();
}
