// POST /artifacts/delete-matching and POST /artifacts/shares/revoke-matching.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  recorded,
  removalOfArtifacts,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertApiHeaders, assertError, assertFields } from "../../service/contract_assertions.mjs";

const deletion = "/artifacts/delete-matching";
const revocation = "/artifacts/shares/revoke-matching";

// One step.
async function post(key, path, body) {
  const response = await call(key, "POST", path, { dryRun: false, ...body });
  assert.equal(response.status, 200, response.text);
  assertApiHeaders(response);
  return response.json;
}
// Every step, and how many each has changed.
async function postAll(key, path, body) {
  const steps = [];
  for (let cursor = null; steps.length === 0 || cursor !== null;) {
    const step = await post(key, path, { ...body, cursor });
    assert.equal(step.hasMore, step.nextCursor !== null);
    steps.push(step.deleted ?? step.revoked);
    cursor = step.nextCursor;
    assert.ok(steps.length < 1000, "it comes to an end");
  }
  return steps;
}
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

// An account with artifacts of these bodies, each with one link, the first the oldest.
async function accountWith(bodies) {
  const { account, key } = newAccount();
  const made = [];
  for (const body of bodies) made.push(await share(key, markdown("x", body)));
  const ids = made.map(({ id }) => id);
  for (const [i, id] of ids.entries())
    sql(
      `update artifacts set created_at = date_trunc('milliseconds', now()) - interval '1 day' + interval '${i} s'
        where id = '${uuidOf(id)}'`,
    );
  return { account, key, ids, urls: made.map(({ url }) => url) };
}
const job = (name) => ({ title: `of ${name}`, metadata: { job: name } });
const statuses = (key, ids) =>
  Promise.all(ids.map(async (id) => (await call(key, "GET", `/artifacts/${id}`)).json?.status ?? "gone"));
const eventsOf = async (key, action) =>
  (await call(key, "GET", `/account/audit?action=${action}&limit=100`)).json.data;

test("a dry run returns how many artifacts match, and changes nothing", async () => {
  const { key, ids } = await accountWith([job("a"), job("a"), job("b")]);
  const filter = { metadata: { job: "a" } };
  const step = await post(key, deletion, { filter, dryRun: true });
  assertFields(step, "dryRun", "matching", "deleted", "hasMore", "nextCursor");
  assert.deepEqual(step, { dryRun: true, matching: 2, deleted: 0, hasMore: false, nextCursor: null });
  assert.deepEqual(await statuses(key, ids), ["active", "active", "active"]);
  assert.deepEqual(await eventsOf(key, "artifact.deleted"), []);
  const permanent = await post(key, deletion, { filter, dryRun: true, permanent: true, limit: 1 });
  assert.deepEqual([permanent.matching, permanent.deleted], [2, 0]);
});

test("deletes exactly the matching artifacts, each with its audit event", async () => {
  const { key, ids, urls } = await accountWith([job("a"), job("b"), job("a")]);
  const step = await post(key, deletion, { filter: { metadata: { job: "a" } } });
  assert.deepEqual(step, { dryRun: false, matching: 2, deleted: 2, hasMore: false, nextCursor: null });
  assert.deepEqual(await statuses(key, ids), ["deleted", "active", "deleted"]);
  assert.deepEqual(
    await Promise.all(urls.map(async (url) => (await request("GET", url)).status)),
    [410, 200, 410],
  );
  const events = await eventsOf(key, "artifact.deleted");
  assert.deepEqual(events.map(({ subject }) => subject).sort(), [ids[0], ids[2]].sort());
  const caller = (await call(key, "GET", "/account")).json.key;
  for (const event of events) {
    assert.deepEqual(event.actor, { type: "key", id: caller.id, name: caller.name });
    assert.equal(event.subjectName, "of a");
    assert.match(event.address, /^(127\.0\.0\.1|::1)$/);
  }
  // Done alone, it would be the same: it can be restored, and totals are right.
  assert.equal((await call(key, "POST", `/artifacts/${ids[0]}/restore`)).status, 200);
  assert.equal((await call(key, "GET", "/artifacts")).json.pagination.total, 2);
  assert.equal((await call(key, "GET", "/artifacts?status=deleted")).json.pagination.total, 1);
});

