// All share links in the dashboard, as a person works with them, with and without JavaScript.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newKey, origin, request } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { assertLooksWell, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

const links = `${origin}/dashboard/links`;
let user;
let key;
let urls; // by name

async function makeLinks(owner, names) {
  const made = {};
  for (const [name, options] of Object.entries(names)) {
    const title = `Report ${name}, and what comes next`;
    const { id } = (await call(owner, "POST", "/artifacts", markdown("x", { title }))).json;
    const { json } = await call(owner, "POST", `/artifacts/${id}/share`, { name, ...options });
    made[name] = json.url;
  }
  return made;
}

before(async () => {
  user = await newUser();
  key = newKey(user.account);
  urls = await makeLinks(key, {
    "for Sam": { password: "a long password", expiresIn: "30d" },
    "for Kim": { maxViews: 100 },
    "for the board": { expiresIn: "1d" },
  });
  const { id } = (await call(key, "POST", "/artifacts", markdown("x", { title: "Old news" }))).json;
  const old = (await call(key, "POST", `/artifacts/${id}/share`, {})).json;
  await call(key, "DELETE", `/artifacts/${id}/shares/${old.id}`);
});

async function openSignedIn(options, who = user) {
  const opened = await open(browser, `${origin}/dashboard/sign-in?next=%2Fdashboard%2Flinks`, options);
  const { page } = opened;
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(links);
  return opened;
}
const namesIn = (page) => page.getByRole("rowheader").locator(".hint").allTextContents();

for (const [name, options] of Object.entries(devices)) {
  test(`the list and its forms are accessible and fit (${name})`, async () => {
    const { page, assertNoTrouble } = await openSignedIn(options);
    await assertLooksWell(page, `links-${name}`);
    await page.getByRole("checkbox", { name: "Choose for Sam" }).check();
    await page.getByRole("checkbox", { name: "Choose for Kim" }).check();
    await assertLooksWell(page, `links-chosen-${name}`);
    await page.getByRole("button", { name: "Extend…" }).click();
    await page.getByRole("heading", { name: "Extend 2 share links" }).waitFor();
    await assertLooksWell(page, `links-extend-${name}`);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("checkbox", { name: "Choose for Kim" }).check();
    await page.getByRole("button", { name: "Revoke…" }).click();
    await assertLooksWell(page, `links-revoke-${name}`);
    await page.goto(`${links}?search=${encodeURIComponent(`${origin}/a/art_x?token=x`)}`);
    await page.getByText("No link of yours has this address.").waitFor();
    await assertLooksWell(page, `links-none-${name}`);
    assertNoTrouble();
  });
}

test("on a tablet and a phone, nothing of the list is out of sight", async () => {
  const { page } = await openSignedIn(devices.desktop);
  for (const width of [1024, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const hidden = await page
      .locator(".list-frame")
      .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    assert.equal(hidden, 0, `${width}`);
  }
});

test("a link is copied from its row", async () => {
  const { page, assertNoTrouble } = await openSignedIn({
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const row = page.getByRole("row", { name: "for Kim" });
  await row.getByRole("button", { name: "Copy link" }).click();
  await row.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), urls["for Kim"]);
  assertNoTrouble();
});

for (const [name, options] of [
  ["with JavaScript", {}],
  ["without JavaScript", { javaScriptEnabled: false }],
]) {
  test(`links are sorted, filtered, extended and revoked by keyboard alone, ${name}`, async () => {
    const owner = await newUser();
    const made = await makeLinks(newKey(owner.account), { a: {}, b: {}, c: { password: "a long password" } });
    const { page, assertNoTrouble } = await openSignedIn(options, owner);
    assert.deepEqual(await namesIn(page), ["c", "b", "a"]);
    await page.getByRole("columnheader", { name: "Artifact" }).getByRole("link").press("Enter");
    await page.waitForURL(`${links}?sort=artifact`);
    assert.deepEqual(await namesIn(page), ["a", "b", "c"]);

    const isPlain = options.javaScriptEnabled === false;
    await page.getByRole("combobox", { name: "Password" }).selectOption("With password");
    if (isPlain) await page.getByRole("button", { name: "Apply" }).press("Enter");
    await page.waitForURL(/password=yes/);
    assert.deepEqual(await namesIn(page), ["c"]);
    await page.getByRole("link", { name: "Clear" }).press("Enter");
    await page.waitForURL(links);

    const choose = (link) => page.getByRole("checkbox", { name: `Choose ${link},` }).press("Space");
    await choose("a");
    await choose("b");
    await page.getByRole("button", { name: "Extend…" }).press("Enter");
    await page.getByLabel("Expiry").selectOption("90 days");
    await page.getByRole("button", { name: "Extend" }).press("Enter");
    await page.getByText("Share links extended.").waitFor();

    await choose("a");
    await choose("c");
    await page.getByRole("button", { name: "Revoke…" }).press("Enter");
    await page.getByRole("heading", { name: "Revoke 2 share links?" }).waitFor();
    await page.getByRole("button", { name: "Revoke" }).press("Enter");
    await page.getByText("Share links revoked.").waitFor();
    for (const [link, status] of [
      ["a", 410],
      ["b", 200],
      ["c", 410],
    ])
      assert.equal((await request("GET", made[link])).status, status, link);
    assertNoTrouble();
  });
}
