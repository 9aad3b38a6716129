// When artifacts and their links end: durations, moments and never, and the earlier of the two ends.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  admin,
  call,
  markdown,
  newAccount,
  newKey,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError, timestampPattern } from "../../service/contract_assertions.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

const kDay = 86400000;

let account;
let key;
before(() => ({ account, key } = newAccount()));

const put = (id, body) => call(key, "PUT", `/artifacts/${id}`, body);
const get = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json;
const view = (url) => request("GET", url);
const inDays = (days) => new Date(Date.now() + days * kDay).toISOString();

async function create(more, by = key) {
  const { status, json, text } = await call(by, "POST", "/artifacts", markdown("x", more));
  assert.equal(status, 201, text);
  return json;
}
async function links(id, by = key) {
  const { status, json, text } = await call(by, "GET", `/artifacts/${id}/shares`);
  assert.equal(status, 200, text);
  return json.data;
}
async function onlyLink(id, by = key) {
  const data = await links(id, by);
  assert.equal(data.length, 1);
  return data[0];
}
function assertLasts({ expiresAt }, milliseconds) {
  assert.match(expiresAt, timestampPattern);
  const off = Date.parse(expiresAt) - Date.now() - milliseconds;
  assert.ok(off <= 1 && off > -30000, `off by ${off} ms`);
}
// Lets so much time pass for an artifact and its links.
function pass(id, interval) {
  sql(
    `update artifacts set created_at = created_at - interval '${interval}',
            expires_at = expires_at - interval '${interval}' where id = '${uuidOf(id)}';
     update share_links set created_at = created_at - interval '${interval}',
            expires_at = expires_at - interval '${interval}' where artifact_id = '${uuidOf(id)}'`,
  );
}

test("a link for a minute is extended with its artifact to thirty days", async () => {
  const { id, url } = await share(key, markdown("x", { expiresIn: "60s" }));
  const updated = (await put(id, { content: { text: "y" }, expiresIn: "30d" })).json;
  assertLasts(updated, 30 * kDay);
  const link = await onlyLink(id);
  assert.deepEqual([link.expiresAt, link.url, link.expiresBecause], [updated.expiresAt, url, undefined]);
  pass(id, "61 s");
  assert.equal((await call(key, "GET", `/artifacts/${id}/shares`)).json.data.length, 1);
  assert.equal((await view((await onlyLink(id)).url)).status, 200);
});

test("a link created with its artifact is extended with it even after both have expired, and shortened with it", async () => {
  const { id, url } = await share(key, markdown("x", { expiresIn: "60s" }));
  sql(
    `update artifacts set expires_at = date_trunc('milliseconds', now()) where id = '${uuidOf(id)}';
     update share_links set expires_at = (select expires_at from artifacts where id = '${uuidOf(id)}')
      where artifact_id = '${uuidOf(id)}'`,
  );
  assert.equal((await view(url)).status, 410);
  await put(id, { expiresIn: "30d" });
  assert.equal((await view(url)).status, 200);
  const earlier = (await put(id, { expiresIn: "1h" })).json;
  assert.equal((await onlyLink(id)).expiresAt, earlier.expiresAt);
  const again = (await put(id, { expiresIn: "2d" })).json;
  assert.equal((await onlyLink(id)).expiresAt, again.expiresAt);
  // An update that says nothing of the expiry moves none.
  await put(id, { title: "other", content: { text: "y" } });
  assert.equal((await onlyLink(id)).expiresAt, again.expiresAt);
});

test("a link with an expiry of its own keeps it", async () => {
  const shared = await share(key, markdown("x", { expiresIn: "1d" }));
  await call(key, "PATCH", `/artifacts/${shared.id}/shares/${linkOf(shared.url)}`, { expiresIn: "2h" });
  await put(shared.id, { expiresIn: "30d" });
  assertLasts(await onlyLink(shared.id), 7200000);

  const { id } = await create({ expiresIn: "1d" });
  await call(key, "POST", `/artifacts/${id}/share`, { expiresIn: "1h" });
  await put(id, { expiresIn: "30d" });
  assertLasts(await onlyLink(id), 3600000);

  // Revoked stays revoked.
  const revoked = await share(key, markdown("x", { expiresIn: "1d" }));
  await call(key, "DELETE", `/artifacts/${revoked.id}/shares/${linkOf(revoked.url)}`);
  await put(revoked.id, { expiresIn: "30d" });
  assert.equal((await view(revoked.url)).status, 410);
});

