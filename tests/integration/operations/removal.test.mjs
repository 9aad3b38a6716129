// Removing much: in steps, without standing in anybody's way, and in spite of deadlocks.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import {
  admin,
  call,
  markdown,
  newAccount,
  recorded,
  share,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { newUser, password, Visitor } from "../../service/dashboard_client.mjs";
import { maintain, maintainSideBySide, withoutMaintenance } from "../../service/maintenance.mjs";
import { changeSchema } from "../../service/database/schema_changes.mjs";

const { ADMIN, CONFIG, REDIS_SOCKET } = process.env;
const run = promisify(execFile);

// How many rows each statement has removed, of the accounts that are watched.
const watch = `removal_${randomUUID().replaceAll("-", "")}`;
const watched = ["artifacts", "share_links", "audit_events"];
const accounts = [];
before(() =>
  changeSchema(`create table ${watch} (name text, account_id uuid, count bigint);
       create function ${watch}() returns trigger language plpgsql as $$
       begin
         insert into ${watch} select tg_table_name, account_id, count(*) from removed group by account_id;
         return null;
       end $$;
       ${watched
         .map(
           (table) => `create trigger ${watch} after delete on ${table} referencing old table as removed
                         for each statement execute function ${watch}();`,
         )
         .join("")}`),
);
after(() => {
  // Each in a transaction of its own, as two tables that are locked at once can deadlock with a read.
  for (const table of watched) changeSchema(`drop trigger ${watch} on ${table}`);
  sql(`drop function ${watch}(); drop table ${watch};`);
  for (const account of accounts) admin("account", "remove", "--account", account, "--yes");
});
const removed = (table, account) =>
  sql(`select coalesce(max(count), 0), coalesce(sum(count), 0) from ${watch}
        where name = '${table}' and account_id = '${uuidOf(account)}'`)
    .split("|")
    .map(Number);

const addArtifacts = (account, count, more = "null") =>
  sql(`${recorded(`insert into artifacts
         (id, account_id, template, content, metadata, created_at, updated_at, deleted_at)
       select gen_random_uuid(), '${uuidOf(account)}', 'markdown', '{"text":"x"}', '{}', now(), now(), ${more}
         from generate_series(1, ${count})`)};
       analyze artifacts, share_links`);
const addLinks = (account, artifact, count) =>
  sql(`insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at)
       select gen_random_uuid(), '${uuidOf(artifact)}', '${uuidOf(account)}', 'k1', now(), now() + interval '1 day'
         from generate_series(1, ${count});
       analyze artifacts, share_links`);

test("removes an account with all its data, in steps", async () => {
  const { account, key } = newAccount();
  const { email } = await newUser({ account });
  const { id } = await share(key, markdown("x"));
  addArtifacts(account, 2500);
  addLinks(account, id, 3000);
  sql(`insert into audit_events (id, account_id, action, actor_name, client_address, subject, subject_name)
       select gen_random_uuid(), '${uuidOf(account)}', 'link.viewed', '', '', '', ''
         from generate_series(1, 2500)`);
  admin("account", "remove", "--account", account, "--yes");
  for (const [table, atLeast] of [
    ["artifacts", 2501],
    ["share_links", 3001],
    ["audit_events", 2500],
  ]) {
    const [largest, all] = removed(table, account);
    assert.ok(largest <= 1000, `${largest} of ${table} at once`);
    assert.ok(all >= atLeast, `${all} of ${table} in all`);
  }
  assert.equal(sql(`select count(*) from users where email = '${email}'`), "0");
  assert.equal(sql(`select count(*) from accounts where id = '${uuidOf(account)}'`), "0");
  assert.equal((await call(key, "GET", "/account")).status, 401);
});

test("permanently deletes an artifact with very many links in steps", async () => {
  const { account, key } = newAccount();
  accounts.push(account);
  const { id } = await share(key, markdown("x", { title: "Much shared" }));
  addLinks(account, id, 3000);
  const { id: other } = await share(key, markdown("x"));
  assert.equal((await call(key, "DELETE", `/artifacts/${id}?permanent=true`)).status, 200);
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).status, 404);
  const [largest, all] = removed("share_links", account);
  assert.ok(largest <= 1000, `${largest} at once`);
  assert.equal(all, 3001);
  assert.equal(sql(`select count(*) from share_links where artifact_id = '${uuidOf(other)}'`), "1");
  const events = sql(`select action from audit_events where subject = '${id}'`);
  assert.deepEqual(events.split("\n").sort(), ["artifact.deleted", "artifact.deleted_permanently"]);
});

