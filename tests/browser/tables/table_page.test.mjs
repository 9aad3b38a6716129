// The share page of a table as a person meets it, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import {
  assertAccessible,
  assertFits,
  assertLooksWell,
  devices,
  keepScreenshot,
  open,
  save,
} from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";
import { manyRows } from "../../documents/many_rows.mjs";
import { call, share, until } from "../../service/api_client.mjs";
import {
  allLoaded,
  assertManyRowsWork,
  column,
  download,
  linkToTable,
  scrollTo,
  showFilters,
} from "./large_table.mjs";

const lights = {
  columns: [
    { key: "name", label: "Light" },
    { key: "place", label: "Place" },
    { key: "lit", label: "First lit", format: "date" },
    { key: "height", label: "Height (m)" },
    { key: "cost", label: "Cost", format: "currency" },
    { key: "share", label: "Share of traffic", format: "percent" },
    { key: "ships", label: "Ships a year", format: "number" },
    { key: "manned", label: "Manned" },
    { key: "page", label: "Page", format: "link" },
    { key: "notes", label: "Notes" },
  ],
  rows: [
    {
      name: "North mole",
      place: "Ålesund, Norway",
      lit: "1858-10-01",
      height: 9.5,
      cost: "$12500",
      share: 0.123,
      ships: 14820,
      manned: false,
      page: "https://example.org/lights/north-mole",
      notes: "Red every three seconds; see https://example.org/notices before relying on it.",
    },
    {
      name: "Eddystone",
      place: "Plymouth, England",
      lit: "1698-11-14",
      height: 49,
      cost: "$1250000.5",
      share: 0.4,
      ships: 9120,
      manned: false,
      page: "https://example.org/a/rather/long/path/of/folders/about/the/lights/eddystone.html",
      notes: "The first one was swept away in a storm, with the man who had built it inside.",
    },
    {
      name: "Pharos",
      place: "الإسكندرية",
      lit: null,
      height: 103,
      cost: "$800",
      share: 0.0333333,
      ships: null,
      manned: true,
      page: "keeper@example.org",
      notes: null,
    },
    {
      name: "Cordouan",
      place: "Le Verdon-sur-Mer, France",
      lit: "1611-05-02T21:30:00Z",
      height: 67.5,
      cost: "$-42",
      share: 1,
      ships: 1204233,
      manned: true,
      page: "https://example.org/",
      notes: { class: "historic", keepers: ["A", "B"] },
    },
  ],
};

let lightsUrl;
before(async () => {
  const description = "Lights along the coast, with what they cost and how many ships they serve.";
  lightsUrl = await linkToTable(key, lights, { title: "Harbour lights: 2026", description });
});

const openTable = async (content, options, more) =>
  open(browser, await linkToTable(key, content, more), options);

for (const [name, options] of Object.entries(devices)) {
  test(`a table is readable and accessible (${name})`, async () => {
    const { page, assertNoTrouble } = await open(browser, lightsUrl, options);
    await page.getByRole("searchbox").waitFor();
    assert.equal(await page.locator("tbody tr").count(), 4);
    assert.deepEqual(await column(page, 5), ["12,500.00", "1,250,000.50", "800.00", "−42.00"]);
    await assertLooksWell(page, `table-${name}`);
    assertNoTrouble();
  });
}

test("a header sorts in both directions, numbers descending first, and in the original order", async () => {
  const { page } = await open(browser, lightsUrl);
  const given = ["North mole", "Eddystone", "Pharos", "Cordouan"];
  const expectOrder = async (heading, names, direction) => {
    const button = page.getByRole("button", { name: heading, exact: true });
    await button.click();
    assert.deepEqual(await column(page, 1), names);
    assert.equal(await button.locator("..").getAttribute("aria-sort"), direction);
  };
  await expectOrder("Light", ["Cordouan", "Eddystone", "North mole", "Pharos"], "ascending");
  await expectOrder("Light", ["Pharos", "North mole", "Eddystone", "Cordouan"], "descending");
  await expectOrder("Light", given, null);
  await expectOrder("Cost $", ["Eddystone", "North mole", "Pharos", "Cordouan"], "descending");
  assert.equal(await page.locator("[aria-sort]").count(), 1);
  await expectOrder("First lit", ["Cordouan", "Eddystone", "North mole", "Pharos"], "ascending");
  await expectOrder("First lit", ["North mole", "Eddystone", "Cordouan", "Pharos"], "descending");
  await expectOrder("Ships a year", ["Cordouan", "North mole", "Eddystone", "Pharos"], "descending");
  await expectOrder("Ships a year", ["Eddystone", "North mole", "Cordouan", "Pharos"], "ascending");
  await expectOrder("Ships a year", given, null);
});