test("a link that ends with its artifact says when and why, in every response", async () => {
  const artifact = await create({ expiresIn: "60s" });
  const made = (await call(key, "POST", `/artifacts/${artifact.id}/share`, { expiresIn: "30d" })).json;
  const expected = [artifact.expiresAt, "artifact"];
  const end = ({ expiresAt, expiresBecause }) => [expiresAt, expiresBecause];
  assert.deepEqual(end(made), expected);
  const listed = await onlyLink(artifact.id);
  assert.deepEqual(end(listed), expected);
  const path = `/artifacts/${artifact.id}/shares/${listed.id}`;
  assert.deepEqual(end((await call(key, "PATCH", path, { expiresIn: "10d" })).json), expected);
  const [operators] = JSON.parse(admin("link", "list", "--account", account, "--json")).filter(
    ({ id }) => id === listed.id,
  );
  assert.deepEqual(end(operators), expected);
  assert.match(
    admin("link", "list", "--account", account),
    new RegExp(`${listed.id} .*expires with its artifact ${artifact.expiresAt}`),
  );
  assert.equal(
    (await request("GET", made.url, { headers: { accept: "application/json" } })).json.expiresAt,
    artifact.expiresAt,
  );
  assert.ok((await view(made.url)).text.includes(`datetime="${artifact.expiresAt.slice(0, 10)}`));

  // With more time for the artifact, the link's own end comes first.
  await put(artifact.id, { expiresIn: "60d" });
  const own = await onlyLink(artifact.id);
  assertLasts(own, 10 * kDay);
  assert.ok(!("expiresBecause" in own));
});

test("a link whose artifact has expired is listed as ended", async () => {
  const { id } = await create({ expiresIn: "1h" });
  await call(key, "POST", `/artifacts/${id}/share`, { expiresIn: "30d" });
  const count = async (status) =>
    (await call(key, "GET", `/artifacts/${id}/shares?status=${status}`)).json.data.length;
  assert.deepEqual([await count("active"), await count("ended")], [1, 0]);
  pass(id, "2 hours");
  assert.deepEqual([await count("active"), await count("ended")], [0, 1]);
  const { id: link } = await onlyLink(id);
  const all = JSON.parse(admin("link", "list", "--account", account, "--json"));
  assert.equal(all.find((one) => one.id === link).hasEnded, true);
});

test("an expiry may be a date and time, with any offset, in every call that accepts one", async () => {
  const moment = "2030-01-31T18:00:00+02:00";
  const utc = "2030-01-31T16:00:00.000Z";
  const artifact = await create({ expiresIn: moment });
  assert.equal(artifact.expiresAt, utc);
  assert.equal((await get(artifact.id)).expiresAt, utc);
  const shared = await share(key, markdown("x", { expiresIn: moment }));
  assert.equal(shared.expiresAt, utc);
  assert.equal((await get(shared.id)).expiresAt, utc);
  const { id } = await create();
  const link = (await call(key, "POST", `/artifacts/${id}/share`, { expiresIn: moment })).json;
  assert.equal(link.expiresAt, utc);
  const path = `/artifacts/${id}/shares/${linkOf(link.url)}`;
  const later = { expiresIn: "2030-02-01T00:00:00.123456Z" };
  assert.equal((await call(key, "PATCH", path, later)).json.expiresAt, "2030-02-01T00:00:00.123Z");
  assert.equal((await put(id, later)).json.expiresAt, "2030-02-01T00:00:00.123Z");
  assert.equal((await put(id, { content: { text: "y" }, expiresIn: moment })).json.expiresAt, utc);
});

