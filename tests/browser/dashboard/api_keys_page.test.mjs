// API keys as a person makes and revokes them, in a real browser, with and without JavaScript.
import assert from "node:assert/strict";
import { test } from "node:test";
import { origin, request } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { assertLooksWell, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

const list = `${origin}/dashboard/settings/keys`;
const statusWith = async (key) =>
  (await request("GET", "/account", { from: ownAddress(), headers: { authorization: `Bearer ${key}` } }))
    .status;

const ways = { ...devices, "without JavaScript": { javaScriptEnabled: false } };
for (const [name, options] of Object.entries(ways)) {
  test(`a user signs in, creates an API key, calls the API and revokes the key (${name})`, async () => {
    const hasScripts = options.javaScriptEnabled !== false;
    const inspect = async (what) => {
      if (hasScripts) await assertLooksWell(page, `${what}-${name}`);
    };
    const { email } = await newUser();
    const { page } = await open(browser, list, options);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(list);
    await inspect("keys-none");

    await page.getByRole("link", { name: "Create new key" }).click();
    await page.getByRole("heading", { name: "Create new key" }).waitFor();
    await page.getByLabel("Name").fill("Build server");
    await page.getByLabel("artifacts:delete").uncheck();
    await page.getByLabel("Expiry", { exact: true }).selectOption("90d");
    await inspect("keys-new");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.locator("#key").textContent();
    await inspect("keys-made");
    assert.equal(await page.getByRole("button", { name: "Copy" }).count(), hasScripts ? 2 : 0);
    assert.ok(!page.url().includes(key));
    assert.equal(await statusWith(key), 200);

    // A browser that sends the form again, as a reload does, makes no second key.
    await page.reload();
    assert.ok(!(await page.content()).includes(key));
    await page.goto(list);
    assert.equal(await page.locator("tbody tr").count(), 1);
    assert.ok(!(await page.content()).includes(key));
    await inspect("keys");

    await page.getByRole("link", { name: "Revoke Build server" }).click();
    await inspect("keys-revoke");
    assert.equal(await statusWith(key), 200);
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("status").waitFor();
    assert.equal(await statusWith(key), 401);
    await inspect("keys-revoked");
  });
}

test("copies the API key", async () => {
  const { email } = await newUser();
  const { page } = await open(browser, `${list}/new`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.locator("#key").textContent();
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
});
