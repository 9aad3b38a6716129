// What the pages of a share link ask for to stay current: which version there is by now.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { admin, call, markdown, newAccount, request, share } from "../../service/api_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { ownWorker } from "../../service/own_worker.mjs";

let key;
before(() => ({ key } = newAccount()));

const stateOf = (url, headers = {}, method = "GET") =>
  request(method, url.replace("?", "/state?"), { headers: { accept: "text/html", ...headers } });
// What a worker has answered within the same second may still be its answer.
const nextSecond = () => sleep(1000);
const change = (id, text) => call(key, "PUT", `/artifacts/${id}`, { content: { text } });
const linkTo = async (id, body) => (await call(key, "POST", `/artifacts/${id}/share`, body)).json;
const viewsOf = async (id) => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;

test("says which version there is, as JSON whatever is accepted", async () => {
  const { id, url } = await share(key, markdown("one"));
  const first = await stateOf(url);
  assert.equal(first.status, 200);
  assert.equal(first.headers["content-type"], "application/json");
  assert.equal(first.headers["cache-control"], "private, no-store");
  assert.ok(first.text.length < 400, first.text);
  const { version, live, usesView, expiresAt } = first.json;
  assert.deepEqual({ version, live, usesView }, { version: 1, live: "offer", usesView: false });
  assert.ok(Date.parse(expiresAt) > Date.now());
  await change(id, "two");
  await nextSecond();
  const second = await stateOf(url);
  assert.equal(second.json.version, 2);
  assert.ok(second.json.updatedAt > first.json.updatedAt);
});

test("answers 304 until something changes", async () => {
  const { id, url } = await share(key, markdown("one"));
  const { etag } = (await stateOf(url)).headers;
  const unchanged = await stateOf(url, { "if-none-match": etag });
  assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers.etag], [304, "", etag]);
  await change(id, "two");
  await nextSecond();
  assert.equal((await stateOf(url, { "if-none-match": etag })).status, 200);
});

test("a worker looks a link up once a second, however many pages ask", async (t) => {
  const worker = await ownWorker();
  t.after(() => worker.stop());
  const { id, url } = await share(key, markdown("1"));
  const { pathname, search } = new URL(url);
  const version = async () =>
    JSON.parse((await worker.ask("GET", `${pathname}/state${search}`)).text).version;
  let repeated = 0;
  for (let number = 1; number <= 20; ++number) {
    const told = await version();
    await change(id, `${number + 1}`);
    repeated += (await version()) === told;
  }
  assert.ok(repeated > 0);
  await nextSecond();
  assert.equal(await version(), 21);
});

test("counts no views, and no requests of the network", async () => {
  const { id, url } = await share(key, markdown("one"));
  const from = ownAddress();
  const left = [];
  for (const agent of ["Mozilla/5.0", "Slackbot-LinkExpanding 1.0", "curl/8"]) {
    const { status, headers } = await request("GET", url.replace("?", "/state?"), {
      headers: { "user-agent": agent },
      from,
    });
    assert.equal(status, 200, agent);
    left.push([headers["x-ratelimit-remaining"], headers["x-ratelimit-reset"]]);
  }
  // A window may end between two of them.
  for (const [remaining, reset] of left)
    assert.ok(remaining === left[0][0] || reset !== left[0][1], `${left}`);
  assert.equal((await stateOf(url, {}, "HEAD")).status, 200);
  assert.equal(await viewsOf(id), 0);
});

test("says nothing without the password", async () => {
  const { url } = await share(key, markdown("one", { password: "open sesame" }));
  const locked = await stateOf(url);
  assert.deepEqual([locked.status, locked.json.error.code], [401, "unauthorized"]);
  assert.equal((await stateOf(url, { "x-share-password": "open sesame" })).json.version, 1);
  assert.equal((await stateOf(url, { "x-share-password": "%ff" })).status, 400);
});

test("says at once that a link has ended, as JSON", async () => {
  const ends = {
    gone: async (url, id) => call(key, "DELETE", `/artifacts/${id}`),
    disabled: (url) => admin("disable", url, "--reason", "reported"),
  };
  for (const [code, end] of Object.entries(ends)) {
    const { id, url } = await share(key, markdown("one"));
    await end(url, id);
    const { status, json } = await stateOf(url);
    assert.deepEqual([status, json.error.code], [410, code]);
  }
  const { url } = await share(key, markdown("one", { maxViews: 1 }));
  assert.equal((await request("GET", url, { headers: { accept: "application/json" } })).status, 200);
  assert.equal((await stateOf(url)).status, 410);
  const wrong = await stateOf(`${url}x`);
  assert.deepEqual([wrong.status, wrong.json.error.code], [404, "not_found"]);
});

