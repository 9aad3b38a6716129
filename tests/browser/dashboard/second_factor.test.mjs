// The profile and the second factor as a person uses them, in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { origin } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { totpCode } from "../../service/totp.mjs";
import { assertLooksWell, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

const profile = `${origin}/dashboard/settings/profile`;

async function givePassword(page, email) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const ways = { ...devices, "without JavaScript": { javaScriptEnabled: false } };
for (const [name, options] of Object.entries(ways)) {
  test(`a user turns on two-factor authentication and signs in with it (${name})`, async () => {
    const inspect = async (what) => {
      if (options.javaScriptEnabled !== false) await assertLooksWell(page, `${what}-${name}`);
    };
    const { email } = await newUser();
    const { page } = await open(browser, profile, options);
    await givePassword(page, email);
    await page.waitForURL(profile);
    await inspect("profile");

    await page.getByRole("link", { name: "Set up two-factor authentication" }).click();
    await page.getByRole("img", { name: "QR code" }).waitFor();
    const secret = await page.locator("#secret").textContent();
    await inspect("second-factor-set-up");
    await page.getByLabel("Code from the authenticator app").fill("000 000");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await page.locator("#secret").textContent(), secret);
    await page.getByLabel("Code from the authenticator app").fill(totpCode(secret));
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Turn on" }).click();
    const codes = (await page.locator("#codes").textContent()).trim().split("\n");
    assert.equal(codes.length, 10);
    await inspect("recovery-codes");

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.goto(profile);
    await givePassword(page, email);
    await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
    await inspect("second-factor");
    await page.getByLabel("Code from your authenticator app").fill(totpCode(secret, 1));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(profile);
    await inspect("profile-with-second-factor");

    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.goto(profile);
    await givePassword(page, email);
    await page.getByText("Use a recovery code").click();
    await page.getByLabel("Recovery code").fill(codes[3]);
    await page.getByRole("button", { name: "Sign in with recovery code" }).click();
    await page.waitForURL(profile);
    await page.getByRole("link", { name: "Turn off" }).click();
    await inspect("second-factor-off");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("status").waitFor();
  });
}
