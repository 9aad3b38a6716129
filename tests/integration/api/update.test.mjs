// PUT /artifacts/{id}
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, request, share, sql, uuidOf } from "../../service/api_client.mjs";
import { assertApiHeaders, assertError, timestampPattern } from "../../service/contract_assertions.mjs";

let key;
before(() => ({ key } = newAccount()));

const create = async (more) =>
  (await call(key, "POST", "/artifacts", markdown("# before", { title: "before", ...more }))).json;
const put = (id, body, headers) => call(key, "PUT", `/artifacts/${id}`, body, headers);
const get = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json;

async function assertUpdates(id, body) {
  const response = await put(id, body);
  assert.equal(response.status, 200, response.text);
  assertApiHeaders(response);
  return response.json;
}

test("an update returns the artifact as it is now", async () => {
  const made = await create();
  const json = await assertUpdates(made.id, { title: "after" });
  for (const name of ["id", "template", "title", "status", "createdAt", "updatedAt"])
    assert.ok(name in json, name);
  assert.equal(json.id, made.id);
  assert.equal(json.template, "markdown");
  assert.equal(json.title, "after");
  assert.equal(json.status, "active");
  assert.equal(json.createdAt, made.createdAt);
  assert.match(json.updatedAt, timestampPattern);
  assert.ok(json.updatedAt >= made.createdAt);
  const read = await get(made.id);
  for (const name of Object.keys(json)) assert.deepEqual(json[name], read[name], name);
});

test("each field can be changed alone, and the others stay", async () => {
  for (const [field, value] of [
    ["title", "after"],
    ["title", null],
    ["description", "after"],
    ["description", null],
    ["content", { text: "# after" }],
  ]) {
    const { id } = await create({ description: "before", metadata: { a: 1 }, expiresIn: "1h" });
    const beforehand = await get(id);
    await assertUpdates(id, { [field]: value });
    const afterwards = await get(id);
    assert.deepEqual(
      { ...afterwards, displayTitle: 0, updatedAt: 0 },
      { ...beforehand, [field]: value, displayTitle: 0, updatedAt: 0, version: 2 },
    );
    assert.ok(afterwards.updatedAt >= beforehand.updatedAt);
  }
});

test("an empty update changes nothing", async () => {
  const { id } = await create({ metadata: { a: 1 } });
  const beforehand = await get(id);
  await assertUpdates(id, {});
  await assertUpdates(id, { unknown: 1, metadata: {} });
  assert.deepEqual({ ...(await get(id)), updatedAt: 0 }, { ...beforehand, updatedAt: 0 });
});

test("metadata is merged at its top level, and null removes a key", async () => {
  const { id } = await create({ metadata: { keep: 1, change: { a: 1, b: 2 }, remove: 1, no: 2 } });
  await assertUpdates(id, { metadata: { change: { c: 3 }, remove: null, add: [null], absent: null } });
  assert.deepEqual((await get(id)).metadata, { keep: 1, change: { c: 3 }, no: 2, add: [null] });
});

test("metadata that a merge does not touch stays as it was written", async () => {
  const created = await call(
    key,
    "POST",
    "/artifacts",
    '{"template":"table","content":{},"metadata":{"z":1.0,"big":12345678901234567890,"text":"\\u00e9","a":1e400}}',
  );
  await assertUpdates(created.json.id, { metadata: { added: true } });
  const { text } = await call(key, "GET", `/artifacts/${created.json.id}`);
  for (const part of [
    /"z":\s*1\.0\b/,
    /"big":\s*12345678901234567890\b/,
    /"text":\s*"\\u00e9"/,
    /"a":\s*1e400\b/,
    /"added":\s*true/,
  ])
    assert.match(text, part);
});