test("a permanent deletion that fails half-way is recorded as the deletion that it is", async (t) => {
  const { account, key } = newAccount();
  accounts.push(account);
  const { id } = await share(key, markdown("x"));
  addLinks(account, id, 1200);
  const session = new DatabaseSession(t);
  await session.ask(
    `begin; select from share_links where artifact_id = '${uuidOf(id)}' order by id limit 1 for update`,
  );
  assert.equal((await call(key, "DELETE", `/artifacts/${id}?permanent=true`)).status, 503);
  await session.ask("commit");
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).json.status, "deleted");
  assert.equal(sql(`select action from audit_events where subject = '${id}'`), "artifact.deleted");
  assert.equal((await call(key, "DELETE", `/artifacts/${id}?permanent=true`)).status, 200);
});

test("maintenance removes in steps and skips locked rows", async (t) => {
  const { account, key } = newAccount();
  accounts.push(account);
  const left = () => sql(`select id from artifacts where account_id = '${uuidOf(account)}'`);
  const session = new DatabaseSession(t);
  const locked = await withoutMaintenance(async () => {
    addArtifacts(account, 2500, "now() - interval '31 days'");
    const { id } = await share(key, markdown("x"));
    addLinks(account, id, 3000);
    sql(`update artifacts set deleted_at = now() - interval '31 days' where id = '${uuidOf(id)}'`);
    const [first] = left().split("\n");
    await session.ask(`begin; select from artifacts where id = '${first}' for update`);
    return first;
  });
  // One may leave what another is looking at to the next run.
  maintainSideBySide(3);
  maintain();
  assert.equal(left(), locked);
  await session.ask("commit");
  maintain();
  assert.equal(left(), "");
  for (const [table, expected] of [
    ["artifacts", 2501],
    ["share_links", 3001],
  ]) {
    const [largest, all] = removed(table, account);
    assert.ok(largest <= 1000, `${largest} of ${table} at once`);
    assert.equal(all, expected);
  }
});

const leftOf = (account) =>
  sql(`select (select count(*) from artifacts where account_id = '${uuidOf(account)}'),
              (select count(*) from audit_events where account_id = '${uuidOf(account)}'),
              (select count(*) from artifact_counts where account_id = '${uuidOf(account)}')`);
// Other tests have transactions that may be older.
const untilEmpty = (account) =>
  until(
    () => {
      maintain();
      return leftOf(account);
    },
    (left) => left === "0|0|0",
  );
const removeAccount = (account) =>
  run(ADMIN, ["--config", CONFIG, "account", "remove", "--account", account, "--yes"]);

test("an account goes at once, and what it has once no older transaction can add to it", async (t) => {
  const { account, key } = newAccount();
  await share(key, markdown("x"));
  const older = new DatabaseSession(t);
  await older.ask("begin; select 1");
  const removal = removeAccount(account);
  await until(
    () =>
      sql(`select count(*) from removed_accounts where id = '${uuidOf(account)}' and gone_at is not null`),
    (count) => count === "1",
  );
  assert.equal((await call(key, "GET", "/account")).status, 401);
  assert.equal(sql(`select count(*) from accounts where id = '${uuidOf(account)}'`), "0");
  await older.ask(`
    insert into audit_events (id, account_id, action, actor_name, client_address, subject, subject_name)
    values (gen_random_uuid(), '${uuidOf(account)}', 'link.viewed', '', '', '', '')`);
  await older.ask("commit");
  assert.match((await removal).stdout, /^removed acc_/);
  await untilEmpty(account);
});

test("maintenance removes what an account had that a long transaction kept from going", async (t) => {
  const { account, key } = newAccount();
  await share(key, markdown("x"));
  const session = new DatabaseSession(t);
  await session.ask("begin; select 1");
  assert.match((await removeAccount(account)).stdout, /the next runs of maintenance remove/);
  const left = leftOf(account);
  maintain();
  assert.equal(leftOf(account), left);
  await session.ask("commit");
  await untilEmpty(account);
});

test("a removal that a long transaction blocks removes nothing, and can be repeated", async (t) => {
  const { account } = newAccount();
  const session = new DatabaseSession(t);
  await session.ask(`begin; select from accounts where id = '${uuidOf(account)}' for key share`);
  await assert.rejects(removeAccount(account), {
    stderr: /another transaction has locked rows of the account/,
  });
  await session.ask("commit");
  await removeAccount(account);
  assert.equal(sql(`select count(*) from accounts where id = '${uuidOf(account)}'`), "0");
});

