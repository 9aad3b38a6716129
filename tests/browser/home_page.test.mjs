// The page at the root of the host says in one screen what the service is, and how to begin.
import assert from "node:assert/strict";
import { test } from "node:test";
import { origin } from "../service/api_client.mjs";
import { assertLooksWell, devices, open } from "./browser.mjs";
import { browser } from "./one_browser.mjs";

for (const [name, options] of Object.entries(devices)) {
  test(`the home page is readable and accessible, with its pictures (${name})`, async () => {
    const { page, assertNoTrouble } = await open(browser, origin, options);
    const loaded = await page
      .locator("img")
      .evaluateAll((all) => all.map((image) => image.complete && image.naturalWidth > 0));
    assert.ok(loaded.length >= 4 && loaded.every(Boolean), String(loaded));
    if (name === "desktop")
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
    await assertLooksWell(page, `home-page-${name}`);
    assertNoTrouble();
  });
}

test("the request is seen whole at all widths", async () => {
  const { page } = await open(browser, origin);
  for (const width of [320, 375, 640, 768, 900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await page
      .locator(".home-ways pre")
      .evaluateAll((all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
    assert.equal(cut, 0, `at ${width}`);
  }
});

test("a sample opens from its picture, and the request is copied", async () => {
  const { page, assertNoTrouble } = await open(browser, origin, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByText("Copied").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^curl .*artifacts\/share/);
  await page.getByRole("link", { name: "A table that can be sorted" }).click();
  await page.getByRole("heading", { name: "Orders of the week" }).waitFor();
  await page.getByRole("searchbox").waitFor();
  assertNoTrouble();
});
