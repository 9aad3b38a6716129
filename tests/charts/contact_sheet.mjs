// Draws charts on share pages and, beside each, as the library draws it by itself, into one page of pictures that a
// person can look at in a minute.
//
//   ./test --keep unit/chart_page
//   . .run/test-release/env; node tests/charts/contact_sheet.mjs OUTPUT_FOLDER [FOLDER_OR_FILE]…
//
// A folder has charts as JSON files. Without any, those of tests/documents are drawn. Scripts and styles are those of
// the sources; LOOK may be desktop, dark or phone. Where both say different things, this is told below the pictures.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { launch } from "../browser/browser.mjs";
import { chartSamples } from "../documents/chart_samples.mjs";
import { charts, vegaLite } from "../documents/charts.mjs";
import { vegaLiteSamples } from "../documents/vega_lite_samples.mjs";
import { newAccount, share } from "../service/api_client.mjs";
import { differences, factsOfChart } from "./chart_facts.mjs";
import { isVegaLite, openPlain } from "./plain_chart.mjs";
import { serveSourceAssets } from "./source_assets.mjs";
import { factsOfView, vegaDifferences } from "./vega_facts.mjs";

const [output, ...sources] = process.argv.slice(2);
if (!output) {
  console.error("usage: contact_sheet.mjs OUTPUT_FOLDER [FOLDER_OR_FILE]…");
  process.exit(2);
}
mkdirSync(output, { recursive: true });

const looks = {
  desktop: { viewport: { width: 960, height: 800 } },
  dark: { viewport: { width: 960, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 375, height: 700 }, isMobile: true, hasTouch: true },
};
const look = looks[process.env.LOOK ?? "desktop"];
const perSheet = 10;

function readSamples() {
  const own = { ...charts, ...chartSamples, ...vegaLite, ...vegaLiteSamples };
  if (sources.length === 0) return Object.entries(own);
  const files = sources.flatMap((source) =>
    statSync(source).isDirectory()
      ? readdirSync(source)
          .filter((name) => name.endsWith(".json"))
          .sort()
          .map((name) => path.join(source, name))
      : [source],
  );
  return files.map((file) => [path.parse(file).name, JSON.parse(readFileSync(file, "utf8"))]);
}

const browser = await launch();
const { key } = newAccount();

async function drawOurs(name, content) {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    reducedMotion: "reduce",
    timezoneId: "UTC",
    ...look,
  });
  const notes = [];
  try {
    await serveSourceAssets(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => notes.push(`script: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") notes.push(`console: ${message.text().slice(0, 200)}`);
    });
    const { url } = await share(key, { template: "chart", content });
    await page.goto(url);
    if (await page.locator(".chart-frame").count())
      await page.locator(".chart-frame canvas, .chart-problem").first().waitFor({ timeout: 40_000 });
    await page.waitForTimeout(150);
    const problem = page.locator(".note:not(.chart-data .note)").first();
    if (await problem.count()) notes.push(await problem.textContent());
    await page.evaluate(() => {
      for (const part of document.querySelectorAll(".page-footer, .page-header, .chart-data"))
        part.hidden = true;
    });
    await page.locator("main").screenshot({ path: path.join(output, `${name}.ours.png`), timeout: 10_000 });
    const facts = isVegaLite(content)
      ? await page.workers()[0]?.evaluate(factsOfView, look.viewport.width)
      : await page.evaluate(factsOfChart);
    return { facts, notes };
  } catch (error) {
    return { notes: [...notes, String(error.message ?? error).slice(0, 400)] };
  } finally {
    await context.close();
  }
}

async function drawPlain(name, content) {
  const { page, context, problem } = await openPlain(browser, content);
  try {
    page.setDefaultTimeout(60_000);
    await page.screenshot({ path: path.join(output, `${name}.plain.png`), fullPage: isVegaLite(content) });
    if (problem) return { problem };
    return { facts: await page.evaluate(isVegaLite(content) ? factsOfView : factsOfChart) };
  } catch (error) {
    return { problem: String(error.message ?? error).slice(0, 200) };
  } finally {
    await context.close();
  }
}

async function compare([name, content]) {
  const [ours, plain] = await Promise.all([drawOurs(name, content), drawPlain(name, content)]);
  const notes = [...ours.notes];
  if (plain.problem) notes.push(`the library: ${plain.problem}`);
  else if (ours.facts)
    notes.push(...(isVegaLite(content) ? vegaDifferences : differences)(ours.facts, plain.facts));
  else if (ours.notes.length === 0) notes.push("nothing is drawn");
  return { name, notes };
}

const escape = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const row = ({ name, notes }) => `<section><h2>${escape(name)}</h2>
<div><img src="${encodeURIComponent(name)}.ours.png" alt="ours"><img src="${encodeURIComponent(name)}.plain.png" alt="plain"></div>
${notes.map((note) => `<p>${escape(note)}</p>`).join("")}</section>`;
const page = (rows) => `<!doctype html><meta charset="utf-8"><title>Charts, ours and plain</title>
<style>body { margin: 8px; font: 13px sans-serif; display: grid; grid-template-columns: repeat(auto-fill, 620px); gap: 8px }
h2 { margin: 0; font-size: 13px } section { border: 1px solid #999; padding: 4px }
div { display: flex; gap: 4px; align-items: start } img { width: 300px; max-height: 320px; object-fit: contain; object-position: top; border: 1px solid #ddd }
p { margin: 2px 0; color: #b00; overflow-wrap: anywhere }</style>${rows.map(row).join("\n")}`;

const samples = readSamples();
const results = [];
const waiting = samples.map(([name, content]) => [name.replace(/[^\w.-]+/g, "-"), content]);
await Promise.all(
  Array.from({ length: 2 }, async () => {
    while (waiting.length > 0) {
      const sample = waiting.shift();
      results.push(await compare(sample));
    }
  }),
);
const order = new Map(samples.map(([name], i) => [name.replace(/[^\w.-]+/g, "-"), i]));
results.sort((a, b) => order.get(a.name) - order.get(b.name));
writeFileSync(path.join(output, "index.html"), page(results));

// The same as pictures.
const context = await browser.newContext({ viewport: { width: 1290, height: 800 } });
const sheet = await context.newPage();
for (let at = 0; at < results.length; at += perSheet) {
  const file = path.join(output, `part-${at / perSheet + 1}.html`);
  writeFileSync(file, page(results.slice(at, at + perSheet)));
  await sheet.goto(`file://${path.resolve(file)}`);
  await sheet.screenshot({ path: file.replace(/html$/, "png"), fullPage: true });
}
await browser.close();

const different = results.filter(({ notes }) => notes.length > 0);
for (const { name, notes } of different) console.log(`${name}:\n  ${notes.join("\n  ")}`);
console.log(
  `${results.length} charts, ${different.length} with remarks; see ${path.join(output, "index.html")}`,
);
if (!existsSync(path.join(output, "index.html"))) process.exitCode = 1;
