// Tables are edited in a grid, and charts in a form beside a grid of their data.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newKey, origin, until } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { chartOf, withRows } from "../../../pages/assets/chart_editor.mjs";
import { writeJson } from "../../../pages/assets/data_texts.mjs";
import { workbook } from "../../documents/workbook_writer.mjs";
import { assertLooksWell, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

let user;
let key;
before(async () => {
  user = await newUser();
  key = newKey(user.account);
});

async function openSignedIn(path, options) {
  const opened = await open(browser, origin + path, options);
  const { page } = opened;
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(origin + path);
  return opened;
}
async function make(template, content) {
  const { status, json, text } = await call(key, "POST", "/artifacts", { template, content });
  assert.equal(status, 201, text);
  return json.id;
}
const contentOf = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json.content;
const editing = (id) => `/dashboard/artifacts/${id}/content`;

const grid = (page) => page.getByRole("grid");
const cell = (page, text) => grid(page).getByRole("gridcell", { name: text, exact: true });
const preview = (page) => page.frameLocator(".pages iframe:not(.coming)");
// What is sent.
const valueIn = (page) => page.locator("textarea#text").inputValue();
async function save(page) {
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved.").waitFor();
}
const press = async (page, ...keys) => {
  for (const one of keys) await page.keyboard.press(one);
};
// As Ctrl+V does it, without the clipboard of the machine.
const paste = (page, text) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }, text);
const copied = (page) =>
  page.evaluate(() => {
    const clipboardData = new DataTransfer();
    const event = new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
    return clipboardData.getData("text/plain");
  });

const prices = {
  columns: ["Thing", { key: "price", label: "Price", format: "currency", currency: "EUR", own: 1 }],
  rows: [
    ["Lamp", 12.5],
    ["Chair", 80],
    ["Desk", 240],
  ],
  lang: "de",
};

for (const [name, options] of Object.entries(devices))
  test(`a table's cells are typed, and its formats stay (${name})`, async () => {
    const id = await make("table", prices);
    const { page, assertNoTrouble } = await openSignedIn(editing(id), options);
    await assertLooksWell(page, `table-grid-${name}`);
    if (options.hasTouch) {
      await cell(page, "80").tap();
      await cell(page, "80").tap();
      await page.keyboard.press("Control+a");
    } else {
      await cell(page, "80").click();
    }
    await page.keyboard.type("95");
    await assertLooksWell(page, `table-grid-typing-${name}`);
    await page.keyboard.press("Enter");
    await preview(page).getByRole("cell", { name: /95/ }).waitFor();
    await save(page);
    const [lamp, [chair], desk] = prices.rows;
    assert.deepEqual(await contentOf(id), { ...prices, rows: [lamp, [chair, 95], desk] });
    assertNoTrouble();
  });

test("rows and columns are added, moved and removed, and all of it is undone", async () => {
  const id = await make("table", { csv: "a,b\n1,2\n3,4\n" });
  const { page, assertNoTrouble } = await openSignedIn(editing(id));
  const act = (name) => page.getByRole("button", { name, exact: true }).click();
  await cell(page, "1").click();
  const steps = [
    ["Add row", "a,b\n1,2\n,\n3,4\n"],
    ["Move row down", "a,b\n1,2\n3,4\n"],
    ["Undo", "a,b\n1,2\n,\n3,4\n"],
    ["Delete row", "a,b\n1,2\n3,4\n"],
    ["Move row up", "a,b\n3,4\n1,2\n"],
    ["Add column", "a,,b\n3,,4\n1,,2\n"],
    ["Move column right", "a,b\n3,4\n1,2\n"],
    ["Move column left", "a,,b\n3,,4\n1,,2\n"],
    ["Undo", "a,b\n3,4\n1,2\n"],
  ];
  for (const [name, value] of steps) {
    await act(name);
    assert.equal(await valueIn(page), value, name);
  }
  await cell(page, "4").click();
  await press(page, "Alt+ArrowLeft");
  await act("Delete column");
  assert.equal(await valueIn(page), "a\n3\n1\n");
  while (await page.getByRole("button", { name: "Undo", exact: true }).isEnabled()) await act("Undo");
  assert.equal(await valueIn(page), "a,b\n1,2\n3,4\n");
  await press(page, "Control+y");
  assert.equal(await valueIn(page), "a,b\n1,2\n,\n3,4\n");
  assertNoTrouble();
});

