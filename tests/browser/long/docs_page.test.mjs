// The API's reference page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { origin, request } from "../../service/api_client.mjs";
import { assertAccessible, assertFits, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

const reference = `${origin}/docs`;
const methods = ["get", "post", "put", "patch", "delete"];

// Every page in both themes is what long/every_page.test.mjs looks at, which takes long for one of this size.
test("the reference is accessible and fits on a phone", async () => {
  const { page, assertNoTrouble } = await open(browser, reference, devices.desktop);
  await assertAccessible(page);
  await page.setViewportSize(devices.phone.viewport);
  await assertFits(page);
  assertNoTrouble();
});

test("has every operation of the specification without JavaScript", async () => {
  const { json } = await request("GET", `${origin}/openapi.json`);
  const { page } = await open(browser, reference, { javaScriptEnabled: false });
  const wanted = Object.entries(json.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => [item[method].operationId, `${method.toUpperCase()} ${path}`]),
  );
  const found = [];
  for (const section of await page.locator(".operation").all())
    found.push([await section.getAttribute("id"), (await section.locator(".route").textContent()).trim()]);
  assert.deepEqual(found.sort(), wanted.sort());
  assert.equal(await page.getByRole("searchbox").isVisible(), false);
  const targets = await page
    .locator("a[href^='#']")
    .evaluateAll((links) =>
      links
        .map((link) => decodeURIComponent(link.hash.slice(1)))
        .filter((id) => !document.getElementById(id)),
    );
  assert.deepEqual(targets, []);
  const ids = await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  assert.deepEqual(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
  );
});

test("names the errors of operations, and describes each once", async () => {
  const { page } = await open(browser, reference, { ...devices.desktop, javaScriptEnabled: false });
  const operations = await page.locator(".operation").all();
  const limited = page.locator(".operation .shared-responses a", { hasText: "rate_limited" });
  assert.ok((await limited.count()) > operations.length / 2);
  await limited.first().click();
  const target = page.locator(decodeURIComponent(new URL(page.url()).hash));
  assert.ok(await target.getByText("Retry-After").first().isVisible());
  const { length } = (await request("GET", reference)).text;
  assert.ok(length < 450_000, `${length} characters`);
});

test("is at most 70,000 pixels long, with all sections laid out", async () => {
  const { page } = await open(browser, reference, devices.desktop);
  const height = await page.evaluate(() => {
    for (const { style } of document.querySelectorAll(".operation")) style.contentVisibility = "visible";
    return document.documentElement.scrollHeight;
  });
  assert.ok(height < 70_000, `${height} pixels`);
});

test("begins with a request, its answer and a picture of its page for each template", async () => {
  const { json } = await request("GET", `${origin}/openapi.json`);
  const { page } = await open(browser, reference, devices.desktop);
  const templates = page.locator("#templates .template");
  const { enum: names } = json.components.schemas.Template;
  assert.deepEqual(await templates.locator("h3 > code").allInnerTexts(), names);
  assert.equal(await page.locator("main > section").first().getAttribute("id"), "templates");
  for (const [i, name] of names.entries()) {
    const [asked, answered] = await templates.nth(i).locator("pre").allInnerTexts();
    const [, sent] = /-d '([^]*)'$/.exec(asked);
    assert.equal(JSON.parse(sent.replaceAll("'\\''", "'")).template, name);
    assert.ok(answered.includes(`"template": "${name}"`) && answered.includes('"url": '), answered);
  }
  // tests/pictures makes that of a new template.
  const pictures = await templates.locator("img").all();
  assert.ok(pictures.length >= 5);
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction((img) => img.naturalWidth > 0, await picture.elementHandle());
  }
});

test("leads to the front page, to MCP and to the command", async () => {
  const { page } = await open(browser, reference, devices.desktop);
  assert.equal(await page.locator("header a").getAttribute("href"), "/");
  await page.getByRole("link", { name: "MCP" }).first().click();
  assert.ok(await page.locator("#mcp + * code", { hasText: `${origin}/mcp` }).isVisible());
  await page.getByRole("link", { name: "the command" }).first().click();
  assert.ok(await page.locator("#command + * code", { hasText: `artifact login ${origin}` }).isVisible());
});

test("an operation has its request before its parameters, and names no fields of files", async () => {
  const { page } = await open(browser, `${reference}#createAndShareArtifact`, devices.desktop);
  const operation = page.locator("#createAndShareArtifact");
  assert.deepEqual(await operation.locator("h4").allTextContents(), [
    "Request body",
    "Parameters",
    "Responses",
  ]);
  const names = await operation.locator(".field > dt > code").allTextContents();
  for (const name of ["template", "content", "share", "Idempotency-Key"])
    assert.ok(names.includes(name), name);
  assert.equal(names.filter((name) => name === "title").length, 1);
  await operation.getByRole("link", { name: "Files" }).click();
  assert.ok(await page.locator("#fields-of-files").getByText("filename", { exact: true }).isVisible());
});

test("its examples are of this installation", async () => {
  const { page } = await open(browser, `${reference}#createAndShareArtifact`);
  const example = page.locator("#createAndShareArtifact pre", { hasText: "curl" });
  assert.ok((await example.innerText()).includes(`${origin}/artifacts/share`));
  assert.equal(await page.getByText("share.example.org").count(), 0);
});

test("finds operations, fields, codes and sections", async () => {
  const { page } = await open(browser, reference, devices.desktop);
  const search = page.getByRole("searchbox");
  const found = async (words) => {
    await search.fill(words);
    return page.locator(".reference-found a").evaluateAll((links) => links.map(({ hash }) => hash.slice(1)));
  };
  for (const [words, id] of [
    ["revoke share link", "revokeShareLink"],
    ["versions/{version}/diff", "compareVersions"],
    ["expiresIn", "createAndShareArtifact"],
    ["keepLast", "schema-Addition"],
    ["viewCount", "schema-ShareLink"],
    ["maxContentBytes", "schema-Account"],
    ["If-Match", "updateArtifact"],
    ["filename", "fields-of-files"],
    ["rate_limited", "error-rate_limited"],
    ["quota", "error-quota_exceeded"],
    ["webp", "schema-MarkdownContent"],
    ["gzip", "requests"],
    ["oauth", "authentication-and-scopes"],
    ["mermaid", "schema-MarkdownContent"],
    ["mcp", "other-ways"],
    ["terminal", "other-ways"],
  ])
    assert.ok((await found(words)).includes(id), `${words}: ${await found(words)}`);
  assert.equal((await found("rate_limited"))[0], "error-rate_limited");
  await page.locator(".reference-found a").first().click();
  assert.ok(await page.getByText("The rate limit is exceeded").isVisible());
  await found("viewCount");
  await page.locator(".reference-found a[href='#schema-ShareLink']").first().click();
  assert.ok(await page.locator("#schema-ShareLink").isVisible(), "an object unfolds");
  assert.deepEqual(await found("xylophone"), []);
  assert.ok(await page.getByText("Nothing found").isVisible());
  await search.fill("");
  assert.ok(await page.locator(".reference-nav a[href='#templates']").isVisible());
});

test("addresses of operations lead to them, the earlier ones too", async () => {
  for (const address of ["#getAccount", "#/Account/getAccount"]) {
    const { page, context } = await open(browser, reference + address);
    await page.waitForURL(`${reference}#getAccount`);
    const { y } = await page.locator("#getAccount").boundingBox();
    assert.ok(Math.abs(y) < 200, `${address}: ${y}`);
    await context.close();
  }
});
