// Share pages in frames on other sites (?embed=1). The service of these tests allows framing.example.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { charts } from "../documents/charts.mjs";
import { content, pdf } from "../documents/pdf_writer.mjs";
import { image, png } from "../documents/pictures.mjs";
import { markdown, openCover, request, share, sql, until, uuidOf } from "../service/api_client.mjs";
import { assertAccessible, devices, keepScreenshot, newContext } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";
import { serveSite } from "./https_server.mjs";

assert.equal(
  process.env.FRAME_ANCESTORS,
  "https://framing.example:*",
  "start the service with ARTIFACT_SHARE_FRAME_ANCESTORS='https://framing.example:*'",
);

const guide = readFileSync(new URL("../documents/guide.md", import.meta.url), "utf8");
const table = {
  columns: ["Light", "Height (m)"],
  rows: Array.from({ length: 40 }, (_, i) => [`Light ${i}`, 3 * i]),
};
const documents = {
  markdown: { ...markdown(guide), title: "The guide" },
  chart: { template: "chart", title: "Sales", content: charts.bars },
  table: { template: "table", title: "Lights", content: table },
  pdf: { template: "pdf", title: "Report", content: content(pdf([["Harbour report"], ["Page two"]])) },
  code: { template: "code", title: "Program", content: { text: "let a = 1;\n".repeat(40), language: "js" } },
  html: { template: "html", title: "Page", content: { html: "<p>Harbour page" } },
  image: image(png({ width: 1200, height: 900 }), { alt: "A flag" }, { title: "Flag" }),
};
const isShown = {
  markdown: (frame) => frame.getByText("North mole").first().waitFor(),
  chart: (frame) => frame.locator(".chart-legend button").first().waitFor(),
  table: (frame) => frame.getByRole("searchbox").waitFor(),
  pdf: (frame) => frame.locator(".textLayer").getByText("Harbour report").waitFor(),
  code: (frame) => frame.locator(".hljs-keyword").first().waitFor(),
  html: (frame) => frame.frameLocator("#web-page").getByText("Harbour page").waitFor(),
  image: (frame) => frame.getByRole("img", { name: "A flag" }).waitFor(),
};

const embedded = (url) => `${url}&embed=1`;

// A page on another site that frames `url`, keeps the heights it is told, and follows them if `follows`.
async function openFraming(url, { host = "framing.example", follows = false, ...options } = {}) {
  const script = `
    window.heights = [];
    addEventListener("message", ({ data, origin }) => {
      if (origin !== ${JSON.stringify(new URL(url).origin)}) return;
      heights.push(data.height);
      window.told = data;
      if (${follows}) document.querySelector("iframe").style.height = data.height + "px";
    });`;
  const body =
    `<!doctype html><html lang="en"><title>Another site</title><meta name="viewport" content="width=device-width">` +
    `<style>iframe { width: 100%; height: 30rem; border: 1px solid #999 }</style><script>${script}</script>` +
    `<h1>Another site</h1><iframe title="A shared document" src="${url.replaceAll("&", "&amp;")}"></iframe>`;
  const site = await serveSite({ "/": { type: "text/html; charset=utf-8", body } });
  const context = await newContext(browser, options);
  const page = await context.newPage();
  const trouble = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/favicon/.test(message.location().url))
      trouble.push(message.text());
  });
  page.on("pageerror", (error) => trouble.push(error.message));
  await page.goto(`https://${host}:${site.port}/`);
  const close = async () => {
    await context.close();
    await site.stop();
  };
  return { page, frame: page.frameLocator("iframe"), trouble, close };
}

for (const [template, document] of Object.entries(documents)) {
  test(`a ${template} embedded on an allowed site shows only its content`, async () => {
    const { url } = await share(key, document);
    for (const [look, options] of [
      ["desktop", devices.desktop],
      ["phone-dark", { ...devices.phone, colorScheme: "dark" }],
    ]) {
      const { page, frame, trouble, close } = await openFraming(embedded(url), options);
      await isShown[template](frame);
      assert.equal(await frame.locator("h1").first().textContent(), document.title);
      const box = await frame.locator("h1").first().boundingBox();
      if (template !== "markdown")
        assert.ok(box.width <= 1 && box.height <= 1, "the title is not to be seen");
      assert.equal(await frame.locator(".page-header, .page-footer, .contents, .skip-link").count(), 0);
      const width = await frame
        .locator("html")
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.ok(width <= 0, `${width} pixels too wide`);
      await keepScreenshot(page, `embedded-${template}-${look}`);
      assert.deepEqual(trouble, []);
      await close();
    }
    const context = await newContext(browser);
    const page = await context.newPage();
    await page.goto(embedded(url));
    await isShown[template](page);
    assert.equal(await page.title(), document.title);
    await assertAccessible(page);
  });
}