test("everything works with the keyboard", async () => {
  const { page } = await open(browser, lightsUrl);
  await page.getByRole("searchbox").focus();
  const reached = [];
  for (let i = 0; i < 4; ++i) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement.textContent.trim().slice(0, 12)));
  }
  assert.deepEqual([reached[0], reached[2], reached[3]], ["View", "Light", "Place"]);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("th:nth-child(2)").getAttribute("aria-sort"), "ascending");
});

test("how many rows match is beside the search on a phone too", async () => {
  const { page } = await open(browser, lightsUrl, devices.phone);
  await page.getByRole("searchbox").fill("historic france");
  const found = page.getByText("1 of 4", { exact: true });
  const box = await found.boundingBox();
  const search = await page.getByRole("searchbox").boundingBox();
  assert.ok(box.y > search.y && box.y + box.height < search.y + search.height);
  await assertFits(page);
  await keepScreenshot(page, "table-found-phone");
});

test("search shows the rows that contain every word", async () => {
  const { page } = await open(browser, lightsUrl);
  const search = page.getByRole("searchbox");
  const status = page.locator(".table-size");
  const expectFound = async (text, names, count) => {
    await search.fill(text);
    assert.deepEqual(await column(page, 1), names);
    assert.equal(await status.innerText(), count);
  };
  await expectFound("alesund", ["North mole"], "1 of 4 rows · 10 columns");
  await expectFound("1250000", ["Eddystone"], "1 of 4 rows · 10 columns");
  await expectFound("historic FRANCE", ["Cordouan"], "1 of 4 rows · 10 columns");
  await search.fill("nothing like it");
  await page.getByText("No matching rows").waitFor();
  assert.equal(await status.innerText(), "0 of 4 rows · 10 columns");
  await keepScreenshot(page, "table-no-match");
  await page.getByRole("button", { name: "Show all rows" }).click();
  assert.equal(await page.locator("tbody tr").count(), 4);
  assert.equal(await search.inputValue(), "");
  await expectFound(" ", ["North mole", "Eddystone", "Pharos", "Cordouan"], "4 rows · 10 columns");
  await page.getByRole("button", { name: "Light", exact: true }).click();
  await expectFound("1", ["Cordouan", "Eddystone", "North mole", "Pharos"], "4 of 4 rows · 10 columns");
});

test("exports the visible rows as CSV without formulas", async () => {
  const content = {
    columns: ["A", 'B,"b"', { key: "C", format: "number" }],
    rows: [
      ["=1+1", "plain", 1234.5],
      ["+cmd|' /C calc'!A0", "two\nlines", -5],
      ["-7", true, 3],
      ["@SUM(A1)", "ä", 20],
      ["-$5", null, 1],
      ["+A$1", "a cell of the spreadsheet", 30],
      ["-", "no value", 40],
    ],
  };
  const { page } = await openTable(content, {}, { title: 'Q1/Q2: "big" <numbers>?' });
  await page.getByRole("button", { name: "C", exact: true }).dblclick();
  const { name, text } = await download(page);
  assert.equal(name, "Q1-Q2 big numbers.csv");
  assert.equal(
    text,
    '\ufeffA,"B,""b""",C\r\n' +
      "'+cmd|' /C calc'!A0,\"two\nlines\",-5\r\n" +
      "-$5,,1\r\n" +
      "-7,true,3\r\n" +
      "'@SUM(A1),ä,20\r\n" +
      "'+A$1,a cell of the spreadsheet,30\r\n" +
      "-,no value,40\r\n" +
      "'=1+1,plain,1234.5\r\n",
  );
});

test("exports no separator or empty record that readers would misread", async () => {
  const content = { columns: ["sep=;"], rows: [["a;b"], [null], ["c\td"], ["e"]] };
  const { page } = await openTable(content);
  assert.equal((await download(page)).text, '"sep=;"\r\n"a;b"\r\n""\r\n"c\td"\r\ne\r\n');
});

