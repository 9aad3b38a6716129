// Makes the pictures of the README, of the home page and of the API reference (tests/pictures).
//
//   node pictures.mjs FOLDER
import path from "node:path";
import { templateExamples } from "../../pages/template_examples.mjs";
import { newAccount, origin, request, share, untilPdfIsMade } from "../service/api_client.mjs";
import { launch, newContext, themes } from "./browser.mjs";

// What tells that a sample is shown.
const pages = {
  document: "pre .hljs-keyword",
  chart: ".chart-frame canvas",
  table: ".table-tools input",
};

const [folder] = process.argv.slice(2);
const browser = await launch();

async function take(url, name, size, isReady) {
  for (const theme of themes) {
    const context = await newContext(browser, {
      viewport: size,
      colorScheme: theme,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle" });
    await isReady?.(page);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`), animations: "disabled" });
    await context.close();
  }
}

for (const [name, part] of Object.entries(pages))
  await take(`${origin}/samples/${name}`, name, { width: 720, height: 480 }, (page) =>
    page.locator(part).first().waitFor(),
  );

// What the first requests of the API reference make.
const { json: document } = await request("GET", `${origin}/openapi.json`);
const { key } = newAccount();
for (const { template, value } of templateExamples(document)) {
  const { id, url } = await share(key, value);
  if (value.template === "pdf") await untilPdfIsMade(key, id);
  await take(url, `templates/${template}`, { width: 600, height: 400 });
}
await browser.close();
