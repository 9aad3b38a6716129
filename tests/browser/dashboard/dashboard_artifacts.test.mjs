// Artifacts and their links in the dashboard, as a person works with them, with and without JavaScript.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newKey, origin, request, sql, untilPdfIsMade, uuidOf } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { assertLooksWell, devices, keepScreenshot, open } from "../browser.mjs";
import { serveSite } from "../https_server.mjs";
import { browser } from "../one_browser.mjs";

let user;
let key;
let ids;

async function make(body) {
  const { status, json, text } = await call(key, "POST", "/artifacts", body);
  assert.equal(status, 201, text);
  return json.id;
}

before(async () => {
  user = await newUser();
  key = newKey(user.account);
  const chart = {
    type: "bar",
    data: { labels: ["Q1", "Q2", "Q3"], datasets: [{ label: "Sales", data: [3, 5, 4] }] },
  };
  ids = {
    document: await make({
      template: "markdown",
      title: "Quarterly report: what we sold, where, and what comes next",
      description: "For the board.\nNumbers are final.",
      metadata: { team: "north", quarter: 3, reviewed: true },
      content: { text: "# Sales\n\nThey went **up**.\n\n- North\n- South\n\n> Well done." },
      expiresIn: "30d",
    }),
    chart: await make({ template: "chart", title: "Sales by quarter", content: chart }),
    table: await make({
      template: "table",
      title: "Price list",
      content: { columns: ["Thing", "Price"], rows: [["Lamp", 12]] },
    }),
    pdf: await make({ template: "pdf", title: "Contract", content: { markdown: "# Contract\n\nSigned." } }),
    expired: await make({ template: "markdown", title: "Old news", content: { text: "x" } }),
    hostile: await make({
      template: "markdown",
      title: `</title><script>alert(1)</script>"><img src=x onerror=alert(1)>`,
      description: `</textarea><script>alert(1)</script>"><img src=x onerror=alert(1)>`,
      metadata: { "<script>alert(1)</script>": `"><img src=x onerror=alert(1)>` },
      content: { text: "<script>alert(1)</script>" },
    }),
  };
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(ids.expired)}'`);
  await untilPdfIsMade(key, ids.pdf);
});

