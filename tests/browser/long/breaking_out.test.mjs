// A web page reaches nothing outside of its frame: each way out is tried in it, by a script with the rights of the page's
// own, in Chromium and Firefox.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import path from "node:path";
import { after, test } from "node:test";
import { markdown, newAccount, origin, share } from "../../service/api_client.mjs";
import { launch, launchFirefox, newContext } from "../browser.mjs";

// Where everything is sent: whatever arrives has got out.
const arrived = [];
const { CA_CERT } = process.env;
const site = https.createServer(
  { cert: readFileSync(CA_CERT), key: readFileSync(path.join(path.dirname(CA_CERT), "key.pem")) },
  ({ method, url }, response) => {
    arrived.push(`${method} ${url}`);
    response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
    response.end("here");
  },
);
const raw = net.createServer((socket) => {
  arrived.push("a connection");
  socket.destroy();
});
await Promise.all(
  [site, raw].map((server) => new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))),
);
const there = `https://localhost:${site.address().port}`;
const socket = `localhost:${raw.address().port}`;

const { key } = newAccount();
const other = (await share(key, markdown("# Another artifact"))).url;
const { url } = await share(key, {
  template: "html",
  content: { html: "<!doctype html><title>Intruder</title><body>here" },
});
const token = new URL(url).searchParams.get("token");

const browsers = { Chromium: await launch(), Firefox: await launchFirefox() };
after(async () => {
  await Promise.all(Object.values(browsers).map((browser) => browser.close()));
  site.closeAllConnections();
  for (const server of [site, raw]) server.close();
});

const link = (address, more = "") =>
  `const a = document.createElement("a"); a.href = "${address}"; ${more}; document.body.append(a); a.click();`;
const html = (text) => `document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(text)});`;
const inFrame = `<script>const a = document.createElement('a'); a.href = '${there}/inner'; a.download = 1; document.body.append(a); a.click(); new RTCPeerConnection({ iceServers: [{ urls: 'turn:${socket}?transport=tcp', username: 'x', credential: 'x' }] }).createDataChannel('x'); top.location = '${there}/inner'; parent.parent.postMessage('frame', '*')</script>`;

const hides = `addEventListener("click", (event) => event.stopImmediatePropagation(), true)`;
const held = (name) =>
  `const event = new MouseEvent("click", { ${name}: true, bubbles: true, cancelable: true })`;

