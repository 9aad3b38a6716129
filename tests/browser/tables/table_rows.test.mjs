// The rows of a large table, which its page fetches and compares with those that it has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { manyRows } from "../../documents/many_rows.mjs";
import { newContext, withoutIteratedStreams } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";
import { download, linkToTable, scrollTo } from "./large_table.mjs";

const count = 300;

// Opens a table, and waits until its page has all rows, or says that it has not.
async function openRows(content, more = {}) {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(await linkToTable(key, content, more));
  await page.locator("table[data-loaded], .problem").first().waitFor({ state: "attached" });
  assert.deepEqual(await page.getByRole("alert").allInnerTexts(), []);
  return { page, context };
}

// As many rows as make a table large, with this cell in the first one.
const below = (cell) => Array.from({ length: count }, (_, i) => [i, i ? "" : cell]);

test("the rows follow whatever URL an image or link of the first one has", async () => {
  const urls = [
    "https://pictures.example/Köln.png",
    "https://pictures.example/a b.png",
    "https://Pictures.example/x.png",
    "https://pictures.example",
    "https://pictures.example/a/../\u00e9\\x.png",
  ];
  for (const remoteImages of ["on", "click", "off"]) {
    const columns = ["Number", ...urls.map((_, i) => ({ key: `image${i}`, format: "image" })), "Object"];
    const first = [0, ...urls, { src: urls[0], alt: "Köln" }];
    const rows = [first, ...below("")];
    const { page, context } = await openRows({ columns, rows }, { remoteImages });
    await page.getByRole("searchbox").fill("0");
    const { text } = await download(page);
    assert.equal(text.split("\r\n")[1], `0,${[...urls, urls[0]].join(",")}`);
    await context.close();
  }
  for (const url of urls) {
    const columns = ["Number", { key: "page", format: "link" }];
    for (const cell of [url, { url, text: "A page" }]) {
      const { context } = await openRows({ columns, rows: below(cell) });
      await context.close();
    }
  }
});

test("an image that was shown before the rows came keeps its URL", async () => {
  const url = "https://pictures.example/Köln.png";
  const columns = ["Number", { key: "image", format: "image" }];
  const context = await newContext(browser);
  const page = await context.newPage();
  let release;
  const isReleased = new Promise((resolve) => (release = resolve));
  await page.route(/\/rows\?/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(await linkToTable(key, { columns, rows: below(url) }, { remoteImages: "click" }));
  await page.getByRole("link", { name: "Image" }).click();
  await page.locator("td img").waitFor({ state: "attached" });
  release();
  await page.locator("table[data-loaded], .problem").first().waitFor({ state: "attached" });
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("the rows follow whatever line ends the first one and the headings have", async () => {
  const texts = ["two\r\nlines", "old\rlines", "end\r", "see https://example.org/a\r\nand more"];
  const records = [
    ["Number", "Remark\r\nof the day", "Note"],
    ...texts.map((text, i) => [String(i), text, "x"]),
    ...Array.from({ length: count }, (_, i) => [String(i), "", ""]),
  ];
  const lines = records.map((record) => record.map((field) => `"${field}"`).join(","));
  for (let first = 0; first < texts.length; ++first) {
    const csv = [lines[0], ...lines.slice(first + 1)].join("\r\n");
    const { page, context } = await openRows({ csv });
    await page.getByRole("searchbox").fill("x");
    const { text } = await download(page);
    const expected = texts.slice(first).map((one, i) => `${first + i},"${one}",x\r\n`);
    assert.equal(text, `Number,"Remark\r\nof the day",Note\r\n${expected.join("")}`);
    await context.close();
  }
  const cells = [
    { url: "https://example.org/", text: "two\r\nlines" },
    { src: "https://pictures.example/a.png", alt: "two\r\nlines" },
    " https://example.org/\r\n",
  ];
  for (const cell of cells) {
    const columns = ["Number", { key: "cell", format: "link" }];
    const { context } = await openRows({ columns, rows: below(cell) });
    await context.close();
  }
});

test("the CSV of a small table has the line ends that it was sent with", async () => {
  const csv = 'Number,"Re\r\nmark"\r\n1,"two\r\nlines"\r\n2,"old\rlines"\r\n';
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(await linkToTable(key, { csv }));
  assert.equal((await download(page)).text, csv);
});

test("the rows follow if a link of the first one is truncated", async () => {
  const link = { url: "https://example.org/", text: "a link with a long text ".repeat(10) };
  const { page } = await openRows({ columns: ["Number", "Page"], rows: below(link) });
  assert.equal(await page.locator(".show-whole").count(), 1);
  await page.getByRole("searchbox").fill("link");
  assert.match((await download(page)).text, /\r\n0,https:\/\/example\.org\/\r\n$/);
});

test("the rows come in browsers that cannot iterate over a stream", async () => {
  const context = await newContext(browser);
  await context.addInitScript(withoutIteratedStreams);
  const page = await context.newPage();
  await page.goto(await linkToTable(key, manyRows(3000)));
  await page.locator("table[data-loaded], .problem").first().waitFor({ state: "attached" });
  assert.deepEqual(await page.getByRole("alert").allInnerTexts(), []);
  await scrollTo(page, 1);
  await page.locator("tr[aria-rowindex='3001']").waitFor();
});