test("a deletion runs in steps, the oldest first, and a repeated step deletes nothing twice", async () => {
  const { key, ids } = await accountWith(Array.from({ length: 7 }, () => job("a")));
  const filter = { metadata: { job: "a" } };
  const first = await post(key, deletion, { filter, limit: 3 });
  assert.deepEqual([first.matching, first.deleted, first.hasMore], [3, 3, true]);
  assert.deepEqual(
    await statuses(key, ids),
    [..."dddaaaa"].map((c) => (c === "d" ? "deleted" : "active")),
  );
  const rest = { filter, limit: 3, cursor: first.nextCursor };
  assert.equal((await post(key, deletion, rest)).deleted, 3);
  const again = await post(key, deletion, rest);
  assert.deepEqual([again.deleted, again.hasMore], [1, false]);
  assert.deepEqual(await postAll(key, deletion, { filter }), [0]);
  assert.equal((await eventsOf(key, "artifact.deleted")).length, 7);
});

test("a filter has every condition of a list, and all must hold", async () => {
  const { key, ids } = await accountWith([
    { title: "Old report", metadata: { n: 1, ok: true } },
    { title: "Report", metadata: { n: 2 }, expiresIn: "1h" },
    { title: "Other", metadata: { n: "1" } },
    { template: "chart", content: { type: "bar" }, title: "Report" },
  ]);
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(ids[1])}'`);
  const { createdAt } = (await call(key, "GET", `/artifacts/${ids[1]}`)).json;
  const { updatedAt } = (await call(key, "GET", `/artifacts/${ids[3]}`)).json;
  for (const [filter, expected] of [
    [{ template: "chart" }, 1],
    [{ status: "active" }, 3],
    [{ status: "expired" }, 1],
    [{ q: "REPORT" }, 3],
    [{ q: "rep" }, 3],
    [{ q: "report", template: "markdown", status: "active" }, 1],
    [{ metadata: { n: 1 } }, 2],
    [{ metadata: { n: "1", ok: true } }, 1],
    [{ createdBefore: createdAt }, 1],
    [{ createdAfter: createdAt }, 2],
    [{ updatedAfter: updatedAt }, 0],
    [{ updatedBefore: updatedAt }, 3],
    [{ updatedBefore: updatedAt, createdAfter: createdAt }, 1],
  ]) {
    const step = await post(key, deletion, { filter, dryRun: true });
    assert.equal(step.matching, expected, JSON.stringify(filter));
    const links = await post(key, revocation, { filter, dryRun: true });
    assert.equal(links.matching, expected, JSON.stringify(filter));
  }
  await post(key, deletion, { filter: { status: "expired" } });
  assert.deepEqual(await statuses(key, ids), ["active", "deleted", "active", "active"]);
});

test("a permanent deletion removes artifacts in any state, with their links", async () => {
  const { account, key, ids } = await accountWith([job("a"), job("a"), job("b")]);
  await call(key, "DELETE", `/artifacts/${ids[0]}`);
  const filter = { metadata: { job: "a" } };
  assert.equal(
    (await post(key, deletion, { filter: { ...filter, status: "deleted" }, permanent: true })).deleted,
    1,
  );
  assert.deepEqual(await statuses(key, ids), ["gone", "active", "active"]);
  assert.equal((await post(key, deletion, { filter, permanent: true })).deleted, 1);
  assert.deepEqual(await statuses(key, ids), ["gone", "gone", "active"]);
  assert.equal(sql(`select count(*) from share_links where account_id = '${uuidOf(account)}'`), "1");
  const events = await eventsOf(key, "artifact.deleted_permanently");
  assert.deepEqual(events.map(({ subject }) => subject).sort(), ids.slice(0, 2).sort());
  assert.equal((await call(key, "GET", "/account")).json.storage.artifacts, 1);
});

