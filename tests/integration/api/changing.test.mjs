// Changing, deleting and restoring artifacts.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, newKey, request, sql, uuidOf } from "../../service/api_client.mjs";
import {
  assertApiHeaders,
  assertError,
  assertFields,
  timestampPattern,
} from "../../service/contract_assertions.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

let owner;
let key;
before(() => {
  owner = newAccount();
  ({ key } = owner);
});

const create = async (more) => (await call(key, "POST", "/artifacts", markdown("before", more))).json.id;
const get = (id, headers) => call(key, "GET", `/artifacts/${id}`, undefined, headers);
const put = (id, body, headers) => call(key, "PUT", `/artifacts/${id}`, body, headers);
const remove = (id, query = "", headers = {}) =>
  call(key, "DELETE", `/artifacts/${id}${query}`, undefined, headers);
const restore = (id) => call(key, "POST", `/artifacts/${id}/restore`);

test("an update changes what it names, and nothing else", async () => {
  const id = await create({ title: "T", description: "D", metadata: { a: 1 }, expiresIn: "1h" });
  const earlier = (await get(id)).json;
  const response = await put(id, { title: "New" });
  assert.equal(response.status, 200);
  assertApiHeaders(response);
  assertFields(response.json, "id", "template", "title", "status", "createdAt", "updatedAt", "expiresAt");
  assert.equal(response.json.title, "New");
  assert.match(response.json.updatedAt, timestampPattern);
  const now = (await get(id)).json;
  assert.deepEqual(now, {
    ...earlier,
    title: "New",
    displayTitle: "New",
    updatedAt: response.json.updatedAt,
  });
  assert.ok(now.updatedAt > now.createdAt);
});

test("content is replaced as a whole, as it was sent", async () => {
  const id = await create();
  assert.equal((await put(id, '{"content":{"text":"after", "n":1.0, "e":1e400}}')).status, 200);
  assert.ok((await get(id)).text.includes('"content":{"text":"after", "n":1.0, "e":1e400}'));
});

test("metadata is merged at the top level, and null removes a key", async () => {
  const id = await create({ metadata: { keep: { x: 1 }, change: 1, drop: 1 } });
  await put(id, '{"metadata":{"change":{"y":1.50},"drop":null,"new":[]}}');
  assert.ok((await get(id)).text.includes('"metadata":{"keep":{"x":1},"change":{"y":1.50},"new":[]}'));
});

test("a merge that results in more than 50 keys is rejected and changes nothing", async () => {
  const keys = (from) => Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${from + i}`, i]));
  const id = await create({ metadata: keys(0) });
  assertError(await put(id, { title: "no", metadata: keys(30) }), 400, "invalid_request", "metadata");
  const { json } = await get(id);
  assert.equal(Object.keys(json.metadata).length, 30);
  assert.equal(json.title, null);
});

test("null clears title and description", async () => {
  const id = await create({ title: "T", description: "D" });
  await put(id, { title: null, description: null });
  const { json } = await get(id);
  assert.equal(json.title, null);
  assert.equal(json.description, null);
});

test("a new expiry counts from now, null clears it, and an expired artifact becomes active again", async () => {
  const id = await create({ expiresIn: "1h" });
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(id)}'`);
  assert.equal((await get(id)).json.status, "expired");
  const extended = await put(id, { expiresIn: "2h" });
  assert.equal(extended.json.status, "active");
  assert.equal(
    Math.round((Date.parse(extended.json.expiresAt) - Date.parse(extended.json.updatedAt)) / 1000),
    7200,
  );
  assert.ok(!("expiresAt" in (await put(id, { expiresIn: null })).json));
  assert.ok(!("expiresAt" in (await get(id)).json));
});

test("the template may be repeated, but not changed", async () => {
  const id = await create();
  assert.equal((await put(id, { template: "markdown", title: "x" })).status, 200);
  assertError(await put(id, { template: "chart" }), 400, "template_immutable", "markdown");
  assertError(await put(id, { template: "nothing" }), 400, "invalid_template");
});

test("an update is validated like a new artifact", async () => {
  const id = await create();
  assertError(await put(id, "{"), 400, "invalid_json");
  assertError(await put(id, ""), 400, "invalid_json");
  assertError(await put(id, { title: "x".repeat(256) }), 400, "invalid_request", "title");
  assertError(await put(id, { content: [] }), 400, "invalid_content");
  assertError(await put(id, { content: { text: 1 } }), 400, "invalid_content", "/content/text");
  assertError(await put(id, { expiresIn: "soon" }), 400, "invalid_expires_in");
  assertError(await put(id, { metadata: [] }), 400, "invalid_request", "metadata");
  assertError(await put("art_01h455vb4pex5vsknk084sn02q", {}), 404, "not_found");
});

test("concurrent updates never lose a metadata key that one of them set", async () => {
  const id = await create();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => put(id, { metadata: { [`k${i}`]: i } })),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.deepEqual(
    (await get(id)).json.metadata,
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, i])),
  );
});

