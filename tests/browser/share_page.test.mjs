// The share page as a person meets it, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { call, markdown, share } from "../service/api_client.mjs";
import {
  assertAccessible,
  assertLooksWell,
  devices,
  keepScreenshot,
  newContext,
  open,
  openMenu,
} from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

const guide = readFileSync(new URL("../documents/guide.md", import.meta.url), "utf8");

let guideUrl;
before(async () => {
  guideUrl = (await share(key, markdown(guide, { description: "For people who will be woken up by it." })))
    .url;
});

for (const [name, options] of Object.entries(devices)) {
  test(`a long document is readable and accessible (${name})`, async () => {
    const { page, assertNoTrouble } = await open(browser, guideUrl, options);
    assert.equal(await page.title(), "Harbour Lights: an operator's guide");
    assert.equal(await page.locator("h1").count(), 1);
    const main = page.locator("main");
    for (const text of ["North mole", "日本語の段落です", "This document is a test", "a wick, of"])
      assert.ok(await main.getByText(text).first().isVisible(), text);
    assert.equal(await page.locator("table tbody tr").count(), 4);
    assert.equal(await page.locator(".task-list-item input:checked").count(), 2);
    assert.equal(await page.locator(".task-list-item input:not(:checked)").count(), 1);
    assert.equal(await page.locator(".alert").count(), 2);
    assert.equal(await page.locator("ol[start='3'] > li").count(), 2);
    // Which colours what is far below, too.
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.locator("pre .hljs-keyword").first().waitFor();
    await page.locator("pre .hljs-string").nth(3).waitFor();
    await assertLooksWell(page, `guide-${name}`);
    assertNoTrouble();
  });
}

for (const [name, options] of Object.entries(devices)) {
  test(`the history of a link, and what changed, are accessible and fit (${name})`, async () => {
    const made = await share(
      key,
      markdown("# Plan\n\nOne", { title: "Plan", share: { showHistory: true, version: 1 } }),
    );
    const change = { content: { text: "# Plan\n\nTwo" }, note: "A second one" };
    await call(key, "PUT", `/artifacts/${made.id}`, change);
    const { page, assertNoTrouble } = await open(browser, made.url, options);
    await page.locator(".older").getByText("Version 1 of").waitFor();
    // On a phone it is in the menu.
    if (options.isMobile) await openMenu(page);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("A second one").waitFor();
    // All of it is in view.
    const excess = (frame) => frame.scrollWidth - frame.clientWidth;
    assert.equal(await page.locator(".versions").evaluate(excess), 0);
    await assertLooksWell(page, `shared-history-${name}`);
    await page.getByRole("link", { name: "Compare with version 1" }).click();
    await page.getByText("+Two").waitFor();
    await assertLooksWell(page, `shared-changes-${name}`);
    await page.getByRole("link", { name: "Show version 2" }).click();
    await page.locator(".made", { hasText: "Version 2 of" }).first().waitFor({ state: "attached" });
    await page.getByText("Two", { exact: true }).waitFor();
    assertNoTrouble();
  });
}

test("the page follows the viewer's light or dark theme", async () => {
  const background = async (colorScheme) => {
    const { page, context } = await open(browser, guideUrl, { colorScheme });
    const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await context.close();
    return colour;
  };
  assert.notEqual(await background("light"), await background("dark"));
});

test("right-to-left text is laid out from right to left", async () => {
  const { page } = await open(browser, guideUrl);
  const direction = (text) =>
    page
      .getByText(text)
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  assert.equal(await direction("هذه فقرة باللغة العربية"), "rtl");
  assert.equal(await direction("זו פסקה בעברית"), "rtl");
  assert.equal(await direction("عنصر أول"), "rtl");
  assert.equal(await direction("اقتباس بالعربية"), "rtl");
  assert.equal(await direction("Это абзац"), "ltr");
});

