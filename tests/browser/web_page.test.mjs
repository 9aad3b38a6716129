// The page around a web page: what it does with what the document says and does.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { call, newAccount, share } from "../service/api_client.mjs";
import { assertAccessible, assertFits, devices, launch, launchFirefox, newContext } from "./browser.mjs";

const { key } = newAccount();
const browsers = { Chromium: await launch(), Firefox: await launchFirefox() };
after(() => Promise.all(Object.values(browsers).map((browser) => browser.close())));

const page = (html, more = {}) => ({ template: "html", title: "A page", content: { html }, ...more });
async function opened(browser, html, options = {}) {
  const context = await newContext(browser, options);
  const tab = await context.newPage();
  const made = await share(key, page(html));
  await tab.goto(made.url);
  return { ...made, context, tab, frame: tab.frameLocator("#web-page"), news: tab.locator("#page-news") };
}

for (const [name, browser] of Object.entries(browsers)) {
  test(`a link to another site is opened once the reader confirms it in ${name}`, async () => {
    const { context, frame, news } = await opened(
      browser,
      `<a href="https://elsewhere.example/x?q=1">Elsewhere</a>`,
    );
    await frame.getByText("Elsewhere").click();
    await news.getByText("https://elsewhere.example/x?q=1").waitFor();
    const link = news.getByRole("link", { name: "Open elsewhere.example" });
    assert.deepEqual(await link.evaluate((a) => [a.href, a.target, a.rel]), [
      "https://elsewhere.example/x?q=1",
      "_blank",
      "noopener noreferrer nofollow",
    ]);
    await news.getByRole("button", { name: "Close" }).click();
    await news.waitFor({ state: "hidden" });
    await context.close();
  });

  test(`what has just appeared opens nothing, and takes no focus, in ${name}`, async () => {
    const { context, tab, frame, news } = await opened(browser, `<input><p>here`);
    await frame.locator("input").focus();
    const popups = [];
    context.on("page", (popup) => popups.push(popup.url()));
    await tab
      .frames()[1]
      .evaluate(() =>
        parent.postMessage({ source: "artifact-share", kind: "link", value: "https://a.example/typed" }, "*"),
      );
    const link = news.getByRole("link");
    await link.waitFor();
    await tab.evaluate(() => document.querySelector("#page-news a").click());
    assert.equal(await tab.evaluate(() => document.activeElement.id), "web-page");
    assert.ok(await link.isVisible());
    assert.deepEqual(popups, []);
    await context.close();
  });

  test(`no other address is offered in ${name}`, async () => {
    const { context, tab, news } = await opened(browser, `<p>here`);
    await tab.frameLocator("#web-page").getByText("here").waitFor();
    for (const address of [
      "javascript:alert(1)",
      "data:text/html,x",
      "blob:https://a.example/x",
      "file:///x",
      "x",
    ])
      await tab
        .frames()[1]
        .evaluate(
          (value) => parent.postMessage({ source: "artifact-share", kind: "link", value }, "*"),
          address,
        );
    await tab.waitForTimeout(200);
    assert.ok(await news.isHidden());
    await context.close();
  });

  test(`a document that fails says so, with its message on a click, in ${name}`, async () => {
    const { context, news } = await opened(browser, `<p>x<script>missing.thing()</script>`);
    await news.getByText("This page has an error.").waitFor();
    await news.getByRole("button", { name: "Show" }).click();
    await news.getByText(/missing/).waitFor();
    await context.close();
  });

  test(`a document that lacks what it would load says from where in ${name}`, async () => {
    const { context, news } = await opened(
      browser,
      `<p>x<script src="https://cdn.example/react.js"></script>`,
    );
    await news.getByText("This page lacks what it would load from cdn.example.").waitFor();
    await context.close();
  });

  test(`storage lasts when the document is loaded again in ${name}`, async () => {
    const html = `<p id=p></p><script>localStorage.n = Number(localStorage.n ?? 0) + 1; document.cookie = "c=" + localStorage.n; p.textContent = localStorage.n + document.cookie; if (localStorage.n < 2) location.reload()</script>`;
    const { context, frame } = await opened(browser, html);
    await frame.getByText("2c=2").waitFor();
    await context.close();
  });

  test(`storage lasts when the page is loaded again, for its artifact alone, in ${name}`, async () => {
    const html = `<button onclick="localStorage.n = Number(localStorage.n ?? 0) + 1; p.textContent = localStorage.n">Add</button><p id=p></p><script>p.textContent = "n: " + localStorage.n</script>`;
    const { context, tab, frame } = await opened(browser, html);
    await frame.getByText("n: undefined").waitFor();
    await tab.evaluate(() =>
      addEventListener("message", ({ data }) => {
        if (data.kind === "keep" && data.value.includes('["n","2"]')) window.isKept = true;
      }),
    );
    for (let i = 0; i < 2; ++i) await frame.getByRole("button").click();
    await tab.waitForFunction(() => window.isKept);
    await tab.reload();
    await frame.getByText("n: 2").waitFor();
    await tab.goto((await share(key, page(html))).url);
    await frame.getByText("n: undefined").waitFor();
    await tab.waitForTimeout(300);
    await frame.getByText("n: undefined").waitFor();
    await context.close();
  });

  test(`databases last when the document is loaded again in ${name}`, async () => {
    const html = `<p id=p></p><script>
      const open = indexedDB.open("d", 1);
      open.onupgradeneeded = () => open.result.createObjectStore("s", { keyPath: "id" }).createIndex("at", "at");
      open.onsuccess = () => {
        const change = open.result.transaction("s", "readwrite");
        const store = change.objectStore("s");
        store.index("at").get(new Date(7)).onsuccess = ({ target: { result } }) => {
          if (result) p.textContent = [result.n, result.at.getTime(), result.bytes[1], result.map.get("a").has(3)].join();
          else store.put({ id: 1, n: null, at: new Date(7), bytes: Uint16Array.of(1, 500), map: new Map([["a", new Set([3])]]) });
        };
        change.oncomplete = () => p.textContent || location.reload();
      };</script>`;
    const { context, frame } = await opened(browser, html);
    await frame.getByText(",7,500,true").waitFor();
    await context.close();
  });

  test(`scripts can be stopped in ${name}`, async () => {
    const { context, tab, frame } = await opened(
      browser,
      `<p id=p>still</p><script>p.textContent = "running"</script>`,
    );
    await frame.getByText("running").waitFor();
    await tab.getByRole("button", { name: "More" }).click();
    await tab.getByRole("button", { name: "Stop scripts" }).click();
    await frame.getByText("still").waitFor();
    await context.close();
  });

  test(`the document of an address that has ended is fetched anew in ${name}`, async () => {
    const { context, tab, frame } = await opened(browser, `<p>here`);
    await frame.getByText("here").waitFor();
    await tab.evaluate(() => {
      const address = new URL(document.getElementById("web-page").src);
      address.searchParams.set("opened", "ended");
      document.getElementById("web-page").contentWindow.location = address;
    });
    await frame.getByText("here").waitFor();
    await tab.reload();
    await frame.getByText("here").waitFor();
    await context.close();
  });

  test(`keyboard focus goes into the document and out of it in ${name}`, async () => {
    const { context, tab, frame } = await opened(browser, `<button>In the document</button>`);
    await frame.getByRole("button").waitFor();
    await tab.locator(".tools [popovertarget]").focus();
    await tab.keyboard.press("Tab");
    const inside = () => tab.evaluate(() => document.activeElement.id === "web-page");
    for (let i = 0; i < 5 && !(await inside()); ++i) await tab.keyboard.press("Tab");
    assert.ok(await inside());
    for (let i = 0; i < 5 && (await inside()); ++i) await tab.keyboard.press("Shift+Tab");
    assert.ok(!(await inside()));
    await context.close();
  });

  test(`the frame fills the window below the header in ${name}`, async () => {
    for (const viewport of [devices.desktop.viewport, devices.phone.viewport]) {
      const { context, tab } = await opened(
        browser,
        `<body style="margin: 0; position: fixed; inset: -500px; background: red">x`,
        { viewport },
      );
      const [header, frame] = await Promise.all(
        [".page-header", "#web-page"].map((part) => tab.locator(part).boundingBox()),
      );
      assert.ok(frame.y >= header.y + header.height - 1, "the header is above the frame");
      assert.equal(Math.round(frame.x), 0);
      assert.equal(Math.round(frame.width), viewport.width);
      assert.ok(frame.y + frame.height > viewport.height - 60, `${frame.y} ${frame.height}`);
      await assertFits(tab);
      await context.close();
    }
  });
}