test("a permanent step is limited in bytes and links, and removes an artifact with very many links too", async () => {
  const { account, key, ids } = await accountWith(Array.from({ length: 6 }, () => job("a")));
  const [, , large, , many] = ids.map(uuidOf);
  // Content of 68 MB, and 1,500 links.
  sql(`update artifacts set content = repeat('x', 68000000) where id = '${large}'`);
  sql(`insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at)
       select gen_random_uuid(), '${many}', '${uuidOf(account)}', 'k', now(), now() + interval '1 day'
         from generate_series(1, 1500)`);
  const filter = { metadata: { job: "a" } };
  assert.equal((await post(key, deletion, { filter, permanent: true, dryRun: true })).matching, 6);
  assert.deepEqual(await postAll(key, deletion, { filter, permanent: true }), [2, 1, 1, 1, 1]);
  assert.deepEqual(await statuses(key, ids), Array(6).fill("gone"));
  assert.equal(sql(`select count(*) from share_links where account_id = '${uuidOf(account)}'`), "0");
});

test("revokes all links of the matching artifacts, also expired ones, each with its audit event", async () => {
  const { key, ids, urls } = await accountWith([job("a"), job("b"), job("a")]);
  const filter = { metadata: { job: "a" } };
  await call(key, "POST", `/artifacts/${ids[0]}/share`, {});
  sql(`update share_links set expires_at = now() where artifact_id = '${uuidOf(ids[2])}'`);
  const dry = await post(key, revocation, { filter, dryRun: true });
  assert.deepEqual(dry, { dryRun: true, matching: 3, revoked: 0, hasMore: false, nextCursor: null });
  const step = await post(key, revocation, { filter });
  assert.deepEqual(step, { dryRun: false, matching: 3, revoked: 3, hasMore: false, nextCursor: null });
  assert.deepEqual(
    await Promise.all(urls.map(async (url) => (await request("GET", url)).status)),
    [410, 200, 410],
  );
  for (const id of [ids[0], ids[2]])
    for (const link of (await call(key, "GET", `/artifacts/${id}/shares`)).json.data)
      assert.ok(link.revokedAt);
  const events = await eventsOf(key, "link.revoked");
  assert.equal(new Set(events.map(({ subject }) => subject)).size, 3);
  for (const { subject, subjectName } of events)
    assert.match(`${subject} ${subjectName}`, /^shr_[0-9a-z]{26} of a$/);
  assert.deepEqual(await postAll(key, revocation, { filter }), [0]);
  assert.equal((await eventsOf(key, "link.revoked")).length, 3);
});

test("a revocation runs in steps of links, also within one artifact", async () => {
  const { key, ids } = await accountWith([job("a"), job("a"), job("a")]);
  for (let i = 0; i < 4; ++i) await call(key, "POST", `/artifacts/${ids[0]}/share`, {});
  const filter = { metadata: { job: "a" } };
  const steps = await postAll(key, revocation, { filter, limit: 2 });
  assert.equal(sum(steps), 7);
  assert.ok(steps.every((revoked) => revoked <= 2));
  assert.equal((await post(key, revocation, { filter, dryRun: true })).matching, 0);
});

test("revokes links of deleted artifacts if the filter selects them", async () => {
  const { key, ids, urls } = await accountWith([job("a")]);
  await call(key, "DELETE", `/artifacts/${ids[0]}`);
  const filter = { metadata: { job: "a" } };
  assert.equal((await post(key, revocation, { filter })).revoked, 0);
  assert.equal((await post(key, revocation, { filter: { ...filter, status: "deleted" } })).revoked, 1);
  await call(key, "POST", `/artifacts/${ids[0]}/restore`);
  assert.equal((await request("GET", urls[0])).status, 410);
});