test("a column is as wide as its heading, beside cells of as many characters", async () => {
  const id = await make("table", { csv: "Quantity,WMMMMMW,Region\n11111111,1111111,North\n" });
  const { page } = await openSignedIn(editing(id));
  await cell(page, "11111111").waitFor();
  const heading = (name) => grid(page).getByRole("columnheader", { name, exact: true });
  const roomIn = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { paddingLeft, paddingRight } = getComputedStyle(one);
    const inner = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return inner - range.getBoundingClientRect().width;
  };
  for (const name of ["Quantity", "WMMMMMW", "Region"]) {
    const room = await heading(name).evaluate(roomIn);
    assert.ok(room >= 0, `${name}: ${room}`);
  }
});

test("cells of a spreadsheet are pasted, copied, cleared and cut", async () => {
  const id = await make("table", { csv: "a,b\n1,2\n" });
  const { page, assertNoTrouble } = await openSignedIn(editing(id));
  await cell(page, "2").click();
  await paste(page, 'x\t"two\nlines"\r\n\t"""q"", |"\r\n');
  assert.equal(await valueIn(page), 'a,b,\n1,x,"two\nlines"\n,,"""q"", |"\n');
  assert.equal(await copied(page), 'x\t"two\nlines"\n\t"""q"", |"');
  await press(page, "Delete");
  assert.equal(await valueIn(page), "a,b\n1,\n");
  await press(page, "Control+z", "Control+Home", "Shift+ArrowRight");
  assert.equal(await copied(page), "a\tb");
  // All of it is replaced, and a table needs not be as large as before.
  await press(page, "Control+a");
  await paste(page, "n;m\n1,5;2");
  assert.equal(await valueIn(page), 'n,m\n"1,5",2\n');
  await page.getByRole("button", { name: "CSV", exact: true }).click();
  await page.getByRole("button", { name: "Grid", exact: true }).click();
  await cell(page, "1,5").waitFor();
  await save(page);
  assert.deepEqual(await contentOf(id), { csv: 'n,m\n"1,5",2\n' });
  assertNoTrouble();
});

test("cells with headings that are pasted at the top left replace all, which can be undone", async () => {
  const before = "a,b\n1,2\n3,4\n5,6\n";
  const id = await make("table", { csv: before });
  const { page, assertNoTrouble } = await openSignedIn(editing(id));
  await grid(page).focus();
  await press(page, "Control+Home");
  await paste(page, "City\t2025\nOslo\t7");
  assert.equal(await valueIn(page), "City,2025\nOslo,7\n");
  await press(page, "Control+z");
  assert.equal(await valueIn(page), before);
  // Cells without headings, or elsewhere, leave what is around them.
  await press(page, "Control+Home");
  await paste(page, "7\t8\n9\t10");
  assert.equal(await valueIn(page), "7,8\n9,10\n3,4\n5,6\n");
  assertNoTrouble();
});

test("all data is replaced with one click and a paste, and by a file", async () => {
  const id = await make("table", { csv: "a,b\n1,2\n" });
  for (const [name, options] of Object.entries(devices)) {
    const { page, context, assertNoTrouble } = await openSignedIn(editing(id), options);
    const replace = page.getByRole("button", { name: "Replace data" });
    await replace.click();
    await assertLooksWell(page, `replace-data-${name}`);
    await paste(page, "Month\tSales\nMay\t7\n");
    assert.equal(await valueIn(page), "Month,Sales\nMay,7\n");
    assert.ok(await grid(page).evaluate((one) => one === document.activeElement));
    await press(page, "Control+z");
    assert.equal(await valueIn(page), "a,b\n1,2\n");
    await replace.click();
    const buffer = Buffer.from("x,y\r\n3,4\r\n");
    await page.getByLabel("File of CSV").setInputFiles({ name: "x.csv", mimeType: "text/csv", buffer });
    await cell(page, "4").waitFor();
    assert.equal(await valueIn(page), "x,y\n3,4\n");
    await replace.click();
    await press(page, "Escape");
    assert.equal(await page.getByLabel("New data").isVisible(), false);
    assertNoTrouble();
    await context.close();
  }
});

