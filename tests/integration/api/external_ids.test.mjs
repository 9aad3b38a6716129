// Artifacts by the caller's own keys: creating with one, and ext: with one in place of an ID.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import {
  admin,
  call,
  markdown,
  newAccount,
  newKey,
  patiently,
  request,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertApiHeaders, assertError, assertFields } from "../../service/contract_assertions.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

const kDay = 86400000;

let account;
let key;
before(() => ({ account, key } = newAccount()));

const fresh = () => `report-${randomUUID()}`;
const pathOf = (id) => `/artifacts/ext:${id}`;
const put = (id, body, headers, by = key) =>
  // A password's hash may have to wait for others'.
  patiently(() => call(by, "PUT", pathOf(id), body, headers));
const get = (id, headers) => call(key, "GET", pathOf(id), undefined, headers);
const view = (url, options) => request("GET", url, options);

async function puts(status, id, body, headers) {
  const answer = await put(id, body, headers);
  assert.equal(answer.status, status, answer.text);
  assertApiHeaders(answer);
  assert.equal(answer.json.externalId, id);
  return answer.json;
}
async function links(artifact) {
  const { status, json, text } = await call(key, "GET", `/artifacts/${artifact}/shares`);
  assert.equal(status, 200, text);
  return json.data;
}
function assertLasts({ expiresAt }, milliseconds) {
  const off = Date.parse(expiresAt) - Date.now() - milliseconds;
  assert.ok(off <= 1 && off > -30000, `off by ${off} ms`);
}

test("PUT creates an artifact, and changes it afterwards", async () => {
  const id = fresh();
  const created = await put(id, markdown("one", { title: "T", description: "D", metadata: { a: 1, b: 2 } }));
  assert.equal(created.status, 201, created.text);
  assertApiHeaders(created);
  const fields = ["id", "externalId", "template", "title", "status", "createdAt", "updatedAt", "version"];
  assertFields(created.json, ...fields);
  const first = await get(id);
  assert.equal(first.status, 200);
  assert.equal(first.headers.etag, created.headers.etag);
  assert.deepEqual(first.json, (await call(key, "GET", `/artifacts/${created.json.id}`)).json);
  assert.deepEqual(
    [first.json.externalId, first.json.content, first.json.metadata, first.json.updatedAt],
    [id, { text: "one" }, { a: 1, b: 2 }, created.json.updatedAt],
  );

  const changed = await put(id, markdown("two", { metadata: { b: null, c: 3 }, expiresIn: "1d" }));
  assert.equal(changed.status, 200, changed.text);
  assert.equal(changed.json.id, created.json.id);
  assert.ok(changed.json.updatedAt > created.json.updatedAt);
  const second = await get(id);
  assert.equal(second.headers.etag, changed.headers.etag);
  assert.deepEqual(
    [second.json.title, second.json.description, second.json.content, second.json.metadata],
    ["T", "D", { text: "two" }, { a: 1, c: 3 }],
  );
  assertLasts(second.json, kDay);
  assert.deepEqual(await links(created.json.id), []);
});

test("repeating the call keeps the artifact current and its link valid, under one URL", async () => {
  const id = fresh();
  const first = await puts(201, id, markdown("night 1", { share: { expiresIn: "1d" } }));
  assertLasts(first.share, kDay);
  assert.match((await view(first.share.url)).text, /night 1/);
  for (const night of [2, 3]) {
    const again = await puts(200, id, markdown(`night ${night}`, { share: { expiresIn: "7d" } }));
    assert.deepEqual(
      [again.id, again.share.id, again.share.url],
      [first.id, first.share.id, first.share.url],
    );
    assertLasts(again.share, 7 * kDay);
    assert.match((await view(first.share.url)).text, new RegExp(`night ${night}`));
  }
  const all = await links(first.id);
  assert.equal(all.length, 1);
  const latest = await puts(200, id, markdown("x", { share: {} }));
  assert.deepEqual(
    { ...latest.share, viewCount: 0, lastViewedAt: 0 },
    { ...all[0], viewCount: 0, lastViewedAt: 0, expiresAt: latest.share.expiresAt },
  );
});