test("the ETag changes with the artifact", async () => {
  const id = await create();
  const { headers } = await get(id);
  assert.match(headers.etag, /^"[^"]+"$/);
  const unchanged = await get(id, { "if-none-match": `"x", ${headers.etag}` });
  assert.equal(unchanged.status, 304);
  assert.equal(unchanged.text, "");
  assert.equal(unchanged.headers.etag, headers.etag);
  assert.match(unchanged.headers["x-ratelimit-limit"], /^\d+$/);
  const updated = await put(id, { title: "x" }, { "if-match": headers.etag });
  assert.equal(updated.status, 200);
  assert.equal(updated.headers.etag, (await get(id)).headers.etag);
  assert.notEqual(updated.headers.etag, headers.etag);
  assert.equal((await get(id, { "if-none-match": headers.etag })).status, 200);
  assertError(await put(id, { title: "y" }, { "if-match": headers.etag }), 412, "precondition_failed");
  assertError(await remove(id, "", { "if-match": headers.etag }), 412, "precondition_failed");
  assert.equal((await put(id, { title: "y" }, { "if-match": "*" })).status, 200);
  assert.equal((await get(id)).json.title, "y");
});

test("of concurrent updates with the same If-Match exactly one succeeds", async () => {
  const id = await create();
  const { etag } = (await get(id)).headers;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => put(id, { title: `t${i}` }, { "if-match": etag })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 412).length, 9);
});

test("a soft delete returns its time, also when repeated, and can be undone", async () => {
  const id = await create({ title: "T" });
  const earlier = (await get(id)).json;
  const { url } = (await call(key, "POST", `/artifacts/${id}/share`)).json;
  const first = await remove(id);
  assert.equal(first.status, 200);
  assertApiHeaders(first);
  assertFields(first.json, "id", "status", "deletedAt", "permanent");
  assert.equal(first.json.permanent, false);
  assert.equal(first.json.status, "deleted");
  assert.match(first.json.deletedAt, timestampPattern);
  assert.deepEqual((await remove(id)).json, first.json);
  assert.equal((await get(id)).json.deletedAt, first.json.deletedAt);
  assert.equal((await request("GET", url)).status, 410);
  assertError(await put(id, { title: "x" }), 409, "artifact_deleted");
  assertError(await call(key, "POST", `/artifacts/${id}/share`), 409, "artifact_deleted");

  const restored = await restore(id);
  assert.equal(restored.status, 200);
  assert.deepEqual(restored.json, earlier);
  assert.equal((await request("GET", url)).status, 200);
  assertError(await restore(id), 409, "not_deleted");
});

test("reports an artifact that is deleted and expired as deleted", async () => {
  const id = await create({ expiresIn: "1h" });
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(id)}'`);
  await remove(id);
  assert.equal((await get(id)).json.status, "deleted");
  assert.equal((await restore(id)).json.status, "expired");
});

test("a permanent delete removes the artifact and its links, in any state", async () => {
  for (const prepare of [
    async () => {},
    (id) => remove(id),
    async (id) => sql(`update artifacts set expires_at = now() where id = '${uuidOf(id)}'`),
  ]) {
    const id = await create();
    const { url } = (await call(key, "POST", `/artifacts/${id}/share`)).json;
    await prepare(id);
    const response = await remove(id, "?permanent=true");
    assert.equal(response.status, 200);
    assertFields(response.json, "id", "status", "deletedAt", "permanent");
    assert.equal(response.json.permanent, true);
    for (const again of [await get(id), await put(id, {}), await remove(id), await restore(id)])
      assertError(again, 404, "not_found");
    assert.equal((await request("GET", url)).status, 410);
    assert.equal(sql(`select count(*) from share_links where artifact_id = '${uuidOf(id)}'`), "0");
  }
});

test("permanent must be true or false, and appear once", async () => {
  const id = await create();
  for (const query of ["?permanent=yes", "?permanent=1", "?permanent=", "?permanent=true&permanent=true"])
    assertError(await remove(id, query), 400, "invalid_request", "permanent");
  assert.equal((await get(id)).json.status, "active");
  assert.equal((await remove(id, "?permanent=false")).status, 200);
  assert.equal((await get(id)).json.status, "deleted");
});

test("an artifact cannot be restored after thirty days", () =>
  withoutMaintenance(async () => {
    const id = await create();
    await remove(id);
    sql(`update artifacts set deleted_at = now() - interval '30 days' where id = '${uuidOf(id)}'`);
    assertError(await restore(id), 404, "not_found");
    assert.equal((await get(id)).json.status, "deleted");
  }));

test("another account's artifact cannot be changed, deleted or restored", async () => {
  const stranger = newAccount();
  const id = await create();
  const earlier = (await get(id)).text;
  for (const [method, path, body] of [
    ["PUT", "", { title: "x" }],
    ["DELETE", ""],
    ["DELETE", "?permanent=true"],
    ["POST", "/restore"],
  ])
    assertError(await call(stranger.key, method, `/artifacts/${id}${path}`, body), 403, "forbidden");
  assert.equal((await get(id)).text, earlier);
});

test("changing needs artifacts:write, deleting and restoring artifacts:delete", async () => {
  const id = await create();
  const reader = newKey(owner.account, ["artifacts:read", "artifacts:share"]);
  const writer = newKey(owner.account, ["artifacts:write"]);
  assertError(await call(reader, "PUT", `/artifacts/${id}`, {}), 403, "forbidden", "artifacts:write");
  for (const [method, path] of [
    ["DELETE", ""],
    ["POST", "/restore"],
  ])
    assertError(await call(writer, method, `/artifacts/${id}${path}`), 403, "forbidden", "artifacts:delete");
  assert.equal((await call(writer, "PUT", `/artifacts/${id}`, { title: "x" })).status, 200);
});