// The dashboard at `path`, signed in.
async function openSignedIn(path, options, who = user) {
  const opened = await open(browser, `${origin}/dashboard/sign-in`, options);
  const { page } = opened;
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${origin}/dashboard/artifacts`);
  await page.goto(origin + path);
  return opened;
}
const pathOf = (id, rest = "") => `/dashboard/artifacts/${id}${rest}`;

// What is in the menu of an artifact.
async function choose(page, name) {
  await page.locator(".menu > summary").click();
  await page.locator(".menu").getByRole("link", { name }).click();
}

for (const [name, options] of Object.entries(devices)) {
  test(`artifact pages are accessible and fit (${name})`, async () => {
    const { page, assertNoTrouble } = await openSignedIn("/dashboard/artifacts", options);
    const look = (what) => assertLooksWell(page, `${what}-${name}`);
    await look("artifacts");
    await page.goto(`${origin}/dashboard/artifacts?search=nothing+like+this`);
    await look("artifacts-not-found");
    const chosen = `${ids.document}=yes&${ids.chart}=yes`;
    for (const action of ["delete", "revoke", "extend"]) {
      await page.goto(`${origin}/dashboard/artifacts/change?action=${action}&${chosen}`);
      await look(`artifacts-${action}`);
    }

    await page.goto(origin + pathOf(ids.document, "/shares/new"));
    await look("link-new");
    await page.getByLabel("Name").fill("for Sam");
    await page.getByLabel("Password").fill("sesame");
    await page.getByText("Limits", { exact: true }).click();
    await page.getByLabel("View limit").fill("100");
    await look("link-new-limits");
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByRole("status").waitFor();
    await page.frameLocator("iframe").getByText("They went").waitFor();
    await look("artifact-shared");
    await page.getByText("QR code and embed code").first().click();
    await page
      .locator("img.qr-code")
      .first()
      .evaluate((image) => image.decode());
    await look("artifact");
    const { url } = (await call(key, "GET", `/artifacts/${ids.document}/shares`)).json.data[0];
    const headers = { "x-share-password": "sesame" };
    for (const agent of ["Mozilla/5.0 (X11)", "curl/7.88.1"])
      await request("GET", url, { headers: { ...headers, "user-agent": agent } });
    await page.goto(origin + pathOf(ids.document));
    await look("artifact-viewed");
    await page.getByRole("link", { name: "Views by day" }).click();
    await page.getByText("Figures by day").click();
    await look("views");
    await page.goto(origin + pathOf(ids.document));
    await page.getByRole("link", { name: "Change link" }).first().click();
    await look("link-change");
    await page.getByLabel("Expiry").selectOption("On a date…");
    await look("link-change-date");
    await page.goto(origin + pathOf(ids.document));
    await page.getByRole("link", { name: "Revoke" }).first().click();
    await look("link-revoke");

    for (const [rest, shot] of [
      ["/edit", "artifact-edit"],
      ["/delete", "artifact-delete"],
      ["/json", "artifact-json"],
    ]) {
      await page.goto(origin + pathOf(ids.document, rest));
      await look(shot);
    }
    await page.goto(origin + pathOf(ids.expired));
    await look("artifact-expired");
    assertNoTrouble();
  });
}

test("a phone says of an expired artifact that it has expired", async () => {
  const { page } = await openSignedIn("/dashboard/artifacts", devices.phone);
  const label = (title) =>
    page
      .locator("tr", { hasText: title })
      .locator(".expires")
      .evaluate((cell) => `${getComputedStyle(cell, "::before").content} ${cell.dataset.label}`);
  assert.match(await label("Old news"), /Expired$/);
  assert.match(await label("Quarterly report"), /Expires$/);
});

test("the menu of an artifact closes with Escape, and with a click elsewhere", async () => {
  for (const [name, options] of Object.entries(devices)) {
    const { page, context } = await openSignedIn(pathOf(ids.document), options);
    const menu = page.locator(".menu");
    const open = menu.locator("summary");
    await open.press("Enter");
    await assertLooksWell(page, `artifact-menu-${name}`);
    await menu.getByRole("link").first().focus();
    await page.keyboard.press("Escape");
    assert.ok(await open.evaluate((one) => one === document.activeElement));
    assert.equal(await menu.getByRole("link").first().isVisible(), false);
    await open.click();
    await page.getByRole("heading", { level: 1 }).click();
    assert.equal(await menu.getByRole("link").first().isVisible(), false);
    await context.close();
  }
});

test("the ID of an artifact fits in a line, and the choice of its expiry in its field", async () => {
  for (const options of [devices.desktop, { ...devices.phone, viewport: { width: 360, height: 700 } }]) {
    const { page, context } = await openSignedIn(pathOf(ids.document), options);
    await page.locator(".menu > summary").click();
    const id = page.locator(".facts code", { hasText: ids.document });
    assert.equal(await id.evaluate((code) => code.getClientRects().length), 1);
    await page.goto(origin + pathOf(ids.document, "/edit"));
    const room = await page.locator("#expiresIn").evaluate((select) => {
      const { font, paddingLeft } = getComputedStyle(select);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = font;
      const arrow = 24;
      return (
        select.clientWidth -
        2 * parseFloat(paddingLeft) -
        arrow -
        pen.measureText(select.selectedOptions[0].textContent).width
      );
    });
    assert.ok(room >= 0, `${-room} pixels of the text are cut`);
    await context.close();
  }
});

test("a new account begins with the form of an artifact, and a way to the steps for programs", async () => {
  const fresh = await newUser();
  for (const [name, options] of Object.entries(devices)) {
    const { page, context } = await openSignedIn("/dashboard/artifacts", options, fresh);
    await page.locator(".text-editor").waitFor();
    await assertLooksWell(page, `artifacts-none-${name}`);
    assert.equal(await page.getByRole("searchbox").count(), 0);
    await page.getByRole("link", { name: "connect an assistant" }).click();
    for (const assistant of ["Claude", "ChatGPT", "Cursor", "VS Code"]) {
      await page.getByText(assistant, { exact: true }).press("Enter");
      assert.equal(await page.locator("details[open] details[open]").count(), 1);
      await assertLooksWell(page, `connect-${assistant.replace(" ", "-")}-${name}`);
    }
    await context.close();
  }
});

test("previews charts, tables and PDFs", async () => {
  const { page, assertNoTrouble } = await openSignedIn(pathOf(ids.chart));
  await page.frameLocator("iframe").locator("canvas").waitFor();
  await page.goto(origin + pathOf(ids.table));
  await page.frameLocator("iframe").getByRole("cell", { name: "Lamp" }).waitFor();
  await page.goto(origin + pathOf(ids.pdf));
  await page.frameLocator("iframe").locator("canvas").first().waitFor();
  await keepScreenshot(page, "artifact-pdf");
  assertNoTrouble();
});

test("links of a preview open in a new tab, and the preview stays", async (t) => {
  const elsewhere = await serveSite({
    "/": { type: "text/html; charset=utf-8", body: "<!doctype html><h1>Elsewhere</h1>" },
  });
  t.after(() => elsewhere.stop());
  const text = `# Links\n\n[Elsewhere](https://elsewhere.example:${elsewhere.port}/)\n`;
  const { page, context } = await openSignedIn(
    pathOf(await make({ template: "markdown", content: { text } })),
  );
  const preview = page.frameLocator("iframe");
  const opened = context.waitForEvent("page");
  await preview.getByRole("link", { name: "Elsewhere" }).click();
  await (await opened).getByRole("heading", { name: "Elsewhere" }).waitFor();
  assert.ok(await preview.getByRole("heading", { name: "Links" }).isVisible());
});