test("a page that has only a part of its table leads to the service's CSV", async () => {
  const long = `A,${"a long text ".repeat(4000)}`;
  const tables = {
    "a long cell": [long],
    "a long cell below the first rows": [...Array(300).fill("A,1"), long],
    "too many rows": Array(400_000).fill("A,1"),
  };
  for (const [name, more] of Object.entries(tables)) {
    const csv = ["Name,Text", "B,short", ...more].map((line) => `${line}\r\n`).join("");
    const { page, context, assertNoTrouble } = await openTable({ csv });
    const link = page.getByRole("link", { name: "Download the complete CSV" });
    await link.waitFor();
    assert.ok((await download(page)).text === csv, `${name}: the button`);
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    assert.ok(readFileSync(await file.path(), "utf8") === csv, `${name}: the link`);
    // The service has no CSV of what is found.
    await page.getByRole("searchbox").fill("short");
    await page.getByText(/^1 of .+ rows/).waitFor();
    assert.equal((await download(page)).text, "Name,Text\r\nB,short\r\n", name);
    await assertAccessible(page);
    assertNoTrouble();
    await context.close();
  }
});

test("copies the visible rows as tab-separated values", async () => {
  const { page } = await open(browser, lightsUrl, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("searchbox").fill("eddystone");
  await page.getByRole("button", { name: "Copy table" }).click();
  await page.getByText("Copied").waitFor();
  const [header, row, ...more] = (await page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/);
  assert.match(header, /^Light\tPlace\tFirst lit\t/);
  assert.match(row, /^Eddystone\tPlymouth, England\t1698-11-14\t49\t\$1250000\.5\t0\.4\t9120\tfalse\t/);
  assert.deepEqual(more, []);
});

test("shows numbers without what binary arithmetic added, and copies and exports them as they were sent", async () => {
  const columns = ["Name", "Amount"];
  const rows = [
    ["A", 112.05000000000001],
    ["B", 0.1 + 0.2],
    ["C", 1234.5],
  ];
  const { page } = await openTable({ columns, rows }, { permissions: ["clipboard-read", "clipboard-write"] });
  assert.deepEqual(await column(page, 2), ["112.05", "0.3", "1,234.5"]);
  await page.getByRole("button", { name: "Copy table" }).click();
  await page.getByText("Copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(copied.split(/\r?\n/).slice(1), [
    "A\t112.05000000000001",
    "B\t0.30000000000000004",
    "C\t1234.5",
  ]);
  assert.match((await download(page)).text, /112\.05000000000001/);
});

test("a table without rows offers nothing that needs some", async () => {
  for (const [name, options] of Object.entries(devices)) {
    const { page, context, assertNoTrouble } = await openTable({ columns: ["A", "B"], rows: [] }, options);
    await page.getByText("This table has no rows.").waitFor();
    await page.waitForLoadState("load");
    assert.equal(await page.locator(".document :is(button, input, a[download])").count(), 0);
    for (const id of ["copy", "csv", "full-screen"])
      assert.equal(await page.locator(`#tool-${id}`).count(), 0);
    await assertLooksWell(page, `table-empty-${name}`);
    assertNoTrouble();
    await context.close();
  }
});

test("without JavaScript the table shows its first rows and where to get the rest", async () => {
  const { page, context } = await open(browser, lightsUrl, { javaScriptEnabled: false });
  assert.equal(await page.locator("tbody tr").count(), 4);
  assert.ok(await page.getByText("Red every three seconds").isVisible());
  assert.equal(await page.locator(".document :is(button, input)").count(), 0);
  await context.close();
  const large = await openTable(manyRows(1500), { javaScriptEnabled: false });
  assert.equal(await large.page.locator("tbody tr:not(.widest)").count(), 40);
  assert.ok(await large.page.getByText("The first 40 of 1,500 rows are shown.").isVisible());
  const file = await save(large.page, "CSV");
  assert.equal(
    readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\r\n").length,
    1501,
  );
  await keepScreenshot(large.page, "table-no-javascript");
  await large.context.close();
});

test("rows that are not in the HTML can be scrolled, sorted and searched", () =>
  assertManyRowsWork(browser, key, 3000));

test("columns of digits are no wider on a phone than their headings, until they have filters", async () => {
  const content = { columns: ["#", "A", "OK", "B"], rows: [[1, 2, true, "x"]] };
  const { page } = await openTable(
    { ...content, columns: [...content.columns, "Remarks of the keeper"] },
    devices.phone,
  );
  await page.getByRole("searchbox").waitFor();
  const widths = () =>
    page
      .locator("tbody td")
      .evaluateAll((cells) => cells.slice(1, 4).map((cell) => cell.getBoundingClientRect().width));
  assert.ok(Math.max(...(await widths())) < 64, String(await widths()));
  await showFilters(page);
  assert.ok(Math.min(...(await widths())) >= 64, String(await widths()));
});

test("a large table is drawn on a phone and in the dark too", async () => {
  const { page } = await openTable(manyRows(5000), { ...devices.phone, colorScheme: "dark" });
  await page.getByRole("searchbox").waitFor();
  await assertFits(page);
  await page.locator(".table-wrap").evaluate((frame) => frame.scrollTo(200, 9000));
  await page.locator(".is-scrolled").waitFor();
  await keepScreenshot(page, "table-large-phone-dark");
});

