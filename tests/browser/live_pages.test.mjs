// Pages that stay current: what a reader of a page sees when its artifact changes, and what stays as it was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { manyRows } from "../documents/many_rows.mjs";
import { image, png } from "../documents/pictures.mjs";
import { call, markdown, share, until } from "../service/api_client.mjs";
import { assertLooksWell, devices, newContext, open } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

const shareLive = (content, live = "auto", more = {}) => share(key, { ...content, live, ...more });
const change = (id, content) => call(key, "PUT", `/artifacts/${id}`, { content });
const viewsOf = async (id) => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;
const table = (rows) => ({ template: "table", content: { columns: ["Light", "Height"], rows } });
const paragraphs = (count, more = "") =>
  Array.from({ length: count }, (_, i) => `Paragraph ${i} of the text.\n`).join("\n") + more;

const numbersTo = (last) => Array.from({ length: last }, (_, i) => `${i + 1}`).join("\n");

const news = (page) => page.locator(".news");
const says = (page, text) =>
  page.getByRole("status").filter({ hasText: text }).waitFor({ state: "attached" });
const showButton = (page) => page.getByRole("button", { name: "Show", exact: true });
const firstColumn = (page) => page.locator("tbody tr:not(.spacer) td:first-child").allInnerTexts();

// As when a reader comes back to the page.
async function comeBack(page) {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await news(page).waitFor({ state: "attached" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

test("a table shows new rows as the reader has sorted, filtered and scrolled it", async () => {
  const rows = (count) => Array.from({ length: count }, (_, i) => [`Light ${i}`, i]);
  const { id, url } = await shareLive(table(rows(150)));
  const { page, assertNoTrouble } = await open(browser, url, { viewport: { width: 900, height: 500 } });
  await page.getByRole("button", { name: "Height" }).click();
  await page.getByRole("searchbox").fill("1");
  const frame = page.locator(".table-wrap");
  await frame.evaluate((element) => (element.scrollTop = 300));
  const place = await frame.evaluate((element) => element.scrollTop);
  await change(id, table([...rows(150), ["Light 1000", 1000]]).content);
  await comeBack(page);
  await says(page, "The newest version is shown now.");
  const [first, second] = await firstColumn(page);
  assert.deepEqual([first, second], ["Light 1000", "Light 149"]);
  assert.equal(await page.getByRole("searchbox").inputValue(), "1");
  assert.equal(await page.getByRole("searchbox").getAttribute("placeholder"), "Search 151 rows");
  assert.equal(await frame.evaluate((element) => element.scrollTop), place);
  await page.locator(".dates", { hasText: "Updated just now" }).waitFor();
  assert.equal(await viewsOf(id), 1);
  assertNoTrouble();
});

test("a table with more rows than its page has fetches the new ones", async () => {
  const { id, url } = await shareLive({ template: "table", content: manyRows(2000) });
  const { page, assertNoTrouble } = await open(browser, url);
  await page.locator("table[data-loaded]").waitFor();
  const { columns, rows } = manyRows(2001);
  await change(id, { columns, rows });
  await comeBack(page);
  await says(page, "The newest version is shown now.");
  assert.equal(await page.locator("table").getAttribute("aria-rowcount"), "2002");
  assertNoTrouble();
});

test("a picture gives way to its new version, of another size", async () => {
  const { id, url } = await shareLive(image(png(), { alt: "Before" }));
  const { page, assertNoTrouble } = await open(browser, url);
  const picture = page.locator("#picture img");
  await change(id, image(png({ width: 40, height: 30 }), { alt: "After" }).content);
  await comeBack(page);
  await says(page, "The newest version is shown now.");
  await page.getByRole("img", { name: "After" }).waitFor();
  assert.equal(await picture.evaluate((one) => one.decode().then(() => one.naturalWidth)), 40);
  await page.getByText("PNG · 40 × 30").waitFor();
  assert.equal(await viewsOf(id), 1);
  assertNoTrouble();
});

test("a chart draws new points, and hidden series stay hidden", async () => {
  const chart = (last) => ({
    type: "line",
    data: {
      labels: ["Mon", "Tue", "Wed"],
      datasets: [
        { label: "North", data: [1, 2, last] },
        { label: "South", data: [2, 1, 3] },
      ],
    },
  });
  const { id, url } = await shareLive({ template: "chart", title: "Sales", content: chart(3) });
  const { page, assertNoTrouble } = await open(browser, url);
  const south = page.getByRole("button", { name: "South" });
  await south.click();
  await change(id, chart(9));
  await comeBack(page);
  await says(page, "The newest version is shown now.");
  assert.equal(await page.locator("canvas[role=img]").count(), 1);
  assert.equal(await south.getAttribute("aria-pressed"), "false");
  // The focus stays where it was.
  assert.ok(await south.evaluate((button) => button === document.activeElement));
  await page.getByText("Show data").click();
  await page.getByRole("cell", { name: "9", exact: true }).waitFor();
  assertNoTrouble();
});

test("a document changes where it has changed, and keeps the place and the selection", async () => {
  const { id, url } = await shareLive(
    markdown(
      `# Report\n\n## First\n\n### Alpha\n\n### Beta\n\n### Gamma\n\n### Delta\n\n### Epsilon\n\n${paragraphs(80)}`,
    ),
  );
  const { page, assertNoTrouble } = await open(browser, url, { viewport: { width: 900, height: 500 } });
  const middle = page.getByText("Paragraph 40 of the text.");
  await middle.evaluate((element) => {
    element.scrollIntoView();
    getSelection().selectAllChildren(element);
    element.isTheSame = true;
  });
  const topOf = () => middle.evaluate((element) => element.getBoundingClientRect().top);
  const top = await topOf();
  const added = "## Second\n\n```js\nconst answer = 42;\n```\n\n$x^2$\n";
  await change(id, {
    text: `# Report\n\n## First\n\n### Alpha\n\n### Beta\n\n### Gamma\n\n### Delta\n\n### Epsilon\n\nNew at the top.\n\n${paragraphs(80, `\n${added}`)}`,
  });
  await comeBack(page);
  await says(page, "The newest version is shown now.");
  await page.getByText("New at the top.").waitFor({ state: "attached" });
  // Browsers scroll by whole pixels.
  assert.ok(Math.abs((await topOf()) - top) <= 1);
  assert.ok(await middle.evaluate((element) => element.isTheSame));
  assert.equal(await page.evaluate(() => String(getSelection())), "Paragraph 40 of the text.");
  assert.equal(await page.locator(".document > p").first().innerText(), "New at the top.");
  // What scripts do for a document, they do for its new parts.
  await page.getByText("const answer").scrollIntoViewIfNeeded();
  await page.locator(".document .hljs-keyword").waitFor();
  await page.locator(".math.is-drawn").waitFor();
  assert.equal(await viewsOf(id), 1);
  assertNoTrouble();
});

test("code changes in place, and keeps the line, the colours and the selection", async () => {
  const lines = (count) => Array.from({ length: count }, (_, i) => `let light${i} = ${i}; // of the coast`);
  const code = (some) => ({ text: `${some.join("\n")}\n`, language: "javascript", filename: "lights.js" });
  const { id, url } = await shareLive({ template: "code", content: code(lines(600)) });
  const { page, assertNoTrouble } = await open(browser, url, { viewport: { width: 900, height: 500 } });
  const lineOf = (name) =>
    page.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.querySelector(".code-lines"), NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.data.indexOf(wanted);
        if (at < 0 || walker.currentNode.parentElement.closest(".code-numbers")) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + wanted.length);
        return range.getBoundingClientRect().top;
      }
      return undefined;
    }, name);
  await page.locator("#L400").scrollIntoViewIfNeeded();
  await page.locator(".code-part:nth-child(2) .hljs-keyword").first().waitFor();
  await page.locator("#L400").evaluate((number) => scrollBy(0, number.getBoundingClientRect().top - 100));
  const place = await lineOf("light399");

  // Above the place, so that all lines move.
  await change(id, code(["// first", "// second", ...lines(600)]));
  await comeBack(page);
  await says(page, "The newest version is shown now.");
  assert.equal(await page.locator(".code-facts").innerText(), "javascript · 602 lines");
  assert.ok(Math.abs((await lineOf("light399")) - place) <= 1, `${await lineOf("light399")} ${place}`);
  await page.locator(".code-part:nth-child(2) .hljs-keyword").first().waitFor();
  assert.equal(await page.locator(".code-numbers").first().textContent(), `${numbersTo(250)}\n`);

  // Only after the part with the selection, which stays.
  await page.locator(".code-part:nth-child(2)").evaluate((part) => {
    part.isTheSame = true;
    getSelection().selectAllChildren(part.querySelector(".code-text"));
  });
  const selected = await page.evaluate(() => String(getSelection()));
  await change(id, code(["// first", "// second", ...lines(601)]));
  await comeBack(page);
  await page.locator(".code-facts", { hasText: "603 lines" }).waitFor();
  assert.ok(await page.locator(".code-part:nth-child(2)").evaluate((part) => part.isTheSame));
  assert.equal(await page.evaluate(() => String(getSelection())), selected);
  assert.ok(Math.abs((await lineOf("light399")) - place) <= 1, `${await lineOf("light399")} ${place}`);

  // What is selected is not taken away.
  await change(id, code(["// one line", ...lines(601)]));
  await comeBack(page);
  await says(page, "A newer version is available.");
  assert.equal(await page.evaluate(() => String(getSelection())), selected);
  await showButton(page).click();
  await page.locator(".code-facts", { hasText: "602 lines" }).waitFor();
  assert.equal(await viewsOf(id), 1);
  assertNoTrouble();
});