test("merged metadata has the same limits", async () => {
  const keys = (from, count) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${from + i}`, 1]));
  const { id } = await create({ metadata: keys(0, 50) });
  assertError(await put(id, { metadata: keys(50, 1) }), 400, "invalid_request", "metadata");
  await assertUpdates(id, { metadata: { k0: null, ...keys(50, 1) } });
  assert.equal(Object.keys((await get(id)).metadata).length, 50);
  const large = await create({ metadata: { a: "x".repeat(9000) } });
  assertError(await put(large.id, { metadata: { b: "x".repeat(9000) } }), 400, "invalid_request", "metadata");
  await assertUpdates(large.id, { metadata: { a: null, b: "x".repeat(9000) } });
});

test("concurrent updates never lose a merge", async () => {
  const { id } = await create();
  const expected = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, i]));
  const answers = await Promise.all(
    Object.entries(expected).map(([name, value]) => put(id, { metadata: { [name]: value } })),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.deepEqual((await get(id)).metadata, expected);
});

test("content is replaced as a whole, byte for byte, and validated by the artifact's template", async () => {
  const { id } = await create();
  const content = '{ "text":"x", "n":[1.0,1e400], "":{} }';
  assert.equal((await put(id, `{"content":${content}}`)).status, 200);
  assert.ok((await call(key, "GET", `/artifacts/${id}`)).text.includes(`"content":${content}`));
  assertError(await put(id, { content: { text: 5 } }), 400, "invalid_content", "/content/text");
  for (const wrong of ["x", [], 1])
    assertError(await put(id, { content: wrong }), 400, "invalid_content", "content");
  assert.ok((await call(key, "GET", `/artifacts/${id}`)).text.includes(`"content":${content}`));
});

test("an expired artifact can be updated, and a new expiry makes it active again", async () => {
  for (const [expiresIn, status] of [
    [undefined, "expired"],
    ["1h", "active"],
    [null, "active"],
  ]) {
    const { id } = await create({ expiresIn: "1h" });
    sql(`update artifacts set expires_at = now() where id = '${uuidOf(id)}'`);
    assert.equal((await assertUpdates(id, { title: "late", expiresIn })).status, status);
    assert.equal((await get(id)).status, status);
  }
});

test("the template may be repeated, but not changed", async () => {
  const { id } = await create();
  assert.equal((await assertUpdates(id, { template: "markdown", title: "T" })).title, "T");
  assertError(await put(id, { template: "chart", title: "no" }), 400, "template_immutable", "template");
  assertError(await put(id, { template: "nothing" }), 400, "invalid_template");
  assert.equal((await get(id)).title, "T");
});

test("fields that the service sets cannot be set", async () => {
  const { id } = await create();
  const beforehand = await get(id);
  await assertUpdates(id, {
    id: "art_01h455vb4pex5vsknk084sn02q",
    status: "deleted",
    accountId: "acc_x",
    createdAt: "2000-01-01T00:00:00.000Z",
    updatedAt: "2000-01-01T00:00:00.000Z",
    deletedAt: "2000-01-01T00:00:00.000Z",
  });
  assertError(await put(id, { expiresAt: "2000-01-01T00:00:00.000Z" }), 400, "invalid_request", "expiresIn");
  const afterwards = await get(id);
  assert.deepEqual({ ...afterwards, updatedAt: 0 }, { ...beforehand, updatedAt: 0 });
  assert.ok(!afterwards.updatedAt.startsWith("2000"));
});

test("an update is all or nothing", async () => {
  const { id } = await create();
  const beforehand = await get(id);
  assert.equal((await put(id, { title: "after", expiresIn: "whenever" })).status, 400);
  assert.equal((await put(id, { title: "after", metadata: { a: 1 }, content: [] })).status, 400);
  assert.deepEqual(await get(id), beforehand);
});

test("the next view of a link shows the update, on every worker", async () => {
  const { id, url } = await share(key, markdown("the text before"));
  for (let round = 0; round < 5; ++round) {
    assert.equal(
      (await put(id, { content: { text: `the text of round ${round}` }, title: `title ${round}` })).status,
      200,
    );
    for (const { text } of await Promise.all(Array.from({ length: 8 }, () => request("GET", url)))) {
      assert.ok(text.includes(`the text of round ${round}`));
      assert.ok(text.includes(`<title>title ${round}</title>`));
    }
  }
});
