// A run of maintenance while clients go on creating. Changes a table that all tests use, so it runs by itself.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { call, markdown, newAccount, sql } from "../service/api_client.mjs";
import { changeSchema } from "../service/database/schema_changes.mjs";

const { ADMIN, CONFIG } = process.env;

test("maintenance ends, however quickly artifacts are created", async (t) => {
  const { key } = newAccount();
  const title = "A title";
  await call(key, "POST", "/artifacts", markdown("x", { title }));
  // Whenever artifacts leave the queue, the next one is there, as if it had been created meanwhile.
  t.after(() => changeSchema("drop function if exists note_next_artifact cascade"));
  changeSchema(`
    create function note_next_artifact() returns trigger language plpgsql as $$
    begin
      insert into unindexed_artifacts (account_id, artifact_id)
      select account_id, id from artifacts where title = '${title}' limit 1 on conflict do nothing;
      return null;
    end
    $$;
    create trigger note_next_artifact after delete on unindexed_artifacts execute function note_next_artifact()`);
  const { status, error } = spawnSync(ADMIN, ["--config", CONFIG, "maintain"], { timeout: 120_000 });
  assert.deepEqual([status, error], [0, undefined]);
  assert.notEqual(sql("select count(*) from unindexed_artifacts"), "0");
});
