// Tables with more rows than are in the HTML of their page, and what a reader does with them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { manyRows, places, tonsOf } from "../../documents/many_rows.mjs";
import { share } from "../../service/api_client.mjs";
import { assertAccessible, devices, keepScreenshot, open, save } from "../browser.mjs";

export async function linkToTable(key, content, more = {}) {
  return (await share(key, { template: "table", content, ...more })).url;
}

export const column = (page, number) =>
  page.locator(`tbody tr:not(.spacer) td:nth-child(${number})`).allInnerTexts();

export async function download(page) {
  const file = await save(page, "CSV");
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

// Shows the filters: of a column, the field by its name, and what the first column has if it is filled in.
export async function showFilters(page) {
  await page.getByRole("button", { name: "View" }).click();
  await page.getByLabel("Filter columns").check();
  await page.locator(".filters").waitFor();
  await page.keyboard.press("Escape");
  const filter = (name) => page.getByLabel(`Filter ${name}`, { exact: true });
  const expectFound = async (name, text, found) => {
    await filter(name).fill(text);
    assert.deepEqual(await column(page, 1), found, `${name}: ${text}`);
    await filter(name).fill("");
  };
  return { filter, expectFound };
}

// Until all rows are there.
export const allLoaded = (page) => page.locator("table[data-loaded]").waitFor({ state: "attached" });

export const scrollTo = (page, part) =>
  page
    .locator(".table-wrap")
    .evaluate((frame, share) => (frame.scrollTop = frame.scrollHeight * share), part);

// `count` rows are scrolled through, sorted, searched and downloaded.
export async function assertManyRowsWork(browser, key, count) {
  const url = await linkToTable(key, manyRows(count));
  const { page, context, assertNoTrouble } = await open(browser, url, devices.desktop);
  await page.getByRole("searchbox").waitFor();
  assert.equal(await page.locator("table").getAttribute("aria-rowcount"), String(count + 1));
  assert.ok((await page.locator("tbody tr").count()) < 200);
  await allLoaded(page);
  const widths = () =>
    page.locator("thead th").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  const before = await widths();
  await scrollTo(page, 0.5);
  await page.locator(`tr[aria-rowindex='${count / 2 + 2}']`).waitFor();
  await scrollTo(page, 1);
  const last = page.locator(`tr[aria-rowindex='${count + 1}']`);
  await last.waitFor();
  assert.equal(
    await last.locator("td").nth(1).innerText(),
    `${places[(count - 1) % places.length]} ${count - 1}`,
  );
  const bottom = await last.evaluate(
    (row) => row.closest(".table-wrap").getBoundingClientRect().bottom - row.getBoundingClientRect().bottom,
  );
  assert.ok(bottom >= 0 && bottom < 20, `the last row ends ${bottom} pixels above the end`);
  assert.deepEqual(await widths(), before);
  await keepScreenshot(page, `table-of-${count}`);
  await assertAccessible(page);

  const allTons = Array.from({ length: count }, (_, i) => tonsOf(i)).sort((a, b) => a - b);
  const shownTons = async () => (await column(page, 3)).map((text) => Number(text.replaceAll(",", "")));
  await page.getByRole("button", { name: "Tons" }).click();
  const tons = await shownTons();
  assert.deepEqual(tons, [...allTons].reverse().slice(0, tons.length));
  await page.getByRole("button", { name: "Tons" }).click();
  assert.deepEqual((await shownTons()).slice(0, 3), allTons.slice(0, 3));
  await page.getByRole("searchbox").fill("valparaiso 99");
  assert.match(
    await page.locator(".table-size").innerText(),
    new RegExp(`^[\\d,]+ of ${count.toLocaleString("en-US")} rows · 6 columns$`),
  );
  assert.ok((await column(page, 2)).every((text) => text.startsWith("Valparaíso")));
  const { text } = await download(page);
  assert.ok(
    text
      .split("\r\n")
      .slice(1, -1)
      .every((line) => /Valparaíso/.test(line)),
  );
  assertNoTrouble();
  await context.close();
}
