// The totals of a table's columns, whose values may be very small or written in several ways.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../browser.mjs";
import { column, linkToTable, showFilters } from "./large_table.mjs";
import { browser, key } from "../one_browser.mjs";

const kinds = ["Sum", "Average", "Minimum", "Maximum"];

// A column's values, and its totals in this order.
const columns = {
  Small: [["1e-05", "3e-05", "5e-05"], "0.00009 0.00003 0.00001 0.00005"],
  Smaller: [["1.5e-7", "2.5e-7", "2E-7"], "0.0000006 0.0000002 0.00000015 0.00000025"],
  Tiny: [["1e-12", "2e-12", "2e-12"], "0.000000000005 0.000000000001666666667 0.000000000001 0.000000000002"],
  Least: [["1e-300", "2e-300", "3e-300"], "6e-300 2e-300 1e-300 3e-300"],
  Cancelled: [["0.1", "0.2", "-0.3"], "0 0 −0.3 0.2"],
  Negative: [["-0.1", "-0.2", "0.3"], "0 0 −0.2 0.3"],
  Powers: [["1.5e3", "2.25e1", "1"], "1,523.5 507.833 1 1,500"],
  Long: [["0.1234567890123", "1", "2"], "3.123456789 1.041152263 0.123456789 2"],
  Percentages: [["12%", "14.5%", "15%"], "- 13.83% 12% 15%"],
  Shares: [["0.00001", "0.00002", "0.00003"], "- 0.002% 0.001% 0.003%"],
  Mass: [["1e-05 ¢", "3e-05 ¢", "5e-05 ¢"], "0.00009 0.00003 0.00001 0.00005"],
};

test("totals of small numbers are not zero", async () => {
  const names = Object.keys(columns);
  const rows = [0, 1, 2].map((row) => names.map((name) => columns[name][0][row]));
  const csv = [names, ...rows].map((record) => record.join(",")).join("\n");
  const described = names.map((name) => (name === "Shares" ? { key: name, format: "percent" } : name));
  const url = await linkToTable(key, { columns: described, csv });
  const { page, assertNoTrouble } = await open(browser, url);
  await page.getByRole("button", { name: "View" }).click();
  const shown = Object.fromEntries(names.map((name) => [name, []]));
  for (const kind of kinds) {
    await page.getByLabel("Totals").selectOption(kind);
    const totals = await page.locator("tfoot tr > *").allInnerTexts();
    names.forEach((name, i) => shown[name].push(totals[i].replaceAll(" ", "_") || "-"));
  }
  for (const name of names) assert.equal(shown[name].join(" "), columns[name][1], name);
  assertNoTrouble();
});

test("an average that is much smaller than the values is not zero", async () => {
  const rows = Array.from({ length: 150 }, (_, i) => [`Station ${i}`, i ? 0 : 1]);
  const url = await linkToTable(key, { columns: ["Station", { key: "hits", format: "number" }], rows });
  const { page } = await open(browser, url);
  await page.getByRole("button", { name: "View" }).click();
  await page.getByLabel("Totals").selectOption("Average");
  assert.deepEqual(await page.locator("tfoot tr > *").allInnerTexts(), ["Average", "0.00667"]);
});

test("integers that a number would round are added up, sorted and filtered exactly", async () => {
  const csv = `Name,Pieces,Order ID
    A,9007199254740993,1234567890123456789
    B,5,1234567890123456788
    C,-7,1234567890123456790`.replace(/^ +/gm, "");
  const { page, assertNoTrouble } = await open(browser, await linkToTable(key, { csv }));
  const { expectFound } = await showFilters(page);
  await expectFound("Order ID", "= 1234567890123456788", ["B"]);
  await expectFound("Order ID", "> 1234567890123456789", ["C"]);
  await expectFound("Pieces", "-7..5", ["B", "C"]);
  await expectFound("Pieces", ">= 9007199254740993", ["A"]);
  await page.getByRole("button", { name: "Order ID", exact: true }).dblclick();
  assert.deepEqual(await column(page, 1), ["B", "A", "C"]);
  await page.getByRole("button", { name: "View" }).click();
  const exact = { Sum: "9,007,199,254,740,991", Minimum: "−7", Maximum: "9,007,199,254,740,993" };
  for (const [kind, total] of Object.entries(exact)) {
    await page.getByLabel("Totals").selectOption(kind);
    assert.deepEqual(await page.locator("tfoot tr > *").allInnerTexts(), [kind, total, ""]);
  }
  assertNoTrouble();
});

test("amounts are in the reader's language, and are found, filtered and added up so", async () => {
  for (const [count, locale, cost, sum, bound] of [
    [4, "de", ["1.234,50", "20,00", "5,00", "−7,25"], "1.252,25", "> 1.000,5"],
    [4, "fr", ["1 234,50", "20,00", "5,00", "−7,25"], "1 252,25", "> 1 000,5"],
    [400, "es", ["1.234,50", "20,00", "5,00", "−7,25"], "125.225,00", "> 1000,5"],
  ]) {
    const values = [1234.5, 20, 5, -7.25];
    const rows = Array.from({ length: count }, (_, i) => [`Row ${i}`, values[i % 4], i % 4, 1000 + i]);
    const columns = ["Name", { key: "cost", label: "Cost", currency: "EUR" }, "Stars", "Piece"];
    const url = await linkToTable(key, { columns, rows });
    const { page, context, assertNoTrouble } = await open(browser, url, { locale });
    const shown = async (number) =>
      (await column(page, number)).slice(0, 4).map((text) => text.replace(/[\u00a0\u202f]/g, " "));
    await page.getByRole("searchbox").waitFor();
    assert.deepEqual(await shown(2), cost);
    assert.deepEqual(await shown(3), ["0", "1", "2", "3"]);
    assert.deepEqual(await shown(4), ["1000", "1001", "1002", "1003"]);
    await page.getByRole("searchbox").fill("1234.5");
    assert.equal((await shown(2))[0], cost[0]);
    await page.getByRole("searchbox").fill("");
    await page.locator(".view-button").click();
    await page.locator(".view-menu select").selectOption({ index: 1 });
    const total = await page.locator("tfoot tr > *").nth(1).innerText();
    assert.equal(total.replace(/[\u00a0\u202f]/g, " "), sum);
    await page.locator(".view-menu input").first().check();
    await page.locator(".filters input").nth(1).fill(bound);
    assert.ok(
      (await column(page, 2)).every((text) => text.startsWith("1")),
      bound,
    );
    assertNoTrouble();
    await context.close();
  }
});
