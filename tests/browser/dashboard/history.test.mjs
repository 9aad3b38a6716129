// The history of an artifact in the dashboard, as a person sees it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { admin, call, markdown, origin } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { pdf } from "../../documents/pdf_writer.mjs";
import { assertLooksWell, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

let user;
let key;
before(async () => {
  user = await newUser();
  key = admin("key", "add", "--account", user.account, "--name", "Nightly report");
});

async function makeChanged() {
  const body = markdown("# Sales\n\nThey rose by a third.\n", { title: "Sales in May" });
  const { id } = (await call(key, "POST", "/artifacts", body)).json;
  const changed = {
    content: { text: "# Sales\n\nThey rose by a half.\n" },
    note: "Numbers of the last week",
  };
  await call(key, "PUT", `/artifacts/${id}`, changed);
  return `/dashboard/artifacts/${id}`;
}
async function openSignedIn(path, options) {
  const opened = await open(browser, `${origin}/dashboard/sign-in?next=${encodeURIComponent(path)}`, options);
  const { page } = opened;
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(origin + path);
  return opened;
}

for (const [name, options] of Object.entries(devices)) {
  test(`the history, and a version with its changes, are accessible and fit (${name})`, async () => {
    const artifact = await makeChanged();
    const { page, assertNoTrouble } = await openSignedIn(artifact, options);
    await page.getByText("Numbers of the last week").waitFor();
    await assertLooksWell(page, `changed-artifact-${name}`);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("cell", { name: "key Nightly report" }).first().waitFor();
    await assertLooksWell(page, `history-${name}`);
    assert.equal(
      await page.locator(".list-frame").evaluate((frame) => frame.scrollWidth - frame.clientWidth),
      0,
    );
    await page.getByRole("rowheader", { name: "2" }).getByRole("link").click();
    await page.goBack();
    await page.getByRole("link", { name: "Compare version 2" }).click();
    await page.getByText("+They rose by a half.").waitFor();
    await page.frameLocator('iframe[title="Version 2"]').getByText("They rose by a half.").waitFor();
    await assertLooksWell(page, `version-${name}`);
    assertNoTrouble();
  });
}

test("each version of a PDF is shown", async () => {
  const body = (text) => ({
    template: "pdf",
    title: "Figures",
    content: { data: pdf([[text]]).toString("base64") },
  });
  const { id } = (await call(key, "POST", "/artifacts", body("First"))).json;
  await call(key, "PUT", `/artifacts/${id}`, { content: body("Second").content });
  const path = `/dashboard/artifacts/${id}/history/1`;
  const { page, assertNoTrouble } = await openSignedIn(path, devices.desktop);
  const preview = page.frameLocator('iframe[title="Version 1"]');
  await preview.locator(".textLayer").getByText("First").waitFor();
  assertNoTrouble();
});

for (const [name, options] of Object.entries(devices)) {
  test(`what is left of an erased version is accessible and fits (${name})`, async () => {
    const artifact = await makeChanged();
    const id = artifact.split("/").pop();
    await call(key, "POST", `/artifacts/${id}/share`, { name: "for Sam", version: 1, showHistory: true });
    const { page, assertNoTrouble } = await openSignedIn(`${artifact}/history/1`, options);
    await page.getByText("Erase this version…").click();
    await page.getByText("1 share link shows this version and will stop working.").waitFor();
    await assertLooksWell(page, `erase-version-${name}`);
    await page.getByRole("button", { name: "Erase version 1" }).click();
    await page.getByText("Version erased.").waitFor();
    await assertLooksWell(page, `history-erased-${name}`);
    await page.goto(origin + artifact);
    await page.getByText("Version 1 erased").waitFor();
    await assertLooksWell(page, `erased-link-${name}`);
    assertNoTrouble();
    await page.goto(`${origin}${artifact}/history/1`);
    await page.getByText("This version was erased").waitFor();
    await assertLooksWell(page, `erased-version-${name}`);
  });
}

test("what a program changed is undone with one click", async () => {
  const artifact = await makeChanged();
  const { page } = await openSignedIn(artifact, devices.desktop);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The earlier version is the current one now").waitFor();
  await page.frameLocator("iframe").first().getByText("They rose by a third.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Undo" }).count(), 0);
});

test("times are those of the reader's clock, in choices too", async () => {
  const timeZone = "Asia/Tokyo";
  const artifact = await makeChanged();
  const { page } = await openSignedIn(artifact, { ...devices.desktop, timezoneId: timeZone });
  const written = (time) => {
    const part = (style) => new Date(time).toLocaleString("en-GB", { timeZone, ...style });
    const day = part({ dateStyle: "long" }).replace(` ${new Date().getFullYear()}`, "");
    return `${day}, ${part({ timeStyle: "short" })}`;
  };
  const made = page.locator("dt:text-is('Created') + dd time");
  const shown = written(await made.getAttribute("datetime"));
  assert.equal(await made.textContent(), shown);
  await page.goto(`${origin}${artifact}/shares/new`);
  const choice = page.locator("#version option[value='2']");
  const text = `Version 2, of ${written(await choice.getAttribute("data-time"))} (current)`;
  assert.equal(await choice.textContent(), `${text}: Numbers of the last week`);
});
