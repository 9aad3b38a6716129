// artifact-admin maintain: what is dead goes, what lives stays, and views arrive exactly once.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  origin,
  recorded,
  redis,
  relisted,
  removalOfAccounts,
  request,
  share,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { readPrometheusText } from "../../service/prometheus_text.mjs";
import { maintain, maintainSideBySide, withoutMaintenance } from "../../service/maintenance.mjs";

const { ADMIN, CONFIG } = process.env;

const manyLinks = `
for i = 1, 10000 do
  local link = string.format('shr_0%025d', i)
  redis.call('HSET', KEYS[1], link, '1700000000000 19675 1 0 0')
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])`;

let key;
before(() => ({ key } = newAccount()));

const create = async (more) => (await call(key, "POST", "/artifacts", markdown("x", more))).json.id;
const total = async (query = "") => (await call(key, "GET", `/artifacts${query}`)).json.pagination.total;
// Of an artifact with one link. The counts by day are always those of the link.
const storedViews = (id) => {
  const [views, byDay] = sql(`
    select view_count, coalesce(sum(people + programs), 0)
      from share_links link
      left join view_days days on days.link_id = link.id
     where link.artifact_id = '${uuidOf(id)}'
     group by link.id`).split("|");
  assert.equal(byDay, views);
  return views;
};
// What waits in Redis of a link with so many views.
const waiting = (views) => `${Date.now()} ${Math.floor(Date.now() / 86400000)} ${views} 0 0`;
const set = (id, what) => sql(`update artifacts set ${what} where id = '${uuidOf(id)}'`);
const exists = (id) => sql(`select count(*) from artifacts where id = '${uuidOf(id)}'`) === "1";

test("--quiet says nothing of a run that had nothing to do, and else what was done", () =>
  withoutMaintenance(async () => {
    const quiet = () =>
      execFileSync(ADMIN, ["--config", CONFIG, "maintain", "--json", "--quiet"], { encoding: "utf8" });
    const id = await create();
    set(id, "deleted_at = now() - interval '30 days 1 second'");
    assert.ok(JSON.parse(quiet()).deletedArtifactsRemoved >= 1);
    // Other tests leave something to do.
    await until(quiet, (output) => output === "");
  }));

test("removes artifacts after their retention period with all their data", () =>
  withoutMaintenance(async (maintainHere) => {
    const kept = await create();
    const deleted = await create();
    const longDeleted = await create();
    const expired = await create({ expiresIn: "1h" });
    const longExpired = await create({ expiresIn: "1h" });
    await call(key, "POST", `/artifacts/${longDeleted}/share`, {});
    const setDeleted = (id, ago) =>
      sql(relisted(`id = '${uuidOf(id)}'`, `deleted_at = now() - interval '${ago}'`, "deleted"));
    setDeleted(deleted, "29 days");
    setDeleted(longDeleted, "30 days 1 second");
    set(expired, "expires_at = now() - interval '89 days'");
    set(longExpired, "expires_at = now() - interval '90 days 1 second'");
    const totals = async () => [
      await total(),
      await total("?status=active"),
      await total("?status=expired"),
      await total("?status=deleted"),
    ];
    assert.deepEqual(await totals(), [3, 1, 2, 2]);
    maintainHere();
    assert.deepEqual([kept, deleted, longDeleted, expired, longExpired].map(exists), [
      true,
      true,
      false,
      true,
      false,
    ]);
    assert.deepEqual(await totals(), [2, 1, 1, 1]);
    assert.equal(sql(`select count(*) from share_links where artifact_id = '${uuidOf(longDeleted)}'`), "0");
    // What it has met as expired is active again when its owner says so.
    assert.equal(
      (await call(key, "PUT", `/artifacts/${expired}`, { expiresIn: "1h" })).json.status,
      "active",
    );
    assert.deepEqual(await totals(), [2, 2, 0, 1]);
  }));

test("keeps a restored artifact that expired long ago as long as one that expires then", () =>
  withoutMaintenance(async (maintainHere) => {
    const restored = await create({ expiresIn: "1h" });
    set(restored, "expires_at = now() - interval '110 days', deleted_at = now() - interval '25 days'");
    const { json } = await call(key, "POST", `/artifacts/${restored}/restore`);
    assert.equal(json.status, "expired");
    maintainHere();
    assert.ok(exists(restored));
    set(restored, "restored_at = now() - interval '89 days'");
    maintainHere();
    const extended = await call(key, "PUT", `/artifacts/${restored}`, { expiresIn: "1h" });
    assert.equal(extended.json.status, "active");
    set(
      restored,
      "expires_at = now() - interval '110 days', restored_at = now() - interval '90 days 1 second'",
    );
    maintainHere();
    assert.ok(!exists(restored));
  }));

test("reaches what is due in each of many accounts", () => {
  const count = (what) => Number(sql(`select count(*) from ${what}`));
  const many = "account_id in (select id from accounts where name = 'One of many')";
  sql(`
    insert into accounts (id, name, plan)
    select gen_random_uuid(), 'One of many', 'enterprise' from generate_series(1, 1100);
    ${recorded(`insert into artifacts (id, account_id, template, content, metadata, created_at, updated_at, expires_at, listed_as)
    select gen_random_uuid(), id, 'code', '{}', '{}', now(), now(), now() - age * interval '1 day',
           case age when 1 then 'active' else 'expired' end
      from accounts, unnest(array[1, 95]) as age
     where name = 'One of many'`)};
    ${recorded(`insert into artifacts (id, account_id, template, content, metadata, created_at, updated_at, deleted_at)
    select gen_random_uuid(), id, 'code', '{}', '{}', now(), now(), now() - interval '40 days'
      from accounts where name = 'One of many'`)};
    insert into audit_events (id, account_id, created_at, action, actor_name, client_address, subject, subject_name)
    select gen_random_uuid(), id, now() - interval '20 years', 'key.created', '', '', '', ''
      from accounts where name = 'One of many'`);
  maintain();
  assert.equal(count(`artifacts where ${many} and listed_as = 'expired'`), 1100);
  assert.equal(count(`artifacts where ${many}`), 1100);
  assert.equal(count(`audit_events where ${many}`), 0);
  sql(removalOfAccounts("name = 'One of many'"));
});