test("without an expiry of its own, the link is valid for at least seven more days and never shorter than before", async () => {
  const id = fresh();
  const first = await puts(201, id, markdown("x", { share: {} }));
  assertLasts(first.share, 7 * kDay);
  sql(
    `update share_links set expires_at = now() + interval '1 hour' where artifact_id = '${uuidOf(first.id)}'`,
  );
  assertLasts((await puts(200, id, markdown("x", { share: {} }))).share, 7 * kDay);
  const path = `/artifacts/${first.id}/shares/${first.share.id}`;
  await call(key, "PATCH", path, { expiresIn: "90d" });
  assertLasts((await puts(200, id, markdown("x", { share: {} }))).share, 90 * kDay);
  assertLasts((await puts(200, id, markdown("x", { share: { expiresIn: "2d" } }))).share, 2 * kDay);
  const { share } = await puts(200, id, markdown("x", { share: { expiresIn: "never" } }));
  assert.ok(!("expiresAt" in share));
  assert.ok(!("expiresAt" in (await puts(200, id, markdown("x", { share: {} }))).share));
});

test("the next call makes an expired link valid again", async () => {
  const id = fresh();
  const { id: artifact, share } = await puts(201, id, markdown("x", { share: {} }));
  sql(`update share_links set expires_at = now() where artifact_id = '${uuidOf(artifact)}'`);
  assert.equal((await view(share.url)).status, 410);
  assert.equal((await puts(200, id, markdown("x", { share: {} }))).share.url, share.url);
  assert.equal((await view(share.url)).status, 200);
});

test("a revoked link stays revoked, and the next call creates another, which is then kept", async () => {
  const id = fresh();
  const { id: artifact, share } = await puts(201, id, markdown("x", { share: {} }));
  await call(key, "DELETE", `/artifacts/${artifact}/shares/${share.id}`);
  const second = await puts(200, id, markdown("x", { share: { maxViews: 5, allowDownload: true } }));
  assert.notEqual(second.share.url, share.url);
  assert.deepEqual([second.share.maxViews, second.share.allowDownload], [5, true]);
  assert.equal((await puts(200, id, markdown("x", { share: {} }))).share.url, second.share.url);
  assert.equal((await view(share.url)).status, 410);
  assert.equal((await links(artifact)).length, 2);
});

test("only the kept link is changed, and no other is mistaken for it", async () => {
  const id = fresh();
  const { id: artifact } = await puts(201, id, markdown("x"));
  const other = (await call(key, "POST", `/artifacts/${artifact}/share`, { expiresIn: "1h" })).json;
  const { share } = await puts(200, id, markdown("x", { share: { expiresIn: "30d" } }));
  assert.notEqual(share.url, other.url);
  const untouched = (await links(artifact)).find(({ url }) => url === other.url);
  assertLasts(untouched, 3600000);
});

test("a link that POST created with the artifact is the kept one", async () => {
  const id = fresh();
  const { status, json } = await call(key, "POST", "/artifacts/share", markdown("x", { externalId: id }));
  assert.equal(status, 201);
  assert.equal(json.externalId, id);
  assert.equal((await puts(200, id, markdown("y", { share: {} }))).share.url, json.url);
});

test("of fifty concurrent calls one creates and the others change one artifact with one link", async () => {
  for (const body of [markdown("x"), markdown("x", { share: {} })]) {
    const id = fresh();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => put(id, { ...body, metadata: { [`k${i}`]: i } })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(49).fill(200), 201]);
    assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1);
    const { json } = await get(id);
    assert.equal(Object.keys(json.metadata).length, 50, "no change was lost");
    assert.equal(sql(`select count(*) from artifacts where external_id = '${id}'`), "1");
    const urls = new Set(answers.map(({ json: { share } }) => share?.url));
    assert.equal(urls.size, 1);
    assert.deepEqual(
      (await links(json.id)).map(({ url }) => url),
      "share" in body ? [...urls] : [],
    );
  }
});

test("revoking the link during concurrent calls that keep one leaves exactly one valid link", async () => {
  const id = fresh();
  const { id: artifact, share } = await puts(201, id, markdown("x", { share: {} }));
  await Promise.all([
    call(key, "DELETE", `/artifacts/${artifact}/shares/${share.id}`),
    ...Array.from({ length: 20 }, () => put(id, markdown("x", { share: {} }))),
  ]);
  const { share: kept } = await puts(200, id, markdown("x", { share: {} }));
  const alive = (await links(artifact)).filter(({ revokedAt }) => !revokedAt);
  assert.deepEqual(
    alive.map(({ url }) => url),
    [kept.url],
  );
});