// As Chromium with windows does by itself.
test("a document that loops for ever can be left, and stopped, where it has a process of its own", async (t) => {
  const isolating = await launch({
    args: ["--site-per-process", "--enable-features=IsolateSandboxedIframes"],
  });
  t.after(() => isolating.close());
  const { context, tab, news, frame } = await opened(
    isolating,
    `<p id=p>still</p><script>setTimeout(() => { for (;;); }, 500)</script>`,
  );
  await news.getByText("This page does not respond.").waitFor();
  await news.getByRole("button", { name: "Stop scripts" }).click();
  await frame.getByText("still").waitFor();
  assert.equal(await tab.title(), "A page");
  await context.close();
});

test("print prints the document", async () => {
  const { context, tab, frame } = await opened(
    browsers.Chromium,
    `<p>here<script>window.print = null; onbeforeprint = () => {}</script>`,
  );
  await frame.getByText("here").waitFor();
  const printed = tab
    .frames()[1]
    .evaluate(() => new Promise((resolve) => addEventListener("beforeprint", () => resolve(true))));
  await tab.getByRole("button", { name: "More" }).click();
  await tab.getByRole("button", { name: "Print" }).click();
  assert.ok(await printed);
  await context.close();
});

test("the page is accessible, also embedded, and follows newer versions", async () => {
  const context = await newContext(browsers.Chromium);
  const tab = await context.newPage();
  const { id, url } = await share(key, page(`<p>first`, { share: { live: "auto" } }));
  await tab.goto(url);
  const frame = tab.frameLocator("#web-page");
  await frame.getByText("first").waitFor();
  await assertAccessible(tab);
  await call(key, "PUT", `/artifacts/${id}`, { content: { html: "<p>second" } });
  await tab.evaluate(() => dispatchEvent(new Event("focus")));
  await frame.getByText("second").waitFor();
  await context.close();
});
