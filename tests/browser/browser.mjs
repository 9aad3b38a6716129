// Chromium, as the tests drive it.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

// Opens `url` and gives the page together with everything that it should not have done.
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  const page = await context.newPage();
  const trouble = [];
  const own = new URL(url).origin;
  page.on("console", (message) => {
    // An image of a foreign host that does not exist is the document's affair.
    if (
      ["error", "warning"].includes(message.type()) &&
      !/ERR_NAME_NOT_RESOLVED|ERR_INTERNET|ERR_CONNECTION|ERR_TUNNEL|ERR_PROXY/.test(message.text())
    )
      trouble.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => trouble.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const target = new URL(request.url());
    if (target.origin !== own && !(request.resourceType() === "image" && target.protocol === "https:"))
      trouble.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, context, assertNoTrouble: () => assert.deepEqual(trouble, []) };
}

// Keeps a picture to be looked at, in the ignored state folder.
export async function keepScreenshot(page, name) {
  const folder = path.join(process.env.STATE_DIR, "screenshots");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
