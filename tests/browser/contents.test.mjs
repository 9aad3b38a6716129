// The table of contents of a long document, as a person meets it on the share page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, share } from "../service/api_client.mjs";
import { assertLooksWell, devices, open } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

const wide = { viewport: { width: 1280, height: 900 } };
const section = (name, words = 300) => `## ${name}\n\n${"word ".repeat(words)}\n\n`;
const sections = (count, words) =>
  Array.from({ length: count }, (_, i) => section(`Section ${i + 1}`, words)).join("");
const manual = `# Manual\n\nFirst words.\n\n${sections(12)}### Detail\n\nMore.\n\n${section("Last", 5)}`;

async function openDocument(text, options) {
  const { url } = await share(key, markdown(text));
  return open(browser, url, options);
}

const contents = (page) => page.getByRole("navigation", { name: "Contents" });
const boxOf = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return { left: x, right: x + width, top: y, bottom: y + height, width };
};
const marked = (page) => page.locator(".contents [aria-current]").allTextContents();
const untilMarked = (page, name) =>
  page.locator(".contents [aria-current=location]", { hasText: new RegExp(`^${name}$`) }).waitFor();
const scrollTo = (page, name) =>
  page.getByRole("heading", { name, exact: true }).evaluate((heading) => heading.scrollIntoView());

test("contents stand beside the text where the window has room, and stay in view", async () => {
  const { page, assertNoTrouble } = await openDocument(manual, wide);
  await page.getByRole("link", { name: "Section 12" }).waitFor();
  assert.equal(await page.getByRole("navigation").count(), 1);
  const [list, text] = [await boxOf(contents(page)), await boxOf(page.locator(".document"))];
  assert.ok(list.left >= text.right + 16, `${list.left} and ${text.right}`);
  assert.ok(list.right <= 1280, `${list.right}`);
  await scrollTo(page, "Section 9");
  await untilMarked(page, "Section 9");
  const link = await boxOf(page.getByRole("link", { name: "Section 9" }));
  assert.ok(link.top >= 0 && link.bottom <= 900, JSON.stringify(link));
  await assertLooksWell(page, "contents-beside");
  assertNoTrouble();
});

test("the text is as wide, and as far in the middle, as without contents beside it", async () => {
  const { page } = await openDocument(manual, wide);
  for (const width of [1000, 1199, 1200, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const text = await boxOf(page.locator(".document"));
    assert.equal(text.width, 672, `${width}`);
    assert.ok(Math.abs(text.left - (width - 672) / 2) <= 8, `${width}: ${text.left}`);
  }
});

test("contents are folded above the text on narrow windows", async () => {
  const { page } = await openDocument(manual, devices.phone);
  const link = page.getByRole("link", { name: "Section 2", exact: true });
  await page.locator("#tool-link:not([hidden])").waitFor({ state: "attached" });
  assert.equal(await link.isVisible(), false);
  await page.locator(".contents summary").click();
  assert.ok(await link.isVisible());
  const [list, text] = [await boxOf(contents(page)), await boxOf(page.locator(".document"))];
  assert.ok(list.bottom <= text.top);

  const resized = await openDocument(manual, wide);
  const again = resized.page.getByRole("link", { name: "Section 2", exact: true });
  await again.waitFor();
  await resized.page.setViewportSize({ width: 1100, height: 900 });
  await again.waitFor({ state: "hidden" });
  await resized.page.setViewportSize({ width: 1280, height: 900 });
  await again.waitFor();
});

test("the section that is read is marked, also at the end of the page", async () => {
  const { page } = await openDocument(manual, wide);
  await untilMarked(page, "Section 1");
  await page.getByRole("link", { name: "Section 4" }).click();
  await untilMarked(page, "Section 4");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await untilMarked(page, "Last");
  // It cannot come up as far as others.
  await page.getByRole("link", { name: "Detail" }).click();
  await untilMarked(page, "Detail");
  assert.deepEqual(await marked(page), ["Detail"]);
});

test("long contents scroll by themselves to what is marked", async () => {
  const { page } = await openDocument(`# Manual\n\n${sections(80, 60)}`, wide);
  await scrollTo(page, "Section 60");
  await untilMarked(page, "Section 60");
  const link = await boxOf(page.getByRole("link", { name: "Section 60" }));
  assert.ok(link.top >= 0 && link.bottom <= 900, JSON.stringify(link));
  const { scroll, seen } = await page
    .locator(".contents details")
    .evaluate(({ scrollHeight, clientHeight }) => ({ scroll: scrollHeight, seen: clientHeight }));
  assert.ok(seen <= 900 && scroll > seen, `${scroll} in ${seen}`);
});

test("contents beside the text need no script", async () => {
  const { page } = await openDocument(manual, { ...wide, javaScriptEnabled: false });
  const link = page.getByRole("link", { name: "Section 12" });
  assert.ok(await link.isVisible());
  assert.ok((await boxOf(link)).left >= (await boxOf(page.locator(".document"))).right);
  await page.setViewportSize({ width: 1100, height: 900 });
  assert.equal(await link.isVisible(), false);
});

test("contents of a right-to-left document are on its left, and indented from the right", async () => {
  const arabic = Array.from(
    { length: 6 },
    (_, i) => `## القسم ${i}\n\n${"كلمة ".repeat(200)}\n\n### تفاصيل ${i}\n\n${"كلمة ".repeat(99)}\n\n`,
  );
  const { page } = await openDocument(`# الدليل\n\n${arabic.join("")}`, wide);
  const outer = page.locator(".contents-1 a").first();
  await outer.waitFor();
  const [list, text] = [await boxOf(contents(page)), await boxOf(page.locator(".document"))];
  assert.ok(list.right <= text.left - 16, `${list.right} and ${text.left}`);
  assert.ok(list.left >= 0, `${list.left}`);
  const rightOf = (locator) =>
    locator.evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return range.getBoundingClientRect().right;
    });
  assert.ok((await rightOf(page.locator(".contents-2 a").first())) < (await rightOf(outer)) - 8);
  await assertLooksWell(page, "contents-right-to-left");
});

test("contents are not printed", async () => {
  const { page } = await openDocument(manual, wide);
  await page.getByRole("link", { name: "Section 12" }).waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".contents").isVisible(), false);
});
