// How much a person does for what they come for most often: clicks, and fields that they fill in, from the page
// that follows a sign-in. A click into a field counts, Enter at the end of one does not.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newKey, origin, request, until } from "../../service/api_client.mjs";
import { workbook } from "../../documents/workbook_writer.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

let user;
let key;
before(async () => {
  user = await newUser();
  key = newKey(user.account);
});

async function make(title, template, content) {
  const { status, json, text } = await call(key, "POST", "/artifacts", { title, template, content });
  assert.equal(status, 201, text);
  return json.id;
}
async function shareAs(name, title) {
  const id = await make(title, "markdown", markdown("x").content);
  const { json } = await call(key, "POST", `/artifacts/${id}/share`, { name, expiresIn: "1d" });
  return { artifact: id, ...json };
}
const contentOf = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json.content;

// Runs in each page: tells what the browser sees, not what a test says that it does.
function watchSteps() {
  const tell = (kind, what) => window.countStep(kind, `${location.pathname} ${what}`);
  const nameOf = ({ id, name, className }) => id || name || className;
  addEventListener("pointerdown", ({ isTrusted, timeStamp }) => isTrusted && tell("clicks", timeStamp), true);
  // Editors tell their field of each change, and that is not typed.
  addEventListener("input", ({ isTrusted, target }) => isTrusted && tell("fields", nameOf(target)), true);
  addEventListener("paste", ({ target }) => tell("fields", nameOf(target)), true);
  addEventListener(
    "change",
    ({ target }) => target.matches("select") && tell("fields", nameOf(target)),
    true,
  );
}

