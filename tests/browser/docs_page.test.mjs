// The API's reference page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { origin } from "../service/api_client.mjs";
import { keepScreenshot, open } from "./browser.mjs";
import { browser } from "./one_browser.mjs";

test("the reference lists every operation and loads nothing from other hosts", async () => {
  const { page, context, assertNoTrouble } = await open(browser, `${origin}/docs`);
  await page.waitForSelector(".opblock");
  for (const path of ["/artifacts/share", "/artifacts/{artifact_id}", "/account"])
    assert.ok((await page.locator(`.opblock [data-path="${path}"]`).count()) > 0, path);
  await page.locator("#operations-Artifacts-createAndShareArtifact button").first().click();
  await page.getByText("expiresIn").first().waitFor();
  await keepScreenshot(page, "docs");
  assertNoTrouble();
  await context.close();
});

test("leaves optional parameters empty", async () => {
  const { page, context } = await open(browser, `${origin}/docs`);
  const operation = page.locator("#operations-Artifacts-createAndShareArtifact");
  await operation.locator("button").first().click();
  assert.equal(await operation.getByPlaceholder("Idempotency-Key").inputValue(), "");
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST"),
    operation.locator("button.execute").click(),
  ]);
  const headers = await sent.allHeaders();
  assert.equal(headers["content-type"], "application/json");
  assert.equal(headers["idempotency-key"], undefined);
  await context.close();
});

test("links to the specification without JavaScript", async () => {
  const { page, context } = await open(browser, `${origin}/docs`, { javaScriptEnabled: false });
  assert.equal(await page.getByRole("link", { name: "/openapi.json" }).count(), 1);
  await context.close();
});