test("counts in the metrics what it removes", () =>
  withoutMaintenance(async (maintainHere) => {
    const removed = async () =>
      Object.fromEntries(
        readPrometheusText((await request("GET", `${origin}/metrics`)).text)
          .get("artifact_share_maintenance_removed_rows_total")
          .samples.map(({ labels, value }) => [labels.rows, value]),
      );
    const mine = newAccount({ plan: "free" });
    const { id } = (await call(mine.key, "POST", "/artifacts", markdown("1"))).json;
    for (const text of ["2", "3"]) await call(mine.key, "PUT", `/artifacts/${id}`, { content: { text } });
    const upload = { filename: "x.md" };
    assert.equal((await call(mine.key, "POST", "/artifacts/uploads", upload)).status, 201);
    sql(`
      update artifact_versions set kept_at = now() - interval '91 days' where artifact_id = '${uuidOf(id)}';
      update uploads set expires_at = now() - interval '61 minutes' where account_id = '${uuidOf(mine.account)}'`);
    const before = await removed();
    const report = maintainHere();
    const now = await removed();
    assert.ok(report.versionsRemoved >= 2 && report.uploadsRemoved >= 1);
    const inReport = (rows) => `${rows.replace(/_./g, (text) => text[1].toUpperCase())}Removed`;
    assert.deepEqual(
      Object.entries(now).map(([rows, count]) => [rows, count - before[rows]]),
      Object.keys(now).map((rows) => [rows, report[inReport(rows)]]),
    );
  }));

test("removes API keys 90 days after they expired or were revoked", () => {
  const { account } = newAccount();
  const ends = [
    ["kept", "null", "null"],
    ["revoked lately", "null", "89 days"],
    ["expired lately", "89 days", "null"],
    ["revoked long ago", "null", "91 days"],
    ["expired long ago", "91 days", "null"],
  ].map((values) => `('${values[0]}', interval '${values[1]}', interval '${values[2]}')`);
  sql(`insert into api_keys (id, account_id, name, secret_hash, display_prefix, scopes, created_at, expires_at, revoked_at)
       select gen_random_uuid(), '${uuidOf(account)}', name, sha256(gen_random_uuid()::text::bytea),
              'artk_0000', '{artifacts:read}', now(), now() - expired, now() - revoked
         from (values ${ends.join().replaceAll("interval 'null'", "null::interval")}) as ended (name, expired, revoked)`);
  assert.equal(maintain().apiKeysRemoved, 2);
  const names = sql(
    `select string_agg(name, ', ' order by name) from api_keys
      where account_id = '${uuidOf(account)}' and name not in ('test', 'Test')`,
  );
  assert.match(names, /expired lately, kept, revoked lately$/);
});

test("removes share links that expired long ago, which then respond as gone", async () => {
  const { id, url } = await share(key, markdown("x"));
  const other = (await call(key, "POST", `/artifacts/${id}/share`, {})).json.url;
  const links = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  const dead = links.find((link) => link.url === url);
  sql(`update share_links set expires_at = now() - interval '31 days' where id = '${uuidOf(dead.id)}'`);
  maintain();
  const left = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  assert.deepEqual(
    left.map((link) => link.url),
    [other],
  );
  assert.equal((await request("GET", url)).status, 410);
  assert.equal((await request("GET", other)).status, 200);
});

test("adds views to their share links once, even concurrently", async () => {
  const { id, url } = await share(key, markdown("x"));
  const count = async () => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;
  const stored = () => storedViews(id);
  await Promise.all(Array.from({ length: 20 }, () => request("GET", url)));
  assert.equal(await count(), 20);
  maintainSideBySide(3);
  assert.equal(stored(), "20");
  assert.equal(await count(), 20);
  await request("GET", url);
  assert.equal(await count(), 21);
});

test("a new view limit counts the views that wait, also those that were put aside", () =>
  withoutMaintenance(async (maintainHere) => {
    const { id, url } = await share(key, markdown("x"));
    for (let i = 0; i < 2; ++i) assert.equal((await request("GET", url)).status, 200);
    const { id: link } = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0];
    // As it is when maintenance was interrupted.
    redis("hset", "views:taken", link, waiting(3));
    const changed = await call(key, "PATCH", `/artifacts/${id}/shares/${link}`, { maxViews: 5 });
    assert.equal(changed.json.viewCount, 5);
    assert.equal((await request("GET", url)).status, 410);
    maintainHere();
    assert.equal((await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount, 5);
  }));

test("adds the views of more share links than fit in a step, and shows those that wait", () =>
  withoutMaintenance(async (maintainHere) => {
    const { id, url } = await share(key, markdown("x"));
    const { id: link } = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0];
    // Links that are not there any more.
    redis("eval", manyLinks, "1", "views", link, waiting(7));
    const count = async () => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;
    assert.equal(await count(), 7);
    await request("GET", url);
    maintainHere();
    assert.equal(storedViews(id), "8");
    assert.equal(await count(), 8);
    assert.equal(redis("hexists", "views", `shr_0${"1".padStart(25, "0")}`).trim(), "0");
  }));