test("a truncated cell shows its full text when clicked", async () => {
  const { page, assertNoTrouble } = await openTable(manyRows(1200), devices.desktop);
  const cell = page.locator("tbody td", { hasText: "Row 0 has a remark" });
  const box = page.locator(".whole-text");
  assert.ok(await box.isHidden());
  await cell.click();
  assert.ok(await box.isVisible());
  assert.match(await box.innerText(), /^Row 0 has .* line of text$/);
  await keepScreenshot(page, "table-whole-text");
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  assert.ok(await box.isHidden());
  await page.locator("tbody td").nth(1).click();
  assert.ok(await box.isHidden());
  assertNoTrouble();
});

test("truncated cells open and close with the keyboard", async () => {
  const columns = ["Number", "Remark", "Page"];
  const rows = Array.from({ length: 3000 }, (_, i) => [
    i,
    i % 3 ? "short" : `Remark ${i}: ${"longer than what a cell can hold, ".repeat(5)}`,
    {
      url: `https://example.org/${i}`,
      text: i % 3 === 1 ? `Page ${i} ${"of many more ".repeat(9)}` : "Page",
    },
  ]);
  const { page, assertNoTrouble } = await openTable({ columns, rows }, devices.desktop);
  const box = page.getByRole("dialog", { name: "Full text" });
  const buttons = page.getByRole("button", { name: "Show full text" });
  await buttons.first().waitFor();
  assert.equal(await page.locator(".show-whole[tabindex='0']").count(), 1);
  const expanded = page.locator(".show-whole[aria-expanded='true']");
  const focused = (name) =>
    page.evaluate((property) => document.activeElement.closest("tr")?.[property], name);

  await page.getByRole("button", { name: "Page" }).focus();
  await page.keyboard.press("Tab");
  assert.equal(await focused("ariaRowIndex"), "2");
  for (const key of ["Enter", "Space"]) {
    await page.keyboard.press(key);
    await box.waitFor();
    assert.match(await box.innerText(), /^Remark 0: longer/);
    await expanded.waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
    assert.equal(await focused("ariaRowIndex"), "2");
    await expanded.waitFor({ state: "detached" });
  }
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused("ariaRowIndex"), "3");
  await page.keyboard.press("Enter");
  assert.match(await box.innerText(), /^Page 1 of many/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused("ariaRowIndex"), "5");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused("ariaRowIndex"), "3");
  await keepScreenshot(page, "table-cut-cells");

  // Values are what they were: the button is no part of its cell.
  await page.getByRole("searchbox").fill("remark 2997");
  const { text } = await download(page);
  assert.match(text, /\r\n2997,"Remark 2997: [^\n]*",https:\/\/example\.org\/2997\r\n$/);
  assert.equal(await page.locator(".show-whole[tabindex='0']").count(), 1);
  assertNoTrouble();
});

test("the search of a table with one row says so", async () => {
  const { page } = await openTable({ columns: ["Thing"], rows: [["Lamp"]] });
  await page.getByPlaceholder("Search 1 row", { exact: true }).waitFor();
});

test("prints the rows of a large table", async () => {
  const { page } = await openTable(manyRows(1200));
  await allLoaded(page);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  // The frame has another size on paper, and what is drawn for the next frame may come after the event.
  await page.locator(".table-wrap").evaluate(async (frame) => {
    frame.style.height = "300px";
    for (let i = 0; i < 3; ++i) await new Promise(requestAnimationFrame);
  });
  assert.equal(await page.locator("tbody tr:not(.spacer)").count(), 1200);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.ok((await page.locator("tbody tr").count()) < 200);
});

test("prints a very wide table some columns at a time, each with the first", async () => {
  const columns = Array.from({ length: 60 }, (_, i) => `Measurement ${i}`);
  const rows = Array.from({ length: 5 }, (_, r) => columns.map((_, c) => (c ? r * c : `Station ${r}`)));
  const { page } = await openTable({ columns, rows });
  await page.getByRole("searchbox").waitFor();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const sheets = page.locator(".on-paper table");
  const count = await sheets.count();
  assert.ok(count > 2, String(count));
  assert.equal(await page.locator(".table-wrap").isVisible(), false);
  const printed = [];
  for (const sheet of await sheets.all()) {
    const labels = await sheet.locator("thead th").allInnerTexts();
    assert.equal(labels.shift(), "Measurement 0");
    printed.push(...labels);
  }
  assert.deepEqual(printed, columns.slice(1));
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await sheets.count(), 0);
});

