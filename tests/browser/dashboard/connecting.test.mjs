// An app is connected in a real browser: from the app's request through signing in and allowing it to a call.
import assert from "node:assert/strict";
import http from "node:http";
import { after, before, test } from "node:test";
import { App } from "../../mcp/sdk/connecting.mjs";
import { origin } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { command, form, newPkce, requestOf } from "../../service/oauth_client.mjs";
import { assertLooksWell, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

let user;
let app;
let back;
let callback;
let leadOn; // where the app sends the browser on; it answers itself if undefined
before(async () => {
  user = await newUser();
  // The app's own web server on the user's computer.
  app = http.createServer(({ url }, response) => {
    back = new URL(url, callback).searchParams;
    if (leadOn) {
      response.writeHead(302, { location: leadOn }).end();
      return;
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      "<!doctype html><html lang=en><title>Connected</title><link rel=icon href=data:><h1>Connected</h1>",
    );
  });
  await new Promise((resolve) => app.listen(0, "127.0.0.1", resolve));
  callback = `http://127.0.0.1:${app.address().port}/callback`;
});
after(() => app.close());

async function signIn(page) {
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
const start = (url, options = {}) =>
  open(browser, url, { allowedOrigin: new URL(callback).origin, ...options });

test("a user signs in, allows an app, and the app calls a tool", async () => {
  const client = new App(callback);
  assert.equal(await client.connect(), undefined);
  const { page, assertNoTrouble } = await start(String(client.redirected));
  await signIn(page);
  await page.getByRole("heading", { name: "Connect Tests of the SDK?" }).waitFor();
  assert.ok((await page.content()).includes(user.email));
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  assert.deepEqual([back.get("state"), back.get("iss")], ["state-of-the-sdk", origin]);
  const connected = await client.finish(back.get("code"));
  const { structuredContent } = await connected.callTool({
    name: "share",
    arguments: { markdown: "# From an app" },
  });
  assert.ok(structuredContent.url.startsWith(origin));
  await connected.close();

  await page.goto(`${origin}/dashboard/settings/apps`);
  await page
    .getByRole("cell", { name: "Tests of the SDK" })
    .or(page.getByRole("rowheader"))
    .first()
    .waitFor();
  assert.ok(await page.getByRole("heading", { name: "Connect a program" }).isVisible());
  await assertLooksWell(page, "connected-apps");
  await page.getByRole("link", { name: "Disconnect Tests of the SDK" }).click();
  await assertLooksWell(page, "app-disconnect");
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("App disconnected").waitFor();
  assertNoTrouble();
});

for (const [name, options] of Object.entries(devices)) {
  test(`the question is readable, and denying it leads back (${name})`, async () => {
    const url = `${origin}/oauth/authorize?${new URLSearchParams(
      requestOf({ pkce: newPkce(), redirect_uri: callback }),
    )}`;
    const { page, assertNoTrouble } = await start(url, options);
    await signIn(page);
    await page.getByRole("heading", { name: "Connect Artifact command line?" }).waitFor();
    await assertLooksWell(page, `consent-${name}`);
    await page.getByText("Limit what it may publish").click();
    await page.getByLabel("Maximum expiry").selectOption("7d");
    await page.getByLabel("Require a password").check();
    await assertLooksWell(page, `consent-limits-${name}`);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("heading", { name: "Connected" }).waitFor();
    assert.equal(back.get("error"), "access_denied");
    assertNoTrouble();
  });
}

test("errors in a request are reported to the app after signing in and a click", async () => {
  const url = `${origin}/oauth/authorize?${new URLSearchParams(
    requestOf({ pkce: newPkce(), redirect_uri: callback, scope: "unknown:scope" }),
  )}`;
  const { page, assertNoTrouble } = await start(url);
  await signIn(page);
  await page.getByRole("link", { name: "Return to the app" }).click();
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  assert.equal(back.get("error"), "invalid_scope");
  assertNoTrouble();
});

test("an app's address may lead on to another host", async () => {
  const other = http.createServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end("<!doctype html><html lang=en><title>On</title><link rel=icon href=data:><h1>Led on</h1>");
  });
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  leadOn = `http://localhost:${other.address().port}/`;
  try {
    const url = `${origin}/oauth/authorize?${new URLSearchParams(
      requestOf({ pkce: newPkce(), redirect_uri: callback }),
    )}`;
    const { page, context } = await start(url);
    await signIn(page);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "Led on" }).waitFor();
    await context.close();
  } finally {
    leadOn = undefined;
    other.close();
  }
});

test("without JavaScript a user allows a device by its code", async () => {
  const { json } = await form("/oauth/device_authorization", { client_id: command });
  const { page } = await start(json.verification_uri, { javaScriptEnabled: false });
  await signIn(page);
  await page.getByLabel("Code").fill(json.user_code);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "Device connected" }).waitFor();
});

test("no page can frame the question", async () => {
  const { page } = await start(`${origin}/dashboard/sign-in`);
  await signIn(page);
  await page.waitForURL(`${origin}/dashboard/artifacts`);
  const url = `${origin}/oauth/authorize?${new URLSearchParams(requestOf({ pkce: newPkce() }))}`;
  const response = await page.goto(url);
  assert.match(response.headers()["content-security-policy"], /frame-ancestors 'none'/);
});