test("times are those of the reader's clock, and an end that is near is exact", async () => {
  const end = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 2.75 * 86_400_000);
  const hoursBefore = (hours) => new Date(end.getTime() - hours * 3_600_000);
  const { url } = await share(key, markdown("A word", { expiresIn: end.toISOString(), showHistory: true }));
  const inNewYork = { timezoneId: "America/New_York" };
  const context = await newContext(browser, inNewYork);
  const page = await context.newPage();
  const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: inNewYork.timezoneId });
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: inNewYork.timezoneId });
  const isThisYear = end.getFullYear() === new Date().getFullYear();
  const onDay = `on ${isThisYear ? day.format(end).replace(/ \d{4}$/, "") : day.format(end)}`;
  for (const [hours, text] of [
    [1, `Link expires today at ${clock.format(end)}`],
    [24, `Link expires tomorrow at ${clock.format(end)}`],
    [47, `Link expires ${onDay} at ${clock.format(end)}`],
    [72, `Link expires ${onDay}`],
  ]) {
    await page.clock.setFixedTime(hoursBefore(hours));
    await page.goto(url);
    await page.getByText(text, { exact: true }).waitFor();
  }
  await page.getByRole("link", { name: "History" }).click();
  const made = page.locator(".versions time").first();
  const moment = new Date(await made.getAttribute("datetime"));
  assert.equal(await made.innerText(), `${day.format(moment)}, ${clock.format(moment)}`);
  await context.close();

  const plain = await open(browser, url, { javaScriptEnabled: false });
  assert.match(await plain.page.locator(".until time").innerText(), /^on \d+ \w+ \d{4}( at 18:00 UTC)?$/);
});

test("the page in front of a view limit says how many views are left", async () => {
  const { url } = await share(key, markdown("A word", { maxViews: 2 }));
  for (const text of ["2 of 2 views left. Opening uses one.", "1 of 2 views left. Opening uses one."]) {
    const { page, context } = await open(browser, url);
    await page.getByText(text).waitFor();
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("A word").waitFor();
    await context.close();
  }
});

test("prints a document without its buttons", async () => {
  const { page } = await open(browser, guideUrl);
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByRole("button").count(), 0);
});

test("prints the addresses of links whose text does not tell them", async () => {
  const address = `https://example.org/${"long/".repeat(60)}`;
  const { url } = await share(
    key,
    markdown(`[text](${address}) <https://example.net/> [part](#part)\n\n# part\n`),
  );
  const { page } = await open(browser, url);
  await page.emulateMedia({ media: "print" });
  const added = await page
    .locator(".document p a")
    .evaluateAll((links) => links.map((link) => getComputedStyle(link, "::after").content));
  assert.ok(added[0].includes(address), added[0]);
  assert.deepEqual(added.slice(1), ["none", "none"]);
  const { width, page: all } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    page: document.documentElement.clientWidth,
  }));
  assert.ok(width <= all, `${width} of ${all}`);
});

test("folded parts open for what leads into them, and on paper", async () => {
  const text = `[There](#inside)

<details><summary>Folded</summary>

<details><summary>Deeper</summary>

## Inside

Hidden text.

</details>

</details>

After.
`;
  const { url } = await share(key, markdown(text));
  const { page } = await open(browser, url);
  const hidden = page.getByText("Hidden text.");
  assert.ok(!(await hidden.isVisible()));
  await page.emulateMedia({ media: "print" });
  assert.ok(await hidden.isVisible());
  await page.emulateMedia({ media: "screen" });
  assert.ok(!(await hidden.isVisible()));
  await page.getByRole("link", { name: "There" }).click();
  await hidden.waitFor();
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = false)));
  assert.ok(!(await hidden.isVisible()));
  // Its address is the page's already.
  await page.getByRole("link", { name: "There" }).click();
  await hidden.waitFor();
  await page.goto(`${url}#h-inside`);
  await page.reload();
  await hidden.waitFor();
});

test("highlights code when it scrolls into view and before printing", async () => {
  const block = "```js\nconst light = `on`;\n```\n\n";
  // Pages with images of other hosts have a policy that their workers need too.
  const image = "![A boat](https://images.example/boat.png)\n";
  const { url } = await share(key, markdown(block + "A paragraph.\n\n".repeat(200) + block + image));
  const { page, assertNoTrouble } = await open(browser, url);
  const coloured = page.locator("pre:has(.hljs-keyword)");
  await coloured.first().waitFor();
  assert.equal(await coloured.count(), 1);
  await page.locator("pre").last().scrollIntoViewIfNeeded();
  await coloured.nth(1).waitFor();
  await page.reload();
  await coloured.first().waitFor();
  assert.equal(await coloured.count(), 1);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await coloured.nth(1).waitFor();
  assertNoTrouble();
});