const ways = {
  fetch: `fetch("${there}/fetch", { mode: "no-cors" }).catch(() => {});`,
  "fetch of the service": `fetch("${origin}/healthz", { mode: "no-cors" }).catch(() => {});`,
  "fetch of another artifact": `fetch("${other}", { credentials: "include" }).catch(() => {});`,
  XMLHttpRequest: `const r = new XMLHttpRequest(); r.open("GET", "${there}/xhr"); r.send();`,
  beacon: `navigator.sendBeacon("${there}/beacon", "x");`,
  WebSocket: `new WebSocket("${there.replace("https", "wss")}/socket");`,
  EventSource: `new EventSource("${there}/events");`,
  picture: `new Image().src = "${there}/picture";`,
  media: html(
    `<video src="${there}/video" poster="${there}/poster" autoplay></video><audio src="${there}/audio" autoplay></audio>`,
  ),
  "styles and fonts": html(
    `<style>@import url(${there}/import); @font-face { font-family: f; src: url(${there}/font) } body { font-family: f; background: url(${there}/background) }</style><link rel=stylesheet href="${there}/sheet">`,
  ),
  script: `const s = document.createElement("script"); s.src = "${there}/script"; document.head.append(s); import("${there}/module").catch(() => {});`,
  worker: `new Worker(URL.createObjectURL(new Blob(["fetch('${there}/worker', { mode: 'no-cors' }).catch(() => {}); try { importScripts('${there}/import') } catch {}"])));`,
  "links to load early": html(
    `<link rel=prefetch href="${there}/prefetch"><link rel=preload as=image href="${there}/preload"><link rel=modulepreload href="${there}/modulepreload"><link rel=preconnect href="https://${socket}"><link rel=dns-prefetch href="https://${socket}"><link rel=manifest href="${there}/manifest"><link rel=icon href="${there}/icon">`,
  ),
  "rules of speculation": `const s = document.createElement("script"); s.type = "speculationrules"; s.textContent = JSON.stringify({ prefetch: [{ urls: ["${there}/early"], eagerness: "immediate" }], prerender: [{ urls: ["${there}/early"], eagerness: "immediate" }] }); document.head.append(s);`,
  "drawings with addresses": html(
    `<svg><image href="${there}/image"/><use href="${there}/use#a"/><a href="${there}"><text>x</text></a></svg>`,
  ),
  ping: link("#x", `a.ping = "${there}/ping"`),
  frames: html(
    `<iframe src="${there}/frame"></iframe><object data="${there}/object"></object><embed src="${there}/embed">`,
  ),
  "a frame of the service": html(`<iframe src="${other}"></iframe>`),
  "a frame with a document of its own": html(`<iframe srcdoc="${inFrame}"></iframe>`),
  "a frame with a script": html(
    `<iframe src="javascript:${inFrame.replaceAll(/<\/?script>/g, "")}"></iframe>`,
  ),
  WebRTC: `try { const p = new RTCPeerConnection({ iceServers: [{ urls: "turn:${socket}?transport=tcp", username: "x", credential: "x" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o)); } catch {}`,
  payment: `try { new PaymentRequest([{ supportedMethods: "${there}/pay" }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment().catch(() => {}); } catch {}`,
  popup: `if (window.open("${there}/popup")) throw new Error("it has opened");`,
  "link to a new tab": link(`${there}/tab`, `a.target = "_blank"; a.rel = "opener"`),
  "link to the top": link(`${there}/top`, `a.target = "_top"`),
  "link around the listener": `addEventListener("click", (e) => e.stopImmediatePropagation(), true); ${link(`${there}/around`)}`,
  "download from elsewhere": link(
    `${there}/download`,
    `a.download = "x"; a.addEventListener("click", (e) => e.stopPropagation())`,
  ),
  "download that is not in the page": `const a = document.createElement("a"); a.href = "${there}/download"; a.download = "x"; a.click();`,
  "the top's location": `try { top.location = "${there}/top"; } catch {}`,
  "own location": `location = "${there}/location";`,
  "a place of the service": `location = "${origin}/a/x?token=x";`,
  "a document as location": `location = URL.createObjectURL(new Blob(["<script>fetch('${there}/blob', { mode: 'no-cors' })<\\/script>"], { type: "text/html" }));`,
  refresh: html(`<meta http-equiv=refresh content="0; url=${there}/refresh">`),
  base: `${html(`<base href="${there}/base/">`)} fetch("relative").catch(() => {}); new Image().src = "relative";`,
  form: `${html(`<form action="${there}/form" method=post><input name=a value=b><button>x</button></form>`)} document.forms[0].querySelector("button").click(); document.forms[0].submit();`,
  "form to a new tab": `${html(`<form action="${there}/form" target=_blank></form>`)} document.forms[0].submit();`,
  ...Object.fromEntries(
    ["ctrlKey", "shiftKey", "metaKey", "altKey"].map((name) => [
      `click with ${name}`,
      `const a = document.createElement("a"); a.href = "${there}/held"; document.body.append(a); addEventListener("click", (e) => e.stopImmediatePropagation(), true); ${held(name)}; a.dispatchEvent(event);`,
    ]),
  ),
  "click with a key on what is not in the page": `const a = document.createElement("a"); a.href = "${there}/held"; ${held("ctrlKey")}; a.dispatchEvent(event);`,
  "click with a key that cannot be prevented": `const a = document.createElement("a"); a.href = "${there}/held"; document.body.append(a); a.dispatchEvent(new MouseEvent("click", { ctrlKey: true }));`,
  "click with a key in a closed shadow tree": `const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "closed" }); const a = document.createElement("a"); a.href = "${there}/held"; root.append(a); ${held("ctrlKey")}; a.dispatchEvent(event);`,
  "click with a key that hides itself": `const a = document.createElement("a"); a.href = "${there}/held"; document.body.append(a); ${held("ctrlKey")}; Object.defineProperties(event, { ctrlKey: { value: false }, type: { value: "x" } }); for (const name of ["ctrlKey", "button"]) Object.defineProperty(MouseEvent.prototype, name, { get: () => 0 }); a.dispatchEvent(event);`,
  "form by a click with a key": `${html(`<form target=_blank action="${there}/held"><input name=d value=s><button>x</button></form>`)} addEventListener("submit", (e) => e.stopImmediatePropagation(), true); ${held("ctrlKey")}; document.forms[0].querySelector("button").dispatchEvent(event);`,
  "form in a shadow tree by a click with a key": `const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open" }); root.innerHTML = '<form target=_blank method=post action="${there}/held"><input name=d value=s><button>x</button></form>'; ${held("ctrlKey")}; root.querySelector("button").dispatchEvent(event);`,
  "a frame behind changed prototypes": `Element.prototype.matches = () => false; Element.prototype.querySelectorAll = () => []; Array.prototype[Symbol.iterator] = function* () {}; NodeList.prototype.forEach = () => {}; ${html(`<iframe srcdoc="${inFrame}"></iframe>`)}`,
  "a frame behind names of a form": html(
    `<form><input name=matches><input name=remove><iframe srcdoc="${inFrame}"></iframe></form>`,
  ),
  "form to the top": `${html(`<form action="${there}/form" target=_top></form>`)} document.forms[0].submit();`,
};

