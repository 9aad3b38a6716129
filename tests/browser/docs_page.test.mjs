// The API's reference page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { origin, request } from "../service/api_client.mjs";
import { assertAccessible, assertFits, devices, open } from "./browser.mjs";
import { browser } from "./one_browser.mjs";

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
  assert.ok(length < 520_000, `${length} characters`);
});

test("its examples are of this installation", async () => {
  const { page } = await open(browser, `${reference}#createAndShareArtifact`);
  const example = page.locator("#createAndShareArtifact pre", { hasText: "curl" });
  assert.ok((await example.innerText()).includes(`${origin}/artifacts/share`));
  assert.equal(await page.getByText("share.example.org").count(), 0);
});

test("the contents are searched by words, paths and names of operations", async () => {
  const { page } = await open(browser, reference, devices.desktop);
  const search = page.getByRole("searchbox");
  const entries = () => page.locator(".reference-nav li a[data-find]:visible").allInnerTexts();
  await search.fill("revoke share");
  assert.ok((await entries()).some((entry) => entry.includes("Revoke")));
  await search.fill("versions/{version}");
  assert.equal((await entries()).length, 4);
  await search.fill("no such thing");
  assert.deepEqual(await entries(), []);
  assert.ok(await page.getByText("Nothing found").isVisible());
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