test("counts, deletes and revokes nothing of another account, not even with its cursor", async () => {
  const mine = await accountWith([job("a"), job("a")]);
  const theirs = await accountWith([job("a"), job("a")]);
  const filter = { metadata: { job: "a" } };
  assert.equal((await post(mine.key, deletion, { filter, dryRun: true })).matching, 2);
  const { nextCursor } = await post(theirs.key, deletion, { filter, limit: 1 });
  const step = await post(mine.key, deletion, { filter, cursor: nextCursor });
  assert.ok(step.deleted <= 2);
  await postAll(mine.key, revocation, { filter: { q: "of" } });
  await postAll(mine.key, deletion, { filter: { q: "of" }, permanent: true });
  assert.deepEqual(await statuses(theirs.key, theirs.ids), ["deleted", "active"]);
  assert.equal((await request("GET", theirs.urls[1])).status, 200);
});

test("a filter is required, and an invalid request is rejected", async () => {
  const { key, ids } = await accountWith([job("a"), job("b")]);
  const filter = { metadata: { job: "a" } };
  const wrong = [
    ["", "invalid_json"],
    [{ dryRun: false }, "invalid_request", "/filter"],
    [{ filter }, "invalid_request", "/dryRun"],
    [{ filter, dryRun: "false" }, "invalid_request", "/dryRun"],
    [{ filter: {}, dryRun: false }, "invalid_request", "/filter"],
    [{ filter: { status: "active", metadata: {} }, dryRun: false }, "invalid_request", "/filter/metadata"],
    [{ filter: { metadata: { job: ["a"] } }, dryRun: false }, "invalid_request", "/filter/metadata"],
    [{ filter: { metadata: { "": "a" } }, dryRun: false }, "invalid_request", "/filter/metadata"],
    [{ filter: { ...filter, tempalte: "chart" }, dryRun: false }, "invalid_request", "/filter/tempalte"],
    [
      { filter: { ...filter, createdBefore: "2020" }, dryRun: false },
      "invalid_request",
      "/filter/createdBefore",
    ],
    [{ filter: { ...filter, status: "gone" }, dryRun: false }, "invalid_request", "/filter/status"],
    [{ filter: { ...filter, template: null }, dryRun: false }, "invalid_request", "/filter/template"],
    [{ filter: { ...filter, q: " " }, dryRun: false }, "invalid_request", "/filter/q"],
    [{ filter, dryRun: false, limit: 0 }, "invalid_request", "/limit"],
    [{ filter, dryRun: false, limit: 201 }, "invalid_request", "/limit"],
    [{ filter, dryRun: false, dryrun: true }, "invalid_request", "/dryrun"],
    [{ filter, dryRun: false, ["x".repeat(100000)]: true }, "invalid_request"],
    [{ filter: { ...filter, ["x".repeat(100000)]: "a" }, dryRun: false }, "invalid_request", "/filter"],
    [{ filter, dryRun: false, cursor: "x" }, "invalid_cursor", "/cursor"],
  ];
  const { errors } = (await call(key, "POST", deletion, {})).json.error;
  assert.deepEqual(
    errors.map(({ field }) => field),
    ["/filter", "/dryRun"],
  );
  for (const path of [deletion, revocation])
    for (const [body, code, field] of wrong) {
      const response = await call(key, "POST", path, body);
      assert.equal(response.status, 400, `${JSON.stringify(body)}: ${response.text}`);
      assert.equal(response.json.error.code, code, JSON.stringify(body));
      if (field) assert.equal(response.json.error.field, field, JSON.stringify(body));
      assert.ok(response.text.length < 1000);
    }
  assertError(
    await call(key, "POST", revocation, { filter, dryRun: false, permanent: true }),
    400,
    "invalid_request",
    "permanent",
  );
  const twice = { filter: { status: "deleted" }, dryRun: false };
  assertError(await call(key, "POST", deletion, twice), 400, "invalid_request", "permanent");
  const { nextCursor } = await post(key, deletion, { filter: { q: "of" }, dryRun: false, limit: 1 });
  assertError(
    await call(key, "POST", deletion, { filter, dryRun: false, cursor: nextCursor }),
    400,
    "invalid_cursor",
  );
  assert.deepEqual(await statuses(key, ids), ["deleted", "active"]);
});