test("the sheets of a table that is little wider than paper are about equally full", async () => {
  const columns = Array.from({ length: 13 }, (_, i) => `Column ${i}`);
  const rows = [columns.map((_, i) => `A cell of column ${i}`)];
  const { page } = await openTable({ columns, rows }, devices.desktop);
  await page.getByRole("searchbox").waitFor();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const counts = await page
    .locator(".on-paper table")
    .evaluateAll((sheets) => sheets.map((sheet) => sheet.tHead.rows[0].cells.length));
  assert.deepEqual(counts, [7, 7]);
});

test("column filters compare numbers and dates, and find texts", async () => {
  const { page, assertNoTrouble } = await open(browser, lightsUrl);
  const { filter, expectFound } = await showFilters(page);
  await expectFound("Height (m)", "> 50", ["Pharos", "Cordouan"]);
  await expectFound("Height (m)", "9.5..49", ["North mole", "Eddystone"]);
  await expectFound("First lit", "< 1700-01-01", ["Eddystone", "Cordouan"]);
  await expectFound("First lit", "<= 1611-05-02", ["Cordouan"]);
  await expectFound("First lit", "= 1611-05-02", ["Cordouan"]);
  await expectFound("First lit", "1611-05-02..1698", ["Eddystone", "Cordouan"]);
  await expectFound("First lit", "> 1611-05-02T21:29", ["North mole", "Eddystone", "Cordouan"]);
  await expectFound("First lit", ">= 1 Oct 1858", ["North mole"]);
  await expectFound("Share of traffic", "> 40", ["Cordouan"]);
  await expectFound("Share of traffic", "= 12.3", ["North mole"]);
  await expectFound("Share of traffic", "10..40%", ["North mole", "Eddystone"]);
  await expectFound("Place", "england", ["Eddystone"]);
  await expectFound("Place", "!england", ["North mole", "Pharos", "Cordouan"]);
  await expectFound("First lit", "=", ["Pharos"]);
  await filter("Place").fill("nowhere");
  await assertAccessible(page);
  await keepScreenshot(page, "table-filters");
  await page.getByRole("button", { name: "Show all rows" }).click();
  assert.equal((await column(page, 1)).length, 4);
  assert.equal(await filter("Place").inputValue(), "");
  assertNoTrouble();
});

test("times without a zone belong to the day that is shown, wherever the viewer is", async () => {
  const columns = ["Name", { key: "at", label: "At", format: "date" }];
  const rows = [
    ["Night", "2026-01-01T00:30"],
    ["Day", "2026-01-01"],
    ["Evening", "2025-12-31 23:30"],
    ["Abroad", "2026-01-01T00:30+09:00"],
  ];
  for (const timezoneId of ["Europe/Berlin", "America/New_York"]) {
    const { page, context } = await openTable({ columns, rows }, { timezoneId });
    const { expectFound } = await showFilters(page);
    await expectFound("At", ">= 2026-01-01", ["Night", "Day", "Abroad"]);
    await expectFound("At", "<= 2025-12-31", ["Evening"]);
    await expectFound("At", "= 31 Dec 2025", ["Evening"]);
    await expectFound("At", ">= 2026-01-01T00:00", ["Night", "Day"]);
    await page.getByRole("button", { name: "At", exact: true }).click();
    assert.deepEqual(await column(page, 1), ["Abroad", "Evening", "Day", "Night"]);
    await context.close();
  }
});

test("totals add up the rows that are shown, as their column shows them", async () => {
  const content = {
    columns: ["Item", { key: "cost", label: "Cost", currency: "EUR" }, "Year", "Pieces", "Mixed"],
    rows: [
      ["Rope", 1234.5, 2020, 12000, "$5"],
      ["Chain", 65.25, 2021, 500, "€6"],
    ],
  };
  const { page, assertNoTrouble } = await openTable(content);
  const total = () => page.locator("tfoot tr > *").allInnerTexts();
  await page.getByRole("button", { name: "View" }).click();
  await page.getByLabel("Totals").selectOption("Sum");
  assert.deepEqual(await total(), ["Sum", "1,299.75", "", "12,500", ""]);
  await page.getByLabel("Totals").selectOption("Average");
  assert.deepEqual(await total(), ["Average", "649.88", "", "6,250", ""]);
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill("rope");
  assert.deepEqual(await total(), ["Average", "1,234.50", "", "12,000", "$5"]);
  await assertAccessible(page);
  await keepScreenshot(page, "table-totals");
  assertNoTrouble();
});