test("creating with an external id in use is a conflict that names the artifact", async () => {
  const externalId = fresh();
  const { json } = await call(key, "POST", "/artifacts", markdown("x", { externalId }));
  assert.equal(json.externalId, externalId);
  for (const path of ["/artifacts", "/artifacts/share"]) {
    const answer = await call(key, "POST", path, markdown("y", { externalId }));
    assertError(answer, 409, "external_id_conflict", json.id);
    assert.equal(answer.json.error.field, "/externalId");
  }
  assert.deepEqual((await get(externalId)).json.content, { text: "x" });
  assert.deepEqual(await links(json.id), []);
  assert.equal(
    (await call(key, "GET", "/artifacts?limit=100")).json.data.filter((a) => a.externalId === externalId)
      .length,
    1,
  );
});

test("of concurrent creates with the same external id exactly one succeeds", async () => {
  for (const path of ["/artifacts", "/artifacts/share"]) {
    const externalId = fresh();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => call(key, "POST", path, markdown("x", { externalId }))),
    );
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 1);
    for (const answer of answers)
      if (answer !== made[0]) assertError(answer, 409, "external_id_conflict", made[0].json.id);
    assert.equal((await links(made[0].json.id)).length, path === "/artifacts" ? 0 : 1);
  }
});

test("an external id belongs to its account; in each it names another artifact", async () => {
  const id = fresh();
  const mine = await puts(201, id, markdown("mine"));
  const stranger = newAccount().key;
  assertError(await call(stranger, "GET", pathOf(id)), 404, "not_found", "external ID");
  const theirs = await put(id, markdown("theirs"), {}, stranger);
  assert.equal(theirs.status, 201);
  assert.notEqual(theirs.json.id, mine.id);
  assert.deepEqual((await get(id)).json.content, { text: "mine" });
});

test("what is wrong with a request is told before there is no artifact, as with an ID", async () => {
  const wrong = [
    ["PATCH", "", { edits: [] }],
    ["POST", "/share", { expiresIn: "soon" }],
    ["POST", "/share", []],
    ["GET", "/versions?limit=0"],
    ["GET", "/shares?status=x"],
    ["DELETE", "?permanent=x"],
    ["POST", "/restore", []],
    ["GET", "?x=1"],
  ];
  for (const [method, path, body] of wrong) {
    const [byId, byExternalId] = await Promise.all(
      ["art_01h455vb4pex5vsknk084sn02q", `ext:${fresh()}`].map((id) =>
        call(key, method, `/artifacts/${id}${path}`, body),
      ),
    );
    assert.equal(byId.status, 400, `${method} ${path}: ${byId.text}`);
    assert.deepEqual([byExternalId.status, byExternalId.json.error.code], [400, byId.json.error.code], path);
  }
  assertError(
    await call(key, "PATCH", pathOf(fresh()), { append: { text: "x" } }),
    404,
    "not_found",
    "external ID",
  );
});

test("a deleted artifact keeps its external id until it is removed", async () => {
  const id = fresh();
  const { id: artifact, share } = await puts(201, id, markdown("x", { share: {} }));
  await call(key, "DELETE", `/artifacts/${artifact}`);
  assert.equal((await get(id)).json.status, "deleted");
  assertError(await put(id, markdown("y")), 409, "artifact_deleted", artifact);
  assertError(await put(id, markdown("y", { share: {} })), 409, "artifact_deleted");
  const answer = await call(key, "POST", "/artifacts", markdown("y", { externalId: id }));
  assertError(answer, 409, "external_id_conflict", artifact);
  assert.match(answer.json.error.message, /deleted artifact .* restore it/);
  await call(key, "POST", `/artifacts/${artifact}/restore`);
  assert.equal((await puts(200, id, markdown("y", { share: {} }))).share.url, share.url);

  await call(key, "DELETE", `/artifacts/${artifact}?permanent=true`);
  assertError(await get(id), 404, "not_found");
  assert.notEqual((await puts(201, id, markdown("z"))).id, artifact);
});

test("concurrent PUTs and permanent deletions leave at most one artifact", async () => {
  const id = fresh();
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      if (i % 3) return put(id, markdown("x", i % 2 ? { share: {} } : {}));
      const { json } = await get(id);
      return call(key, "DELETE", `/artifacts/${json.id ?? "art_01h455vb4pex5vsknk084sn02q"}?permanent=true`);
    }),
  );
  assert.ok(answers.every(({ status }) => [200, 201, 404].includes(status)));
  assert.ok(Number(sql(`select count(*) from artifacts where external_id = '${id}'`)) <= 1);
});