// The page after signing in, and what has been done on it, or since `begin()`.
async function signedIn(options = devices.desktop, who = user) {
  const opened = await open(browser, `${origin}/dashboard/sign-in`, options);
  const { page, context } = opened;
  const done = { clicks: new Set(), fields: new Set() };
  await context.exposeBinding("countStep", (_source, kind, what) => done[kind].add(what));
  await context.addInitScript(watchSteps);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${origin}/dashboard/artifacts`);
  const begin = () => Object.values(done).forEach((steps) => steps.clear());
  const steps = () => ({ clicks: done.clicks.size, fields: done.fields.size });
  begin();
  return { ...opened, begin, steps };
}

const sectionOfLinks = (page) =>
  page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Links" });

for (const [name, options] of Object.entries(devices))
  test(`a first share takes one click and the text (${name})`, async () => {
    const { page, context, steps, assertNoTrouble } = await signedIn(options, await newUser());
    await page.locator(".text-editor").waitFor();
    await page.keyboard.insertText("# Hello\n\nFrom a *person*.");
    await page.getByRole("button", { name: "Create link" }).click();
    const address = await page.getByRole("group", { name: "Share link URL" }).first().textContent();
    assert.deepEqual(steps(), { clicks: 1, fields: 1 });
    const viewer = await context.newPage();
    await viewer.goto(address);
    await viewer.getByText("From a person.").waitFor();
    assertNoTrouble();
  });

test("pasted cells are shared as a chart with four clicks", async () => {
  await make("Before", "markdown", { text: "x" });
  const { page, steps, assertNoTrouble } = await signedIn();
  await page.getByRole("link", { name: "New artifact" }).click();
  await page.locator(".text-editor").waitFor();
  await page.keyboard.insertText("Month,Sales\nMay,1200\nJune,950\n");
  await page.getByRole("button", { name: "Make a chart" }).click();
  await page.getByLabel("Title", { exact: true }).click();
  await page.keyboard.type("Sales");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.frameLocator("iframe").locator("canvas").waitFor();
  assert.deepEqual(steps(), { clicks: 4, fields: 2 });
  assertNoTrouble();
});

test("an Excel workbook is shared as a table with two clicks", async () => {
  const { page, steps, assertNoTrouble } = await signedIn(devices.desktop, await newUser());
  const buffer = workbook({
    Sales: [
      ["Month", "Sales"],
      ["May", 1200],
    ],
  });
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("choose a file").click();
  await (await chooser).setFiles({ name: "sales.xlsx", mimeType: "application/octet-stream", buffer });
  await page.getByText("Month").first().waitFor();
  await page.getByRole("button", { name: "Create link" }).click();
  await page.frameLocator("iframe").getByRole("cell", { name: "May" }).waitFor();
  assert.equal(steps().clicks, 2);
  assertNoTrouble();
});

test("another link for an artifact takes one click on its page", async () => {
  const { artifact } = await shareAs("the first", "Shared twice");
  const { page, begin, steps, assertNoTrouble } = await signedIn();
  await page.getByRole("link", { name: "Shared twice", exact: true }).click();
  await page.getByRole("heading", { name: "Shared twice" }).waitFor();
  begin();
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByText("Share link created.").waitFor();
  assert.deepEqual(steps(), { clicks: 1, fields: 0 });
  const links = (await call(key, "GET", `/artifacts/${artifact}/shares`)).json.data;
  assert.equal(links.length, 2);
  assert.equal(Date.parse(links[0].expiresAt) - Date.parse(links[0].createdAt), 7 * 864e5);
  assertNoTrouble();
});

test("a typo in a document is mended with three clicks", async () => {
  const id = await make("Report", "markdown", { text: "# Report\n\nA tpyo" });
  const { page, steps, assertNoTrouble } = await signedIn();
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.locator(".text-editor").waitFor();
  for (const pressed of ["Control+End", ...Array(4).fill("Backspace")]) await page.keyboard.press(pressed);
  await page.keyboard.type("typo");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved.").waitFor();
  assert.deepEqual(steps(), { clicks: 3, fields: 1 });
  assert.deepEqual(await contentOf(id), { text: "# Report\n\nA typo" });
  assertNoTrouble();
});

test("a chart's data is replaced with two clicks, and one paste", async () => {
  const chart = {
    type: "bar",
    own: { kept: 1.5 },
    data: {
      labels: ["Q1", "Q2"],
      datasets: [{ label: "Sales", backgroundColor: "teal", data: [3, 5] }],
    },
  };
  const id = await make("Quarters", "chart", chart);
  const { page, steps, assertNoTrouble } = await signedIn();
  await page.getByRole("row", { name: "Quarters" }).hover();
  await page.getByRole("link", { name: "Edit Quarters" }).click();
  await page.getByLabel("Type").waitFor();
  const grid = page.getByRole("grid");
  await until(
    () => grid.evaluate((one) => one === document.activeElement),
    (isFocused) => isFocused,
  );
  await page.keyboard.press("Control+a");
  // As Ctrl+V does it, without the clipboard of the machine.
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }, "Month\tSales\tCosts\nMay\t1,200\t7\nJune\t950\t\n");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved.").waitFor();
  assert.deepEqual(steps(), { clicks: 2, fields: 1 });
  assert.deepEqual(await contentOf(id), {
    ...chart,
    data: {
      labels: ["May", "June"],
      datasets: [
        { label: "Sales", backgroundColor: "teal", data: [1200, 950] },
        { label: "Costs", data: [7] },
      ],
    },
    xAxis: { title: "Month" },
  });
  assertNoTrouble();
});

test("a change is looked at with two clicks from its artifact", async () => {
  const id = await make("Plan", "markdown", { text: "# Plan\n\nOne" });
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "# Plan\n\nTwo" } });
  const { page, begin, steps, assertNoTrouble } = await signedIn();
  await page.getByRole("link", { name: "Plan", exact: true }).click();
  await page.getByRole("heading", { name: "Plan", level: 1 }).waitFor();
  begin();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("link", { name: "Compare version 2" }).click();
  await page.locator(".changed-lines").getByText("Two").waitFor();
  assert.deepEqual(steps(), { clicks: 2, fields: 0 });
  assertNoTrouble();
});

test("a link is extended with three clicks, and one choice", async () => {
  const { artifact, expiresAt } = await shareAs("for the auditor", "Figures");
  const { page, steps, assertNoTrouble } = await signedIn();
  await sectionOfLinks(page).click();
  await page.getByRole("link", { name: "Change for the auditor" }).click();
  await page.getByLabel("Expiry").selectOption("90 days");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("status").waitFor();
  assert.deepEqual(steps(), { clicks: 3, fields: 1 });
  const [link] = (await call(key, "GET", `/artifacts/${artifact}/shares`)).json.data;
  assert.ok(new Date(link.expiresAt) - new Date(expiresAt) > 80 * 864e5);
  assertNoTrouble();
});

test("a leaked link is revoked with three clicks, from its pasted address", async () => {
  const { url } = await shareAs("leaked", "Secrets");
  const { page, steps, assertNoTrouble } = await signedIn();
  await page.getByRole("searchbox").click();
  await page.keyboard.insertText(url);
  await page.keyboard.press("Enter");
  const link = page.locator(".link.marked");
  await link.waitFor();
  assert.ok(await link.evaluate((card) => card.getBoundingClientRect().bottom <= innerHeight));
  await link.getByRole("link", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await page.getByText("Share link revoked").waitFor();
  assert.deepEqual(steps(), { clicks: 3, fields: 1 });
  assert.equal((await request("GET", url)).status, 410);
  assertNoTrouble();
});

test("who got a link is found by its name with two clicks", async () => {
  await shareAs("for Ms. Lindqvist", "Offer");
  const { page, steps, assertNoTrouble } = await signedIn();
  await sectionOfLinks(page).click();
  await page.getByRole("searchbox").click();
  await page.keyboard.insertText("lindqvist");
  await page.keyboard.press("Enter");
  const row = page.getByRole("row", { name: "for Ms. Lindqvist" });
  await row.getByRole("link", { name: "Offer" }).waitFor();
  await until(
    () => page.locator("tbody tr").count(),
    (rows) => rows === 1,
  );
  assert.deepEqual(steps(), { clicks: 2, fields: 1 });
  assertNoTrouble();
});

test("an artifact is deleted with three clicks, and restored with one", async () => {
  const id = await make("Regretted", "markdown", { text: "x" });
  const { page, begin, steps, assertNoTrouble } = await signedIn();
  await page.getByRole("link", { name: "Regretted", exact: true }).click();
  await page.locator(".menu > summary").click();
  await page.getByRole("button", { name: "Delete artifact" }).click();
  const restore = page.getByRole("button", { name: "Restore artifact" });
  await restore.waitFor();
  assert.deepEqual(steps(), { clicks: 3, fields: 0 });
  begin();
  await restore.click();
  await page.getByText("Artifact restored").waitFor();
  assert.deepEqual(steps(), { clicks: 1, fields: 0 });
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).status, 200);
  assertNoTrouble();
});
