// A migration of a table that somebody else is reading for long, as a backup does.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { call, newAccount, newKey, sql, until } from "../service/api_client.mjs";
import { DatabaseSession } from "../service/database_session.mjs";

const { ADMIN, CONFIG } = process.env;

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