test("if the link cannot be changed, neither is the artifact", async () => {
  const id = fresh();
  const { id: artifact } = await puts(201, id, markdown("before", { expiresIn: "1h" }));
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(artifact)}'`);
  const text = async () => (await get(id)).json.content.text;
  assertError(await put(id, markdown("after", { share: {} })), 409, "artifact_expired");
  assert.equal(await text(), "before");
  await puts(200, id, markdown("without a link"));
  assert.equal((await get(id)).json.status, "expired");
  const { share } = await puts(200, id, markdown("again", { expiresIn: "1h", share: { expiresIn: "7d" } }));
  assert.equal(share.expiresBecause, "artifact");

  admin("disable", artifact, "--reason", "spam");
  assertError(await put(id, markdown("after", { share: {} })), 409, "artifact_disabled", "spam");
  assert.equal(await text(), "again");
  admin("enable", artifact);

  const tooMany = `insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at)
    select gen_random_uuid(), artifact_id, account_id, signing_key_id, now(), now() from share_links
     cross join generate_series(1, 1000) where artifact_id = '${uuidOf(artifact)}'`;
  sql(tooMany);
  await puts(200, id, markdown("the same link", { share: {} }));
  await call(key, "DELETE", `/artifacts/${artifact}/shares/${share.id}`);
  assertError(await put(id, markdown("after", { share: {} })), 403, "quota_exceeded");
  assert.equal(await text(), "the same link");
});

test("an expiry of a response is refused unless it is what the artifact has", async () => {
  const expiresAt = "2027-01-01T00:00:00.000Z";
  const id = fresh();
  for (const [body, field] of [
    [markdown("x", { expiresAt }), "/expiresAt"],
    [markdown("x", { expiresAt, share: {} }), "/expiresAt"],
    [markdown("x", { share: { expiresAt } }), "/share/expiresAt"],
  ]) {
    const refused = await put(id, body);
    assertError(refused, 400, "invalid_request", 'did you mean "expiresIn"?');
    assert.equal(refused.json.error.field, field);
  }
  assert.equal((await get(id)).status, 404);
  const created = await puts(201, id, markdown("x", { expiresIn: "1d", share: {} }));
  for (const [method, body] of [
    ["PUT", markdown("x", { expiresAt })],
    ["PATCH", { title: "T", expiresAt }],
  ]) {
    const other = await call(key, method, pathOf(id), body);
    assertError(other, 400, "invalid_request", 'did you mean "expiresIn"?');
    assert.equal(other.json.error.field, "/expiresAt");
  }
  const sent = markdown("x", { expiresAt: created.expiresAt, share: { expiresAt } });
  const again = await puts(200, id, sent);
  assert.equal(again.expiresAt, created.expiresAt);
  assert.deepEqual(
    again.warnings.map(({ code, field }) => [code, field]),
    [
      ["read_only_field", "/expiresAt"],
      ["read_only_field", "/share/expiresAt"],
    ],
  );
});

test("PUT respects the account's storage limits", async () => {
  const limited = newAccount();
  admin("account", "set-storage", "--account", limited.account, "--max-artifacts", "1", "--max-bytes", "100");
  const id = fresh();
  assert.equal((await put(id, markdown("x"), {}, limited.key)).status, 201);
  assertError(await put(fresh(), markdown("x"), {}, limited.key), 403, "quota_exceeded", "1 artifacts");
  for (const more of [{}, { share: {} }])
    assertError(
      await put(id, markdown("x".repeat(101), more), {}, limited.key),
      403,
      "quota_exceeded",
      "100 bytes",
    );
  assert.equal((await put(id, markdown("y", { share: {} }), {}, limited.key)).status, 200);
});