test("a date and time has the bounds of a duration, and nothing is created or changed beyond them", async () => {
  const { id, url, expiresAt } = await share(key, markdown("x"));
  const path = `/artifacts/${id}/shares/${linkOf(url)}`;
  const total = async () => (await call(key, "GET", "/artifacts?limit=1")).json.pagination.total;
  const linksBefore = await links(id);
  const totalBefore = await total();
  const { revision } = JSON.parse(
    sql(`select row_to_json(a) from (select revision from artifacts where id = '${uuidOf(id)}') a`),
  );
  for (const expiresIn of [
    inDays(-1),
    inDays(0),
    new Date(Date.now() + 50000).toISOString(),
    inDays(3651),
    "9999-12-31T23:59:59Z",
    "0000-01-01T00:00:00Z",
    "2030-01-31",
    "2030-02-30T00:00:00Z",
    1893456000,
    "59s",
    "",
    ["7d"],
  ]) {
    for (const [method, where, body] of [
      ["POST", "/artifacts", markdown("x", { expiresIn })],
      ["POST", "/artifacts", markdown("x", { expiresIn, externalId: "out-of-bounds" })],
      ["POST", "/artifacts/share", markdown("x", { expiresIn })],
      ["POST", `/artifacts/${id}/share`, { expiresIn }],
      ["PUT", `/artifacts/${id}`, { title: "no", expiresIn }],
      ["PUT", `/artifacts/${id}`, { content: { text: "no" }, expiresIn }],
      ["PATCH", path, { expiresIn, maxViews: 1 }],
    ]) {
      const answer = await call(key, method, where, body);
      assertError(answer, 400, "invalid_expires_in", "7d");
      assert.equal(answer.json.error.field, "/expiresIn");
    }
  }
  assert.equal(await total(), totalBefore);
  assert.deepEqual(await links(id), linksBefore);
  assert.equal(linksBefore[0].expiresAt, expiresAt);
  assert.equal(sql(`select revision from artifacts where id = '${uuidOf(id)}'`), String(revision));
  for (const expiresIn of [new Date(Date.now() + 70000).toISOString(), inDays(3649)])
    await create({ expiresIn });
});

test("an artifact that never expires has no expiresAt, nor has a link to it that never expires", async () => {
  const artifact = await create({ expiresIn: "never" });
  assert.ok(!("expiresAt" in artifact));
  const made = (await call(key, "POST", `/artifacts/${artifact.id}/share`, { expiresIn: "never" })).json;
  assert.deepEqual(
    Object.keys(made).filter((name) => name.startsWith("expires")),
    [],
  );
  assert.ok(!("expiresAt" in (await onlyLink(artifact.id))));
  const page = await view(made.url);
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text, /Link expires/);
  const { json } = await request("GET", made.url, { headers: { accept: "application/json" } });
  assert.ok(!("expiresAt" in json));
  assert.match(
    admin("link", "list", "--account", account),
    new RegExp(`${linkOf(made.url)} .*never expires`),
  );

  // It ends with its artifact, whenever that does.
  const ending = (await put(artifact.id, { expiresIn: "1h" })).json;
  const link = await onlyLink(artifact.id);
  assert.deepEqual([link.expiresAt, link.expiresBecause], [ending.expiresAt, "artifact"]);
  assert.ok(!("expiresAt" in (await put(artifact.id, { expiresIn: "never" })).json));
  const patched = await call(key, "PATCH", `/artifacts/${artifact.id}/shares/${link.id}`, {
    expiresIn: "1d",
  });
  assertLasts(patched.json, kDay);
  const both = await share(key, markdown("x", { expiresIn: "never" }));
  assert.ok(!("expiresAt" in both) && !("expiresAt" in (await get(both.id))));
});

test("a link created with its artifact no longer expires once the artifact does not", async () => {
  const { id, url } = await share(key, markdown("x", { expiresIn: "60s" }));
  await put(id, { expiresIn: null });
  assert.ok(!("expiresAt" in (await onlyLink(id))));
  pass(id, "2 minutes");
  assert.equal((await view((await onlyLink(id)).url)).status, 200);
  assert.equal((await onlyLink(id)).id, linkOf(url));
});