test("shows everything without JavaScript", async () => {
  const { page } = await open(browser, guideUrl, { javaScriptEnabled: false });
  assert.ok(await page.getByText("export async function keep").isVisible());
  assert.ok(await page.getByText("North mole").isVisible());
  assert.ok(await page.locator(".contents summary").isVisible());
});

test("the table of contents and internal links lead to their headings", async () => {
  const { page, assertNoTrouble } = await open(browser, guideUrl);
  await page.locator(".contents").getByRole("link", { name: "Other scripts" }).click();
  await page.locator("#h-other-scripts:target").waitFor();
  await page.locator("table").getByRole("link", { name: "repairs" }).click();
  await page.locator("#h-repairs:target").waitFor();
  assert.equal(await page.locator("#h-repairs-1").count(), 1);
  assertNoTrouble();
});

test("copies code with its button", async () => {
  const { page } = await open(browser, guideUrl, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  // The button is added when the code comes near the view.
  await page.locator("pre > code").first().scrollIntoViewIfNeeded();
  await page.locator(".copy").first().click();
  await page.getByText("Copied").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\/\/ Keeps the lamp burning\./);
});

test("asks for the password, rejects a wrong one and opens the page with the right one", async () => {
  const { url } = await share(
    key,
    markdown("The hidden text", { title: "Hidden title", password: "open sesame" }),
  );
  const { page } = await open(browser, url);
  assert.equal(await page.title(), "Password required");
  await assertAccessible(page);
  await keepScreenshot(page, "password");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Open" }).click();
  const colourOf = (locator) => locator.evaluate((element) => getComputedStyle(element).color);
  const border = await page
    .getByLabel("Password")
    .evaluate((field) => getComputedStyle(field).borderBlockStartColor);
  assert.equal(await colourOf(page.getByRole("alert")), border);
  assert.notEqual(await colourOf(page.getByText("Ask the person who sent you this link")), border);
  await page.getByLabel("Password").fill("open sesame");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("The hidden text").waitFor();
  assert.equal(page.url(), url);
});

test("the lines of a comparison are wrapped, so that each change is in view", async () => {
  const line = (end) => `${"words of the coast and of its lights ".repeat(20)}${end}\n`;
  const { id } = await share(key, markdown(line("before")));
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: line("after") } });
  const { url } = (await call(key, "POST", `/artifacts/${id}/share`, { showHistory: true })).json;
  for (const device of Object.values(devices)) {
    const { page, context } = await open(browser, url.replace("?", "/history?"), device);
    // Without a note there is no column of them.
    assert.doesNotMatch(await page.locator(".versions").innerText(), /Notes/);
    await page.getByRole("link", { name: "Compare with version 1" }).click();
    const lines = page.locator(".changed-lines");
    assert.deepEqual(await lines.locator("mark").allInnerTexts(), ["before", "after"]);
    const [needed, shown] = await lines.evaluate((block) => [block.scrollWidth, block.clientWidth]);
    assert.equal(needed, shown);
    await assertLooksWell(page, `comparison-${device.isMobile ? "phone" : "desktop"}`);
    await context.close();
  }
});

test("the not-found page is accessible", async () => {
  const { page } = await open(browser, `${new URL(guideUrl).origin}/a/nothing`);
  assert.ok(await page.getByRole("heading", { name: "Page not found" }).isVisible());
  await assertAccessible(page);
  await keepScreenshot(page, "not-found");
});

test("an address that does not exist is a page in a browser, wherever it is", async () => {
  const { origin } = new URL(guideUrl);
  for (const path of ["/a", "/share", "/login", "/docs/x", "/dashboardx"]) {
    const { page, context } = await open(browser, origin + path);
    assert.ok(await page.getByRole("heading", { name: "Page not found" }).isVisible(), path);
    await context.close();
  }
});
