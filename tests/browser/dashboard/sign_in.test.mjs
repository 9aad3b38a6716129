// Signing in as a person does, in a real browser, with and without JavaScript.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { admin, origin } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { assertAccessible, assertLooksWell, devices, keepScreenshot, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

let user;
before(async () => {
  user = await newUser();
});

for (const [name, options] of Object.entries(devices)) {
  test(`a user signs in and out (${name})`, async () => {
    const { page } = await open(browser, `${origin}/dashboard`, options);
    assert.equal(new URL(page.url()).pathname, "/dashboard/sign-in");
    await assertLooksWell(page, `sign-in-${name}`);

    await page.getByLabel("Email").fill(user.email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByLabel("Email").inputValue(), user.email);
    await assertAccessible(page);

    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${origin}/dashboard/artifacts`);
    await page.goto(`${origin}/dashboard/settings/keys`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${origin}/dashboard/sign-in`);
  });
}

test("without JavaScript a user chooses a password and is signed in", async () => {
  const account = admin("account", "add", "--name", "Test", "--plan", "free");
  const link = admin("user", "add", "--account", account, "--email", `${randomUUID()}@example.org`);
  const { page } = await open(browser, link, { javaScriptEnabled: false });
  await keepScreenshot(page, "set-password");
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.waitForURL(`${origin}/dashboard/artifacts`);
});
