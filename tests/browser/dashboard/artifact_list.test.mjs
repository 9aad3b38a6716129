// The list of artifacts in the dashboard: filtered, sorted, copied from, and changed many at once; with a mouse, by
// keyboard, on a phone, and without JavaScript.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newKey, origin, share, sql, uuidOf } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { assertLooksWell, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

const path = "/dashboard/artifacts";
const titles = ["Alpha", "Beta", "Delta", "Gamma", "Omega"];
let user;
let key;

// A new account in which the titles are in the order of their last change, the last first.
before(async () => {
  user = await newUser();
  key = newKey(user.account);
  for (const title of [...titles].reverse()) {
    const { id } = await share(key, markdown("x", { title, expiresIn: "40d" }));
    sql(`update share_links set view_count = ${title.length} where artifact_id = '${uuidOf(id)}'`);
  }
  const content = { columns: ["Thing"], rows: [["Lamp"]] };
  await call(key, "POST", "/artifacts", { template: "table", title: "Prices", content, expiresIn: "2d" });
});

async function openSignedIn(where, options = {}) {
  const opened = await open(browser, `${origin}/dashboard/sign-in`, options);
  const { page } = opened;
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${origin}${path}`);
  await page.goto(origin + where);
  return opened;
}
const shown = (page) => page.locator("td.title > a").allTextContents();
const boxOf = (page, title) => page.getByRole("checkbox", { name: `Choose ${title}` });
const chosenIn = (page) =>
  page
    .locator("tbody .choose input:checked")
    .evaluateAll((boxes) => boxes.map((box) => box.ariaLabel.replace("Choose ", "")));
const waitFor = (page, search) => page.waitForURL((url) => url.search === search);
// A mark that a page which is loaded again would not have.
const mark = (page) => page.evaluate(() => (window.isSame = true));
const assertSamePage = async (page) => assert.ok(await page.evaluate(() => window.isSame));

for (const [name, options] of Object.entries(devices)) {
  test(`the list is accessible and fits, also with a choice (${name})`, async () => {
    const { page, assertNoTrouble } = await openSignedIn(path, options);
    await assertLooksWell(page, `list-${name}`);
    await boxOf(page, "Beta").check();
    await page.getByText("1 chosen").waitFor();
    assert.ok(await page.getByRole("button", { name: "Delete" }).isVisible());
    await assertLooksWell(page, `list-chosen-${name}`);
    if (name === "phone") await page.getByLabel("Order").selectOption("Sort: Title");
    else await page.getByRole("link", { name: "Title", exact: true }).click();
    await waitFor(page, "?sort=title");
    assert.deepEqual(await shown(page), [...titles, "Prices"]);
    assertNoTrouble();
  });
}

test("a filter applies when it is chosen, the address has it, and the browser goes back", async () => {
  const { page, assertNoTrouble } = await openSignedIn(path);
  await mark(page);
  const template = page.getByLabel("Template");
  await template.focus();
  await template.selectOption("Table");
  await waitFor(page, "?template=table");
  await page.getByText("1 to 1 of 1").first().waitFor();
  assert.deepEqual(await shown(page), ["Prices"]);
  assert.ok(await template.evaluate((select) => select === document.activeElement));
  assert.ok(await page.getByText("Expires soon").isVisible());
  await template.selectOption("All templates");
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox");
  await search.focus();
  await page.keyboard.type("alp");
  await page.keyboard.press("Enter");
  await waitFor(page, "?search=alp");
  assert.deepEqual(await shown(page), ["Alpha"]);
  await search.fill("");
  await waitFor(page, "");
  await page.goBack();
  await waitFor(page, "?search=alp");
  await page.locator("tbody tr:only-child").waitFor();
  assert.equal(await search.inputValue(), "alp");
  await assertSamePage(page);
  await page.reload();
  assert.deepEqual(await shown(page), ["Alpha"]);
  assertNoTrouble();
});

test("headings sort in both directions by keyboard, and keep the focus", async () => {
  const { page, assertNoTrouble } = await openSignedIn(`${path}?template=markdown`);
  await mark(page);
  const heading = page.getByRole("columnheader", { name: "Title" });
  await heading.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await waitFor(page, "?template=markdown&sort=title");
  assert.deepEqual(await shown(page), titles);
  assert.equal(await heading.getAttribute("aria-sort"), "ascending");
  await page.keyboard.press("Enter");
  await waitFor(page, "?template=markdown&sort=-title");
  assert.deepEqual(await shown(page), [...titles].reverse());
  assert.equal(await heading.getAttribute("aria-sort"), "descending");
  // The order stays when the filter changes.
  await page.getByLabel("Status").selectOption("Active");
  await waitFor(page, "?template=markdown&status=active&sort=-title");
  await assertSamePage(page);
  assertNoTrouble();
});

test("the link of a row is copied with one click, without a request", async () => {
  const { page, assertNoTrouble } = await openSignedIn(`${path}?search=alpha`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(requests, []);
  const [{ id }] = (await call(key, "GET", "/artifacts?q=alpha")).json.data;
  assert.equal(text, (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].url);
  await page.goto(`${origin}${path}?search=prices`);
  await page.getByRole("link", { name: "Create link" }).click();
  await page.getByRole("heading", { name: "Create share link" }).waitFor();
  assertNoTrouble();
});

test("rows are chosen one by one, as a range, and all of the page", async () => {
  const { page, assertNoTrouble } = await openSignedIn(`${path}?sort=title`);
  const all = page.getByRole("checkbox", { name: "Choose all on this page" });
  await boxOf(page, "Beta").click();
  await boxOf(page, "Gamma").click({ modifiers: ["Shift"] });
  assert.deepEqual(await chosenIn(page), ["Beta", "Delta", "Gamma"]);
  await page.getByText("3 chosen").waitFor();
  assert.ok(await all.evaluate((box) => box.indeterminate));
  await boxOf(page, "Delta").click({ modifiers: ["Shift"] });
  assert.deepEqual(await chosenIn(page), ["Beta"]);
  // By keyboard.
  await all.focus();
  await page.keyboard.press("Space");
  assert.equal((await chosenIn(page)).length, 6);
  await boxOf(page, "Omega").focus();
  await page.keyboard.press("Space");
  assert.equal((await chosenIn(page)).length, 5);
  await all.check();
  await all.uncheck();
  assert.deepEqual(await chosenIn(page), []);
  assert.ok(!(await page.getByRole("button", { name: "Delete" }).isVisible()));
  assertNoTrouble();
});

for (const javaScriptEnabled of [true, false])
  test(`chosen artifacts are deleted, restored and extended ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    const mine = [];
    for (const title of ["Passing one", "Passing two"])
      mine.push((await share(key, markdown("x", { title, expiresIn: "10d" }))).id);
    const { page } = await openSignedIn(path, { javaScriptEnabled });
    await page.getByRole("searchbox").fill("passing");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=passing/);
    await page.locator("tbody tr:nth-child(2):last-child").waitFor();
    await boxOf(page, "Passing one").check();
    await boxOf(page, "Passing two").check();
    await page.getByRole("button", { name: "Extend expiry" }).click();
    await page.getByRole("heading", { name: "Extend the expiry of 2 artifacts?" }).waitFor();
    await page.getByLabel("New expiry").selectOption("90 days");
    await page.getByRole("button", { name: "Extend expiry" }).click();
    await page.getByText("Expiry of 2 artifacts extended.").waitFor();
    const { expiresAt } = (await call(key, "GET", `/artifacts/${mine[0]}`)).json;
    assert.equal(Math.round((new Date(expiresAt) - Date.now()) / 864e5), 90);

    await boxOf(page, "Passing one").check();
    await page.getByRole("button", { name: "Revoke all links" }).click();
    await page.getByRole("button", { name: "Revoke links" }).click();
    await page.getByText("1 share link revoked.").waitFor();

    await boxOf(page, "Passing one").check();
    await boxOf(page, "Passing two").check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete artifacts" }).click();
    await page.getByText("2 artifacts deleted.").waitFor();
    assert.deepEqual(await shown(page), []);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("2 artifacts restored.").waitFor();
    assert.equal((await shown(page)).length, 2);
    for (const id of mine) await call(key, "DELETE", `/artifacts/${id}`);
  });

test("without JavaScript, filters apply with their button, and nothing is offered that needs it", async () => {
  const { page } = await openSignedIn(path, { javaScriptEnabled: false });
  await page.getByLabel("Template").selectOption("Table");
  await page.getByRole("button", { name: "Apply" }).click();
  assert.deepEqual(await shown(page), ["Prices"]);
  await page.goto(origin + path);
  assert.equal(await page.getByRole("button", { name: "Copy link" }).count(), 0);
  assert.equal(await page.getByRole("checkbox", { name: "Choose all on this page" }).count(), 0);
  await page.getByRole("link", { name: "Views" }).click();
  await page.waitForURL(/sort=-viewCount/);
  assert.equal(
    await page.getByRole("columnheader", { name: "Views" }).getAttribute("aria-sort"),
    "descending",
  );
});
