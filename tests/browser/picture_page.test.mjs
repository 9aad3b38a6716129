// The page of a picture as a person meets it, in a real browser, and what a picture cannot do there.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  animatedGif,
  gif,
  image,
  jpegWithExif,
  pictures,
  png,
  pngWithExif,
  svg,
  webpWithExif,
} from "../documents/pictures.mjs";
import { call, markdown, request, share } from "../service/api_client.mjs";
import { assertAccessible, assertFits, assertLooksWell, devices, newContext, open } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";
import { serveSite } from "./https_server.mjs";

const linkTo = async (file, content, more) => (await share(key, image(file, content, more))).url;
const fileOf = (url) => url.replace("?token=", "/file?token=");
const shown = (page) => page.locator("#picture img");
const isLoaded = (picture) =>
  picture.evaluate(async (one) => {
    await one.decode();
    return [one.naturalWidth, one.naturalHeight];
  });
// The colours of the left and of the right half, each as its largest part.
const coloursOf = (picture) =>
  picture.evaluate(async (one) => {
    await one.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [one.naturalWidth, one.naturalHeight];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(one, 0, 0);
    const at = (x, y) => {
      const [red, , blue, alpha] = context.getImageData(x, y, 1, 1).data;
      return alpha === 0 ? "none" : red > blue ? "red" : "blue";
    };
    return [at(1, 1), at(canvas.width - 2, canvas.height - 2)];
  });

let large;
before(async () => {
  large = await linkTo(
    png({ width: 2400, height: 1600, isTransparent: true }),
    { alt: "A wide flag" },
    { title: "Flag" },
  );
});

for (const [name, options] of Object.entries(devices))
  test(`a picture fits, with its measures and its text, and is accessible (${name})`, async () => {
    const { page, assertNoTrouble } = await open(browser, large, options);
    assert.deepEqual(await isLoaded(shown(page)), [2400, 1600]);
    assert.match(await page.locator(".picture-facts").innerText(), /^PNG · 2,400 × 1,600 · [\d.]+ kB$/);
    const { width, height } = await shown(page).boundingBox();
    const view = page.viewportSize();
    assert.ok(width <= view.width && height <= view.height, `${width} × ${height}`);
    await page.getByRole("img", { name: "A wide flag" }).waitFor();
    await assertLooksWell(page, `picture-${name}`);
    assertNoTrouble();
  });

test("a click or a key shows a picture in its own size, and fitted again", async () => {
  const { page, assertNoTrouble } = await open(browser, large);
  const button = page.getByRole("button", { name: "A wide flag" });
  const width = async () => (await shown(page).boundingBox()).width;
  const fitted = await width();
  assert.ok(fitted < 2400);
  await shown(page).click();
  assert.equal(await width(), 2400);
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  await assertFits(page);
  await page.keyboard.press("Escape");
  assert.equal(await width(), fitted);
  for (const key of ["Enter", "Space"]) {
    await button.press(key);
    assert.equal(await width(), 2400, key);
    await button.press(key);
    assert.equal(await width(), fitted, key);
  }
  await assertAccessible(page);
  assertNoTrouble();
});

test("without scripts, the picture is a link to its file, and can be downloaded", async () => {
  const { page } = await open(browser, large, { javaScriptEnabled: false });
  await shown(page).click();
  await page.waitForURL(/\/file\?token=/);
  const { page: again } = await open(browser, large);
  await again.getByRole("button", { name: "More" }).click();
  const download = again.waitForEvent("download");
  await again.getByRole("link", { name: "Download" }).click();
  assert.equal((await download).suggestedFilename(), "Flag.png");
});

for (const [name, [, file]] of Object.entries(pictures))
  test(`a ${name} is shown in its colours`, async () => {
    const { page, assertNoTrouble } = await open(browser, await linkTo(file));
    assert.deepEqual(await coloursOf(shown(page)), ["red", "blue"]);
    assertNoTrouble();
  });

test("a picture is upright as its camera says, though the place is removed", async () => {
  for (const file of [jpegWithExif(6), pngWithExif(6)]) {
    const { page } = await open(browser, await linkTo(file));
    assert.deepEqual(await isLoaded(shown(page)), [16, 24]);
  }
  const { page } = await open(browser, await linkTo(webpWithExif(6)));
  assert.deepEqual(await isLoaded(shown(page)), [24, 16]);
  assert.equal(await shown(page).getAttribute("width"), "24");
});

test("what is transparent shows a ground of squares, dark ones in the dark, and nothing else does", async () => {
  const groundOf = (locator) => locator.evaluate((one) => getComputedStyle(one).backgroundImage);
  const { page } = await open(browser, await linkTo(png({ isTransparent: true })));
  assert.deepEqual(await coloursOf(shown(page)), ["red", "none"]);
  assert.equal(await groundOf(page.locator("#picture")), "none");
  const light = await groundOf(shown(page));
  assert.match(light, /conic-gradient.*rgb\(255, 255, 255\)/);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.doesNotMatch(await groundOf(shown(page)), /255/);
  const { page: opaque } = await open(browser, await linkTo(pictures.JPEG[1]));
  assert.equal(await groundOf(shown(opaque)), "none");
});

