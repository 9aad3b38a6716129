// Members, audit log and usage as a person meets them, in a real browser.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { call, markdown, newKey, origin, request, share } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { assertAccessible, assertLooksWell, devices, keepScreenshot, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

let owner;
before(async () => {
  owner = await newUser();
  for (const role of ["member", "owner"]) await newUser({ account: owner.account, role });
  const key = newKey(owner.account);
  for (const title of ["Release notes", `<img src=x onerror=alert(1)>${"long ".repeat(40)}`]) {
    const { url } = await share(key, markdown("x", { title }));
    for (let i = 0; i < 4; ++i) await request("GET", url);
  }
  for (let i = 0; i < 25; ++i) await call(key, "GET", "/account");
});

async function signedIn(options) {
  const opened = await open(browser, `${origin}/dashboard/sign-in`, options);
  const { page } = opened;
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${origin}/dashboard/artifacts`);
  return opened;
}

for (const [name, options] of Object.entries(devices)) {
  test(`owners' pages fit and are accessible (${name})`, async () => {
    const { page } = await signedIn(options);
    for (const path of ["settings/members", "settings/audit", "usage"]) {
      await page.goto(`${origin}/dashboard/${path}`);
      await assertLooksWell(page, `${path.replace("/", "-")}-${name}`);
    }
  });
}

for (const javaScriptEnabled of [true, false]) {
  test(`an owner adds a member and removes them, JavaScript ${javaScriptEnabled}`, async () => {
    const { page } = await signedIn({ javaScriptEnabled });
    await page.goto(`${origin}/dashboard/settings/members`);
    const email = `${randomUUID()}@example.org`;
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Add member" }).click();
    const link = await page.locator(".to-copy code").textContent();
    assert.match(link, /set-password\?token=/);
    assert.equal(await page.getByRole("button", { name: "Copy" }).count(), javaScriptEnabled ? 1 : 0);
    if (javaScriptEnabled) {
      await assertAccessible(page);
      await keepScreenshot(page, "members-link");
    }

    const member = await open(browser, link, { javaScriptEnabled });
    await member.page.getByLabel("New password").fill(password);
    await member.page.getByRole("button", { name: "Set password" }).click();
    await member.page.waitForURL(`${origin}/dashboard/artifacts`);

    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("link", { name: `Remove ${email}` }).click();
    if (javaScriptEnabled) {
      await assertAccessible(page);
      await keepScreenshot(page, "members-remove");
    }
    await page.getByRole("button", { name: "Remove" }).click();
    await page.waitForURL(`${origin}/dashboard/settings/members`);
    assert.equal(await page.getByText(email).count(), 0);
    await member.page.goto(`${origin}/dashboard/usage`);
    assert.equal(new URL(member.page.url()).pathname, "/dashboard/sign-in");
    await member.context.close();
  });
}

test("filters the audit log and shows usage as a table without JavaScript", async () => {
  const { page } = await signedIn({ javaScriptEnabled: false });
  await page.goto(`${origin}/dashboard/settings/audit`);
  await page.getByLabel("Event", { exact: true }).selectOption("link.created");
  await page.getByRole("button", { name: "Filter" }).click();
  assert.equal(await page.locator(".audit tbody tr").count(), 2);
  await page.goto(`${origin}/dashboard/usage`);
  assert.equal(await page.getByRole("img", { name: /^Requests by day: most on / }).count(), 1);
  await page.getByText("Figures by day").click();
  assert.equal(await page.getByRole("row").count(), 31);
});