test("the dashboard can frame a preview, and nothing can frame the dashboard", async () => {
  const { page } = await openSignedIn("/dashboard/artifacts");
  const addFrame = (path) =>
    page.evaluate((address) => {
      const frame = document.createElement("iframe");
      frame.src = address;
      document.querySelector("main").replaceChildren(frame);
    }, path);
  await addFrame(pathOf(ids.document, "/preview"));
  await page.frameLocator("iframe").getByText("They went").waitFor();
  const refused = page.waitForEvent("requestfailed");
  await addFrame(pathOf(ids.document));
  assert.equal((await refused).failure().errorText, "net::ERR_BLOCKED_BY_RESPONSE");
});

test("a script stored in any field never runs", async () => {
  const { page, assertNoTrouble } = await openSignedIn("/dashboard/artifacts");
  for (const rest of ["", "/edit", "/delete", "/json", "/preview", "/shares/new"]) {
    await page.goto(origin + pathOf(ids.hostile, rest));
    await page.waitForLoadState("networkidle");
    assert.equal(await page.locator("img[src=x]").count(), 0, rest);
  }
  assertNoTrouble();
});

test("copies the URL of a share link", async () => {
  const id = await make({ template: "markdown", title: "To copy", content: { text: "x" } });
  const { json } = await call(key, "POST", `/artifacts/${id}/share`, {});
  const { page } = await openSignedIn(pathOf(id), {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), json.url);
});

