// Charts as the libraries draw them by themselves, without our page: what ours are held against.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const libraries = path.join(process.env.BUILD_FOLDER ?? path.join(root, "build/release"), "npm/node_modules");
const library = (name) => readFileSync(path.join(libraries, name), "utf8");
const own = (name) => readFileSync(path.join(root, name), "utf8");

const chartLibrary = library("chart.js/dist/chart.umd.min.js");
// Chart.js has no calendar of its own, and ours is given no texts.
const calendar = `const message = (text) => text;
${own("pages/assets/times.js")}
${own("templates/chart/assets/chart_time.js")}
Chart._adapters._date.override({ parse: (time) => (typeof time === "number" ? time : Date.parse(time)) });`;
const vegaLibraries = ["vega/build/vega.min.js", "vega-lite/build/vega-lite.min.js"].map(library);

export const isVegaLite = (content) =>
  String(content.$schema ?? "").includes("vega-lite") || (content.mark && content.encoding);

// A page without a service, whose canvas has the chart.
export async function openPlain(browser, content, { width = 800, height = 420 } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.setContent(
    `<html lang="en"><body style="margin:0"><div id="frame" style="width:${width}px;${isVegaLite(content) ? "" : `height:${height}px`}"></div>`,
  );
  const scripts = isVegaLite(content) ? vegaLibraries : [chartLibrary, calendar];
  for (const script of scripts) await page.addScriptTag({ content: script });
  const problem = await page.evaluate(isVegaLite(content) ? drawVegaLite : drawChart, content);
  return { page, context, problem };
}

async function drawVegaLite(specification) {
  try {
    const logger = { level: () => logger, error: () => logger, warn: () => logger, info: () => logger };
    logger.debug = () => logger;
    const { vega, vegaLite } = window;
    const compiled = vegaLite.compile(specification, { logger });
    const view = new vega.View(vega.parse(compiled.spec), {
      renderer: "canvas",
      container: document.getElementById("frame"),
      logger,
    });
    await view.runAsync();
    window.view = view;
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function drawChart(configuration) {
  const { options = {}, ...rest } = configuration;
  const canvas = document.createElement("canvas");
  document.getElementById("frame").append(canvas);
  window.Chart.defaults.plugins.colors.enabled = false;
  try {
    new window.Chart(canvas, {
      ...rest,
      options: { ...options, animation: false, maintainAspectRatio: false, responsive: true },
    });
    return undefined;
  } catch (error) {
    return String(error);
  }
}
