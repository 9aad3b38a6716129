// How the values of a table's columns are compared, whatever notation they are written in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../browser.mjs";
import { column, linkToTable, showFilters } from "./large_table.mjs";
import { browser, key } from "../one_browser.mjs";

// The page of a table with names in the first column.
async function openTable(columns, rows, options) {
  const url = await linkToTable(key, { columns: ["Name", ...columns], rows });
  const { page, ...others } = await open(browser, url, options);
  const expectOrders = async (label, ascending, descending) => {
    const header = page.getByRole("button", { name: label, exact: true });
    const expected = { ascending, descending };
    for (let i = 0; i < 2; ++i) {
      await header.click();
      const order = await header.locator("..").getAttribute("aria-sort");
      assert.equal((await column(page, 1)).join(" "), expected[order], `${label}, ${order}`);
      delete expected[order];
    }
    await header.click();
  };
  const totals = async (kind) => {
    await page.getByRole("button", { name: "View" }).click();
    await page.getByLabel("Totals").selectOption(kind);
    await page.keyboard.press("Escape");
    return page.locator("tfoot tr > *").allInnerTexts();
  };
  return { page, expectOrders, totals, ...others };
}

test("cells without a value leave a column one of numbers, sort last, and are not added up", async () => {
  const values = [10, "N/A", 2, "n/a", "-", "—", null, "", " ", "1,000"];
  const rows = values.map((value, i) => ["ABCDEFGHIJ"[i], value]);
  const { page, expectOrders, totals, assertNoTrouble } = await openTable(["Tons"], rows);
  await expectOrders("Tons", "C A J B D E F G H I", "J A C B D E F G H I");
  assert.deepEqual(await totals("Sum"), ["Sum", "1,012"]);
  assert.deepEqual(await totals("Average"), ["Average", "337.33"]);
  const { expectFound } = await showFilters(page);
  await expectFound("Tons", "> 5", ["A", "J"]);
  await expectFound("Tons", "n/a", ["B", "D"]);
  assertNoTrouble();
});

test("negative numbers are compared and added up in every notation", async () => {
  const rows = [
    ["A", "−5", "($1,200)"],
    ["B", "(1234.5)", "-$50"],
    ["C", "-3", "−$60.25"],
    ["D", "7", "$3"],
  ];
  const { page, expectOrders, totals, assertNoTrouble } = await openTable(["Change", "Cost"], rows);
  assert.deepEqual(await column(page, 2), ["−5", "(1,234.5)", "−3", "7"]);
  await expectOrders("Change", "B A C D", "D C A B");
  await expectOrders("Cost $", "A C B D", "D B C A");
  assert.deepEqual(await totals("Sum"), ["Sum", "−1,235.5", "−1,307.25"]);
  const { expectFound } = await showFilters(page);
  await expectFound("Change", "< −3", ["A", "B"]);
  await expectFound("Change", "= (1,234.5)", ["B"]);
  await expectFound("Change", "−5..-3", ["A", "C"]);
  await expectFound("Cost", "<= −$60.25", ["A", "C"]);
  assertNoTrouble();
});

test("numbers in parentheses alone are numbers of something, not negative", async () => {
  const rows = [
    ["A", "(10)"],
    ["B", "(2)"],
  ];
  const { expectOrders } = await openTable(["Note"], rows);
  await expectOrders("Note", "B A", "A B");
});

test("filters compare numbers as they are shown", async () => {
  const columns = [
    { key: "share", label: "Share", format: "percent" },
    { key: "cost", label: "Cost", currency: "EUR" },
  ];
  const rows = [
    ["A", 1 / 30, 1234.567],
    ["B", 0.5, 12.345],
    ["C", -0.07, -2000],
  ];
  const { page } = await openTable(columns, rows);
  assert.deepEqual(await column(page, 2), ["3.33%", "50.00%", "−7.00%"]);
  const { expectFound } = await showFilters(page);
  await expectFound("Share", "= 3.33", ["A"]);
  await expectFound("Share", "<= 3.33%", ["A", "C"]);
  await expectFound("Share", "< −6 %", ["C"]);
  await expectFound("Cost", "= 12.35", ["B"]);
  await expectFound("Cost", "> 1,234.00 EUR", ["A"]);
  await expectFound("Cost", "-2,000 EUR..100 EUR", ["B", "C"]);
});