test("PUT changes the settings that it gives, and a password only if it differs", async () => {
  const id = fresh();
  const first = await puts(201, id, markdown("x", { share: { password: "right", allowDownload: true } }));
  assert.deepEqual([first.share.hasPassword, first.share.allowDownload], [true, true]);
  const open = await patiently(() =>
    request("POST", first.share.url, {
      from: ownAddress(),
      body: "password=right",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  );
  const headers = { cookie: open.headers["set-cookie"][0].split(";")[0] };
  const status = async () => (await view(first.share.url, { headers })).status;
  assert.equal(await status(), 200);
  await puts(200, id, markdown("x", { share: { password: "right" } }));
  assert.equal(await status(), 200, "who has entered it need not enter it again");
  await puts(200, id, markdown("x", { share: {} }));
  assert.equal(await status(), 200);
  await puts(200, id, markdown("x", { share: { password: "another" } }));
  assert.equal(await status(), 401);
  const { share } = await puts(200, id, markdown("x", { share: { password: null } }));
  assert.deepEqual([share.hasPassword, share.allowDownload, share.url], [false, true, first.share.url]);
});

test("a view limit includes views that were counted before", async () => {
  const id = fresh();
  const { id: artifact, share } = await puts(201, id, markdown("x", { share: {} }));
  for (let i = 0; i < 3; ++i) assert.equal((await view(share.url)).status, 200);
  await until(
    () => links(artifact),
    ([{ viewCount }]) => viewCount === 3,
  );
  const limited = await puts(200, id, markdown("x", { share: { maxViews: 3 } }));
  assert.deepEqual([limited.share.maxViews, limited.share.viewCount], [3, 3]);
  assert.equal((await view(share.url)).status, 410);
});

test("with If-Match PUT changes only what the caller saw, and creates nothing", async () => {
  const id = fresh();
  assertError(await put(id, markdown("x"), { "if-match": "*" }), 412, "precondition_failed");
  assertError(await get(id), 404, "not_found");
  const created = await put(id, markdown("x", { share: {} }));
  const tag = created.headers.etag;
  const changed = await put(id, markdown("y", { share: {} }), { "if-match": tag });
  assert.equal(changed.status, 200);
  assertError(await put(id, markdown("z", { share: {} }), { "if-match": tag }), 412, "precondition_failed");
  assertError(await put(id, markdown("z"), { "if-match": tag }), 412, "precondition_failed");
  assert.equal((await get(id, { "if-none-match": changed.headers.etag })).status, 304);
  assert.equal((await get(id, { "if-none-match": tag })).status, 200);
});

test("the template never changes, and PUT keeps the external id of its path", async () => {
  const id = fresh();
  await puts(201, id, markdown("x", { externalId: id }));
  assertError(
    await put(id, { template: "table", content: { rows: [] }, share: {} }),
    400,
    "template_immutable",
  );
  for (const externalId of ["other", null]) {
    const other = await put(id, markdown("x", { externalId }));
    assertError(other, 400, "invalid_request", "externalId");
    assert.equal(other.json.error.field, "/externalId");
  }
});

test("an external id is given, changed and removed", async () => {
  const { id: artifact } = (await call(key, "POST", "/artifacts/share", markdown("x"))).json;
  const [one, two] = [fresh(), fresh()];
  const change = (address, body, method = "PATCH") => call(key, method, `/artifacts/${address}`, body);
  const given = await change(artifact, { externalId: one });
  assert.deepEqual([given.status, given.json.externalId, given.json.version], [200, one, 1]);
  assert.equal((await change(`ext:${one}`, { externalId: two, title: "T" })).json.externalId, two);
  assertError(await get(one), 404, "not_found", "external ID");
  assert.deepEqual(
    [(await get(two)).json.id, (await get(two)).json.share.id],
    [artifact, (await links(artifact))[0].id],
    "the link that was created with it is kept alive",
  );
  const { id: other } = await puts(201, one, markdown("y"));
  for (const method of ["PATCH", "PUT"])
    assertError(await change(other, { externalId: two }, method), 409, "external_id_conflict", artifact);
  assert.ok(!("externalId" in (await change(`ext:${two}`, { externalId: null })).json));
  assert.equal((await change(other, { externalId: two }, "PUT")).json.externalId, two);
  const { json } = await call(newKey(account, ["account:read"]), "GET", "/account/audit?limit=20");
  const [event] = json.data.filter(({ subject }) => subject === other);
  assert.deepEqual(event.changes, ["external_id"]);
});

test("of concurrent changes to one external id exactly one succeeds", async () => {
  const id = fresh();
  const made = await Promise.all(
    Array.from({ length: 8 }, () => call(key, "POST", "/artifacts", markdown("x"))),
  );
  const answers = await Promise.all(
    made.map(({ json }) => call(key, "PATCH", `/artifacts/${json.id}`, { externalId: id })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
});

test("ext: and an external id stand for the ID in every path of the API, and in none of a page", async () => {
  const id = `a:${fresh()}`;
  const { id: artifact, share } = await puts(201, id, markdown("x", { share: {} }));
  await puts(200, id, markdown("y"));
  const ext = `/artifacts/ext:${id}`;
  const encoded = `/artifacts/${encodeURIComponent(`ext:${id}`)}`;
  for (const [method, path, body] of [
    ["GET", ""],
    ["PATCH", "", { append: { text: "z" } }],
    ["PUT", "", markdown("z")],
    ["POST", "/share", {}],
    ["GET", "/shares"],
    ["PATCH", `/shares/${share.id}`, { expiresIn: "1d" }],
    ["GET", "/views"],
    ["GET", "/versions?limit=1"],
    ["GET", "/versions/1"],
    ["GET", "/versions/2/diff"],
    ["POST", "/versions/1/restore"],
    ["DELETE", "/versions/1"],
    ["DELETE", "/versions?before=2"],
    ["DELETE", `/shares/${share.id}`],
    ["DELETE", ""],
    ["POST", "/restore"],
  ])
    for (const of of method === "DELETE" && path.includes("share") ? [ext] : [ext, encoded]) {
      const answer = await call(key, method, of + path, body);
      assert.ok(
        answer.status === 200 || answer.json.error.code === "not_deleted",
        `${method} ${path}: ${answer.text}`,
      );
    }
  const page = await call(key, "GET", `${encoded}/versions?limit=1`);
  assert.match(page.headers.link, new RegExp(`<https://[^/]+/api${encoded}/versions\\?limit=1&cursor=`));
  assert.equal((await view(share.url.replace(artifact, `ext:${id}`))).status, 404);
  assert.equal((await call(key, "GET", `/artifacts/by-external-id/${id}`)).json.id, artifact);
  for (const unknown of ["ext:", "ext:-", "ext:a%2Fb", `ext:${fresh()}`])
    assertError(await call(key, "GET", `/artifacts/${unknown}/shares`), 404, "not_found");
});

test("a repeated change of the external id by its address is answered as the first", async () => {
  const [one, two] = [fresh(), fresh()];
  await puts(201, one, markdown("x"));
  const headers = { "idempotency-key": randomUUID() };
  const change = () => call(key, "PATCH", pathOf(one), { externalId: two }, headers);
  const first = await change();
  assert.equal(first.status, 200);
  assert.equal((await change()).text, first.text);
});

test("PUT requires what creating requires only where there is no artifact yet", async () => {
  const id = fresh();
  const partly = [{ content: { text: "x" } }, { template: "markdown" }, { title: "T" }];
  for (const [i, missing] of ["template", "content", "template"].entries())
    assertError(await put(id, partly[i]), 400, "invalid_request", missing);
  await puts(201, id, markdown("x"));
  for (const body of partly) await puts(200, id, body);
  const { json } = await get(id);
  assert.deepEqual([json.title, json.content], ["T", { text: "x" }]);
});

test("PUT validates what it has, whether or not the artifact exists", async () => {
  const id = fresh();
  const refused = async () => {
    assertError(await put(id, { template: "word", content: {} }), 400, "invalid_template");
    assertError(await put(id, { template: "markdown", content: { text: 1 } }), 400, "invalid_content");
    assertError(await put(id, markdown("x", { expiresIn: "soon" })), 400, "invalid_expires_in");
    assertError(await put(id, markdown("x", { password: "p" })), 400, "invalid_request", "password");
    assertError(await put(id, markdown("x", { share: [] })), 400, "invalid_request", "share");
    assertError(
      await put(id, markdown("x", { share: { pasword: "p" } })),
      400,
      "invalid_request",
      "password",
    );
    for (const [member, value, code] of [
      ["maxViews", 0, "invalid_request"],
      ["password", "", "invalid_request"],
      ["expiresIn", "1s", "invalid_expires_in"],
      ["expiresIn", null, "invalid_expires_in"],
      ["expiresIn", "2000-01-01T00:00:00Z", "invalid_expires_in"],
    ]) {
      const answer = await put(id, markdown("x", { share: { [member]: value } }));
      assertError(answer, 400, code, member);
      assert.equal(answer.json.error.field, `/share/${member}`);
    }
    assertError(await put(id, "{"), 400, "invalid_json");
  };
  await refused();
  assertError(await get(id), 404, "not_found");
  const { updatedAt } = await puts(201, id, markdown("x", { share: null }));
  await refused();
  assert.equal((await get(id)).json.updatedAt, updatedAt);
});

test("the audit log has what PUT does with the link", async () => {
  const id = fresh();
  const { share } = await puts(201, id, markdown("x", { title: "nightly", share: {} }));
  await puts(200, id, markdown("x", { share: {} }));
  const { json } = await call(newKey(account, ["account:read"]), "GET", "/account/audit?limit=100");
  const events = json.data.filter(({ subject }) => subject === share.id);
  assert.deepEqual(
    events.map(({ action }) => action),
    ["link.changed", "link.created"],
  );
});

test("an Idempotency-Key replays creating with an external id, but no conflict", async () => {
  const externalId = fresh();
  const headers = { "idempotency-key": randomUUID() };
  const body = markdown("x", { externalId });
  const first = await call(key, "POST", "/artifacts", body, headers);
  const second = await call(key, "POST", "/artifacts", body, headers);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal(second.text, first.text);
  const other = { "idempotency-key": randomUUID() };
  assertError(await call(key, "POST", "/artifacts", body, other), 409, "external_id_conflict", first.json.id);
  await call(key, "DELETE", `/artifacts/${first.json.id}?permanent=true`);
  assert.equal((await call(key, "POST", "/artifacts", body, other)).status, 201);
});

test("an artifact that takes the place of another has another ETag", async () => {
  const id = fresh();
  const first = await put(id, markdown("one"));
  await call(key, "DELETE", `/artifacts/${first.json.id}?permanent=true`);
  const second = await put(id, markdown("two"));
  assert.deepEqual([first.status, second.status], [201, 201]);
  const { etag } = first.headers;
  assert.notEqual(second.headers.etag, etag);
  assert.equal((await get(id, { "if-none-match": etag })).status, 200);
  assert.equal((await put(id, markdown("three"), { "if-match": etag })).status, 412);
});

test("a PUT that is repeated leaves what the first one left", async () => {
  const id = fresh();
  const body = markdown("x", { metadata: { draft: null, version: 1 } });
  await puts(201, id, body);
  assert.deepEqual((await get(id)).json.metadata, { version: 1 });
  await puts(200, id, body);
  assert.deepEqual((await get(id)).json.metadata, { version: 1 });
});

test("an artifact with an external id has the link that is kept alive", async () => {
  const own = newAccount();
  const path = pathOf(`kept-${Date.now()}`);
  await call(own.key, "PUT", path, markdown("x"));
  assert.ok(!("share" in (await call(own.key, "GET", path)).json));
  const put = (await call(own.key, "PUT", path, { ...markdown("x"), share: {} })).json;
  assert.equal(put.url, put.share.url);
  for (const address of [path, `/artifacts/${put.id}`]) {
    const { json } = await call(own.key, "GET", address);
    assert.deepEqual([json.url, json.share], [put.url, put.share]);
  }
  const reader = newKey(own.account, ["artifacts:read"]);
  assert.ok(!("share" in (await call(reader, "GET", path)).json));
  await call(own.key, "DELETE", `${path}/shares/${put.share.id}`);
  assert.ok(!("share" in (await call(own.key, "GET", path)).json));
});

test("PUT by ID keeps a link alive too", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  const first = await call(key, "PUT", `/artifacts/${id}`, { title: "T", share: {} });
  assert.equal(first.status, 200, first.text);
  const second = await call(key, "PUT", `/artifacts/${id}`, { share: { expiresIn: "1d" } });
  assert.equal(second.json.url, first.json.share.url);
  assertLasts(second.json.share, kDay);
});

test("PUT never gives an external id back that an artifact lost meanwhile", async (t) => {
  const id = fresh();
  const { id: earlier } = await puts(201, id, markdown("earlier"));
  const other = new DatabaseSession(t);
  await other.ask(
    `begin; update artifacts set external_id = '${id}-renamed', revision = revision + 1
             where id = '${uuidOf(earlier)}'`,
  );
  const answer = put(id, markdown("new"));
  await until(
    () => sql("select count(*) from pg_stat_activity where wait_event_type = 'Lock'"),
    (waiting) => waiting !== "0",
  );
  await other.ask("commit");
  const { status, json } = await answer;
  assert.equal(status, 201);
  assert.notEqual(json.id, earlier);
  const kept = (await call(key, "GET", `/artifacts/${earlier}`)).json;
  assert.deepEqual([kept.externalId, kept.content], [`${id}-renamed`, { text: "earlier" }]);
});
