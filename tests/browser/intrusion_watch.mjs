// Looks at a shared page as an intruder's opponent: whatever a document may not bring about is noted,
// whether it succeeded or was only tried.
import assert from "node:assert/strict";
import { newContext } from "./browser.mjs";

const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

// What pages are made of: elements below <main>, and the ids that are not a heading's or footnote's.
const elements =
  `a abbr article aside b blockquote br button canvas caption cite code col colgroup dd del details dfn div dl dt em fieldset
  figcaption figure form h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label legend li main mark nav ol option output p picture
  pre progress q s samp section select small source span strong sub summary sup svg path circle g line rect table tbody
  td tfoot th thead time tr
  u ul var wbr annotation math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup
  msup mtable mtd mtext mtr munder munderover semantics`.split(/\s+/);

// Runs in the page: writes pages into frames, as which they are parsed and run.
async function writeIntoFrames(urls) {
  await Promise.all(
    urls.map(async (url) => {
      const text = await (await fetch(url)).text();
      const frame = document.createElement("iframe");
      document.body.append(frame);
      await new Promise((done) => {
        frame.contentDocument.open();
        frame.contentWindow.addEventListener("load", done);
        frame.contentDocument.write(text);
        frame.contentDocument.close();
      });
    }),
  );
}

// Runs in the page.
function findIntruders(elements) {
  const found = [];
  const allowed = new Set(elements);
  // The document's own may be hidden by what a page names so.
  const all = (selector) => Document.prototype.querySelectorAll.call(document, selector);
  const [main] = all("main");
  const report = (element, why) => found.push(`${why}: ${element.outerHTML.slice(0, 300)}`);
  const web = ["http:", "https:", "mailto:"];
  const isOwn = (url) => url.origin === location.origin;
  const addressOf = (text) => {
    try {
      return new URL(text, document.baseURI);
    } catch {
      return undefined;
    }
  };
  for (const element of all("*")) {
    const name = element.localName;
    if (!allowed.has(name) && main?.contains(element) && !element.matches("script:not([src]), noscript"))
      report(element, "element");
    for (const attribute of element.attributes) {
      if (/^on/i.test(attribute.name)) report(element, "handler");
      if (/^(href|src|xlink:href|action|formaction|data|poster|background|ping)$/i.test(attribute.name)) {
        const url = addressOf(attribute.value);
        if (!url) {
          report(element, "no address");
          continue;
        }
        const isData = name === "img" && /^data:image\/(png|jpe?g|gif|webp);base64,[\w+/=]+$/i.test(url.href);
        if (!web.includes(url.protocol) && !isData) report(element, "address");
        if (url.hostname === "evil.example") report(element, "host");
        if (name === "img" && !isOwn(url) && !isData && url.protocol !== "https:") report(element, "image");
        if (name === "a" && url.protocol !== "mailto:" && !isOwn(url))
          for (const token of ["noopener", "noreferrer"])
            if (!element.relList.contains(token)) report(element, token);
        if (!["a", "img"].includes(name) && !isOwn(url)) report(element, "place");
      }
      if (/^(srcdoc|http-equiv|ping|is|slot)$/i.test(attribute.name)) report(element, "attribute");
      if (attribute.name === "srcset" && (name !== "source" || !/^https:\/\/(?!evil)/.test(attribute.value)))
        report(element, "sources");
      if (attribute.name === "style" && /url|expression|@import|position: *fixed/i.test(attribute.value))
        report(element, "style");
    }
    if (name === "script" && !element.src && element.type !== "application/json") report(element, "script");
    if (["style", "base", "object", "embed", "template", "frame"].includes(name)) report(element, "element");
    if (name === "iframe" && element.getAttribute("sandbox") !== "allow-scripts") report(element, "frame");
    if (
      element.hasAttribute("name") &&
      !/^(viewport|color-scheme|theme-color|robots|referrer|description|twitter:[a-z]+|password)$/.test(
        element.getAttribute("name"),
      )
    )
      report(element, "name");
  }
  // Nothing stands before what scripts look for.
  for (const [member, type] of Object.entries({
    getElementById: "function",
    querySelector: "function",
    querySelectorAll: "function",
    createElement: "function",
    cookie: "string",
  }))
    if (typeof document[member] !== type) found.push(`clobbered: ${member}`);
  for (const member of ["body", "head", "documentElement", "activeElement"])
    if (!(document[member] instanceof HTMLElement)) found.push(`clobbered: ${member}`);
  if (document.defaultView !== window || !(document.forms instanceof HTMLCollection))
    found.push("clobbered: defaultView or forms");
  if (Object.keys(Object.prototype).length > 0 || {}.polluted !== undefined) found.push("polluted prototype");
  return found;
}