test("code of which lines are marked marks them in a newer version, and copies that", async () => {
  const code = (text) => ({ text, language: "python", filename: "lamps.py" });
  const { id, url } = await shareLive({ template: "code", content: code("a = 1\nb = 2\n") });
  const { page } = await open(browser, `${url}#L2`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const markOf = () =>
    page.locator("#L2").evaluate((number) => getComputedStyle(number, "::before").content !== "none");
  assert.ok(await markOf());
  await change(id, { text: "a = 1\nb = 3\n", language: "text", filename: "lamps.txt" });
  await comeBack(page);
  await says(page, "The newest version is shown now.");
  assert.ok(await markOf());
  assert.equal(await page.evaluate(() => document.activeElement.id), "L2");
  await page.getByRole("heading", { name: "lamps.txt" }).waitFor();
  await page.getByRole("button", { name: "Copy code" }).click();
  await page.getByText("Copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "a = 1\nb = 3\n");
});

test("what the reader has selected is not taken away, but the newer version is offered", async () => {
  const { id, url } = await shareLive(markdown("First words.\n\nSecond words."));
  const { page } = await open(browser, url);
  await page.getByText("First words.").evaluate((element) => getSelection().selectAllChildren(element));
  await change(id, { text: "Other words.\n\nSecond words." });
  await comeBack(page);
  await says(page, "A newer version is available.");
  assert.ok(await page.getByText("First words.").isVisible());
  await showButton(page).click();
  await page.getByText("Other words.").waitFor();
  await news(page).and(page.locator(".heard")).waitFor({ state: "attached" });
});

test("a newer version is offered, and shown in place when it is asked for", async () => {
  const { id, url } = await shareLive(
    table([
      ["North", 2],
      ["South", 1],
    ]),
    "offer",
  );
  const { page, assertNoTrouble } = await open(browser, url);
  await page.getByRole("button", { name: "Height" }).click();
  await page.getByRole("button", { name: "Height" }).click();
  await change(
    id,
    table([
      ["North", 2],
      ["South", 1],
      ["East", 0],
    ]).content,
  );
  await comeBack(page);
  await says(page, "A newer version is available.");
  assert.deepEqual(await firstColumn(page), ["South", "North"]);
  await assertLooksWell(page, "newer-version");
  await showButton(page).click();
  await page.getByText("East").waitFor();
  assert.deepEqual(await firstColumn(page), ["East", "South", "North"]);
  assert.equal(await viewsOf(id), 1);
  assertNoTrouble();
});

test("a document that offers its newer version shows it in place, with the focus and without another view", async () => {
  const { id, url } = await shareLive(markdown(`# Report\n\n## First\n\n${paragraphs(80)}`), "offer");
  const { page, assertNoTrouble } = await open(browser, url, { viewport: { width: 900, height: 500 } });
  await page.getByText("Paragraph 40 of the text.").scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => (window.isTheSame = scrollY));
  await change(id, {
    text: `# Report\n\n## First\n\n${paragraphs(80, "\n## Second\n\n```js\nconst answer = 42;\n```\n\n$x^2$\n")}`,
  });
  await comeBack(page);
  await says(page, "A newer version is available.");
  await showButton(page).focus();
  await page.keyboard.press("Enter");
  await says(page, "The newest version is shown now.");
  await page.getByRole("heading", { name: "Second" }).waitFor({ state: "attached" });
  assert.ok(await page.evaluate(() => document.activeElement.localName === "main"));
  assert.equal(await page.evaluate(() => window.isTheSame), place);
  assert.equal(await page.evaluate(() => scrollY), place);
  assert.equal(await page.locator(".document h2").count(), 2);
  await page.getByText("const answer").scrollIntoViewIfNeeded();
  await page.locator(".document .hljs-keyword").waitFor();
  await page.locator(".math.is-drawn").waitFor();
  assert.equal(await viewsOf(id), 1);

  // By now, the blocks are known.
  await page.getByText("Paragraph 40 of the text.").evaluate((element) => (element.isTheSame = true));
  await change(id, { text: `# Report\n\nNew words.\n\n${paragraphs(80)}` });
  // A worker looks a link up once a second.
  await sleep(1000);
  await comeBack(page);
  await showButton(page).click();
  await page.getByText("New words.").waitFor({ state: "attached" });
  assert.ok(await page.getByText("Paragraph 40 of the text.").evaluate((element) => element.isTheSame));
  assert.equal(await viewsOf(id), 1);
  assertNoTrouble();
});

test("a reader who does not want a version is asked again about the next one only", async () => {
  const { id, url } = await shareLive(markdown("one"), "offer");
  const { page } = await open(browser, url);
  await change(id, { text: "two" });
  await comeBack(page);
  await page.getByRole("button", { name: "Not now" }).click();
  await comeBack(page);
  await showButton(page).waitFor({ state: "detached" });
  await change(id, { text: "three" });
  // A worker looks a link up once a second.
  await sleep(1000);
  await comeBack(page);
  await showButton(page).click();
  await page.getByText("three").waitFor();
});

test("a link with a view limit says that a newer version uses a view, and asks first", async () => {
  const { id, url } = await shareLive(markdown("one"), "auto", { maxViews: 5 });
  const { page } = await open(browser, url);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("one", { exact: true }).waitFor();
  await change(id, { text: "two" });
  await comeBack(page);
  await says(page, "A newer version is available. Showing it uses a view.");
  assert.equal(await viewsOf(id), 1);
  await showButton(page).click();
  await page.getByText("views left. Opening uses one.").waitFor();
  assert.equal(await viewsOf(id), 1);
});

test("says that a link has ended, and keeps what the reader sees", async () => {
  const { id, url } = await shareLive(markdown("one"));
  const { page } = await open(browser, url);
  await call(key, "DELETE", `/artifacts/${id}`);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await comeBack(page);
  await says(page, "This link has ended.");
  assert.ok(await page.getByText("one", { exact: true }).isVisible());
  await assertLooksWell(page, "ended-link");
  await page.getByRole("button", { name: "Close" }).click();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  assert.equal(asked.filter((path) => path.endsWith("/state")).length, 1);
});

test("asks every ten seconds in the first minutes, then less and less often, and nothing while the page is hidden", async () => {
  const { url } = await shareLive(markdown("one"), "offer");
  const page = await (await newContext(browser)).newPage();
  await page.clock.install();
  let asked = 0;
  let answered = 0;
  const isState = (request) => request.url().includes("/state?");
  page.on("request", (request) => (asked += isState(request) ? 1 : 0));
  page.on("response", (response) => (answered += isState(response.request()) ? 1 : 0));
  await page.goto(url);
  const pass = async (minutes) => {
    const before = asked;
    for (let second = 0; second < 60 * minutes; second += 5) {
      await page.clock.runFor(5_000);
      // The page counts the time to its next question from the answer on.
      await until(
        () => asked - answered,
        (waiting) => waiting === 0,
      );
      await page.evaluate(() => fetch(document.querySelector("link[rel=icon]").href));
    }
    return asked - before;
  };
  const early = await pass(3);
  assert.ok(early >= 13 && early <= 20, `${early}`);
  const late = await pass(10);
  assert.ok(late >= 2 && late <= 8, `${late}`);
  const hide = (isHidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await hide(true);
  assert.equal(await pass(10), 0);
  const answer = page.waitForResponse(/\/state\?/);
  await hide(false);
  assert.equal((await answer).status(), 304);
});

test("asks at once when the page gets the focus", async () => {
  const { id, url } = await shareLive(markdown("one"));
  const { page } = await open(browser, url);
  await change(id, { text: "two" });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByText("two", { exact: true }).waitFor();
  assert.ok((await page.evaluate(() => performance.now())) < 10_000);
});

test("an embedded page stays current, too", async () => {
  const { id, url } = await shareLive(markdown("one"));
  const { page, assertNoTrouble } = await open(browser, `${url}&embed=1`);
  await change(id, { text: "two" });
  await comeBack(page);
  await page.getByText("two", { exact: true }).waitFor();
  assert.equal(await viewsOf(id), 1);
  assertNoTrouble();
});

test("a reader of a pinned link goes to the newest version, where the link shows it", async () => {
  const { id } = await share(key, markdown("one"));
  const { url } = (await call(key, "POST", `/artifacts/${id}/share`, { version: 1, showHistory: true })).json;
  const { page } = await open(browser, url);
  await change(id, { text: "two" });
  await comeBack(page);
  await showButton(page).click();
  await page.getByText("two", { exact: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("version"), "2");
});

test("a page of an older version says so in its header, and leads to the newest one", async () => {
  const { id, url: latest } = await share(key, markdown("one", { share: { showHistory: true } }));
  const { url: pinned } = (
    await call(key, "POST", `/artifacts/${id}/share`, { version: 1, showHistory: true })
  ).json;
  await change(id, { text: "two" });
  for (const [device, options] of Object.entries(devices))
    for (const [address, target] of [
      [`${latest}&version=1`, latest],
      [pinned, `${pinned}&version=2`],
    ]) {
      const { page, context, assertNoTrouble } = await open(browser, address, options);
      const strip = page.locator(".older");
      const text = /^Version 1 of .+\d\. A newer version is available\. Show version 2$/;
      assert.match(await strip.innerText(), text);
      await assertLooksWell(page, `older-version-${device}`);
      if (address === pinned) {
        // It need not be told again.
        await comeBack(page);
        await page.waitForResponse(/\/state\?/);
        assert.equal(await page.getByText("A newer version is available.").count(), 1);
      }
      await strip.getByRole("link").click();
      await page.getByText("two", { exact: true }).waitFor();
      assert.equal(page.url(), target);
      assert.equal(await strip.count(), 0);
      assertNoTrouble();
      await context.close();
    }
});

test("says how old the content is, and when exactly it was made", async () => {
  const { url } = await shareLive(markdown("one"), "offer");
  const page = await (await newContext(browser)).newPage();
  await page.clock.install();
  await page.goto(url);
  const time = page.locator(".dates > .made time");
  assert.equal(await time.innerText(), "just now");
  assert.match(await time.getAttribute("title"), /\d:\d\d:\d\d/);
  await page.clock.runFor(125_000);
  assert.equal(await time.innerText(), "2 minutes ago");
});
