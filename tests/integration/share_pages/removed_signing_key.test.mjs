// Share links whose signing key is no longer configured: nobody can open them, and their owners can still
// see, change and revoke them, and have them signed anew by the operator.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { openSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { promisify } from "node:util";
import {
  admin,
  call,
  markdown,
  newAccount,
  openCover,
  request,
  share,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { withoutAudit } from "../../service/database/failing_audit.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

const { ADMIN, CONFIG } = process.env;
const run = promisify(execFile);
let account;
let key;
let removedKey;
beforeEach(() => {
  ({ account, key } = newAccount());
  removedKey = `removed-${randomUUID()}`;
});

const json = (...words) => JSON.parse(admin(...words, "--json"));
const linksOf = async (id, as = key) => {
  const answer = await call(as, "GET", `/artifacts/${id}/shares`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.data;
};

// A link as it is once the key that has signed it was taken out of the file.
async function orphaned(more, as = key) {
  const { id, url } = await share(as, markdown("x", more));
  const link = linkOf(url);
  sql(`update share_links set signing_key_id = '${removedKey}' where id = '${uuidOf(link)}'`);
  return { id, link, url };
}

test("lists a link whose signing key was removed without a URL, and says why", async () => {
  const { id, link } = await orphaned({ maxViews: 3 });
  const works = (await call(key, "POST", `/artifacts/${id}/share`, {})).json.url;
  const links = await linksOf(id);
  const dead = links.find((one) => one.id === link);
  assert.equal(dead.url, null);
  assert.equal(dead.invalidReason, "signing_key_removed");
  assert.equal(dead.maxViews, 3);
  const other = links.find((one) => one.id !== link);
  assert.deepEqual([other.url, "invalidReason" in other], [works, false]);
});

test("can change and revoke a link whose signing key was removed", async () => {
  const { id, link } = await orphaned();
  const path = `/artifacts/${id}/shares/${link}`;
  const changed = await call(key, "PATCH", path, { remoteImages: "off" });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.json, (await linksOf(id))[0]);
  assert.deepEqual([changed.json.url, changed.json.remoteImages], [null, "off"]);
  assert.equal((await call(key, "DELETE", path)).status, 200);
  assert.ok((await linksOf(id))[0].revokedAt);
});

test("shows a link whose signing key was removed as invalid, without a URL", async () => {
  const owner = await newUser();
  const as = admin("key", "add", "--account", owner.account, "--name", "k");
  const { id, link } = await orphaned({}, as);
  const page = await owner.visitor.get(`/dashboard/artifacts/${id}`);
  assert.equal(page.status, 200);
  assert.match(page.text, /Signing key removed/);
  assert.ok(!page.text.includes("?token="));
  for (const step of ["edit", "revoke"]) {
    const { status } = await owner.visitor.get(`/dashboard/artifacts/${id}/shares/${link}/${step}`);
    assert.equal(status, 200);
  }
});

test("reissues the other links while one is locked", async (t) => {
  const [free, locked] = [await orphaned(), await orphaned()];
  const session = new DatabaseSession(t);
  await session.ask(
    `begin; select from share_links where artifact_id = '${uuidOf(locked.id)}' for no key update`,
  );
  const reissue = ["--config", CONFIG, "link", "reissue", "--signing-key", removedKey, "--json"];
  const { stdout, stderr } = await run(ADMIN, reissue).then(assert.fail, (failure) => failure);
  assert.match(stderr, /1 share links are locked/);
  assert.deepEqual(
    JSON.parse(stdout).map(({ id }) => id),
    [free.link],
  );
  await session.ask("commit");
  assert.deepEqual(
    json("link", "reissue", "--signing-key", removedKey).map(({ id }) => id),
    [locked.link],
  );
});

test("prints each new URL at once, so that an interruption loses none", async (t) => {
  const [free, locked] = [await orphaned(), await orphaned()];
  const session = new DatabaseSession(t);
  const holder = await session.ask(
    `begin; select pg_backend_pid(); select from share_links where artifact_id = '${uuidOf(locked.id)}' for no key update`,
  );
  const child = spawn(ADMIN, ["--config", CONFIG, "link", "reissue", "--signing-key", removedKey]);
  t.after(() => child.kill("SIGKILL"));
  const ended = new Promise((resolve) => child.on("close", resolve));
  let printed = "";
  child.stdout.on("data", (data) => (printed += data));
  // Until it waits for the other link.
  await until(
    () => sql(`select count(*) from pg_stat_activity where ${holder} = any(pg_blocking_pids(pid))`),
    (count) => count === "1",
  );
  child.kill("SIGKILL");
  await ended;
  assert.equal(printed, `${free.link}  ${account}  ${(await linksOf(free.id))[0].url}\n`);
});

test("prints the new URLs of what it has reissued before a failure", async () => {
  for (const option of [[], ["--json"]]) {
    const first = await orphaned();
    const other = newAccount();
    const failing = await orphaned({}, other.key);
    const reissue = ["--config", CONFIG, "link", "reissue", "--signing-key", removedKey, ...option];
    const { stdout, stderr } = await withoutAudit(other.account, () =>
      run(ADMIN, reissue).then(assert.fail, (failure) => failure),
    );
    assert.match(stderr, /no space for audit events/);
    const [{ url }] = await linksOf(first.id);
    if (option.length) {
      assert.deepEqual(
        JSON.parse(stdout).map((one) => [one.id, one.url]),
        [[first.link, url]],
      );
    } else {
      assert.equal(stdout, `${first.link}  ${account}  ${url}\n`);
    }
    sql(`update share_links set revoked_at = now() where id = '${uuidOf(failing.link)}'`);
  }
});

test("reissues no more links once their URLs cannot be printed", async () => {
  const [first, second] = [await orphaned(), await orphaned()];
  const child = spawn(ADMIN, ["--config", CONFIG, "link", "reissue", "--signing-key", removedKey], {
    stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
  });
  let told = "";
  child.stderr.on("data", (data) => (told += data));
  assert.equal(await new Promise((resolve) => child.on("close", resolve)), 1);
  assert.match(told, /^artifact-admin: cannot write standard output: No space left on device\n$/);
  assert.ok((await linksOf(first.id))[0].url);
  assert.equal((await linksOf(second.id))[0].url, null);
});

test("lists the links of a signing key and reissues them all", async () => {
  const first = await orphaned({ maxViews: 2 });
  const second = await orphaned({ password: "right" });
  const revoked = await orphaned();
  await call(key, "DELETE", `/artifacts/${revoked.id}/shares/${revoked.link}`);
  const { id: unaffected, url } = await share(key, markdown("x"));

  const listed = json("link", "list", "--signing-key", removedKey);
  assert.deepEqual(listed.map(({ id }) => id).sort(), [first.link, second.link, revoked.link].sort());
  assert.ok(listed.every((one) => one.account === account && one.signingKeyRemoved));
  const all = json("link", "list", "--account", account);
  assert.equal(all.length, 4);
  assert.deepEqual(
    json("link", "list", "--account", account, "--signing-key-removed").map(({ id }) => id),
    listed.map(({ id }) => id),
  );

  const reissued = json("link", "reissue", "--signing-key", removedKey);
  assert.deepEqual(reissued.map(({ id }) => id).sort(), [first.link, second.link].sort());
  for (const { id, link } of [first, second]) {
    const [state] = await linksOf(id);
    assert.equal(state.url, reissued.find((one) => one.id === link).url);
    assert.ok(!("invalidReason" in state));
  }
  const newUrl = (await linksOf(first.id))[0].url;
  assert.equal((await openCover(newUrl)).status, 200);
  assert.equal((await linksOf(first.id))[0].viewCount, 1);
  assert.equal((await request("GET", (await linksOf(second.id))[0].url)).status, 401);
  assert.equal((await linksOf(unaffected))[0].url, url);
  assert.deepEqual(json("link", "reissue", "--signing-key", removedKey), []);
  const events = json("audit", "list", "--account", account, "--action", "link.changed");
  assert.deepEqual(
    events.map(({ actor, subject }) => `${actor} ${subject}`).sort(),
    [first, second].map(({ link }) => `operator ${link}`).sort(),
  );
});
