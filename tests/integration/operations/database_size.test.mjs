// What /metrics says of the size of the database, its limit, and the free space on its disk.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../service/api_client.mjs";
import { ownWorker } from "../../service/own_worker.mjs";

const { DATABASE_URL } = process.env;

// The values of the metrics of the database, as they are written.
async function measured(t, settings) {
  const worker = await ownWorker({ database_folder: "/", ...settings });
  t.after(() => worker.stop());
  const { status, text } = await worker.ask("GET", "/metrics");
  assert.equal(status, 200);
  const value = (name) => new RegExp(`^artifact_share_database_${name} (.*)$`, "m").exec(text)?.[1];
  return { size: value("bytes"), limit: value("max_bytes"), free: value("disk_free_bytes") };
}

test("the size of the database, its limit and the free space are measured", async (t) => {
  const { size, limit, free } = await measured(t, { max_database_bytes: 123_456_789_012 });
  const actual = Number(sql("select pg_database_size(current_database())"));
  assert.ok(Number(size) > actual / 2 && Number(size) < actual * 2, size);
  assert.equal(limit, "123456789012");
  assert.ok(Number(free) > 0, free);
  assert.equal((await measured(t, { max_database_bytes: "unlimited" })).limit, "+Inf");
});

test("the disk of this host is not taken for that of a database on another", async (t) => {
  sql(`create schema elsewhere;
       create function elsewhere.inet_server_addr() returns inet language sql as $$ select inet '192.0.2.1' $$;
       create function elsewhere.inet_client_addr() returns inet language sql as $$ select inet '192.0.2.2' $$`);
  t.after(() => sql("drop schema elsewhere cascade"));
  const { size, free } = await measured(t, {
    database_url: `${DATABASE_URL} options='-c search_path=elsewhere,pg_catalog,public'`,
  });
  assert.ok(Number(size) > 0);
  assert.equal(free, "NaN");
});

test("the size is unknown while the database is not available, and the disk of this host is measured", async (t) => {
  const { size, free } = await measured(t, { database_url: "host=/nowhere dbname=x" });
  assert.equal(size, "NaN");
  assert.ok(Number(free) > 0, free);
});
