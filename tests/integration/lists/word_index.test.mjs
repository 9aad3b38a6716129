// The index of words, which maintenance keeps while artifacts change.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { setImmediate as otherWork } from "node:timers/promises";
import { promisify } from "node:util";
import {
  call,
  markdown,
  newAccount,
  recorded,
  removalOfArtifacts,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

const run = promisify(execFile);

// What the service's own statement does besides when it changes an artifact.
const noted = (id, account) => `
  insert into unindexed_artifacts (account_id, artifact_id) values (${account}, ${id})
      on conflict (account_id, artifact_id) do update set artifact_id = excluded.artifact_id`;

// Each change is a transaction of its own. It need not be on the disk for others to see it.
const changeAllTitles = (account) => `
  do $$
  declare
    one uuid;
  begin
    for one in select id from artifacts where account_id = '${account}' order by random() loop
      update artifacts set title = md5(random()::text), revision = revision + 1 where id = one;
      ${noted("one", `'${account}'`)};
      commit;
    end loop;
  end $$`;

const waiting = (id) => sql(`select count(*) from unindexed_artifacts where artifact_id = '${uuidOf(id)}'`);

test("an artifact that is being changed is entered by the next maintenance", (t) =>
  withoutMaintenance(async (maintainHere) => {
    const { key, account } = newAccount();
    const { id } = (await call(key, "POST", "/artifacts", markdown("heron"))).json;
    const found = async (text) =>
      (await call(key, "GET", `/artifacts?text=${text}`)).json.data.map((artifact) => artifact.id);
    const change = new DatabaseSession(t);
    await change.ask(`begin; update artifacts set content = '{"text":"bittern"}', revision = revision + 1
                              where id = '${uuidOf(id)}';
                      ${noted(`'${uuidOf(id)}'`, `'${uuidOf(account)}'`)}`);
    maintainHere();
    assert.equal(waiting(id), "1");
    await change.ask("commit");
    maintainHere();
    assert.equal(waiting(id), "0");
    assert.deepEqual([await found("bittern"), await found("heron")], [[id], []]);
  }));

test("artifacts that change while maintenance enters them do not stay in the index as they were", () =>
  withoutMaintenance(async (maintainHere) => {
    const account = uuidOf(newAccount().account);
    sql(
      recorded(`
      insert into artifacts (id, account_id, template, title, content, metadata, created_at, updated_at)
      select gen_random_uuid(), '${account}', 'code', 'Title ' || n, '{"text":"x"}', '{}', now(), now()
        from generate_series(1, 4000) as n`),
    );
    const words = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", process.env.DATABASE_URL];
    words.push("-c", "set synchronous_commit = off", "-c", changeAllTitles(account));
    let isChanging = true;
    const changes = Promise.all([run("psql", words), run("psql", words)]).finally(() => (isChanging = false));
    for (; isChanging; await otherWork()) maintainHere();
    await changes;
    maintainHere();
    const mark = account.replaceAll("-", "").slice(-8);
    const [wrong, left] = sql(`
      select count(*) filter (where (words @@ ('''${mark}=' || title || '''')::tsquery) is not true
                                    or length(words) <> 3),
             count(unindexed.artifact_id)
        from artifacts
        left join artifact_words indexed on indexed.artifact_id = id
        left join unindexed_artifacts unindexed on unindexed.artifact_id = id
       where artifacts.account_id = '${account}'`).split("|");
    sql(removalOfArtifacts(`account_id = '${account}'`));
    assert.deepEqual({ wrong, left }, { wrong: "0", left: "0" });
  }));

test("removed artifacts leave the queue, however many they are, and keep no other waiting", () =>
  withoutMaintenance(async (maintainHere) => {
    const { account, key } = newAccount();
    const owner = uuidOf(account);
    const { id } = (await call(key, "POST", "/artifacts", markdown("curlew"))).json;
    sql(`insert into unindexed_artifacts (account_id, artifact_id)
         select '${owner}', ('ffffffff' || substr(gen_random_uuid()::text, 9))::uuid from generate_series(1, 1000)`);
    // An artifact that another test changes meanwhile may take a second pass.
    for (let passes = 0; passes < 2; ++passes) maintainHere();
    assert.equal(sql(`select count(*) from unindexed_artifacts where account_id = '${owner}'`), "0");
    assert.deepEqual(
      (await call(key, "GET", "/artifacts?text=curlew")).json.data.map((artifact) => artifact.id),
      [id],
    );
  }));
