// GET /readyz: whether a write could work.
import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, newAccount, uuidOf } from "../../service/api_client.mjs";
import { ownWorker } from "../../service/own_worker.mjs";
import { changeSchema } from "../../service/database/schema_changes.mjs";

const { DATABASE_URL } = process.env;

async function readiness(t, settings) {
  const worker = await ownWorker(settings);
  t.after(() => worker.stop());
  return {
    worker,
    ask: () => worker.ask("GET", "/readyz").then(({ status, text }) => [status, JSON.parse(text)]),
  };
}
const unready = (database) => [503, { status: "unavailable", database, redis: "ok" }];

test("is ready when PostgreSQL accepts writes and Redis responds", async (t) => {
  const { ask } = await readiness(t, {});
  assert.deepEqual(await ask(), [200, { status: "ok", database: "ok", redis: "ok" }]);
});

test("is not ready when the database is out of space", async (t) => {
  assert.deepEqual(await (await readiness(t, { max_database_bytes: 1 })).ask(), unready("full"));
  const disk = { database_folder: "/", min_free_disk_bytes: String(2n ** 62n) };
  assert.deepEqual(await (await readiness(t, disk)).ask(), unready("full"));
});

test("is not ready when PostgreSQL is read-only", async (t) => {
  const url = `${DATABASE_URL} options='-c default_transaction_read_only=on'`;
  assert.deepEqual(await (await readiness(t, { database_url: url })).ask(), unready("not_writable"));
});

test("is not ready after a write failed for lack of disk space", async (t) => {
  const { account, key } = newAccount();
  const { worker, ask } = await readiness(t, { threads: 1 });
  // As PostgreSQL says it where it cannot write.
  changeSchema(`
    create function meet_full_disk() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger meet_full_disk before insert on artifacts
      for each row when (new.account_id = '${uuidOf(account)}') execute function meet_full_disk()`);
  t.after(() => changeSchema("drop function meet_full_disk cascade"));
  const created = await worker.ask("POST", "/artifacts", {
    body: JSON.stringify(markdown("x")),
    more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
  });
  assert.equal(created.status, 503);
  assert.match(JSON.parse(created.text).error.message, /out of storage space/);
  assert.deepEqual(await ask(), unready("not_writable"));
  assert.match(worker.log(), /"event":"request_failed".*No space left on device/);
});

test("is not ready when Redis does not respond", async (t) => {
  assert.deepEqual(await (await readiness(t, { redis_url: "unix:///nowhere" })).ask(), [
    503,
    { status: "unavailable", database: "ok", redis: "unavailable" },
  ]);
});
