// The share page of a file of code as a person meets it, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { openCover, share } from "../service/api_client.mjs";
import { assertAccessible, assertFits, assertLooksWell, devices, open, save } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

const link = async (content, more = {}) => (await share(key, { template: "code", content, ...more })).url;
const openCode = async (content, options, { hash = "", ...more } = {}) =>
  open(browser, (await link(content, more)) + hash, options);

const program = `#!/usr/bin/env python3
"""Lights the lamps.

This text goes on over ${"several ".repeat(30)}
lines.
"""

LAMPS = ["north", "south"]  # in the order in which they are lit


def light(lamp: str, height: float = 9.5) -> None:
    print(f"lighting {lamp} at {height}")


for lamp in LAMPS:
    light(lamp)
`;
const python = { text: program, language: "python", filename: "lamps.py" };
const numbered = (count) => Array.from({ length: count }, (_, i) => `line(${i + 1});`).join("\n");

let programUrl;
before(async () => {
  programUrl = await link(python, { description: "A program that is run at dusk." });
});

const isInView = (locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
const markedLines = (page) =>
  page
    .locator(".code-numbers a")
    .evaluateAll((numbers) =>
      numbers
        .filter((number) => getComputedStyle(number, "::before").content !== "none")
        .map(({ textContent }) => Number(textContent)),
    );
const withClipboard = { permissions: ["clipboard-read", "clipboard-write"] };

for (const [name, options] of Object.entries(devices)) {
  test(`reads well and is accessible (${name})`, async () => {
    const { page, assertNoTrouble } = await open(browser, programUrl, options);
    assert.equal(await page.title(), "lamps.py");
    assert.equal(await page.locator("h1").count(), 1);
    await page.locator(".code-text .hljs-keyword").first().waitFor();
    await page.locator("#tool-copy:not([hidden])").waitFor({ state: "attached" });
    await assertLooksWell(page, `code-${name}`);
    assertNoTrouble();
  });
}

test("places every line beside its number", async () => {
  for (const text of ["a\n\n\nb", "\n", "\n\nx\n", "日本語 🎉\nא ב ג\n\tx"]) {
    const { page, context } = await openCode({ text });
    const heights = await page.evaluate(() =>
      [".code-numbers", ".code-text"].map(
        (part) => document.querySelector(part).getBoundingClientRect().height,
      ),
    );
    const line = await page.evaluate(() => {
      const style = getComputedStyle(document.querySelector(".code-text"));
      return parseFloat(style.lineHeight);
    });
    const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
    for (const height of heights)
      assert.ok(Math.abs(height - lines * line) < 1, JSON.stringify([text, heights]));
    await context.close();
  }
});

test("marks the line that the URL names and scrolls to it, without JavaScript too", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, context } = await openCode(
      { text: numbered(2000) },
      { javaScriptEnabled },
      { hash: "#L1234" },
    );
    const line = page.locator("#L1234");
    await line.waitFor();
    assert.ok(await isInView(line));
    const bar = await line.evaluate((number) => getComputedStyle(number, "::before").content);
    assert.equal(bar, '""');
    await context.close();
  }
});

test("marks the range that the URL names and scrolls to its first line", async () => {
  for (const hash of ["#L600-L640", "#L640-L600", "#L600-640"]) {
    const { page, context } = await openCode({ text: numbered(1000) }, {}, { hash });
    await page.locator("#L600.marked").waitFor();
    const lines = await markedLines(page);
    assert.deepEqual([lines.length, lines[0], lines.at(-1)], [41, 600, 640], hash);
    assert.ok(await isInView(page.locator("#L600")), hash);
    await context.close();
  }
});

test("marks nothing for a line that does not exist", async () => {
  for (const hash of ["#L99", "#L5-L2x", "#L0-L0", "#l1", "#L1-L999999999999"]) {
    const { page, context, assertNoTrouble } = await openCode({ text: numbered(9) }, {}, { hash });
    await page.getByRole("button", { name: "Copy code" }).waitFor();
    assert.deepEqual(await markedLines(page), [], hash);
    assertNoTrouble();
    await context.close();
  }
});

test("links to a line by a click on its number, and to a range by a second with Shift, without scrolling", async () => {
  const { page } = await openCode({ text: numbered(300) });
  await page.locator("#L120").scrollIntoViewIfNeeded();
  const top = () => page.evaluate(() => scrollY);
  const before = await top();
  await page.locator("#L120").click();
  assert.equal(new URL(page.url()).hash, "#L120");
  assert.deepEqual(await markedLines(page), [120]);
  await page.locator("#L117").click({ modifiers: ["Shift"] });
  assert.equal(new URL(page.url()).hash, "#L120-L117");
  await page.locator("#L117.marked").waitFor();
  assert.deepEqual(await markedLines(page), [117, 118, 119, 120]);
  assert.equal(await top(), before);
  await page.goBack();
  await page.locator(".marked").first().waitFor({ state: "detached" });
  assert.deepEqual(await markedLines(page), [120]);
});