test("works by keyboard alone, and does not keep the focus", async () => {
  const id = await make("table", { csv: "a,b\n1,2\n" });
  const { page } = await openSignedIn(editing(id));
  await grid(page).focus();
  await press(page, "ArrowDown", "Enter", "End");
  await page.keyboard.type("0");
  // The next cell of the row, the first one of the next row, and a row behind the last.
  await press(page, "Tab", "F2", "Home");
  await page.keyboard.type("1");
  await press(page, "Enter");
  await page.keyboard.type("new");
  await press(page, "Alt+Enter");
  await page.keyboard.type("line");
  await press(page, "Tab");
  assert.equal(await valueIn(page), 'a,b\n10,12\n,"new\nline"\n');
  await page.keyboard.type("dropped");
  await press(page, "Escape", "Tab");
  assert.ok(await grid(page).evaluate((one) => one !== document.activeElement));
  const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
  for (let steps = 0; steps < 12 && (await focused()) !== "Save changes"; ++steps) await press(page, "Tab");
  await press(page, "Enter");
  await until(
    () => contentOf(id),
    ({ csv }) => csv === 'a,b\n10,12\n,"new\nline"\n',
  );
});

test("takes 200,000 cells, and refuses more than it can show", async () => {
  const id = await make("table", { csv: "a,b\n1,2\n" });
  const { page, assertNoTrouble } = await openSignedIn(editing(id));
  const many = (rows) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: 10 }, (_, column) => (row === 0 ? `c${column}` : row * column)).join("\t"),
    ).join("\n");
  await cell(page, "1").click();
  await press(page, "Control+a");
  await paste(page, many(20_000));
  await page.getByText("19,999 rows, 10 columns.").waitFor();
  await press(page, "Control+End");
  await page.keyboard.type("last");
  await press(page, "Enter", "Control+Home");
  assert.ok((await grid(page).getByRole("gridcell").count()) < 400);
  await press(page, "Control+a");
  await paste(page, many(50_001));
  await page.getByText(/^These are 500,010 cells\. The grid takes 500,000/).waitFor();
  await save(page);
  const { csv } = await contentOf(id);
  assert.equal(csv.split("\n").length, 20_001);
  assert.match(csv, /,last\n$/);
  assertNoTrouble();
});

const teal = {
  type: "bar",
  own: { kept: 1.5 },
  data: {
    labels: ["Q1", "Q2"],
    datasets: [{ label: "Sales", backgroundColor: "teal", data: [3, 5] }],
  },
};

for (const [name, options] of Object.entries(devices))
  test(`a chart is changed in a form, beside its data (${name})`, async () => {
    const id = await make("chart", { ...teal, title: "Sales" });
    const { page, assertNoTrouble } = await openSignedIn(editing(id), options);
    await preview(page).locator("canvas").waitFor();
    await assertLooksWell(page, `chart-form-${name}`);
    await page.getByLabel("Type").selectOption("Horizontal bars");
    await page.getByLabel("Chart title").fill("Revenue");
    await page.getByLabel("Title of label axis").fill("Quarter");
    await page.getByLabel("Title of value axis").fill("Million €");
    await page.getByLabel("Stacked").check();
    await page.getByLabel("Legend").uncheck();
    await preview(page).getByText("Revenue").first().waitFor();
    await assertLooksWell(page, `chart-form-changed-${name}`);
    await save(page);
    assert.deepEqual(await contentOf(id), {
      ...teal,
      type: "horizontalBar",
      title: "Revenue",
      xAxis: { title: "Quarter" },
      yAxis: { title: "Million €" },
      stacked: true,
      options: { plugins: { legend: { display: false } } },
    });
    assertNoTrouble();
  });