test("a pinned link tells of newer versions only if it shows the history", async () => {
  const { id } = await share(key, markdown("one"));
  const quiet = await linkTo(id, { version: 1 });
  const open = await linkTo(id, { version: 1, showHistory: true, live: "auto" });
  const before = (await stateOf(quiet.url)).json.updatedAt;
  await change(id, "two");
  const told = async ({ url }) => {
    const { version, live, updatedAt } = (await stateOf(url)).json;
    return { version, live, isNewer: updatedAt > before };
  };
  assert.deepEqual(await told(quiet), { version: 1, live: "off", isNewer: false });
  assert.deepEqual(await told(open), { version: 2, live: "offer", isNewer: true });
});

test("pages of a link with a view limit show nothing by themselves", async () => {
  const { url } = await share(key, markdown("one", { maxViews: 5, live: "auto" }));
  const { live, usesView } = (await stateOf(url)).json;
  assert.deepEqual({ live, usesView }, { live: "offer", usesView: true });
});

const proofIn = (answer) => answer.headers["set-cookie"][0].split(";")[0];
test("the page that is open gets the newest version without another view", async () => {
  const asPage = { headers: { accept: "text/html" } };
  const { id, url } = await share(key, markdown("one"));
  const opened = await request("GET", url, asPage);
  assert.match(opened.text, /<article class="document" data-version="1" data-live="offer">/);
  assert.equal(await viewsOf(id), 1);
  await change(id, "two");
  const again = { headers: { ...asPage.headers, cookie: proofIn(opened) } };
  const updated = await request("GET", `${url}&update=1`, again);
  assert.match(updated.text, /data-version="2"/);
  assert.equal(await viewsOf(id), 1);
  // The proof is of one link, and of one view.
  assert.match(proofIn(updated), /^__Secure-view-shr_/);
  for (const headers of [
    {},
    { cookie: proofIn(await request("GET", (await share(key, markdown("x"))).url, asPage)) },
  ])
    await request("GET", `${url}&update=1`, { headers: { ...asPage.headers, ...headers } });
  assert.equal(await viewsOf(id), 3);
  // Only pages are open.
  await request("GET", `${url}&update=1&format=md`, again);
  assert.equal(await viewsOf(id), 4);
});

test("the history of a link and what a version changed are views, unless the page was opened before", async () => {
  const { id } = await share(key, markdown("one"));
  const { url } = await linkTo(id, { showHistory: true });
  await change(id, "two");
  const page = new URL(url);
  page.pathname += "/history";
  const asPage = { headers: { accept: "text/html" } };
  for (const address of [page.href, `${page.href}&version=2`]) {
    const before = await viewsOf(id);
    const first = await request("GET", address, asPage);
    assert.equal(first.status, 200, first.text);
    assert.equal(await viewsOf(id), before + 1);
    await request("GET", address, { headers: { ...asPage.headers, cookie: proofIn(first) } });
    assert.equal(await viewsOf(id), before + 1);
  }
});

test("an update of a link with a view limit is a view like others", async () => {
  const update = (url, headers = {}) =>
    request("GET", `${url}&update=1`, { headers: { accept: "text/html", ...headers } });
  const covered = await share(key, markdown("secret text", { maxViews: 5 }));
  assert.doesNotMatch((await update(covered.url)).text, /secret text/);
  const locked = await share(key, markdown("secret text", { maxViews: 1, password: "open sesame" }));
  const password = { "x-share-password": "open sesame" };
  assert.match((await update(locked.url, password)).text, /secret text/);
  assert.equal((await update(locked.url, password)).status, 410);
});

test("pages that do not stay current say so to no script", async () => {
  const { id } = await share(key, markdown("one"));
  for (const body of [{ live: "off" }, { version: 1 }]) {
    const { url } = await linkTo(id, body);
    assert.doesNotMatch((await request("GET", url, { headers: { accept: "text/html" } })).text, /data-live/);
  }
});
