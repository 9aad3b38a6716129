// ETag, If-None-Match and If-Match.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { call, markdown, newAccount } from "../../service/api_client.mjs";
import { assertError, idPattern } from "../../service/contract_assertions.mjs";

let key;
before(() => ({ key } = newAccount()));

const create = async () => (await call(key, "POST", "/artifacts", markdown("x"))).json.id;
const get = (id, headers) => call(key, "GET", `/artifacts/${id}`, undefined, headers);
const tagOf = async (id) => (await get(id)).headers.etag;

test("an artifact has a strong entity tag that stays the same until it is changed, on every worker", async () => {
  const id = await create();
  const tags = await Promise.all(Array.from({ length: 16 }, () => tagOf(id)));
  assert.equal(new Set(tags).size, 1);
  assert.match(tags[0], /^"[\x21\x23-\x7e]+"$/);
  assert.equal((await call(key, "HEAD", `/artifacts/${id}`)).headers.etag, tags[0]);
});

test("every entity tag is strong and can be used, whatever encodings the client accepts", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("x".repeat(10000)))).json;
  const send = (method, path = "", body = undefined, headers = {}) =>
    call(key, method, `/artifacts/${id}${path}`, body, { "accept-encoding": "gzip", ...headers });
  const remove = async () => assert.equal((await send("DELETE")).status, 200);
  const idempotent = { "idempotency-key": randomUUID() };
  for (const answer of [
    () => send("GET"),
    () => send("HEAD"),
    () => send("PUT", "", { description: "y".repeat(1900) }),
    async () => {
      await remove();
      return send("POST", "/restore", undefined, idempotent);
    },
  ]) {
    const { status, headers } = await answer();
    assert.equal(status, 200);
    assert.match(headers.etag, /^"/, "a strong tag");
    assert.equal((await send("GET", "", undefined, { "if-none-match": headers.etag })).status, 304);
    assert.equal((await send("PUT", "", { title: "T" }, { "if-match": headers.etag })).status, 200);
  }
  const again = await send("POST", "/restore", undefined, idempotent);
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.match(again.headers.etag, /^"/, "a strong tag");
});

test("the response to creating an artifact has the tag that reading it has", async () => {
  const pdf = { template: "pdf", content: { markdown: "# Report" } };
  // With so many warnings that a response would be compressed.
  const unknown = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`unknown${i}`, i]));
  for (const path of ["/artifacts", "/artifacts/share"]) {
    for (const body of [markdown("x", unknown), { ...pdf, ...unknown }]) {
      const headers = { "idempotency-key": randomUUID(), "accept-encoding": "gzip" };
      const created = await call(key, "POST", path, body, headers);
      assert.equal(created.status, 201);
      const { etag } = created.headers;
      assert.match(etag, /^"/, "a strong tag");
      const again = await call(key, "POST", path, body, headers);
      assert.equal(again.headers["idempotency-replayed"], "true");
      assert.equal(again.headers.etag, etag);
      if (body.template !== "pdf") assert.equal(await tagOf(created.json.id), etag);
      const change = () =>
        call(key, "PUT", `/artifacts/${created.json.id}`, { title: "T" }, { "if-match": etag });
      assert.equal((await change()).status, 200, "a change that nobody else made in between");
      assert.equal((await change()).status, 412);
    }
  }
});

test("every change gives another entity tag", async () => {
  const id = await create();
  const tags = [await tagOf(id)];
  for (const body of [
    { title: "a" },
    { title: "b" },
    { title: "a" },
    { metadata: { a: 1 } },
    { content: { text: "y" } },
    { expiresIn: "1h" },
  ]) {
    assert.equal((await call(key, "PUT", `/artifacts/${id}`, body)).status, 200);
    tags.push(await tagOf(id));
  }
  await call(key, "DELETE", `/artifacts/${id}`);
  tags.push(await tagOf(id));
  await call(key, "POST", `/artifacts/${id}/restore`);
  tags.push(await tagOf(id));
  assert.equal(new Set(tags).size, tags.length, tags.join(" "));
});