// What can be read in the frame of what is around it.
const secrets = `(() => {
  const tried = {
    parent: () => parent.document.title, top: () => top.document.cookie, opener: () => opener?.document,
    frameElement: () => frameElement?.outerHTML, ancestors: () => [...(location.ancestorOrigins ?? [])].length > 9 ? 1 : 0,
    cookie: () => document.cookie, location: () => location.href.includes(${JSON.stringify(token)}) || document.referrer,
    storage: () => Object.getOwnPropertyDescriptor(Window.prototype, "localStorage")?.get.call(window).length,
    origin: () => (origin === "null" ? 0 : origin),
  };
  return Object.entries(tried).filter(([, look]) => { try { return look(); } catch { return false; } }).map(([name]) => name);
})()`;

// The page puts a new frame in place of one whose document does not answer in a second, as on a busy machine.
const inDocument = (page, script) => page.frameLocator("#web-page").locator("body").evaluate(script);

for (const [name, browser] of Object.entries(browsers)) {
  test(`the document reads nothing around it in ${name}`, async () => {
    const context = await newContext(browser);
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate("document.cookie = 'own=1; secure'; localStorage.setItem('own', 1)");
    await page.frameLocator("#web-page").getByText("here").waitFor();
    assert.deepEqual(await inDocument(page, secrets), []);
    await context.close();
  });

  test(`a reader's click with a key held opens nothing that was not confirmed in ${name}`, async () => {
    const context = await newContext(browser);
    const page = await context.newPage();
    const show = (text) => `document.body.innerHTML = ${text}; ${hides}`;
    const write = (text) => `document.write(${JSON.stringify(`<script>${hides}</script>`)} + ${text})`;
    const open = (text) =>
      `document.open(); ${hides}; document.appendChild(document.createElement("html")).innerHTML = ${text}`;
    for (const [inside, made] of [
      ["x", show],
      ["<label>x</label>", show],
      ["<input type=button value=x>", show],
      ["<summary>x</summary>", show],
      ["x", write],
      ["x", open],
    ]) {
      await page.goto(url);
      const frame = page.frameLocator("#web-page");
      await frame.getByText("here").waitFor();
      arrived.length = 0;
      await inDocument(
        page,
        `setTimeout(() => { ${made(JSON.stringify(`<a href="${there}/held" id=a>${inside}</a>`))} }, 0)`,
      );
      await frame
        .locator("#a, #a *")
        .last()
        .click({ modifiers: ["Control"] });
      await page.getByText("This page wants to open another site.").waitFor();
      assert.deepEqual([arrived, context.pages().length], [[], 1]);
    }
    await context.close();
  });

  test(`no way leads out of the frame in ${name}`, async (t) => {
    const context = await newContext(browser);
    const page = await context.newPage();
    const saved = [];
    page.on("download", (download) => saved.push(download.url()));
    for (const [way, script] of Object.entries(ways))
      await t.test(way, async () => {
        await page.goto(url);
        await page.evaluate(
          "addEventListener('message', ({ data }) => data === 'frame' && (window.framed = true))",
        );
        await page.frameLocator("#web-page").getByText("here").waitFor();
        arrived.length = 0;
        await inDocument(page, `setTimeout(() => { ${script} }, 0)`);
        await page.waitForTimeout(500);
        assert.deepEqual(arrived, []);
        assert.deepEqual(saved, []);
        assert.equal(context.pages().length, 1);
        assert.equal(page.url(), url);
        assert.ok(!(await page.evaluate("window.framed")));
      });
    await context.close();
  });
}

// Other browsers know no Connection-Allowlist yet. Chromium ends the process of a frame that tries.
test("a frame that the service's script does not see has no WebRTC in Chromium", async () => {
  const rtc = `const p = new RTCPeerConnection({ iceServers: [{ urls: 'turn:${socket}?transport=tcp', username: 'x', credential: 'x' }] }); p.createDataChannel('x'); p.setLocalDescription()`;
  const hidden = await share(key, {
    template: "html",
    content: {
      html: `<p><template shadowrootmode=closed><iframe srcdoc="<script>${rtc}</script>"></iframe></template></p>`,
    },
  });
  arrived.length = 0;
  const context = await newContext(browsers.Chromium);
  const page = await context.newPage();
  await page.goto(hidden.url).catch(({ message }) => assert.match(message, /crashed/));
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.deepEqual(arrived, []);
  await context.close();
});