test("a total that is longer than its values widens its column", async () => {
  const { page } = await openTable(manyRows(1000));
  await page.getByRole("button", { name: "View" }).click();
  await page.getByLabel("Totals").selectOption("Sum");
  const cell = page.locator("tfoot td").nth(1);
  await cell.waitFor();
  const overflow = await page
    .locator("tfoot tr > *")
    .evaluateAll((cells) => cells.map((one) => one.scrollWidth - one.clientWidth));
  assert.deepEqual(
    overflow.filter((excess) => excess > 0),
    [],
  );
});

test("columns can be hidden, and are then not exported", async () => {
  const { page, assertNoTrouble } = await open(browser, lightsUrl, devices.desktop);
  await page.getByRole("button", { name: "View" }).click();
  for (const name of ["Place", "Cost"]) await page.getByLabel(name, { exact: true }).uncheck();
  await keepScreenshot(page, "table-columns");
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("button", { name: "Place" }).isVisible(), false);
  assert.equal(await page.getByText("Plymouth, England").isVisible(), false);
  const { text } = await download(page);
  assert.match(text, /^\ufeff?Light,First lit,Height \(m\),Share of traffic,/);
  assertNoTrouble();
});

test("rows that could not be loaded are asked for again", async () => {
  const url = await linkToTable(key, manyRows(1000));
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.route(/\/rows\?/, (route) => route.abort());
  await page.goto(url);
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /could not be loaded/);
  await page.unroute(/\/rows\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await allLoaded(page);
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("a table that has changed since says so, and shows no mixture", async () => {
  const artifact = await share(key, { template: "table", content: manyRows(1000) });
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const change = async (route) => {
    await call(key, "PUT", `/artifacts/${artifact.id}`, { content: manyRows(500) });
    await route.continue();
  };
  await page.route(/\/rows\?/, change, { times: 1 });
  await page.goto(artifact.url);
  await page.getByText("This table has changed since the page was opened.").waitFor();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await page.getByPlaceholder("Search 500 rows").waitFor();
  await allLoaded(page);
});

test("the shortcut to find leads to the search of a large table, as the browser sees only some rows", async () => {
  const { page } = await openTable(manyRows(1000));
  await page.getByRole("searchbox").waitFor();
  await page.keyboard.press("Control+f");
  assert.ok(await page.getByRole("searchbox").evaluate((field) => field === document.activeElement));
});

test("a view of a link with a view limit has all rows", async () => {
  const url = await linkToTable(key, manyRows(1000), { maxViews: 1 });
  const { page, assertNoTrouble } = await open(browser, url);
  await page.getByRole("button", { name: "Open" }).click();
  await allLoaded(page);
  await scrollTo(page, 1);
  await page.locator("tr[aria-rowindex='1001']").waitFor();
  assertNoTrouble();
});

test("pictures of other hosts are shown as the link allows", async () => {
  const content = {
    columns: ["Ship", "Picture"],
    rows: [["A", { src: "https://pictures.example/a.png", alt: "The ship A" }]],
  };
  const shown = await openTable(content, {}, { remoteImages: "on" });
  assert.equal(await shown.page.getByAltText("The ship A").count(), 1);
  await shown.context.close();
  const asked = await openTable(content, {}, { remoteImages: "click" });
  assert.equal(await asked.page.getByAltText("The ship A").count(), 0);
  await asked.page.getByRole("link", { name: "The ship A" }).click();
  assert.equal(await asked.page.getByAltText("The ship A").count(), 1);
  await asked.context.close();
});

test("a hundred columns scroll in their frame, and the first stays", async () => {
  const columns = Array.from({ length: 100 }, (_, i) => `Measurement ${i}`);
  const rows = Array.from({ length: 40 }, (_, r) =>
    columns.map((_, c) => (c ? r * c : `${r === 14 ? "محطة" : "Station"} ${r}`)),
  );
  const { page, assertNoTrouble } = await openTable({ columns, rows }, devices.desktop);
  await assertFits(page);
  await page.locator(".table-wrap").evaluate((frame) => frame.scrollTo(2000, 400));
  await page.locator(".is-scrolled").waitFor();
  const edges = await page.evaluate(() => {
    const left = (selector) => document.querySelector(selector).getBoundingClientRect().left;
    const top = (selector) => document.querySelector(selector).getBoundingClientRect().top;
    return [
      left("tbody tr:nth-child(15) td") - left(".table-wrap"),
      top("thead th:nth-child(20)") - top(".table-wrap"),
    ];
  });
  for (const edge of edges) assert.ok(edge >= 0 && edge < 3, String(edges));
  await keepScreenshot(page, "table-wide");
  assertNoTrouble();
});

test("all tables show two lines of a long text, and all of it when clicked", async () => {
  const long = "A remark that goes on and on, as remarks do, with all that there is to say. ".repeat(4);
  const rows = (count) => Array.from({ length: count }, (_, i) => [i, i % 2 ? "short" : long]);
  for (const [count, options] of [
    [4, devices.desktop],
    [300, devices.desktop],
    [4, devices.phone],
  ]) {
    const { page, context, assertNoTrouble } = await openTable(
      { columns: ["No", "Remark"], rows: rows(count) },
      options,
    );
    await page.getByRole("button", { name: "Show full text" }).first().waitFor();
    const cells = page.locator("tbody tr:not(.spacer) td:nth-child(2)");
    const lines = await cells.evaluateAll((all) =>
      all.map((cell) => {
        const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(cell);
        const inner = (cell.firstElementChild ?? cell).clientHeight;
        const padding = cell.firstElementChild ? 0 : parseFloat(paddingTop) + parseFloat(paddingBottom);
        return Math.round((inner - padding) / parseFloat(lineHeight));
      }),
    );
    assert.equal(lines[0], 2, `${count} rows`);
    assert.equal(await page.locator("td > div:not(:has(+ .show-whole))").count(), 0);
    await cells.first().click();
    assert.equal((await page.locator(".whole-text").innerText()).trim(), long.trim());
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    assert.equal((await download(page)).text.split("\r\n")[1], `0,"${long}"`);
    await keepScreenshot(
      page,
      `table-long-texts-${count}-${options === devices.phone ? "phone" : "desktop"}`,
    );
    assertNoTrouble();
    await context.close();
  }
});

test("without JavaScript a long text is there as a whole", async () => {
  const long = "A remark that goes on and on. ".repeat(10);
  const { page } = await openTable({ columns: ["Remark"], rows: [[long]] }, { javaScriptEnabled: false });
  const hidden = await page
    .locator("td > div")
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  assert.equal(hidden, 0);
});

test("the edge at which a table is cut fades, and no other", async () => {
  const columns = Array.from({ length: 40 }, (_, i) => `Measurement ${i}`);
  const { page } = await openTable({ columns, rows: [columns.map((_, i) => i)] }, devices.desktop);
  const frame = page.locator(".table-wrap");
  const mask = () => frame.evaluate((element) => getComputedStyle(element).maskImage);
  await page.locator(".is-cut-right").waitFor();
  assert.match(await mask(), /^linear-gradient\(to right, rgb\(0, 0, 0\)/);
  await frame.evaluate((element) => (element.scrollLeft = element.scrollWidth));
  await page.locator(".is-cut-left:not(.is-cut-right)").waitFor();
  assert.equal(await mask(), "none");
});

test("the currency of a column is in its heading, as the reader's language writes it", async () => {
  const content = {
    columns: ["Item", { key: "cost", label: "Cost", currency: "USD" }],
    rows: [
      ["Rope", 5],
      ["Chain", -1234.5],
    ],
  };
  for (const [locale, sign] of [
    ["en-US", "$"],
    ["en-GB", "US$"],
  ]) {
    const { page, context } = await openTable(content, { locale });
    await page.getByRole("button", { name: `Cost ${sign}`, exact: true }).waitFor();
    assert.deepEqual(await column(page, 2), ["5.00", "−1,234.50"]);
    assert.match((await download(page)).text, /^\ufeff?Item,Cost\r\nRope,5\r\nChain,-1234\.5\r\n$/);
    await context.close();
  }
  const { page } = await openTable(content, { javaScriptEnabled: false });
  assert.equal(await page.locator("th").nth(1).innerText(), "Cost USD");
});

test("times are the reader's, and are sorted, filtered, copied and downloaded as they were sent", async () => {
  const times = ["2026-01-15T23:30:00Z", "2026-07-01T08:00:05+09:00", "N/A"];
  for (const [count, timezoneId, expected] of [
    [3, "Europe/Berlin", ["16 Jan 2026, 00:30", "1 Jul 2026, 01:00:05", "N/A"]],
    [3, "America/New_York", ["15 Jan 2026, 18:30", "30 Jun 2026, 19:00:05", "N/A"]],
    [300, "Europe/Berlin", ["16 Jan 2026, 00:30", "1 Jul 2026, 01:00:05", "N/A"]],
  ]) {
    const rows = Array.from({ length: count }, (_, i) => [`Row ${i}`, times[i % 3]]);
    const { page, context, assertNoTrouble } = await openTable(
      { columns: ["Name", "At"], rows },
      { timezoneId },
    );
    await page.getByRole("button", { name: "At local time", exact: true }).waitFor();
    assert.deepEqual((await column(page, 2)).slice(0, 3), expected);
    assert.equal(await page.locator("tbody time").first().getAttribute("title"), times[0]);
    await page.getByRole("searchbox").fill(expected[1]);
    await page.locator("tbody tr:not(.spacer)").first().getByText("Row 1", { exact: true }).waitFor();
    assert.equal((await download(page)).text.split("\r\n")[1], `Row 1,${times[1]}`);
    await page.getByRole("searchbox").fill("");
    const { expectFound } = await showFilters(page);
    if (count === 3) await expectFound("At", "= 2026-01-15", ["Row 0"]);
    assertNoTrouble();
    await context.close();
  }
});

test("days are written as times are, in the reader's language, and are found as they were sent", async () => {
  for (const [count, locale, day] of [
    [3, "en", "15 Jan 2026"],
    [3, "de", "15. Jan. 2026"],
    [300, "fr", "15 janv. 2026"],
  ]) {
    const rows = Array.from({ length: count }, (_, i) => [`Row ${i}`, i % 3 ? "2025-11-30" : "2026-01-15"]);
    const { page, context, assertNoTrouble } = await openTable(
      { columns: ["Name", "At"], rows },
      { locale, timezoneId: "America/New_York" },
    );
    assert.equal((await column(page, 2))[0], day);
    for (const text of ["2026-01-15", day]) {
      await page.getByRole("searchbox").fill(text);
      await until(
        () => column(page, 2),
        (days) => days.length > 0 && days.every((one) => one === day),
      );
    }
    await page.getByRole("searchbox").fill("");
    if (locale === "en") assert.equal((await download(page)).text.split("\r\n")[1], "Row 0,2026-01-15");
    assertNoTrouble();
    await context.close();
  }
});

test("filters are a choice where a column has few values, and give an example that fits", async () => {
  const content = {
    columns: ["Ship", "Flag", { key: "share", format: "percent" }, "Tons", "Arrived", "Manned"],
    rows: Array.from({ length: 24 }, (_, i) => [
      `Ship ${i}`,
      ["Norway", "Portugal", null][i % 3],
      i / 100,
      1000 * i,
      `2026-01-${10 + (i % 10)}`,
      i % 2 === 0,
    ]),
  };
  const { page, assertNoTrouble } = await openTable(content, devices.desktop);
  const { filter } = await showFilters(page);
  assert.deepEqual(await filter("Flag").locator("option").allInnerTexts(), [
    "All",
    "Empty",
    "Norway",
    "Portugal",
  ]);
  await filter("Flag").selectOption("Portugal");
  assert.equal((await column(page, 1)).length, 8);
  await filter("Flag").selectOption("Empty");
  assert.deepEqual((await column(page, 1)).slice(0, 2), ["Ship 2", "Ship 5"]);
  await filter("Flag").selectOption("All");
  await filter("Manned").selectOption("Yes");
  assert.equal((await column(page, 1)).length, 12);
  await filter("Manned").selectOption("All");
  const examples = await page
    .locator(".filters input")
    .evaluateAll((all) => all.map((one) => one.placeholder));
  assert.deepEqual(examples, ["Filter", "> 10%", "> 10000", "> 2026-01-14"]);
  await filter("share").fill("> 10%");
  assert.equal((await column(page, 1)).length, 13);
  await assertAccessible(page);
  await keepScreenshot(page, "table-choices");
  assertNoTrouble();
});

test("a right-to-left table starts on the right", async () => {
  const content = {
    columns: ["الاسم", "المدينة", "العدد", ...Array.from({ length: 30 }, (_, i) => `عمود ${i}`)],
    rows: [
      ["منارة الإسكندرية", "الإسكندرية", 12],
      ["Eddystone", "Plymouth", 7],
    ],
  };
  const { page } = await openTable(content, {}, { title: "منارات" });
  const left = (number) =>
    page.locator(`thead th:nth-child(${number})`).evaluate((cell) => cell.getBoundingClientRect().left);
  assert.ok((await left(1)) > (await left(2)) && (await left(2)) > (await left(3)));
  const frame = page.locator(".table-wrap");
  await frame.evaluate((element) => element.scrollTo(-300, 0));
  await page.locator(".is-scrolled").waitFor();
  const { x, width } = await frame.boundingBox();
  const first = await page.locator("tbody tr:nth-child(2) td:first-child").boundingBox();
  assert.ok(Math.abs(x + width - first.x - first.width) < 3);
  await assertAccessible(page);
  await keepScreenshot(page, "table-right-to-left");
});