test("what the caller already has is not sent again", async () => {
  const id = await create();
  const tag = await tagOf(id);
  for (const held of [tag, `"other", ${tag}`, `${tag},"other"`, `W/${tag}`, "*"]) {
    for (const method of ["GET", "HEAD"]) {
      const response = await call(key, method, `/artifacts/${id}`, undefined, { "if-none-match": held });
      assert.equal(response.status, 304, `${method} ${held}`);
      assert.equal(response.text, "");
      assert.equal(response.headers.etag, tag);
      assert.match(response.headers["x-request-id"], idPattern("req"));
      for (const name of ["limit", "remaining", "reset"])
        assert.match(response.headers[`x-ratelimit-${name}`], /^\d+$/);
    }
  }
  for (const held of ['"other"', tag.slice(1, -1), `"${tag.slice(1, -1)}x"`, ""]) {
    const response = await get(id, { "if-none-match": held });
    assert.equal(response.status, 200, held);
    assert.equal(response.json.id, id);
  }
  await call(key, "PUT", `/artifacts/${id}`, { title: "new" });
  assert.equal((await get(id, { "if-none-match": tag })).json.title, "new");
});

test("a write is rejected if the artifact has changed since the caller read it", async () => {
  const id = await create();
  const stale = await tagOf(id);
  assert.equal(
    (await call(key, "PUT", `/artifacts/${id}`, { title: "first" }, { "if-match": stale })).status,
    200,
  );
  for (const held of [stale, '"other"', `W/${await tagOf(id)}`]) {
    assertError(
      await call(key, "PUT", `/artifacts/${id}`, { title: "lost" }, { "if-match": held }),
      412,
      "precondition_failed",
    );
    for (const query of ["", "?permanent=true"])
      assertError(
        await call(key, "DELETE", `/artifacts/${id}${query}`, undefined, { "if-match": held }),
        412,
        "precondition_failed",
      );
  }
  assert.equal((await get(id)).json.title, "first");
  for (const hold of [(tag) => tag, (tag) => `"other", ${tag}`, () => "*"]) {
    const held = hold(await tagOf(id));
    assert.equal(
      (await call(key, "PUT", `/artifacts/${id}`, { metadata: { held } }, { "if-match": held })).status,
      200,
      held,
    );
  }
  assert.equal(
    (await call(key, "DELETE", `/artifacts/${id}`, undefined, { "if-match": await tagOf(id) })).status,
    200,
  );
});

test("If-None-Match lets a write through only where there is nothing that it names", async () => {
  const path = `/artifacts/ext:${randomUUID()}`;
  const put = (held, share) =>
    call(key, "PUT", path, markdown("x", { title: held, ...share }), { "if-none-match": held });
  for (const share of [{}, { share: {} }]) {
    const first = await put("*", share);
    assert.equal(first.status, share.share ? 412 : 201, first.text);
    const { etag } = (await call(key, "GET", path)).headers;
    for (const held of ["*", etag, `W/${etag}`, `"other", ${etag}`])
      assertError(await put(held, share), 412, "precondition_failed", "If-None-Match");
    assert.equal((await call(key, "GET", path)).headers.etag, etag);
    assert.equal((await put('"other"', share)).status, 200);
    assertError(await put("other", share), 400, "invalid_request", "If-None-Match");
  }
  const { id } = (await call(key, "GET", path)).json;
  for (const method of ["PUT", "DELETE"]) {
    const body = method === "PUT" ? { title: "lost" } : undefined;
    const refused = await call(key, method, `/artifacts/${id}`, body, { "if-none-match": "*" });
    assertError(refused, 412, "precondition_failed");
  }
});

test("of many who want to create the same, one does", async () => {
  const path = `/artifacts/ext:${randomUUID()}`;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      call(key, "PUT", path, markdown(`writer ${i}`), { "if-none-match": "*" }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(11).fill(412)]);
});

test("of concurrent writers with the same entity tag exactly one succeeds", async () => {
  const id = await create();
  const tag = await tagOf(id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      call(key, "PUT", `/artifacts/${id}`, { title: `writer ${i}` }, { "if-match": tag }),
    ),
  );
  const [winner, ...others] = answers.filter(({ status }) => status === 200);
  assert.equal(others.length, 0);
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertError(answer, 412, "precondition_failed");
  assert.equal((await get(id)).json.title, winner.json.title);
});

test("not_found and forbidden come before any condition", async () => {
  assertError(
    await call(key, "PUT", "/artifacts/art_01h455vb4pex5vsknk084sn02q", {}, { "if-match": '"x"' }),
    404,
    "not_found",
  );
  const id = await create();
  const stranger = newAccount().key;
  assertError(
    await call(stranger, "GET", `/artifacts/${id}`, undefined, { "if-none-match": "*" }),
    403,
    "forbidden",
  );
  assertError(await call(stranger, "PUT", `/artifacts/${id}`, {}, { "if-match": '"x"' }), 403, "forbidden");
});