test("copies and downloads the file as it was sent", async () => {
  const text = "<a>&amp;\r\n\tb\rc\n\n";
  const { page, assertNoTrouble } = await openCode(
    { text, language: "xml", filename: "a.xml" },
    withClipboard,
  );
  await page.locator(".code-text .hljs-tag").first().waitFor();
  await page.getByRole("button", { name: "Copy code" }).click();
  await page.getByText("Copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  const download = await save(page);
  assert.equal(download.suggestedFilename(), "a.xml");
  assert.equal(readFileSync(await download.path(), "utf8"), text);
  assertNoTrouble();
});

test("downloads the whole of a file that is shown in part, unless that would count as a view", async () => {
  const text = `${"\n".repeat(400_000)}the end`;
  const content = { text, filename: "long.txt" };
  const { page, context, assertNoTrouble } = await openCode(content);
  await page.getByText("too large to display in full").waitFor();
  const download = await save(page);
  assert.equal(download.suggestedFilename(), "long.txt");
  assert.ok(readFileSync(await download.path(), "utf8") === text);
  assertNoTrouble();
  await context.close();

  const { text: limited } = await openCover(await link(content, { maxViews: 2 }));
  assert.ok(limited.includes("too large to display in full") && !limited.includes("download="));
});

test("selects code without line numbers", async () => {
  const { page } = await openCode({ text: "one\ntwo\nthree" });
  const selected = await page.evaluate(() => {
    getSelection().selectAllChildren(document.querySelector(".code-lines"));
    return getSelection().toString().trim();
  });
  assert.equal(selected, "one\ntwo\nthree");
});

test("highlights across the parts of a long file, and leaves its text unchanged", async () => {
  const text = `/*\n${"in a comment\n".repeat(600)}*/\nlet after = 1;`;
  const { page } = await openCode({ text, language: "js" });
  await page.locator(".code-text .hljs-comment").first().waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.locator(".code-text .hljs-keyword").waitFor();
  const comments = await page
    .locator(".code-text")
    .evaluateAll((parts) => parts.map((part) => part.querySelectorAll(".hljs-comment").length));
  assert.deepEqual(comments, [1, 1, 1]);
  const shown = await page
    .locator(".code-text")
    .evaluateAll((parts) => parts.map(({ textContent }) => textContent).join(""));
  assert.equal(shown, text);
});

test("shows an unknown language without highlighting", async () => {
  const { page, assertNoTrouble } = await openCode({ text: "let a;", language: "brainwave" });
  await page.getByRole("button", { name: "Copy code" }).waitFor();
  assert.equal(await page.locator(".code-text").textContent(), "let a;");
  assert.ok(await page.getByText("brainwave · 1 line").isVisible());
  assertNoTrouble();
});

test("opens 100,000 lines at a line deep in them, and lays out only what is in view", async () => {
  const { page, assertNoTrouble } = await openCode({ text: numbered(100_000) }, {}, { hash: "#L77777" });
  const line = page.locator("#L77777");
  await line.waitFor();
  await page.waitForFunction(() => scrollY > 0);
  assert.ok(await isInView(line));
  const skipped = await page
    .locator(".code-part")
    .evaluateAll(
      (parts) =>
        parts.filter((part) => !part.firstElementChild.checkVisibility({ contentVisibilityAuto: true }))
          .length,
    );
  assert.ok(skipped > 390, `${skipped} of 400 parts are skipped`);
  await assertFits(page);
  assertNoTrouble();
});

test("keeps hostile code as text, before and after highlighting", async () => {
  const attack = `</pre></script><img src=x onerror=executed()><svg/onload='executed()'>`;
  const content = {
    text: `${attack}\n"${attack}" /* ${attack}\n${attack} */\n\${"${attack}"}`,
    language: "js",
    filename: `${attack}.js`,
  };
  const { page, assertNoTrouble } = await openCode(content, {}, { title: attack });
  await page.locator(".code-text .hljs-string").first().waitFor();
  assert.equal(await page.locator(".code-text").textContent(), content.text);
  assert.equal(await page.locator(".document :is(img, svg, script)").count(), 0);
  assertNoTrouble();
});

test("scrolls a wide file in its own frame, beside its numbers", async () => {
  const { page } = await openCode({ text: `a\n${"wide ".repeat(400)}\nb` }, devices.phone);
  await assertFits(page);
  const frame = page.locator(".code-lines");
  const left = () => page.locator("#L2").evaluate((number) => number.getBoundingClientRect().left);
  const before = await left();
  await frame.evaluate((element) => (element.scrollLeft = 500));
  assert.equal(await frame.evaluate((element) => element.scrollLeft), 500);
  assert.equal(await left(), before);
});

test("fades out where its lines go on", async () => {
  const { page } = await openCode({ text: `a\n${"wide ".repeat(400)}\nb` });
  const fades = () =>
    page.locator(".code-file").evaluate((file) => getComputedStyle(file, "::after").content !== "none");
  await page.locator(".code-lines.is-cut-right").waitFor();
  assert.ok(await fades());
  await page.locator(".code-lines").evaluate((lines) => lines.scrollBy(99999, 0));
  await page.locator(".code-lines:not(.is-cut-right)").waitFor();
  assert.equal(await fades(), false);
});

test("prints the code without numbers and buttons", async () => {
  const { page } = await open(browser, programUrl);
  await page.getByRole("button", { name: "Copy code" }).waitFor();
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".code-text").isVisible());
  assert.ok(!(await page.locator(".code-numbers").isVisible()));
  assert.ok(!(await page.locator(".tools").isVisible()));
  await assertFits(page);
  await assertAccessible(page);
});