for (const [name, options] of Object.entries(devices))
  test(`a new link stands once and whole where it is announced, with what is done with it (${name})`, async () => {
    const id = await make({ template: "markdown", title: "To send", content: { text: "Words to read" } });
    const { page, context, assertNoTrouble } = await openSignedIn(pathOf(id), options);
    const create = page.getByRole("button", { name: "Create link" });
    const colour = () => create.evaluate((button) => getComputedStyle(button).backgroundColor);
    const loud = await colour();
    await create.click();
    const link = page.getByRole("listitem").filter({ hasText: "Share link created." });
    const address = link.getByRole("group", { name: "Share link URL" });
    assert.equal(await address.evaluate((code) => code.scrollWidth - code.clientWidth), 0);
    assert.equal(await page.getByText(await address.textContent(), { exact: true }).count(), 1);
    assert.ok(await link.evaluate((card) => card.getBoundingClientRect().bottom <= innerHeight));
    assert.ok(await link.getByRole("button", { name: "Copy" }).isVisible());
    assert.notEqual(await colour(), loud);
    await assertLooksWell(page, `artifact-new-link-${name}`);
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      link.getByRole("link", { name: "Open" }).click(),
    ]);
    await opened.getByText("Words to read").waitFor();
    assertNoTrouble();
  });

test("a password is generated, and copied with its link once", async () => {
  const id = await make({ template: "markdown", title: "To give away", content: { text: "x" } });
  const { page, assertNoTrouble } = await openSignedIn(pathOf(id, "/shares/new"), {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  // By keyboard alone.
  await page.getByLabel("Name").focus();
  await page.keyboard.type("for Sam");
  await page.getByRole("button", { name: "Generate" }).press("Enter");
  const generated = await page.getByLabel("Password").inputValue();
  assert.match(generated, /^([0-9a-z]{5}-){3}[0-9a-z]{5}$/);
  await page.keyboard.press("Enter");
  const notice = page.locator(".link.marked");
  await notice.getByText("Share link created.").waitFor();
  const copy = notice.getByRole("button", { name: "Copy", exact: true });
  assert.ok(await copy.evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await notice.getByRole("button", { name: "Copied" }).waitFor();
  const [{ url }] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(text, `${url}\nPassword: ${generated}`);
  await page.reload();
  assert.ok(await copy.isVisible());
  assert.equal(await page.getByRole("button", { name: "Copy with password" }).count(), 0);
  assertNoTrouble();
});

test("all actions work without JavaScript", async () => {
  const id = await make({ template: "markdown", title: "Plain paper", content: { text: "Plain words" } });
  const { page, context } = await openSignedIn("/dashboard/artifacts", { javaScriptEnabled: false });
  await page.getByRole("searchbox", { name: "Search titles and text" }).fill("plain p");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("link", { name: "Plain paper", exact: true }).click();
  await page.waitForURL(origin + pathOf(id));
  await page.frameLocator("iframe").getByText("Plain words").waitFor();

  await choose(page, "Title, description, expiry");
  await page.getByLabel("Title").fill("Better paper");
  await page.getByLabel("Expiry").selectOption({ label: "7 days" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("heading", { name: "Better paper" }).waitFor();

  await page.getByRole("link", { name: "Choose options" }).click();
  await page.getByLabel("Expiry").selectOption("On a date…");
  await page.getByLabel("Last day").fill(new Date(Date.now() + 864e5).toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Create link" }).click();
  const address = await page.getByRole("group", { name: "Share link URL" }).textContent();
  const viewer = await context.newPage();
  await viewer.goto(address);
  await viewer.getByText("Plain words").waitFor();

  await page.getByRole("link", { name: "Change link" }).click();
  await page.getByLabel("Name").fill("for Sam");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("heading", { name: "for Sam" }).waitFor();

  await page.getByRole("link", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Share link revoked").waitFor();
  assert.equal((await viewer.goto(address)).status(), 410);

  const remove = async () => {
    await page.locator(".menu > summary").click();
    await page.getByRole("button", { name: "Delete artifact" }).click();
  };
  await remove();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByText("Artifact restored").waitFor();
  await remove();
  await choose(page, "Delete permanently");
  await page.getByLabel(/To confirm/).fill("Better paper");
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await page.waitForURL(`${origin}/dashboard/artifacts?done=deleted-permanently`);
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).status, 404);
});
