// Idempotency-Key: the same call sent again is not made again.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, test } from "node:test";
import { call, markdown, newAccount, newKey, request, sql, uuidOf } from "../../service/api_client.mjs";
import { assertApiHeaders, assertError } from "../../service/contract_assertions.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { lineOf } from "../../service/log_files.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

let used = 0;
const newIdempotencyKey = () => `test-${process.pid}-${++used}`;
const post = (idempotencyKey, path, body, caller = key) =>
  call(caller, "POST", path, body, { "idempotency-key": idempotencyKey });
const artifactCount = (of = account) =>
  Number(sql(`select count(*) from artifacts where account_id = '${uuidOf(of)}'`));

function assertReplay(response, first) {
  assert.equal(response.status, first.status, response.text);
  assert.equal(response.text, first.text);
  assert.equal(response.headers["idempotency-replayed"], "true");
  assertApiHeaders(response);
  assert.notEqual(response.headers["x-request-id"], first.headers["x-request-id"]);
  assert.equal(response.headers.location, first.headers.location);
}

test("a repeated call gets the first response byte for byte, and creates nothing", async () => {
  for (const path of ["/artifacts", "/artifacts/share"]) {
    const name = newIdempotencyKey();
    const first = await post(name, path, markdown("once", { expiresIn: "1h" }));
    assert.equal(first.status, 201, first.text);
    assert.equal(first.headers["idempotency-replayed"], undefined);
    const made = artifactCount();
    for (let i = 0; i < 5; ++i)
      assertReplay(await post(name, path, markdown("once", { expiresIn: "1h" })), first);
    assert.equal(artifactCount(), made);
  }
});

test("a repeated share creates one link, and returns the same URL", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  const name = newIdempotencyKey();
  const first = await post(name, `/artifacts/${id}/share`, { expiresIn: "1h", password: "p" });
  assert.equal(first.status, 200, first.text);
  assertReplay(await post(name, `/artifacts/${id}/share`, { expiresIn: "1h", password: "p" }), first);
  assert.equal(sql(`select count(*) from share_links where artifact_id = '${uuidOf(id)}'`), "1");
  assert.equal((await request("GET", first.json.url)).status, 401);
});

test("a repeated restore is answered for what it has restored, whatever has its external id since", async () => {
  const path = `/artifacts/ext:restored-${newIdempotencyKey()}`;
  const { json: first } = await call(key, "PUT", path, markdown("first"));
  await call(key, "DELETE", path);
  const name = newIdempotencyKey();
  assert.equal((await post(name, `${path}/restore`)).json.id, first.id);
  await call(key, "PATCH", path, { externalId: null });
  await call(key, "PUT", path, markdown("second"));
  const { json, headers } = await post(name, `${path}/restore`);
  assert.deepEqual([json.id, json.content], [first.id, { text: "first" }]);
  assert.equal(headers["idempotency-replayed"], "true");
});

test("a repeated restore gets the first response", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  await call(key, "DELETE", `/artifacts/${id}`);
  const name = newIdempotencyKey();
  const first = await post(name, `/artifacts/${id}/restore`);
  assert.equal(first.status, 200, first.text);
  assertReplay(await post(name, `/artifacts/${id}/restore`), first);
});

test("a repeated update gets the first response, though the artifact is at another version by now", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("one", { externalId: "put-twice" }))).json;
  const put = (name, path, text, more) =>
    call(key, "PUT", path, { content: { text }, ...more }, { "idempotency-key": name });
  for (const [version, path, more] of [
    [1, `/artifacts/${id}`, {}],
    [2, "/artifacts/ext:put-twice", { template: "markdown", share: {} }],
  ]) {
    const name = newIdempotencyKey();
    const body = { baseVersion: version, ...more };
    const first = await put(name, path, `${version + 1}`, body);
    assert.deepEqual([first.status, first.json.version], [200, version + 1]);
    assertReplay(await put(name, path, `${version + 1}`, body), first);
    assertError(await put(newIdempotencyKey(), path, "other", body), 409, "version_conflict");
    assertError(await put(name, path, "other", body), 409, "idempotency_conflict");
  }
});