test("a step under an Idempotency-Key runs once, and a new key runs the next", async () => {
  const { key } = await accountWith([job("a"), job("a"), job("a")]);
  const body = { filter: { metadata: { job: "a" } }, dryRun: false, limit: 1 };
  const headers = { "idempotency-key": randomUUID() };
  const first = await call(key, "POST", deletion, body, headers);
  const again = await call(key, "POST", deletion, body, headers);
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.equal(again.text, first.text);
  assert.equal((await eventsOf(key, "artifact.deleted")).length, 1);
  assertError(await call(key, "POST", deletion, { ...body, limit: 2 }, headers), 409, "idempotency_conflict");
  await post(key, revocation, { filter: { q: "of" } });
  const revoked = { "idempotency-key": randomUUID() };
  await call(key, "POST", revocation, body, revoked);
  assertError(
    await call(key, "POST", revocation, { ...body, limit: 2 }, revoked),
    409,
    "idempotency_conflict",
  );
});

test("concurrent calls delete and revoke each artifact and link once", async () => {
  const { key, ids } = await accountWith(Array.from({ length: 20 }, () => job("a")));
  const filter = { metadata: { job: "a" } };
  const revoked = await Promise.all(
    Array.from({ length: 6 }, () => postAll(key, revocation, { filter, limit: 7 })),
  );
  assert.equal(sum(revoked.flat()), 20);
  const deleted = await Promise.all(
    Array.from({ length: 6 }, () => postAll(key, deletion, { filter, limit: 7 })),
  );
  assert.equal(sum(deleted.flat()), 20);
  assert.equal((await eventsOf(key, "artifact.deleted")).length, 20);
  assert.equal((await eventsOf(key, "link.revoked")).length, 20);
  assert.equal((await call(key, "GET", "/artifacts?status=deleted")).json.pagination.total, ids.length);
});

test("steps and dry runs reach every artifact, also if a search has to read very many", async () => {
  const { account, key } = newAccount();
  const owner = uuidOf(account);
  sql(
    recorded(`
    insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at)
    select gen_random_uuid(), '${owner}', 'markdown', case when n % 100 = 0 then 'rare' else 'usual' end,
           case when n % 100 = 0 then '|rare|' else '|usual|' end, '{}',
           '{"job":"weekly"}', moment - n * interval '1 second', moment - n * interval '1 second'
      from generate_series(1, 12000) as n, date_trunc('milliseconds', now()) as moment`),
  );
  const common = { metadata: { job: "weekly" } };
  assert.equal((await post(key, deletion, { filter: common, dryRun: true })).matching, 12000);
  assert.equal((await post(key, deletion, { filter: { status: "active" }, dryRun: true })).matching, 12000);
  const filter = { ...common, q: "rar" };
  assert.equal((await post(key, deletion, { filter, dryRun: true })).matching, 120);
  const steps = await postAll(key, deletion, { filter, limit: 50 });
  assert.equal(sum(steps), 120);
  assert.equal(
    sql(
      `select count(*) from artifacts where account_id = '${owner}' and deleted_at is null and title = 'rare'`,
    ),
    "0",
  );
  assert.equal(
    sql(`select count(*) from artifacts where account_id = '${owner}' and deleted_at is null`),
    "11880",
  );
  const whole = await post(key, deletion, { filter: common });
  assert.deepEqual([whole.deleted, whole.hasMore], [100, true]);
  sql(removalOfArtifacts(`account_id = '${owner}'`));
});