test("a chart is made of pasted cells, and of a file, with one click", async () => {
  const { page, assertNoTrouble } = await openSignedIn("/dashboard/artifacts/new");
  const makeChart = page.getByRole("button", { name: "Make a chart" });
  const made = () => valueIn(page).then((text) => JSON.parse(text).data);
  const editor = page.locator(".text-editor");
  await editor.waitFor();
  await page.keyboard.insertText("Name\tTown\nSam\tBern\n");
  await preview(page).getByRole("cell", { name: "Bern" }).waitFor();
  // Two lines may be anything.
  assert.equal(await makeChart.count(), 0);
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("Month\tSales\nMay\t1,200\nJune\t950\n");
  await makeChart.waitFor();
  await preview(page).getByRole("cell", { name: "June" }).waitFor();
  await assertLooksWell(page, "new-cells");
  await makeChart.press("Enter");
  await preview(page).locator("canvas").waitFor();
  assert.deepEqual((await made()).datasets, [{ label: "Sales", data: [1200, 950] }]);
  assert.ok(await grid(page).evaluate((shown) => shown.contains(document.activeElement)));
  assert.equal(await makeChart.count(), 0);

  await page.evaluate("localStorage.clear()");
  await page.goto(`${origin}/dashboard/artifacts/new`);
  const buffer = Buffer.from("Month,Sales\r\nMay,7\r\n");
  await page.getByLabel("choose a file").setInputFiles({ name: "sales.csv", mimeType: "text/csv", buffer });
  await makeChart.click();
  await cell(page, "7").waitFor();
  assert.deepEqual(await made(), { labels: ["May"], datasets: [{ label: "Sales", data: [7] }] });
  assert.equal(await page.getByLabel("Title", { exact: true }).inputValue(), "sales.csv");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.frameLocator("iframe").locator("canvas").waitFor();
  assertNoTrouble();
});

const regions =
  "Region\tManager\tQ1\tQ2\tGrowth\n" +
  "North\tAnna\t€1,200\t€1,340\t11.7%\nSouth\tBen\t€980\t€1,010\t3.1%\nTotal\t\t€2,180\t€2,350\t7.8%\n";

test("a chart of pasted cells draws their numbers, says what it leaves out, and gives it back to a table", async () => {
  const { page, assertNoTrouble } = await openSignedIn("/dashboard/artifacts/new");
  await page.locator(".text-editor").waitFor();
  await page.keyboard.insertText(regions);
  await page.getByRole("button", { name: "Make a chart" }).click();
  await preview(page).locator("canvas").waitFor();
  await page.getByText("Left out: Manager. Left out, as percentages need another axis").waitFor();
  await assertLooksWell(page, "chart-of-regions");
  await page.getByText("Template, description, expiry").click();
  const template = page.getByLabel("Template");
  await template.selectOption("Table");
  await preview(page).getByRole("cell", { name: "Anna" }).waitFor();
  await template.selectOption("Chart");
  await preview(page).locator("canvas").waitFor();
  // Other cells, of which some are texts.
  await page.getByRole("button", { name: "Replace data" }).click();
  await paste(page, "Town,Sales\nBern,7\nOslo,soon\nRome,9\n");
  await page.getByText("Left empty, as these are not numbers: “soon” in row 2 of Sales.").waitFor();
  await page.getByLabel("Title", { exact: true }).fill("Sales by town");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("heading", { name: "Sales by town" }).waitFor();
  await page.frameLocator("iframe").locator("canvas").waitFor();
  assertNoTrouble();
});

test("cells without numbers stay a table, and say why", async () => {
  const { page, assertNoTrouble } = await openSignedIn("/dashboard/artifacts/new");
  await page.locator(".text-editor").waitFor();
  await page.keyboard.insertText("Name\tTown\nSam\tBern\nKim\tRome\n");
  await page.getByRole("button", { name: "Make a chart" }).click();
  await page.getByText("There is nothing to draw in these cells: no column has numbers.").waitFor();
  await preview(page).getByRole("cell", { name: "Bern" }).waitFor();
  await cell(page, "Rome").waitFor();
  await page.getByLabel("Title", { exact: true }).fill("Towns");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("heading", { name: "Towns" }).waitFor();
  await page.frameLocator("iframe").getByRole("cell", { name: "Rome" }).waitFor();
  assertNoTrouble();
});