test("a repeated put of a new external ID creates once", async () => {
  const name = newIdempotencyKey();
  const path = "/artifacts/ext:put-new";
  const put = () =>
    call(
      key,
      "PUT",
      path,
      { ...markdown("x"), share: {} },
      { "idempotency-key": name, "if-none-match": "*" },
    );
  const first = await put();
  assert.equal(first.status, 201, first.text);
  assertReplay(await put(), first);
});

test("the same key with another body is a conflict, and creates nothing", async () => {
  const name = newIdempotencyKey();
  const first = await post(name, "/artifacts", markdown("one"));
  const made = artifactCount();
  for (const body of [markdown("two"), markdown("one", { title: "T" }), { template: "table", content: {} }])
    assertError(await post(name, "/artifacts", body), 409, "idempotency_conflict");
  assertReplay(await post(name, "/artifacts", markdown("one")), first);
  assert.equal(artifactCount(), made);
});

test("fifty concurrent copies of a call create one artifact and get one response", async () => {
  const name = newIdempotencyKey();
  const made = artifactCount();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post(name, "/artifacts/share", markdown("race"))),
  );
  for (const answer of answers) {
    // Those that came while the first was still running are told to come back.
    if (answer.status === 409) {
      assertError(answer, 409, "idempotency_in_progress");
      assert.match(answer.headers["retry-after"], /^[1-9]\d*$/);
    } else assert.equal(answer.status, 201, answer.text);
  }
  const texts = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text));
  assert.equal(texts.size, 1);
  assert.equal(
    answers.filter(({ status, headers }) => status === 201 && !headers["idempotency-replayed"]).length,
    1,
  );
  assert.equal(artifactCount(), made + 1);
  const afterwards = await post(name, "/artifacts/share", markdown("race"));
  assert.ok(texts.has(afterwards.text));
});

test("a call gets an error while the first with its key is running, whatever its body", async (t) => {
  const name = newIdempotencyKey();
  const made = artifactCount();
  // The lock that a request with this key holds while it runs.
  const sender = (await call(key, "GET", "/account")).json.key.id;
  const hash = createHash("sha256").update(`${sender}\n${name}`).digest("hex");
  const holder = new DatabaseSession(t);
  await holder.ask(
    `begin; select pg_advisory_xact_lock(hashtextextended('${uuidOf(account)}' || '${hash}', 0))`,
  );
  for (const body of [markdown("one"), markdown("two")]) {
    const answer = await post(name, "/artifacts", body);
    assertError(answer, 409, "idempotency_in_progress");
    assert.equal(answer.headers["retry-after"], "1");
  }
  await holder.ask("commit");
  assert.equal(artifactCount(), made);
  assert.equal((await post(name, "/artifacts", markdown("one"))).status, 201);
});

test("a call whose response cannot be stored changes nothing, even if it has a transaction of its own", async (t) => {
  const { id, expiresAt } = (await call(key, "POST", "/artifacts", markdown("x", { expiresIn: "1h" }))).json;
  const name = newIdempotencyKey();
  const longer = { expiresIn: "30d", extendArtifact: true };
  // Another transaction is about to store a response for the key.
  const sender = (await call(key, "GET", "/account")).json.key.id;
  const hash = createHash("sha256").update(`${sender}\n${name}`).digest("hex");
  const holder = new DatabaseSession(t);
  await holder.ask(`begin;
    insert into idempotent_requests (account_id, key_hash, request_hash, status, signing_key_id, sealed_response)
    values ('${uuidOf(account)}', '\\x${hash}', sha256(''), 201, 'x', '')`);
  const refused = await post(name, `/artifacts/${id}/share`, longer);
  assert.ok(refused.status >= 500, refused.text);
  await holder.ask("rollback");
  assert.deepEqual((await call(key, "GET", `/artifacts/${id}/shares`)).json.data, []);
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).json.expiresAt, expiresAt);
  assert.equal((await post(name, `/artifacts/${id}/share`, longer)).status, 200);
});