// Runs in the page, or a frame of it: does to each element what a person could do, but what is there to
// load a document of another site. Links to the web do not lead away, all others may try.
function touchEverything() {
  addEventListener(
    "click",
    (event) => {
      const link = event.target.closest?.("a[href]");
      if (link && ["http:", "https:", "mailto:"].includes(link.protocol)) event.preventDefault();
    },
    true,
  );
  const actable = "a, button, summary, input, select, canvas, [tabindex], svg *";
  for (const element of Document.prototype.querySelectorAll.call(document, "body, body *")) {
    const isActable = element.matches(actable);
    // What happens to an element happens to all that it is in.
    if (!isActable && element.firstElementChild) continue;
    for (const type of ["pointerover", "pointerenter", "mouseover", "mouseenter", "mousemove", "mousedown"])
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
    // A link that is no longer on the page would lead away unnoticed by the listener above.
    if (!isActable || !element.isConnected || element.id === "pdf-show") continue;
    element.focus?.();
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    element.blur?.();
  }
}

// A tab that pages can be opened in one after the other. With `isPolicyOff` the browser takes no notice
// of the pages' Content-Security-Policy, so that what it would have stopped happens, and is noted.
export async function watch(browser, own, { isPolicyOff = false, ...options } = {}) {
  const context = await newContext(browser, { bypassCSP: isPolicyOff, ...options });
  const trouble = [];
  const note = (text) => trouble.push(text.slice(0, 500));
  let expected;
  let isWriting = false;
  await context.exposeBinding("noteExecution", ({ frame }, text) =>
    note(`executed: ${text} in ${frame.url()}`),
  );
  await context.exposeBinding("policyViolated", (_, text) => note(`against the policy: ${text}`));
  await context.addInitScript(() => {
    // Where it comes from: what something happened to, or the script itself.
    const executed = () =>
      window.noteExecution(
        (window.event?.currentTarget ?? document.currentScript)?.outerHTML?.slice(0, 300) ?? "",
      );
    Object.assign(window, { executed, alert: executed, confirm: executed, prompt: executed });
    // Browsers complain where no person has asked for these, or too often.
    window.print = () => {};
    Element.prototype.requestFullscreen = async () => {};
    addEventListener(
      "securitypolicyviolation",
      ({ effectiveDirective, blockedURI, sample }) =>
        window.policyViolated(`${effectiveDirective} ${blockedURI} ${sample}`),
      true,
    );
  });
  await context.route(
    (url) => url.origin !== own,
    (route) => {
      const request = route.request();
      const { protocol } = new URL(request.url());
      if (request.headers().referer) note(`Referer: ${request.headers().referer} to ${request.url()}`);
      if (request.resourceType() === "image" && protocol === "https:")
        return route.fulfill({ contentType: "image/gif", body: pixel });
      note(`request: ${request.url()}`);
      return route.abort();
    },
  );
  const page = await context.newPage();
  context.on("page", (other) => note(`window: ${other.url()}`));
  page.on("dialog", (dialog) => {
    note(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  // Tools save what a page shows, and all rows of its table.
  const isOwnFile = (url) =>
    url.startsWith(`blob:${own}/`) || /^[^?]*\/rows\?token=[^&]*&format=csv$/.test(url);
  page.on("download", (download) => {
    const url = download.url();
    if (!isOwnFile(url) || !new URL(url).origin.startsWith(own)) note(`download: ${url}`);
  });
  page.on("pageerror", (error) => note(`script: ${error.message}`));
  page.on("console", (message) => {
    // Forms that are not shown, whose buttons were pressed all the same.
    if (/form control .* is not focusable/.test(message.text())) return;
    // The status of the page itself, which visit() knows.
    if (/status of 40[14]/.test(message.text()) && message.location().url === page.url()) return;
    // A PDF that the service has yet to make.
    if (/status of 503/.test(message.text()) && /\/file\?/.test(message.location().url)) return;
    if (["error", "warning"].includes(message.type())) note(`console: ${message.text()}`);
  });
  page.on("framenavigated", (frame) => {
    const url = frame.url().replace(/#.*/s, "");
    if (isWriting && url === expected) return;
    if (isWriting && url === "about:blank") return;
    if (frame === page.mainFrame() ? url !== expected : !/\/assets\/diagram\.[^/]+\.html$/.test(url))
      note(`navigation: ${frame.url()}`);
  });

  const settle = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20))));
  return {
    page,
    context,
    trouble,
    // Opens a page and has a first look. `status` is that of the answer.
    async visit(url, { status = 200 } = {}) {
      expected = url.replace(/#.*/s, "");
      const response = await page.goto(url);
      assert.equal(response.status(), status, url);
    },
    async inspect() {
      await settle();
      trouble.push(...(await page.evaluate(findIntruders, elements)));
    },
    // The same for pages of the same origin in frames of the one that is open.
    async inspectInFrames(urls) {
      isWriting = true;
      await page.evaluate(writeIntoFrames, urls);
      for (const frame of page.frames().slice(1)) {
        trouble.push(...(await frame.evaluate(findIntruders, elements)));
        await frame.evaluate(touchEverything);
      }
      await settle();
      await page.evaluate(() => document.querySelectorAll("iframe").forEach((frame) => frame.remove()));
      isWriting = false;
    },
    async touchEverything() {
      for (const frame of page.frames()) {
        // The frame of a diagram goes once it is drawn.
        await frame.evaluate(touchEverything).catch((error) => {
          if (!frame.isDetached()) throw error;
        });
      }
      await settle();
    },
    assertNoTrouble(what = "") {
      assert.deepEqual([...new Set(trouble)].slice(0, 20), [], what);
    },
  };
}