test("a picture is as wide as it is or as the page, and its frame no wider", async () => {
  for (const [width, height, wide] of [
    [24, 16, 24],
    [1000, 1400, 1000],
    [2400, 1600, 1150],
    [1000, 4000, 574],
  ]) {
    const { page, context } = await open(browser, await linkTo(png({ width, height })));
    const picture = await shown(page).boundingBox();
    assert.deepEqual([picture.width, picture.height].map(Math.round), [
      wide,
      Math.round((wide * height) / width),
    ]);
    assert.equal((await page.locator("#picture").boundingBox()).width, picture.width + 2);
    await context.close();
  }
});

test("an animated picture stays animated", async () => {
  const { page } = await open(browser, await linkTo(animatedGif));
  const colour = async () => (await coloursOf(shown(page)))[0];
  const seen = new Set();
  await isLoaded(shown(page));
  for (let i = 0; i < 40 && seen.size < 2; ++i)
    seen.add(
      await page
        .screenshot({ clip: await shown(page).boundingBox() })
        .then((bytes) => bytes.toString("base64")),
    );
  assert.equal(seen.size, 2);
  assert.equal(await colour(), "red");
});

// What would run, or be loaded, if the SVG were a document of its own rights.
const hostile = (elsewhere) =>
  svg(`<script>document.documentElement.setAttribute("data-ran", ""); fetch("${elsewhere}/fetch")</script>
    <style>@import url("${elsewhere}/style.css"); path { stroke: url("${elsewhere}/paint.svg#a") }</style>
    <image xlink:href="${elsewhere}/image.png" href="${elsewhere}/image.png" width="2" height="2" onload="fetch('${elsewhere}/onload')"/>
    <use href="${elsewhere}/use.svg#a"/><a href="javascript:alert(1)"><text y="9">a</text></a>
    <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${elsewhere}/frame"></iframe>
      <img xmlns="http://www.w3.org/1999/xhtml" src="${elsewhere}/img.png" onerror="fetch('${elsewhere}/onerror')"/></foreignObject>
    <animate attributeName="href" values="javascript:alert(1)"/>`);

test("an SVG runs and loads nothing, on its page, opened by itself or as the link of a picture", async () => {
  const site = await serveSite({});
  const url = await linkTo(hostile(`https://framing.example:${site.port}`));
  const context = await newContext(browser);
  const page = await context.newPage();
  const dialogs = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    dialog.dismiss();
  });
  await page.goto(url);
  await isLoaded(shown(page));
  await page.goto(fileOf(url));
  assert.equal(await page.evaluate(() => document.documentElement.localName), "svg");
  assert.equal(await page.evaluate(() => origin), "null");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.ran), undefined);
  await page.waitForTimeout(500);
  assert.deepEqual([dialogs, site.requests], [[], []]);
  await site.stop();
  await context.close();
});

test("a PNG that is a page too stays a picture", async () => {
  const script =
    '<html><body onload="document.title=1"><script>document.title = "ran"</script></body></html>';
  const both = png({
    chunks: [
      ["tEXt", `Comment\0${script}`],
      ["prVt", script],
    ],
  });
  for (const keepMetadata of [false, true]) {
    const url = await linkTo(both, { alt: "a", keepMetadata });
    const context = await newContext(browser);
    const page = await context.newPage();
    await page.goto(fileOf(url));
    assert.notEqual(await page.title(), "ran");
    assert.equal(await page.locator("img").count(), 1);
    assert.equal((await request("GET", fileOf(url))).bytes.includes("<script>"), keepMetadata);
    await context.close();
  }
});

test("a link shows its picture on other sites that may embed it, and in a document here", async () => {
  const url = await linkTo(gif);
  const site = await serveSite({
    "/": {
      type: "text/html",
      body: `<!doctype html><title>a</title><img src="${url.replaceAll("&", "&amp;")}" alt="">`,
    },
  });
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(`https://framing.example:${site.port}`);
  assert.deepEqual(await isLoaded(page.locator("img")), [24, 16]);
  await site.stop();
  await context.close();
  const document = await share(key, markdown(`# Report\n\n![Flag](${url})\n`));
  const { page: report, assertNoTrouble } = await open(browser, document.url);
  assert.deepEqual(await isLoaded(report.getByRole("img", { name: "Flag" })), [24, 16]);
  assertNoTrouble();
});

test("versions of a picture are side by side", async () => {
  const { id, url } = await share(key, image(png(), { alt: "a" }, { share: { showHistory: true } }));
  await call(key, "PUT", `/artifacts/${id}`, { content: { data: gif.toString("base64"), alt: "a" } });
  const { page, assertNoTrouble } = await open(
    browser,
    `${url.replace("?token=", "/history?token=")}&version=2`,
  );
  const both = page.locator(".compared-pictures img");
  assert.equal(await both.count(), 2);
  const [one, other] = [await both.nth(0).boundingBox(), await both.nth(1).boundingBox()];
  assert.ok(one.x < other.x && one.y === other.y);
  await assertLooksWell(page, "picture-versions");
  assertNoTrouble();
});