test("the service takes what a chart is made of, whatever cells there are", async () => {
  let seed = 7;
  const below = (count) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  const kinds = [
    () => ["North", "Süd", "=1+1", '"', "<b>", "N/A"][below(6)],
    () => `${below(3) ? "" : "-"}${below(9999)}.${below(99)}`,
    () => `${1 + below(9)}.${100 + below(899)},${10 + below(89)} €`,
    () => `${below(100)} %`,
    () => `2026-${10 + below(3)}-${10 + below(18)}`,
    () => ["$1.2M", "(3)", "1e999", "0x1F", "1E5", "Infinity", "-", "", "007"][below(9)],
    () => "",
  ];
  for (let round = 0; round < 60; ++round) {
    const columns = Array.from({ length: 1 + below(8) }, () => [kinds[below(7)], kinds[below(7)]]);
    const heading = () => ["Sales", "", "2026", "__proto__", "a/b"][below(5)];
    const line = () => columns.map(([most, few]) => (below(8) ? most() : few()).replaceAll('"', "”"));
    const cells = [columns.map(heading), ...Array.from({ length: 1 + below(20) }, line)];
    const text = cells.map((one) => one.join("\t")).join("\n");
    if (!text.trim()) continue;
    const read = chartOf(text);
    if (read.reason) {
      assert.match(read.reason, /^(?:There is nothing to draw|This is neither)/, text);
      continue;
    }
    const { chart, notes } = withRows(read);
    const content = JSON.parse(writeJson(chart));
    const { status, text: answer } = await call(key, "POST", "/artifacts", { template: "chart", content });
    assert.equal(status, 201, `${text}\n${answer}`);
    assert.ok(content.data.datasets.length > 0, JSON.stringify(text));
    for (const note of notes) assert.match(note, /^Left (?:out|empty)[^{}]*\.$/, text);
  }
});

test("pasted cells become a table, and stay a text if that is chosen", async () => {
  for (const cells of ["Month,Sales\nMay,1\nJune,2", "a;b\n1;2\n3;4", '[{"a":1,"b":2},{"a":3,"b":4}]']) {
    const { page, context, assertNoTrouble } = await openSignedIn("/dashboard/artifacts/new");
    await page.locator(".text-editor").waitFor();
    await page.keyboard.insertText(`${cells}\n\n`);
    await page.getByText("These cells become a table.").waitFor();
    await preview(page).getByRole("cell", { name: "1", exact: true }).waitFor();
    await page.getByRole("button", { name: "Keep as text" }).click();
    await page.locator(".text-editor").waitFor();
    await preview(page).locator(".document p").first().waitFor();
    assert.equal(await page.getByText("These cells become a table.").count(), 0);
    assertNoTrouble();
    await context.close();
  }
  const { page } = await openSignedIn("/dashboard/artifacts/new");
  await page.locator(".text-editor").waitFor();
  await page.keyboard.insertText(
    "Roses are red, violets are blue\nSugar is sweet, and so are you\nIt rhymes, and ends\n",
  );
  await preview(page).getByText("Roses are red").waitFor();
  assert.equal(await page.locator(".offer").count(), 0);
});

test("a pasted script is shown as code, and stays a text if that is chosen", async () => {
  const { page } = await openSignedIn("/dashboard/artifacts/new");
  await page.locator(".text-editor").waitFor();
  await page.keyboard.insertText('#!/bin/sh\nset -e\necho "# done"\n');
  await page.getByText("This is shown as Shell.").waitFor();
  await preview(page).locator(".code-file").waitFor();
  await page.getByRole("button", { name: "Keep as text" }).click();
  await preview(page).locator(".document p").first().waitFor();
  assert.equal(await page.locator(".offer").count(), 0);
});

