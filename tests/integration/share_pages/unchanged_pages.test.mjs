// Who has the page of a link, or a form of it, gets it again only if it has changed.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, request, share, sql, until, uuidOf } from "../../service/api_client.mjs";

let key;
before(() => ({ key } = newAccount()));

const get = (url, headers = {}) => request("GET", url, { headers: { accept: "text/html", ...headers } });
const viewsOf = async (id) => {
  const { json } = await call(key, "GET", `/artifacts/${id}/shares`);
  return json.data[0].viewCount;
};

test("a page that has not changed is 304, which counts no view", async () => {
  const { id, url } = await share(key, markdown("# One"));
  const first = await get(url);
  const { etag } = first.headers;
  assert.match(etag, /^W\/"[0-9a-f]{24}"$/);
  for (let i = 0; i < 3; ++i) {
    const again = await get(url, { "if-none-match": `"other", ${etag}` });
    assert.equal(again.status, 304);
    assert.equal(again.text, "");
    assert.equal(again.headers.etag, etag);
    assert.equal(again.headers["cache-control"], "private, no-store");
  }
  assert.equal((await get(url)).status, 200);
  assert.equal(
    await until(
      () => viewsOf(id),
      (views) => views >= 2,
    ),
    2,
  );
});

test("the tag of a page changes with all that the page shows", async () => {
  const { id, url } = await share(key, markdown("# One"));
  const shareId = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].id;
  const tags = new Set();
  const learn = async (address = url, headers = {}) => {
    const response = await get(address, headers);
    assert.equal(response.status, 200, response.text);
    tags.add(response.headers.etag);
    assert.equal((await get(address, { ...headers, "if-none-match": response.headers.etag })).status, 304);
  };
  const changes = [
    () => call(key, "PATCH", `/artifacts/${id}`, { edits: [{ find: "One", replace: "Two" }] }),
    () => call(key, "PUT", `/artifacts/${id}`, { title: "Titled" }),
    () => call(key, "PATCH", `/artifacts/${id}/shares/${shareId}`, { expiresIn: "1d" }),
    () => call(key, "PATCH", `/artifacts/${id}/shares/${shareId}`, { live: "auto" }),
    () => call(key, "PATCH", `/artifacts/${id}/shares/${shareId}`, { showHistory: true }),
  ];
  await learn();
  for (const change of changes) {
    const { status, text } = await change();
    assert.equal(status, 200, text);
    await learn();
  }
  await learn(url, { "accept-language": "de" });
  await learn(url, { cookie: "__Host-theme=dark" });
  await learn(`${url}&embed=1`);
  for (const form of ["md", "json", "txt"]) await learn(`${url}&format=${form}`, { accept: "*/*" });
  assert.equal(tags.size, 1 + changes.length + 3 + 3);
});

test("tags do not come back with the numbers of a database that was restored", async () => {
  const { id, url } = await share(key, markdown("one"));
  const own = (headers) => call(key, "GET", `/artifacts/${id}`, undefined, headers);
  const numbers = () => sql(`select revision || ' ' || version from artifacts where id = '${uuidOf(id)}'`);
  const change = (text) => call(key, "PUT", `/artifacts/${id}`, { content: { text } });
  const backup = sql(`select row_to_json(artifacts) from artifacts where id = '${uuidOf(id)}'`);
  await change("two");
  const before = numbers();
  const known = { "if-none-match": (await get(url)).headers.etag };
  const ownKnown = { "if-none-match": (await own()).headers.etag };
  assert.deepEqual([(await get(url, known)).status, (await own(ownKnown)).status], [304, 304]);
  const { revision, version } = JSON.parse(backup);
  sql(`
    update artifacts set content = '{"text":"one"}', revision = ${revision}, version = ${version}
     where id = '${uuidOf(id)}';
    delete from artifact_versions where artifact_id = '${uuidOf(id)}'`);
  sql(`update artifacts set revision = ${revision}, version = ${version} where id = '${uuidOf(id)}'`);
  await change("three");
  assert.equal(numbers(), before);
  assert.deepEqual([(await get(url, known)).status, (await own(ownKnown)).status], [200, 200]);
});

test("a link with a view limit has no tag, and each response is a view", async () => {
  const { url } = await share(key, markdown("x", { maxViews: 2 }));
  const headers = { accept: "text/markdown" };
  const first = await get(url, headers);
  assert.equal(first.headers.etag, undefined);
  assert.equal((await get(url, { ...headers, "if-none-match": "*" })).status, 200);
  assert.equal((await get(url, headers)).status, 410);
});

test("a link with a password tells nobody without it that nothing has changed", async () => {
  const { url } = await share(key, markdown("x", { password: "open sesame" }));
  const { headers } = await get(url, { "x-share-password": "open sesame" });
  assert.match(headers.etag, /^W\//);
  assert.equal((await get(url, { "if-none-match": headers.etag })).status, 401);
  const known = { "if-none-match": headers.etag, "x-share-password": "open sesame" };
  assert.equal((await get(url, known)).status, 304);
});