test("API keys of an account do not share them, whatever each may do", async () => {
  const name = newIdempotencyKey();
  const body = markdown("same", { expiresIn: "7d" });
  const first = await post(name, "/artifacts/share", body);
  assert.equal(first.status, 201, first.text);
  const second = await post(name, "/artifacts/share", body, newKey(account));
  assert.equal(second.status, 201, second.text);
  assert.equal(second.headers["idempotency-replayed"], undefined);
  assert.notEqual(second.json.id, first.json.id);
  const bounded = newKey(account, undefined, "--maximum-expiry", "1h");
  assertError(await post(name, "/artifacts/share", body, bounded), 403, "expiry_not_allowed");
  assertReplay(await post(name, "/artifacts/share", body), first);
});

test("keys of 1 to 255 visible characters are accepted, others are rejected by name", async () => {
  for (const name of ["x", "y".repeat(255), "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "0"])
    assert.equal((await post(`${name}`, "/artifacts", markdown("k"))).status, 201, name);
  const made = artifactCount();
  for (const name of ["", "y".repeat(256), "with space", "tab\there", "\u00e9"])
    assertError(await post(name, "/artifacts", markdown("k")), 400, "invalid_request", "Idempotency-Key");
  assert.equal(artifactCount(), made);
});

test("without a key, and on other methods, nothing is replayed", async () => {
  const body = markdown("x");
  const [first, second] = [
    await call(key, "POST", "/artifacts", body),
    await call(key, "POST", "/artifacts", body),
  ];
  assert.notEqual(first.json.id, second.json.id);
  const headers = { "idempotency-key": newIdempotencyKey() };
  for (let i = 0; i < 2; ++i) {
    const deleted = await call(key, "DELETE", `/artifacts/${first.json.id}`, undefined, headers);
    assert.deepEqual([deleted.status, deleted.headers["idempotency-replayed"]], [200, undefined]);
  }
});

test("a replay is subject to key, scope and rate limit like any call", async () => {
  const name = newIdempotencyKey();
  assert.equal((await post(name, "/artifacts", markdown("x"))).status, 201);
  assertError(
    await call(key, "POST", "/artifacts", JSON.stringify(markdown("x")), {
      "idempotency-key": name,
      "content-type": "application/xml",
    }),
    415,
    "unsupported_media_type",
  );
  const first = await post(name, "/artifacts", markdown("x"));
  const second = await post(name, "/artifacts", markdown("x"));
  if (first.headers["x-ratelimit-reset"] === second.headers["x-ratelimit-reset"])
    assert.equal(first.headers["x-ratelimit-remaining"] - second.headers["x-ratelimit-remaining"], 1);
});

test("no transaction is open while a password is hashed or a turn is awaited", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("x".repeat(2_000_000)))).json;
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "y" } });
  const send = (method, path, body) =>
    call(key, method, path, body, { "idempotency-key": newIdempotencyKey() });
  const withPassword = { password: "a lamp", extendArtifact: true, expiresIn: "30d" };
  for (const answer of [
    await send("POST", `/artifacts/${id}/share`, withPassword),
    await send("POST", "/artifacts/share", markdown("x", { password: "a lamp" })),
    await send("POST", `/artifacts/${id}/versions/1/restore`),
    await send("PATCH", `/artifacts/${id}`, { append: { text: "more" } }),
    await send("PUT", "/artifacts/ext:turns", { ...markdown("x"), share: { password: "a lamp" } }),
    await send("PUT", "/artifacts/ext:turns", {
      ...markdown("y"),
      share: { password: "a light" },
    }),
  ]) {
    assert.ok(answer.status < 300, answer.text);
    // The log says it where it was not so.
    assert.equal((await lineOf(answer)).failure, undefined);
  }
});
