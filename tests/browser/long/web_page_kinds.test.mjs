// Web pages of the kinds that models write work as they are, in Chromium and Firefox.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { webPages } from "../../documents/web_pages.mjs";
import { newAccount, share } from "../../service/api_client.mjs";
import { launch, launchFirefox, keepScreenshot, newContext } from "../browser.mjs";

const { key } = newAccount();
const browsers = { Chromium: await launch(), Firefox: await launchFirefox() };
after(() => Promise.all(Object.values(browsers).map((browser) => browser.close())));
const urls = Object.fromEntries(
  await Promise.all(
    Object.entries(webPages).map(async ([kind, html]) => [
      kind,
      (await share(key, { template: "html", content: { html } })).url,
    ]),
  ),
);

for (const [name, browser] of Object.entries(browsers))
  test(`pages work in ${name}`, async (t) => {
    const context = await newContext(browser);
    for (const [kind, url] of Object.entries(urls))
      await t.test(kind, async () => {
        const page = await context.newPage();
        page.on("dialog", (dialog) => dialog.accept("Ann"));
        await page.goto(url);
        const frame = page.frameLocator("#web-page");
        try {
          await frame.locator("html[data-works=yes]").waitFor({ state: "attached", timeout: 20_000 });
        } catch {
          assert.fail(`does not work: ${await page.locator("#page-news").textContent()}`);
        }
        await keepScreenshot(page, `web-page-${kind.replaceAll(/\W/g, "-")}-${name}`);
        await page.close();
      });
    await context.close();
  });
