// Chromium, and Firefox, as the tests drive them.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, firefox } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What people look at a page with.
export const devices = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 375, height: 700 }, isMobile: true, hasTouch: true },
};
export const themes = ["light", "dark"];

// How many milliseconds anything is waited for: so long that only what never happens fails, however busy the
// machine is.
const patience = 120_000;

// The browser without its windows and menus: the same pages for half of the work. CHROMIUM may name
// another. Names below .example lead to this machine, where tests have sites of their own.
export function launch({ args = [] } = {}) {
  return chromium.launch({
    timeout: patience,
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    // It would end with the machine's bus, which others start and stop.
    env: { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: "disabled:" },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP *.example 127.0.0.1",
      ...args,
    ],
  });
}

// Debian's Firefox, for what depends on the browser. It keeps what it writes in a folder of its own, which has to belong
// to its user.
export function launchFirefox() {
  const home = mkdtempSync(path.join(tmpdir(), "firefox-"));
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  return firefox.launch({
    timeout: patience,
    channel: "moz-firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    env: { ...process.env, HOME: home },
  });
}

// A browser session of its own.
export async function newContext(browser, options) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  context.setDefaultTimeout(patience);
  return context;
}

// Runs in a page before its scripts: Safari cannot iterate over a stream.
export function withoutIteratedStreams() {
  delete ReadableStream.prototype[Symbol.asyncIterator];
  delete ReadableStream.prototype.values;
}

// Opens `url` and gives the page together with everything that it should not have done. `allowedOrigin`
// is one that it may ask beside its own; `script` runs before those of the page.
export async function open(browser, url, { allowedOrigin, script, ...options } = {}) {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  if (script) await page.addInitScript(script);
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
    if (
      ![own, allowedOrigin].includes(target.origin) &&
      !(request.resourceType() === "image" && target.protocol === "https:")
    )
      trouble.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, context, assertNoTrouble: () => assert.deepEqual(trouble, []) };
}

// Of axe's rules those whose outcome the colours decide.
const rulesOfColours = ["color-contrast", "link-in-text-block"];
// And those that a diagram in a frame is no page for.
const rulesOfPages = ["landmark-one-main", "page-has-heading-one"];

// `rules` are all where none are named. The page's policy keeps scripts out, axe too, so it comes in by
// the debugger's door.
export async function assertAccessible(page, { rules } = {}) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async (runOnly) => {
    // What appears slowly has other colours on the way. Where nothing is painted, animations never end by themselves.
    for (const animation of document.getAnimations()) {
      if (animation.effect.getComputedTiming().endTime === Infinity) animation.cancel();
      else animation.finish();
    }
    const { violations } = await window.axe.run({
      ...(runOnly ? { runOnly } : {}),
      resultTypes: ["violations"],
      // It is brought into those of the service below.
      iframes: false,
      // Requests of its own, which a policy forbids.
      preload: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, rules);
  const isDiagram = /\/diagram\.\w+\.html$/.test(page.url());
  assert.deepEqual(
    violations.filter((one) => !isDiagram || !rulesOfPages.includes(one.split(":")[0])),
    [],
  );
}

export async function assertFits(page) {
  // Phones zoom out until all is visible, so the window's width would be what the page needs.
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
}

// The previews and diagrams in a page. What is in the frame of a web page is its sender's.
const framesOf = (page) =>
  page.frames().filter((frame) => /\/(?:preview|diagram\.\w+\.html)$/.test(frame.url()));

// The page as it is, in both themes: fits, and is accessible, with its frames. `whenThemed` waits for what scripts draw
// anew.
export async function assertLooksWell(page, name, { whenThemed = () => {} } = {}) {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await whenThemed(theme);
    await assertFits(page);
    for (const shown of [page, ...framesOf(page)])
      await assertAccessible(shown, theme === "light" ? {} : { rules: rulesOfColours });
    await keepScreenshot(page, `${name}-${theme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

// Opens the menu of a share page.
export async function openMenu(page) {
  await page.locator(".tools [popovertarget]").click();
  return page.locator(".tool-menu");
}

// Saves what a page shows, in one of the forms of its menu if it has several, and returns the download.
export async function save(page, form = "") {
  const menu = await openMenu(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    menu.getByText(`Download ${form}`.trim(), { exact: true }).click(),
  ]);
  return download;
}

// Keeps a picture to be looked at in the folder that SCREENSHOTS names, if it does.
export async function keepScreenshot(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
