// Signing up as a person does, in a real browser, with and without JavaScript.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { call, origin, redis } from "../../service/api_client.mjs";
import { password } from "../../service/dashboard_client.mjs";
import { assertLooksWell, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

before(async () => {
  // Browsers of all runs come from one address, from which there are but few sign-ups.
  for (const key of redis("--scan", "--pattern", "attempts:sign_up:*").split("\n"))
    if (key) redis("del", key);
});

const ways = { ...devices, "without JavaScript": { javaScriptEnabled: false } };
for (const [name, options] of Object.entries(ways)) {
  test(`a user signs up, signs in and creates a working API key (${name})`, async () => {
    const inspect = async (what) => {
      if (options.javaScriptEnabled !== false) await assertLooksWell(page, `${what}-${name}`);
    };
    const email = `${randomUUID()}@example.org`;
    const { page, assertNoTrouble } = await open(browser, `${origin}/dashboard`, options);
    await inspect("sign-in-with-sign-up");
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.waitForURL(`${origin}/dashboard/sign-up`);
    await inspect("sign-up");
    assert.ok(await page.getByLabel("Email").evaluate((field) => field === document.activeElement));

    assertNoTrouble();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Account name").fill("   ");
    await page.getByLabel("Password").fill("aaaaaaaaaaaa");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("Account name must have").waitFor();
    assert.equal(await page.getByLabel("Email").inputValue(), email);
    assert.equal(await page.getByLabel("Password").inputValue(), "");
    const wrong = page.getByLabel("Account name");
    assert.ok(await wrong.evaluate((field) => field === document.activeElement));
    assert.equal(await wrong.getAttribute("aria-invalid"), "true");
    await inspect("sign-up-wrong");

    await page.getByLabel("Account name").fill("The lighthouse");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByRole("status").waitFor();
    assert.equal(new URL(page.url()).pathname, "/dashboard/sign-in");
    await inspect("signed-up");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${origin}/dashboard/artifacts`);

    await page.goto(`${origin}/dashboard/settings/keys/new`);
    await page.getByLabel("Name").fill("First");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.locator("#key").textContent();
    const { status, json } = await call(key, "GET", "/account");
    assert.equal(status, 200);
    assert.equal(json.plan, "free");
  });
}