test("maintenance leaves to its next run what a long transaction keeps waiting", (t) =>
  withoutMaintenance(async (maintainHere) => {
    const { account, key } = newAccount();
    accounts.push(account);
    const { id } = await share(key, markdown("x"));
    addArtifacts(account, 1, "now() - interval '40 days'");
    const left = () =>
      sql(
        `select count(*) from artifacts where account_id = '${uuidOf(account)}' and deleted_at is not null`,
      );
    const [link, shown] = sql(
      `select id, public_id('shr', id) from share_links where artifact_id = '${uuidOf(id)}'`,
    ).split("|");
    const waiting = `${Date.now()} ${Math.floor(Date.now() / 86_400_000)} 4 3 2`;
    await run("redis-cli", ["-s", REDIS_SOCKET, "hset", "views", shown, waiting]);
    const session = new DatabaseSession(t);
    await session.ask(`begin; select from share_links where id = '${link}' for update`);
    assert.throws(maintainHere, { stderr: /storing views had to wait too long/ });
    assert.equal(left(), "0", "the other parts are done");
    await session.ask("commit");
    maintainHere();
    assert.equal(sql(`select view_count from share_links where id = '${link}'`), "7");
  }));

// Two that wait for each other: the service's statement has the artifact and wants the account's
// counts, the test's session has those and wants the artifact. PostgreSQL rolls one of them back; the
// test begins anew until that is the service's.
async function withDeadlock(t, account, id, send) {
  const session = new DatabaseSession(t);
  const pid = await session.ask("select pg_backend_pid()");
  for (;;) {
    await session.ask(
      `begin; select from artifact_counts where account_id = '${uuidOf(account)}' for update`,
    );
    let isAnswered = false;
    const answer = send().finally(() => (isAnswered = true));
    // A connection that has no counts of this account yet waits for nobody.
    await until(
      () =>
        isAnswered ||
        sql(`select count(*) from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`) !== "0",
      Boolean,
    );
    const wasBlocked = !isAnswered;
    const outcome = await session.ask(`select from artifacts where id = '${uuidOf(id)}' for update`);
    await session.ask("rollback");
    const response = await answer;
    if (wasBlocked && !/deadlock detected/.test(outcome)) return response;
  }
}

async function changePassword(visitor, from, to) {
  await visitor.open("/dashboard/settings/profile");
  return visitor.post("/dashboard/settings/profile", { currentPassword: from, password: to });
}

test("a change of the password that was rolled back to end a deadlock is made again", async (t) => {
  const { visitor, email } = await newUser();
  const session = new DatabaseSession(t);
  const pid = await session.ask("select pg_backend_pid()");
  const isOf = `user_id = (select id from users where email = '${email}')`;
  let current = password;
  for (;;) {
    // The service locks the user, then the session; this session locks the session, then the user.
    await session.ask(`begin; select from sessions where ${isOf} for update`);
    const next = `${password} ${randomUUID()}`;
    const answer = changePassword(visitor, current, next);
    await until(
      () => sql(`select count(*) from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`) !== "0",
      Boolean,
    );
    const outcome = await session.ask(`select from users where email = '${email}' for update`);
    await session.ask("rollback");
    const { status, text } = await answer;
    assert.equal(status, 303, text);
    current = next;
    if (!/deadlock detected/.test(outcome)) break;
  }
  assert.equal((await new Visitor().signIn(email, current)).status, 303);
});

for (const [what, headers] of [
  ["a write", () => ({})],
  ["a call with an Idempotency-Key", () => ({ "idempotency-key": randomUUID() })],
])
  test(`${what} that was rolled back to end a deadlock is repeated`, async (t) => {
    const { account, key } = newAccount();
    const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
    await call(key, "DELETE", `/artifacts/${id}`);
    const restore = () => call(key, "POST", `/artifacts/${id}/restore`, undefined, headers());
    const { status, text } = await withDeadlock(t, account, id, async () => {
      if ((await call(key, "GET", `/artifacts/${id}`)).json.status !== "deleted")
        await call(key, "DELETE", `/artifacts/${id}`);
      return restore();
    });
    assert.equal(status, 200, text);
    const events = sql(
      `select count(*) from audit_events where subject = '${id}' and action = 'artifact.restored'`,
    );
    assert.ok(Number(events) >= 1);
  });
