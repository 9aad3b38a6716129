// What other sites learn of a share page: nothing by its links and images.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import path from "node:path";
import { after, before, test } from "node:test";
import { content, pdf } from "../documents/pdf_writer.mjs";
import { markdown, share } from "../service/api_client.mjs";
import { ownWorker } from "../service/own_worker.mjs";
import { newContext } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

let elsewhere;
let server;
const seen = [];
before(async () => {
  const tls = path.join(process.env.STATE_DIR, "tls");
  const read = (name) => readFileSync(path.join(tls, name));
  server = createServer(
    { cert: read("certificate.pem"), key: read("key.pem") },
    ({ url, headers }, response) => {
      // What a page of that site itself asks for is its own affair.
      if (url !== "/favicon.ico") seen.push({ url, referer: headers.referer, text: JSON.stringify(headers) });
      if (url === "/image.png") {
        response.setHeader("content-type", "image/gif");
        response.end(Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"));
        return;
      }
      response.setHeader("content-type", "text/html");
      if (url === "/cookie") response.setHeader("set-cookie", "visitor=1; Secure; SameSite=None; Path=/");
      response.end("<h1>Elsewhere</h1>");
    },
  );
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  elsewhere = `https://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

async function follow(artifact, selector, { opensTab = false } = {}) {
  const { url } = await share(key, artifact);
  const token = new URL(url).searchParams.get("token");
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(url);
  const link = page.locator(selector).first();
  await link.waitFor({ state: "attached" });
  seen.length = 0;
  const opened = opensTab ? context.waitForEvent("page") : page;
  await link.click({ force: true });
  const landed = await opened;
  await landed.waitForURL(`${elsewhere}/**`);
  assert.equal(await landed.evaluate(() => document.referrer), "");
  assert.equal(await landed.evaluate(() => window.opener), null);
  assert.ok(seen.length > 0);
  for (const { referer, text } of seen) {
    assert.equal(referer, undefined);
    assert.ok(!text.includes(token));
  }
  await context.close();
}

test("links send no referrer", async () => {
  await follow(markdown(`[on](${elsewhere}/markdown)`), "article a");
  await follow({ template: "table", content: { rows: [[`${elsewhere}/table`]] } }, "td a");
  await follow({ template: "pdf", content: { url: `${elsewhere}/card.pdf` } }, "a.button", {
    opensTab: true,
  });
  const file = pdf([["Links"]], { links: [{ url: `${elsewhere}/pdf` }] });
  await follow({ template: "pdf", content: content(file) }, ".annotationLayer a", { opensTab: true });
});

test("remote images are loaded without referrer", async () => {
  const { url } = await share(key, markdown(`![x](${elsewhere}/image.png)`));
  const context = await newContext(browser);
  const page = await context.newPage();
  seen.length = 0;
  await page.goto(url, { waitUntil: "load" });
  await page.locator("article img").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector("article img").complete);
  const request = seen.find((one) => one.url === "/image.png");
  assert.ok(request, "the image was asked for");
  assert.equal(request.referer, undefined);
  assert.ok(!request.text.includes(new URL(url).searchParams.get("token")));
});

test("remote images are loaded without cookies", async () => {
  const { url } = await share(key, markdown(`![x](${elsewhere}/image.png)`));
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(`${elsewhere}/cookie`);
  assert.equal((await context.cookies(elsewhere)).length, 1);
  seen.length = 0;
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("article img").complete);
  const request = seen.find((one) => one.url === "/image.png");
  assert.ok(request, "the image was asked for");
  assert.doesNotMatch(request.text, /visitor/);
});

test("images that wait for a click are not requested before it", async (t) => {
  const worker = await ownWorker({ remote_images: "click" });
  t.after(worker.stop);
  const { url } = await share(key, markdown(`![A boat](${elsewhere}/image.png)`));
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.route(url, async (route) => {
    const { status, headers, text } = await worker.ask("GET", url.slice(new URL(url).origin.length));
    await route.fulfill({ status, headers, body: text });
  });
  // Chromium lets no page that a test has put in place ask this host, but says what it would have asked.
  const asked = [];
  page.on("request", (one) => {
    if (one.url().startsWith(elsewhere)) asked.push([one.url(), one.headers().referer]);
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const placeholder = page.getByRole("link", { name: "Show image from 127.0.0.1" });
  await placeholder.waitFor();
  assert.deepEqual(asked, []);
  const request = page.waitForRequest(`${elsewhere}/image.png`);
  await placeholder.click();
  await request;
  await page.locator('article :is(img[alt="A boat"], .failed-image)').waitFor({ state: "attached" });
  assert.equal(page.url(), url);
  assert.deepEqual(asked, [[`${elsewhere}/image.png`, undefined]]);
});