test("on the free plan links must expire, but artifacts need not", async () => {
  const free = newAccount({ plan: "free" });
  const own = (method, path, body) => call(free.key, method, path, body);
  assert.ok(!("expiresAt" in (await create({ expiresIn: "never" }, free.key))));
  const { id, url } = await share(free.key, markdown("x", { expiresIn: "60s" }));
  for (const [method, path, body] of [
    ["POST", "/artifacts/share", markdown("x", { expiresIn: "never" })],
    ["POST", `/artifacts/${id}/share`, { expiresIn: "never" }],
    ["PATCH", `/artifacts/${id}/shares/${linkOf(url)}`, { expiresIn: "never" }],
    ["PUT", "/artifacts/ext:on-the-free-plan", markdown("x", { share: { expiresIn: "never" } })],
  ]) {
    const answer = await own(method, path, body);
    assertError(answer, 400, "invalid_expires_in", "plan free");
    assert.equal(answer.json.error.field, path.includes("ext:") ? "/share/expiresIn" : "/expiresIn");
  }
  // The artifact does not end any more; its link goes on for as long as a link may.
  await own("PUT", `/artifacts/${id}`, { expiresIn: "never" });
  assertLasts(await onlyLink(id, free.key), 3650 * kDay);
  const ending = (await own("PUT", `/artifacts/${id}`, { expiresIn: "30d" })).json;
  assert.equal((await onlyLink(id, free.key)).expiresAt, ending.expiresAt);
  assert.equal((await own("GET", "/artifacts/ext:on-the-free-plan")).status, 404);
});

test("a key without the scope to share also changes the link's expiry with its artifact's", async () => {
  const { id } = await share(key, markdown("x", { expiresIn: "60s" }));
  const writer = newKey(account, ["artifacts:write"]);
  const { status, json } = await call(writer, "PUT", `/artifacts/${id}`, { expiresIn: "3d" });
  assert.equal(status, 200);
  assert.equal((await onlyLink(id)).expiresAt, json.expiresAt);
});

// The expiry of an artifact, in days from now.
const daysOf = async (id) =>
  (Date.parse((await call(key, "GET", `/artifacts/${id}`)).json.expiresAt) - Date.now()) / kDay;
const isAbout = (days, expected) => assert.ok(Math.abs(days - expected) < 0.01, `${days} days`);

test("a link that is to outlive its artifact has a warning that says so, in every call that sets an expiry", async () => {
  const externalId = `outlived-${Date.now()}`;
  const artifact = await create({ expiresIn: "7d", externalId });
  const { id } = artifact;
  const path = `/artifacts/${id}/share`;
  const made = (await call(key, "POST", path, { expiresIn: "90d" })).json;
  const link = `/artifacts/${id}/shares/${made.id}`;
  const kept = { ...markdown("x"), share: { expiresIn: "90d" } };
  for (const [json, field] of [
    [made, "/expiresIn"],
    [(await call(key, "PATCH", link, { expiresIn: "60d" })).json, "/expiresIn"],
    [(await call(key, "PATCH", link, { expiresIn: "never" })).json, "/expiresIn"],
    [(await call(key, "PUT", `/artifacts/ext:${externalId}`, kept)).json, "/share/expiresIn"],
    [
      (await call(key, "PUT", `/artifacts/ext:${externalId}-new`, { ...kept, expiresIn: "7d" })).json,
      "/share/expiresIn",
    ],
  ]) {
    const [warning, ...more] = json.warnings;
    assert.deepEqual([warning.code, warning.field, more], ["expiry_limited_by_artifact", field, []]);
    assert.match(warning.message, /extendArtifact: true/);
    assert.equal((json.share ?? json).expiresBecause, "artifact");
  }
  isAbout(await daysOf(id), 7);

  // Not where nothing was asked for, or what was asked for is there but for a moment.
  const end = Date.parse(artifact.expiresAt);
  for (const body of [{}, { expiresIn: new Date(end + 50_000).toISOString() }, { expiresIn: "1d" }])
    assert.ok(!("warnings" in (await call(key, "POST", path, body)).json), JSON.stringify(body));
  assert.ok(!("warnings" in (await call(key, "PATCH", link, { maxViews: 5 })).json));
  const later = { expiresIn: new Date(end + 70_000).toISOString() };
  assert.equal((await call(key, "POST", path, later)).json.warnings.length, 1);
});

