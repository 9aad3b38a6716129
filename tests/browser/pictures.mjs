// Makes the pictures of the README and of the home page (tests/pictures).
//
//   node pictures.mjs FOLDER
import path from "node:path";
import { origin } from "../service/api_client.mjs";
import { launch, newContext, themes } from "./browser.mjs";

// What tells that a sample is shown.
const pages = {
  document: "pre .hljs-keyword",
  chart: ".chart-frame canvas",
  table: ".table-tools input",
};

const [folder] = process.argv.slice(2);
const browser = await launch();
for (const [name, isWhole] of Object.entries(pages)) {
  for (const theme of themes) {
    const context = await newContext(browser, {
      viewport: { width: 720, height: 480 },
      colorScheme: theme,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.goto(`${origin}/samples/${name}`);
    await page.locator(isWhole).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`), animations: "disabled" });
    await context.close();
  }
}
await browser.close();