test("a site that is not allowed cannot embed a share page", async () => {
  const { url } = await share(key, documents.markdown);
  for (const address of [url, embedded(url)]) {
    const { page, frame, trouble, close } = await openFraming(address, { host: "other.example" });
    await until(
      () => trouble,
      (said) => said.some((text) => /frame-ancestors/.test(text)),
    );
    assert.equal(await frame.getByText("North mole").count(), 0);
    assert.equal(await page.evaluate(() => window.heights.length), 0);
    await close();
  }
});

for (const template of ["markdown", "table"]) {
  test(`a ${template} reports its height, which becomes stable`, async () => {
    const { url } = await share(key, documents[template]);
    const { page, frame, trouble, close } = await openFraming(embedded(url), { follows: true });
    await isShown[template](frame);
    await page.waitForFunction(() => window.told);
    assert.deepEqual(Object.keys(await page.evaluate(() => window.told)).sort(), ["height", "source"]);
    // At rest: the frame has the height that was told last, and nothing in it scrolls.
    await page.waitForFunction(() => {
      const frame = document.querySelector("iframe");
      return frame.clientHeight === window.heights.at(-1);
    });
    await until(
      () => frame.locator("html").evaluate((root) => root.scrollHeight - root.clientHeight),
      (hidden) => hidden <= 2,
    );
    const count = await page.evaluate(() => window.heights.length);
    assert.ok(count < 8, `it was told ${count} times`);
    await keepScreenshot(page, `embedded-${template}-followed`);
    assert.deepEqual(trouble, []);
    await close();
  });
}

test("an embedded page with a password opens in a new tab to ask for it", async () => {
  const { url } = await share(key, { ...documents.markdown, password: "open sesame" });
  const { page, frame, trouble, close } = await openFraming(embedded(url));
  await frame.getByRole("heading", { name: "Password required" }).waitFor();
  assert.equal(await frame.locator("input").count(), 0);
  await keepScreenshot(page, "embedded-password");
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("link", { name: "Open in a new tab" }).click(),
  ]);
  await tab.getByLabel("Password").fill("open sesame");
  await tab.getByRole("button", { name: "Open" }).click();
  await tab.getByText("North mole").first().waitFor();
  assert.equal(tab.url(), url);
  assert.deepEqual(
    trouble.filter((text) => !/401/.test(text)),
    [],
  );
  await close();
});

test("links to other sites open in a new tab, and the frame keeps its page", async (t) => {
  const elsewhere = await serveSite({
    "/": { type: "text/html; charset=utf-8", body: "<!doctype html><h1>Elsewhere</h1>" },
  });
  t.after(() => elsewhere.stop());
  const address = `https://elsewhere.example:${elsewhere.port}/`;
  for (const artifact of [
    markdown(`# Links\n\n[Elsewhere](${address}) and ${address}\n`),
    { template: "table", title: "Links", content: { rows: [[{ url: address, text: "Elsewhere" }]] } },
  ]) {
    const { url } = await share(key, artifact);
    const { page, frame, trouble, close } = await openFraming(embedded(url));
    const opened = page.context().waitForEvent("page");
    await frame.getByRole("link", { name: "Elsewhere" }).first().click();
    const tab = await opened;
    await tab.getByRole("heading", { name: "Elsewhere" }).waitFor();
    assert.equal(await tab.evaluate(() => window.opener), null);
    assert.equal(await frame.getByRole("heading", { name: "Links" }).count(), 1);
    assert.deepEqual(trouble, []);
    await close();
  }
});

test("an expired share link says so in the frame", async () => {
  const { id, url } = await share(key, documents.markdown);
  sql(`update artifacts set deleted_at = now() where id = '${uuidOf(id)}'`);
  const { page, frame, close } = await openFraming(embedded(url), { follows: true });
  await frame.getByRole("heading", { name: "This link is no longer available" }).waitFor();
  assert.equal(await frame.locator(".page-footer").count(), 0);
  await page.waitForFunction(() => window.told?.height < 300);
  await keepScreenshot(page, "embedded-gone");
  await close();
});

test("an embedded PDF uses one view of a limited share link", async () => {
  const { url } = await share(key, { ...documents.pdf, maxViews: 1 });
  const first = await openFraming(embedded(url));
  await first.frame.getByRole("button", { name: "Open" }).click();
  await isShown.pdf(first.frame);
  await first.close();
  const second = await openFraming(embedded(url));
  await second.frame.getByRole("heading", { name: "This link is no longer available" }).waitFor();
  await second.close();
});

test("an embedded page counts as a view, and programs get their representation", async () => {
  const { url } = await share(key, { ...documents.markdown, maxViews: 2 });
  assert.equal((await openCover(embedded(url))).status, 200);
  const answer = await request("GET", embedded(url), { headers: { accept: "application/json" } });
  assert.equal(answer.json.title, documents.markdown.title);
  assert.equal((await request("GET", embedded(url))).status, 410);
});

test("any other value of embed shows the whole page", async () => {
  const { url } = await share(key, documents.markdown);
  for (const value of ["", "0", "true", "1x"]) {
    const { text } = await request("GET", `${url}&embed=${value}`);
    assert.match(text, /class="page-header"/, value);
  }
});