test("dates in several notations sort and are filtered as dates, wherever the viewer is", async () => {
  const rows = [
    ["A", "5 Jan 2026"],
    ["B", "2025-06-30"],
    ["C", "Jan 12, 2025"],
    ["D", "N/A"],
    ["E", "12 February 2024"],
    ["F", "2026-01-05"],
    ["G", "Sept. 1, 2025"],
  ];
  for (const timezoneId of ["Europe/Berlin", "America/New_York"]) {
    const { page, context, expectOrders, assertNoTrouble } = await openTable(["When"], rows, { timezoneId });
    await expectOrders("When", "E C B G A F D", "A F G B C E D");
    const { expectFound } = await showFilters(page);
    await expectFound("When", ">= 2025-06-30", ["A", "B", "F", "G"]);
    await expectFound("When", "= Jan 5, 2026", ["A", "F"]);
    await expectFound("When", "1 Jan 2025 .. 31 Aug 2025", ["B", "C"]);
    await expectFound("When", "= 2025", ["B", "C", "G"]);
    assertNoTrouble();
    await context.close();
  }
});

test("a date whose day may be its month is no date, unless another of its column decides", async () => {
  const rows = [
    ["A", "10/02/2026"],
    ["B", "02/11/2025"],
    ["D", "2026-03-01"],
  ];
  const dates = { key: "when", label: "When", format: "date" };
  const decided = await openTable([dates], [...rows, ["C", "31/12/2025"]]);
  await decided.expectOrders("When", "B C A D", "D A C B");
  const { page, expectOrders } = await openTable([dates], rows);
  await expectOrders("When", "D B A", "A B D");
  const { filter, expectFound } = await showFilters(page);
  await expectFound("When", "< 2026-12-31", ["D"]);
  await filter("When").fill("> 01/02/2026");
  await page.getByText("No matching rows").waitFor();
});

test("dates with a time sort by it, in their zone or else in UTC", async () => {
  const rows = [
    ["A", "Mon, 5 Jan 2026 10:00:00 +0100"],
    ["B", "5 Jan 2026, 09:30 UTC"],
    ["C", "2026/1/5"],
    ["D", "Jan 5, 2026 8:15 AM"],
    ["E", "2026-01-05T08:30Z"],
  ];
  const dates = { key: "when", label: "When", format: "date" };
  const { page, expectOrders } = await openTable([dates], rows, { timezoneId: "Asia/Tokyo" });
  await expectOrders("When", "C D E A B", "B A E D C");
  const { expectFound } = await showFilters(page);
  await expectFound("When", "= 2026-01-05", ["A", "B", "C", "D", "E"]);
  await expectFound("When", "> 5 Jan 2026, 08:45 UTC", ["A", "B"]);
});

test("texts sort naturally, and equal ones keep their order", async () => {
  const texts = ["item 10", "item 2", "Item 1", "Zebra", "apple", "äpfel", "item 2"];
  const rows = texts.map((text, i) => ["ABCDEFG"[i], text]);
  const { expectOrders } = await openTable(["Text"], rows, { locale: "de" });
  await expectOrders("Text", "F E C B G A D", "D A B G C E F");
});

test("money and times with words around them are compared by what they are, and shown as they were sent", async () => {
  const rows = [
    ["A", " $1,234.50 ", "USD 1,200.00", "$1.2B", "9:05 AM"],
    ["B", " $(1,250.00)", "USD 99.00", "$900M", "1:15 PM"],
    ["C", " $-   ", "USD 30,500.10", "$35M", "12:01 AM"],
    ["D", " $20.00 ", "#N/A", "NULL", "12:30 PM"],
  ];
  const { page, expectOrders, assertNoTrouble } = await openTable(["Debit", "Price", "Value", "At"], rows);
  assert.deepEqual(await column(page, 3), ["USD 1,200.00", "USD 99.00", "USD 30,500.10", "#N/A"]);
  await expectOrders("Debit", "B C D A", "A D C B");
  await expectOrders("Price", "B A C D", "C A B D");
  await expectOrders("Value", "C B A D", "A B C D");
  await expectOrders("At", "C A D B", "B D A C");
  assertNoTrouble();
});