test("extendArtifact keeps the artifact as long as the link, and its other links keep their own end", async () => {
  const { id } = await share(key, markdown("x"));
  const first = await onlyLink(id);
  const made = (await call(key, "POST", `/artifacts/${id}/share`, { expiresIn: "90d", extendArtifact: true }))
    .json;
  assert.ok(!("warnings" in made) && !("expiresBecause" in made), JSON.stringify(made));
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).json.expiresAt, made.expiresAt);
  assertLasts(made, 90 * kDay);
  const [, other] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  assert.deepEqual([other.id, other.expiresAt], [first.id, first.expiresAt]);

  const changed = (
    await call(key, "PATCH", `/artifacts/${id}/shares/${first.id}`, {
      expiresIn: "200d",
      extendArtifact: true,
    })
  ).json;
  assertLasts(changed, 200 * kDay);
  assert.ok(!("warnings" in changed) && !("expiresBecause" in changed), JSON.stringify(changed));
  isAbout(await daysOf(id), 200);

  // It never shortens.
  await call(key, "PATCH", `/artifacts/${id}/shares/${first.id}`, { expiresIn: "1d", extendArtifact: true });
  isAbout(await daysOf(id), 200);
  await call(key, "POST", `/artifacts/${id}/share`, { expiresIn: "never", extendArtifact: true });
  assert.ok(!("expiresAt" in (await call(key, "GET", `/artifacts/${id}`)).json));

  // The usual expiry of a link counts as well.
  const short = await create({ expiresIn: "1h" });
  await call(key, "POST", `/artifacts/${short.id}/share`, { extendArtifact: true });
  isAbout(await daysOf(short.id), 7);

  const externalId = `extended-${Date.now()}`;
  const put = { ...markdown("x"), expiresIn: "1d", share: { expiresIn: "30d", extendArtifact: true } };
  for (let i = 0; i < 2; ++i) {
    const { json, headers } = await call(key, "PUT", `/artifacts/ext:${externalId}`, put);
    assert.ok(!("warnings" in json), JSON.stringify(json.warnings));
    assert.equal(json.expiresAt, json.share.expiresAt);
    assertLasts(json, 30 * kDay);
    assert.equal((await call(key, "GET", `/artifacts/${json.id}`)).headers.etag, headers.etag);
  }
});

test("an artifact is extended with its link or neither is, within what the caller may do", async () => {
  const { id } = await share(key, markdown("x", { expiresIn: "7d" }));
  const link = await onlyLink(id);
  const path = `/artifacts/${id}/shares/${link.id}`;
  const body = { expiresIn: "90d", extendArtifact: true };
  const sharer = newKey(account, ["artifacts:share"]);
  const limited = newKey(account, undefined, "--maximum-expiry", "30d");
  const guarded = newKey(account, undefined, "--password-required");
  const before = await call(key, "GET", `/artifacts/${id}`);
  for (const [caller, more, code] of [
    [sharer, {}, "forbidden"],
    [limited, {}, "expiry_not_allowed"],
    [guarded, { password: "sesame" }, "password_required"],
  ]) {
    const created = await call(caller, "POST", `/artifacts/${id}/share`, { ...body, ...more });
    assertError(created, 403, code);
    if (caller !== guarded) assertError(await call(caller, "PATCH", path, { ...body, ...more }), 403, code);
  }
  assertError(await call(key, "PATCH", path, { extendArtifact: true }), 400, "invalid_request");
  assert.deepEqual((await call(key, "GET", `/artifacts/${id}`)).json, before.json);
  assert.deepEqual(await onlyLink(id), link);

  // The link and the artifact are two changes, and both are in the audit log.
  await call(key, "PATCH", path, body);
  const { data } = (await call(key, "GET", "/account/audit?limit=2")).json;
  assert.deepEqual(data.map(({ subject }) => subject).sort(), [id, link.id].sort());

  const expired = await create({ expiresIn: "1h" });
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(expired.id)}'`);
  assertError(await call(key, "POST", `/artifacts/${expired.id}/share`, body), 409, "artifact_expired");
  await call(key, "DELETE", `/artifacts/${id}`);
  assertError(await call(key, "PATCH", path, { ...body, expiresIn: "200d" }), 409, "artifact_deleted");
});