test("other pasted code is shown as code with one click", async () => {
  const { page, assertNoTrouble } = await openSignedIn("/dashboard/artifacts/new");
  await page.locator(".text-editor").waitFor();
  await page.keyboard.insertText("import os\n\n\ndef keep(lamp):\n    return lamp\n");
  await page.getByText("Looks like Python.").waitFor();
  await page.getByRole("button", { name: "Show as code" }).click();
  await preview(page).locator(".code-file").waitFor();
  assert.equal(await page.locator(".offer").count(), 0);
  await assertLooksWell(page, "new-code");
  assertNoTrouble();
});

test("an Excel workbook becomes a table of its first sheet with two clicks, and offers the others", async () => {
  const { page, assertNoTrouble } = await openSignedIn("/dashboard/artifacts/new");
  const choose = (name, buffer) =>
    page.getByLabel("choose a file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  const day = new Date(Date.UTC(2026, 4, 1));
  const sheets = {
    Sales: [
      ["Month", "Sales", "Day"],
      ["May", 1200.5, day],
    ],
    Notes: [["Note"], ["Lamps & more"]],
  };
  await choose("sales.xlsx", workbook(sheets));
  await preview(page).getByRole("cell", { name: "1,200.5" }).waitFor();
  assert.equal(await valueIn(page), "Month\tSales\tDay\nMay\t1200.5\t2026-05-01");
  assert.equal(await page.getByLabel("Title", { exact: true }).inputValue(), "sales");
  await assertLooksWell(page, "new-workbook");
  await page.getByLabel("Sheet").selectOption("Notes");
  await preview(page).getByRole("cell", { name: "Lamps & more" }).waitFor();
  await page.getByLabel("Sheet").selectOption("Sales");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.frameLocator("iframe").getByRole("cell", { name: "May", exact: true }).waitFor();
  assertNoTrouble();
  // What is refused is not kept.
  await page.goto(`${origin}/dashboard/artifacts/new`);
  await choose("broken.xlsx", Buffer.from("PK\x03\x04 not really"));
  await page.getByText("This workbook cannot be read").waitFor();
  await choose("talk.pptx", Buffer.from("PK\x03\x04\0\x01\x02"));
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByText("The file is a presentation; save it as PDF.").first().waitFor();
  assert.equal(await page.getByText(/Choose .* again/).count(), 0);
  assert.equal(await page.locator("#file").evaluate(({ files }) => files.length), 0);
});

test("a chart in another form is edited as JSON, and says so", async () => {
  const id = await make("chart", {
    chart: { type: "column" },
    xAxis: { categories: ["a", "b"] },
    series: [{ name: "x", data: [1, 2] }],
  });
  const { page, assertNoTrouble } = await openSignedIn(editing(id));
  await page.getByText("This chart has another form than the editor’s, so it is edited as JSON.").waitFor();
  assert.equal(await page.getByLabel("Chart title").count(), 0);
  assert.match(await valueIn(page), /"categories"/);
  await assertLooksWell(page, "chart-as-json");
  assertNoTrouble();
});

test("cells that are pasted become a table, and then a chart", async () => {
  const { page, assertNoTrouble } = await openSignedIn("/dashboard/artifacts/new");
  await page.getByText("Template, description, expiry").click();
  await page.getByLabel("Template").selectOption("Table");
  await grid(page).focus();
  await paste(page, "Month\tSales\nMay\t1,200\nJune\t950\n");
  await preview(page).getByRole("cell", { name: "May" }).waitFor();
  await page.getByLabel("Template").selectOption("Chart");
  await page.getByLabel("Type").waitFor();
  await preview(page).locator("canvas").waitFor();
  assert.deepEqual(JSON.parse(await valueIn(page)).data, {
    labels: ["May", "June"],
    datasets: [{ label: "Sales", data: [1200, 950] }],
  });
  await assertLooksWell(page, "new-chart");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await page.getByRole("button", { name: "Form", exact: true }).click();
  await cell(page, "1,200").waitFor();
  await page.getByLabel("Template").selectOption("Table");
  await preview(page).getByRole("cell", { name: "1,200" }).waitFor();
  assert.equal(await valueIn(page), 'Month,Sales\nMay,"1,200"\nJune,950\n');
  assertNoTrouble();
});
