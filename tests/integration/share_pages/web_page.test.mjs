// The page of a web page, and the address from which its frame gets the document.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import https from "node:https";
import { before, test } from "node:test";
import {
  call,
  newAccount,
  newKey,
  openCover,
  origin,
  request,
  share,
  sql,
  uuidOf,
  documentIn,
} from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { askOwnWorker, ownFront, ownWorker } from "../../service/own_worker.mjs";

const html = `<!doctype html><title>The tides</title><h1>Tides</h1><p>High at <b>noon</b>.</p><script>document.title = 1</script>`;
const page = (more = {}, text = html) => ({ template: "html", content: { html: text }, ...more });
const ca = readFileSync(process.env.CA_CERT);
let key;
before(() => ({ key } = newAccount()));

const open = (url, headers = {}) => request("GET", url, { headers: { accept: "text/html", ...headers } });
const frame = (address, headers = {}) => open(address, { "sec-fetch-dest": "iframe", ...headers });
const cookies = ({ headers }) =>
  (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");

test("a page has its header and the document in a frame, from an address without the token", async () => {
  const { url } = await share(key, page());
  const shown = await open(url);
  assert.match(shown.text, /<h1 dir="auto">The tides<\/h1>/);
  const address = documentIn(shown);
  assert.ok(address.startsWith(`${url.split("?")[0]}/document?opened=`), address);
  const token = new URL(url).searchParams.get("token");
  assert.ok(!address.includes(token.split(".").at(-1)), address);
  assert.ok(
    shown.headers["content-security-policy"].endsWith(
      `; frame-src ${address.split("?")[0]}; frame-ancestors ${process.env.FRAME_ANCESTORS}`,
    ),
  );
  const document = await frame(address);
  assert.equal(document.status, 200);
  assert.equal(document.headers["content-type"], "text/html; charset=utf-8");
  assert.ok(document.text.startsWith("<!doctype html><script>"));
  assert.ok(document.text.endsWith(html.slice("<!doctype html>".length)));
  assert.ok(!document.text.includes(token));
});

test("the document has a sandbox without origin, network, popups and forms", async () => {
  const { url } = await share(key, page());
  const { headers } = await frame(documentIn(await open(url)));
  const policy = Object.fromEntries(
    headers["content-security-policy"].split("; ").map((part) => [part.split(" ")[0], part]),
  );
  assert.equal(policy.sandbox, "sandbox allow-scripts allow-forms allow-modals allow-downloads");
  assert.equal(policy["default-src"], "default-src 'none'");
  for (const name of ["base-uri", "form-action"]) assert.equal(policy[name], `${name} 'none'`);
  for (const name of ["img-src", "font-src", "media-src", "worker-src", "connect-src"])
    assert.equal(policy[name], `${name} data: blob:`);
  assert.equal(policy["frame-ancestors"], `frame-ancestors ${origin} ${process.env.FRAME_ANCESTORS}`);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  assert.equal(headers["cache-control"], "private, no-store");
  assert.equal(headers["x-dns-prefetch-control"], "off");
  assert.equal(headers["connection-allowlist"], "(response-origin)");
  assert.match(headers["permissions-policy"], /camera=\(\)/);
  assert.ok(!/clipboard-write|fullscreen/.test(headers["permissions-policy"]));
  assert.equal(headers["set-cookie"], undefined);
});

test("without scripts, the document cannot run any", async () => {
  const { url } = await share(key, page());
  const document = await frame(`${documentIn(await open(url))}&scripts=off`);
  assert.match(
    document.headers["content-security-policy"],
    /^sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  );
  assert.ok(!document.headers["content-security-policy"].includes("script-src"));
  // A reader's click opens other sites.
  assert.equal(document.headers["connection-allowlist"], undefined);
  assert.ok(document.text.startsWith('<!doctype html><base target="_blank">'));
});

test("an address that was changed, belongs to another link or is incomplete opens nothing", async () => {
  const { url } = await share(key, page());
  const other = await share(key, page());
  const address = documentIn(await open(url));
  const [path, proof] = address.split("?opened=");
  const [link, end, password, signature] = proof.split(".");
  const otherPath = documentIn(await open(other.url)).split("?")[0];
  for (const wrong of [
    `${otherPath}?opened=${proof}`,
    `${path}?opened=${[link, Number(end) + 1, password, signature].join(".")}`,
    `${path}?opened=${[link, end, "AAAAAAAAAAA", signature].join(".")}`,
    `${path}?opened=${proof}&version=1`,
    `${path}?opened=${proof.slice(0, -1)}`,
    `${path}?opened=`,
    path,
    `${path}?token=${new URL(url).searchParams.get("token")}`,
  ])
    assert.ok([404, 410].includes((await frame(wrong)).status), wrong);
});

test("the document ends with its link", async () => {
  const { id, url, shareId } = await share(key, page());
  const address = documentIn(await open(url));
  assert.equal((await frame(address)).status, 200);
  const links = await call(key, "GET", `/artifacts/${id}/shares`);
  await call(key, "DELETE", `/artifacts/${id}/shares/${shareId ?? links.json.data[0].id}`);
  assert.equal((await frame(address)).status, 410);
});

test("a browser that opens the address by itself is led to the page if it has seen that, and other requests get nothing", async () => {
  const { url } = await share(key, page());
  const shown = await open(url);
  const address = documentIn(shown);
  const alone = await open(address, { "sec-fetch-dest": "document", cookie: cookies(shown) });
  assert.equal(alone.status, 303);
  assert.equal((await open(alone.headers.location)).status, 200);
  assert.equal((await open(address, { "sec-fetch-dest": "document" })).status, 404);
  for (const destination of ["script", "image", "empty", "object", "embed"])
    assert.equal((await open(address, { "sec-fetch-dest": destination })).status, 404, destination);
});

test("a link with a view limit uses one view for the page and its document", async () => {
  const { url, id } = await share(key, page({ share: { maxViews: 2 } }));
  const shown = await openCover(url);
  const address = documentIn(shown);
  for (let i = 0; i < 3; ++i) assert.equal((await frame(address)).status, 200);
  const views = () => sql(`select view_count from share_links where artifact_id = '${uuidOf(id)}'`);
  assert.equal(views(), "1");
  await openCover(url);
  assert.equal((await open(url)).status, 410);
  assert.equal((await frame(address)).status, 200);
});

test("a new password ends the documents that were opened with the old one", async () => {
  const { url, id } = await share(key, page({ share: { password: "correct horse" } }));
  assert.equal(documentIn(await open(url)), undefined);
  const address = documentIn(await open(url, { "x-share-password": "correct horse" }));
  assert.equal((await frame(address)).status, 200);
  const [link] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  await call(key, "PATCH", `/artifacts/${id}/shares/${link.id}`, { password: "another horse" });
  assert.equal((await frame(address)).status, 410);
});

test("a pinned link's document stays, and an address with a version has that version's", async () => {
  const { url, id } = await share(key, page({ share: { version: 1 } }));
  await call(key, "PUT", `/artifacts/${id}`, { content: { html: "<p>second" } });
  assert.match((await frame(documentIn(await open(url)))).text, /The tides/);
  const history = await call(key, "POST", `/artifacts/${id}/share`, { showHistory: true });
  const first = documentIn(await open(`${history.json.url}&version=1`));
  assert.match(first, /&version=1$/);
  assert.match((await frame(first)).text, /The tides/);
  assert.match((await frame(documentIn(await open(history.json.url)))).text, /<p>second/);
});

test("programs get the document, its text and its data", async () => {
  const { url, id } = await share(key, page());
  assert.equal((await open(`${url}&format=txt`)).text, html);
  assert.equal((await open(`${url}&format=md`)).text, "# Tides\n\nHigh at noon.\n");
  assert.equal((await open(url, { accept: "application/json" })).json.content.html, html);
  const edited = await call(key, "PATCH", `/artifacts/${id}`, { edits: [{ find: "noon", replace: "six" }] });
  assert.equal(edited.status, 200);
  assert.match((await open(`${url}&format=md`)).text, /High at six/);
});

test("an HTML file is a web page, and a PDF if that is asked for", async () => {
  const post = (query) =>
    request("POST", `${origin}/api/artifacts${query}`, {
      headers: { authorization: `Bearer ${key}`, "content-type": "text/html" },
      body: html,
    });
  assert.equal((await post("")).json.template, "html");
  assert.equal((await post("?template=html")).json.template, "html");
  assert.equal((await post("?template=pdf")).json.template, "pdf");
});

test("the dashboard shows its owner the page, and what is being written, in the same sandbox", async () => {
  const user = await newUser({ plan: "enterprise" });
  const form = "/dashboard/artifacts/new";
  await user.visitor.open(form);
  const written = { text: html, template: "html" };
  const draft = await user.visitor.postWithFile(`${form}/preview`, written);
  const own = newKey(user.account);
  const { id } = await share(own, page());
  const path = `/dashboard/artifacts/${id}`;
  for (const place of [`${path}/preview`, `${path}/history/1/preview`]) {
    const shown = await user.visitor.get(place);
    assert.match(shown.text, new RegExp(`<iframe[^>]* src="${place}/document"`));
    // The document cannot lead its frame to another page of the service.
    assert.ok(
      shown.headers["content-security-policy"].includes(`; frame-src ${origin}${place}/document; `),
      shown.headers["content-security-policy"],
    );
    const document = await user.visitor.get(`${place}/document`, { headers: { "sec-fetch-dest": "iframe" } });
    for (const { headers, text } of [draft, document]) {
      assert.match(
        headers["content-security-policy"],
        /^sandbox allow-scripts allow-forms allow-modals allow-downloads; /,
      );
      assert.match(text, /The tides/);
    }
    const alone = await user.visitor.get(`${place}/document`, { headers: { "sec-fetch-dest": "document" } });
    assert.equal(alone.status, 303);
  }
  // In a tab of its own, a script could lead to another site.
  await user.visitor.open(form);
  const headers = { "sec-fetch-dest": "document" };
  const tab = await user.visitor.postWithFile(`${form}/preview`, written, undefined, { headers });
  assert.match(tab.headers["content-security-policy"], /^sandbox allow-downloads /);
  assert.match(tab.text, /The tides/);
});

test("documents can have a host of their own, which has nothing else", async (t) => {
  const { url } = await share(key, page());
  const settings = { content_host: "content.example", network_limits: "views_per_minute 100000" };
  const worker = await ownWorker(settings);
  t.after(worker.stop);
  const front = await ownFront(worker.socket, settings);
  t.after(front.stop);
  const { pathname, search, port } = new URL(url);
  // Under another name than that of the certificate.
  const ask = (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const options = { headers: { accept: "text/html", ...headers }, servername: "localhost", ca };
      https
        .get(front.origin + path, options, (response) => {
          const chunks = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("end", () =>
            resolve({
              status: response.statusCode,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        })
        .on("error", reject);
    });
  const shown = await ask(pathname + search);
  const address = new URL(documentIn(shown));
  assert.equal(address.host, `content.example:${port}`);
  assert.match(
    shown.headers["content-security-policy"],
    new RegExp(`frame-src https://content.example:${port}${pathname}/document;`),
  );
  const there = { host: address.host };
  const place = address.pathname + address.search;
  const document = await ask(place, { ...there, "sec-fetch-dest": "iframe" });
  assert.equal(document.status, 200);
  assert.match(document.headers["content-security-policy"], new RegExp(`frame-ancestors ${origin}`));
  for (const path of ["/", "/dashboard", pathname + search, "/openapi.json", "/assets/x"])
    assert.equal((await ask(path, there)).status, 404, path);
  const alone = await ask(place, { ...there, "sec-fetch-dest": "document" });
  assert.equal(alone.status, 303);
  assert.equal(alone.headers.location, origin + place);
});

test("an installation without web pages takes none and shows none", async (t) => {
  const { url } = await share(key, page());
  const ask = await askOwnWorker(t, { html: "off" });
  const { pathname, search } = new URL(url);
  const shown = await ask("GET", pathname + search, { more: { HTTP_ACCEPT: "text/html" } });
  assert.match(shown.text, /Web pages are not shown here/);
  const refused = await ask("POST", "/api/artifacts", {
    body: JSON.stringify(page()),
    more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
  });
  assert.match(refused.text, /"invalid_template"/);
});

test("where anyone may sign up, scripts do not run unless documents have a host of their own", async (t) => {
  const { url } = await share(key, page());
  const { pathname, search } = new URL(url);
  const sandboxOf = async (settings) => {
    const ask = await askOwnWorker(t, settings);
    const shown = await ask("GET", pathname + search, { more: { HTTP_ACCEPT: "text/html" } });
    return /sandbox="([^"]*)"/.exec(shown.text)[1];
  };
  assert.ok(!(await sandboxOf({ sign_up: "on" })).includes("allow-scripts"));
  assert.ok((await sandboxOf({ sign_up: "on", content_host: "content.example" })).includes("allow-scripts"));
  assert.ok((await sandboxOf({ sign_up: "on", html: "on" })).includes("allow-scripts"));
});
