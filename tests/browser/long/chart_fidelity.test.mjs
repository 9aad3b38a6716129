// Charts say on their page what the libraries say by themselves: the same marks at the same places of their axes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, factsOfChart } from "../../charts/chart_facts.mjs";
import { openPlain } from "../../charts/plain_chart.mjs";
import { factsOfView, vegaDifferences } from "../../charts/vega_facts.mjs";
import { chartSamples } from "../../documents/chart_samples.mjs";
import { vegaLiteSamples } from "../../documents/vega_lite_samples.mjs";
import { open } from "../browser.mjs";
import { linkToChart, looks } from "./chart_looks.mjs";
import { browser, key } from "../one_browser.mjs";

async function factsOfPlain(content, facts) {
  const { page, context, problem } = await openPlain(browser, content);
  assert.equal(problem, undefined);
  const found = await page.evaluate(facts);
  await context.close();
  return found;
}

for (const [name, content] of Object.entries(chartSamples)) {
  test(`Chart.js: ${name}`, async () => {
    const { page, context, assertNoTrouble } = await open(
      browser,
      await linkToChart(key, content),
      looks.desktop,
    );
    await page.locator(".chart-frame canvas").waitFor();
    const ours = await page.evaluate(factsOfChart);
    await context.close();
    assert.deepEqual(differences(ours, await factsOfPlain(content, factsOfChart)), []);
    assertNoTrouble();
  });
}

for (const [name, content] of Object.entries(vegaLiteSamples)) {
  test(`Vega-Lite: ${name}`, async () => {
    const { page, context, assertNoTrouble } = await open(
      browser,
      await linkToChart(key, content),
      looks.desktop,
    );
    await page.locator(".chart-frame canvas").waitFor();
    const ours = await page.workers()[0].evaluate(factsOfView);
    await context.close();
    assert.deepEqual(vegaDifferences(ours, await factsOfPlain(content, factsOfView)), []);
    assertNoTrouble();
  });
}
