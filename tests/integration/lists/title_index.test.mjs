// The index of titles, which maintenance keeps while titles change.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setImmediate as otherWork } from "node:timers/promises";
import { promisify } from "node:util";
import { call, markdown, newAccount, recorded, sql, uuidOf } from "../../service/api_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

const run = promisify(execFile);

// Each change is a transaction of its own. It need not be on the disk for others to see it.
const changeAllTitles = (account) => `
  do $$
  declare
    one uuid;
  begin
    for one in select id from artifacts where account_id = '${account}' order by random() loop
      update artifacts set title = md5(random()::text) where id = one;
      commit;
    end loop;
  end $$`;

test("a title that is being changed is entered by the next maintenance", (t) =>
  withoutMaintenance(async (maintainHere) => {
    const { key } = newAccount();
    const { id } = (await call(key, "POST", "/artifacts", markdown("x", { title: "Heron" }))).json;
    const found = async (title) =>
      (await call(key, "GET", `/artifacts?q=${title}`)).json.data.map((artifact) => artifact.id);
    const isWaiting = () =>
      sql(`select count(*) from unindexed_titles where artifact_id = '${uuidOf(id)}'`) === "1";
    const change = new DatabaseSession(t);
    await change.ask(`begin; update artifacts set title = 'Bittern' where id = '${uuidOf(id)}'`);
    maintainHere();
    assert.ok(isWaiting());
    await change.ask("commit");
    maintainHere();
    assert.ok(!isWaiting());
    assert.deepEqual([await found("bittern"), await found("heron")], [[id], []]);
  }));

test("a title that changes while maintenance enters it into the index does not stay there as it was", (t) =>
  withoutMaintenance(async (maintainHere) => {
    const account = uuidOf(newAccount().account);
    const locked = randomUUID();
    const otherHost = new DatabaseSession(t);
    try {
      // Skipping these takes maintenance a while, in which titles change that it is about to read.
      sql(`insert into unindexed_titles (account_id, artifact_id)
           select '${locked}', gen_random_uuid() from generate_series(1, 50000)`);
      await otherHost.ask(`begin; select count(*) from (
        select from unindexed_titles where account_id = '${locked}' for update) as waiting`);
      sql(
        recorded(`
        insert into artifacts (id, account_id, template, title, content, metadata, created_at, updated_at)
        select gen_random_uuid(), '${account}', 'code', 'Title ' || n, '{}', '{}', now(), now()
          from generate_series(1, 4000) as n`),
      );
      const words = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", process.env.DATABASE_URL];
      words.push("-c", "set synchronous_commit = off", "-c", changeAllTitles(account));
      let isChanging = true;
      const changes = Promise.all([run("psql", words), run("psql", words)]).finally(
        () => (isChanging = false),
      );
      for (; isChanging; await otherWork()) maintainHere();
      await changes;
      await otherHost.ask("rollback");
      maintainHere();
      const [wrong, waiting] = sql(`
        select count(*) filter (where not (pieces @> title_pieces(artifacts.account_id, title)
                                           and pieces <@ title_pieces(artifacts.account_id, title)) is true),
               count(unindexed.artifact_id)
          from artifacts
          left join indexed_titles indexed on indexed.artifact_id = id
          left join unindexed_titles unindexed on unindexed.artifact_id = id
         where artifacts.account_id = '${account}'`).split("|");
      assert.deepEqual({ wrong, waiting }, { wrong: "0", waiting: "0" });
    } finally {
      await otherHost.ask("rollback");
      sql(`delete from unindexed_titles where account_id = '${locked}';
           delete from artifacts where account_id = '${account}'`);
    }
  }));
