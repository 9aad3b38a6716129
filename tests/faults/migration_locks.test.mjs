// A migration of a table that somebody else is reading for long, as a backup does.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { call, markdown, newAccount, newKey, request, share, sql, until } from "../service/api_client.mjs";
import { databaseThatClosesAfter } from "../service/database/closing_database.mjs";
import { DatabaseSession } from "../service/database/database_session.mjs";

const { ADMIN, CONFIG } = process.env;

// Migrations with one more of this text; `forget` takes away what it has done.
function migrationsWith(t, text, forget) {
  const folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  t.after(() => {
    rmSync(folder, { recursive: true });
    sql(`${forget}; delete from schema_migrations where number = 9999`);
  });
  cpSync(new URL("../../db/migrations", import.meta.url).pathname, folder, { recursive: true });
  writeFileSync(path.join(folder, "9999_later.sql"), text);
  return (env = {}) =>
    promisify(execFile)(ADMIN, ["--config", CONFIG, "migrate", "--migrations", folder], {
      env: { ...process.env, ...env },
    });
}

const withIndexes = `create table if not exists later (number integer);

-- concurrently

-- A comment; with a semicolon.
create unique index concurrently later_by_number on later (number);
create index concurrently artifacts_later
  on artifacts (account_id, title);
`;
const isValid = (name) => sql(`select indisvalid from pg_index where indexrelid = to_regclass('${name}')`);
const forgetIndexes = "drop index if exists artifacts_later; drop table if exists later";

test("calls continue while several hosts build an index", async (t) => {
  const { key } = newAccount();
  const writer = new DatabaseSession(t);
  const migrate = migrationsWith(t, withIndexes, forgetIndexes);
  // An index waits for everybody who wrote before it was begun.
  await writer.ask(
    "begin; update artifacts set title = title where false; lock table artifacts in row exclusive mode",
  );
  let done = 0;
  const migrating = [migrate(), migrate()].map((one) => one.finally(() => ++done));
  await until(
    () => sql("select count(*) from pg_stat_progress_create_index where relid = 'artifacts'::regclass"),
    (count) => count === "1",
  );
  for (let i = 0; i < 5; ++i) {
    const { status, json } = await call(key, "POST", "/artifacts", markdown("x"));
    assert.equal(status, 201);
    assert.equal((await call(key, "GET", `/artifacts/${json.id}`)).status, 200);
  }
  assert.equal(done, 0);
  await writer.ask("commit");
  const outputs = (await Promise.all(migrating)).map(({ stdout }) => stdout);
  assert.equal(outputs.filter((text) => text.includes("9999_later")).length, 1, outputs.join());
  assert.deepEqual([isValid("later_by_number"), isValid("artifacts_later")], ["t", "t"]);
  assert.equal(sql("select count(*) from schema_migrations where number = 9999"), "1");
});

test("a migration whose connection is lost before it is recorded fails, and is not recorded", async (t) => {
  const migrate = migrationsWith(t, "create table later (number integer)", "drop table if exists later");
  const database = await databaseThatClosesAfter(t, "create table later");
  // When the end is noticed differs from time to time.
  for (let attempt = 1; attempt <= 8; ++attempt) {
    await assert.rejects(migrate({ ARTIFACT_SHARE_DATABASE_URL: database.url }), /connection/);
    assert.equal(database.ended(), attempt);
    assert.equal(sql("select count(*) from schema_migrations where number = 9999"), "0");
  }
  await migrate();
  assert.equal(sql("select count(*) from later"), "0");
});

test("the next migration builds an index that failed before", async (t) => {
  sql("create table later (number integer); insert into later values (1), (1)");
  const migrate = migrationsWith(t, withIndexes, forgetIndexes);
  await assert.rejects(migrate(), /later_by_number/);
  assert.equal(isValid("later_by_number"), "f");
  assert.equal(sql("select count(*) from schema_migrations where number = 9999"), "0");
  sql("delete from later");
  await migrate();
  assert.deepEqual([isValid("later_by_number"), isValid("artifacts_later")], ["t", "t"]);
  assert.equal(sql("select count(*) from schema_migrations where number = 9999"), "1");
});

test("calls continue while a migration waits for a table lock", async (t) => {
  const { account, key } = newAccount();
  const folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  const reader = new DatabaseSession(t);
  // After the reader's end, so that nothing is locked.
  t.after(() => {
    rmSync(folder, { recursive: true });
    sql(
      "alter table accounts drop column if exists later; delete from schema_migrations where number = 9999",
    );
  });
  cpSync(new URL("../../db/migrations", import.meta.url).pathname, folder, { recursive: true });
  writeFileSync(path.join(folder, "9999_later.sql"), "alter table accounts add column later integer;\n");

  await reader.ask("begin; lock table accounts in access share mode");
  let isDone = false;
  const migrating = promisify(execFile)(ADMIN, [
    "--config",
    CONFIG,
    "migrate",
    "--migrations",
    folder,
  ]).finally(() => (isDone = true));
  // It has waited, given way and waited again.
  const waits = () =>
    sql("select count(*) from pg_locks where not granted and relation = 'accounts'::regclass");
  for (let round = 0; round < 3; ++round) {
    await until(waits, (count) => count !== "0");
    // A key that no worker knows yet is looked up in that table.
    const { status } = await call(newKey(account), "GET", "/account");
    assert.equal(status, 200);
    await until(waits, (count) => count === "0");
  }
  assert.equal((await call(key, "GET", "/account")).status, 200);
  assert.ok(!isDone);
  await reader.ask("commit");
  await migrating;
  assert.equal(sql("select count(*) from schema_migrations where number = 9999"), "1");
});

test("rejects other statements after the line for concurrent indexes", async (t) => {
  const migrate = migrationsWith(t, "\n-- concurrently\n\ndrop table accounts;\n", "select");
  await assert.rejects(migrate(), /only `create index concurrently` may follow/);
  assert.equal(sql("select count(*) from schema_migrations where number = 9999"), "0");
});

test("a read that was rolled back to end a deadlock with a migration is repeated", async (t) => {
  const { key } = newAccount();
  const { url } = await share(key, markdown("x"));
  const migration = new DatabaseSession(t);
  // The page locks share_links, then artifacts.
  assert.doesNotMatch(await migration.ask("begin; lock table artifacts"), /ERROR/);
  const page = request("GET", url);
  await until(
    () => sql("select count(*) from pg_locks where relation = 'artifacts'::regclass and not granted"),
    (count) => count === "1",
  );
  // The page has waited for longer, so it is the one that PostgreSQL ends.
  assert.doesNotMatch(await migration.ask("lock table share_links"), /ERROR/);
  await migration.ask("commit");
  assert.equal((await page).status, 200);
});
