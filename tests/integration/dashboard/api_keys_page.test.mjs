// API keys in the dashboard: created, shown once, used, revoked.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, test } from "node:test";
import { admin, origin, request, sql, until, uuidOf } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

const list = "/dashboard/settings/keys";
const form = `${list}/new`;
const all = Object.fromEntries(
  ["read", "write", "share", "delete"].map((name) => [`artifacts:${name}`, "on"]),
);
const field = (page, name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)[1];
const secretIn = (page) => /<code id="key">(artk_[0-9A-Za-z]{42})<\/code>/.exec(page.text)?.[1];
const callWith = (key, path = "/account") =>
  request("GET", path, { from: ownAddress(), headers: { authorization: `Bearer ${key}` } });
const keysOf = (account) => JSON.parse(admin("key", "list", "--account", account, "--json"));
const events = (account) =>
  sql(
    `select action, actor_name, subject, subject_name from audit_events
      where account_id = '${uuidOf(account)}' and action like 'key.%' order by created_at, id`,
  );

let user;
before(async () => (user = await newUser()));

async function makeKey(visitor, fields = {}) {
  const page = await visitor.open(form);
  return visitor.post(form, { keyId: field(page, "keyId"), name: "Test", ...all, ...fields });
}

test("only an owner can create a key that reads the audit log", async () => {
  for (const role of ["owner", "member"]) {
    const { visitor } = await newUser({ role });
    const isOffered = (await visitor.open(form)).text.includes('name="account:read"');
    assert.equal(isOffered, role === "owner");
    const made = await makeKey(visitor, { "account:read": "on" });
    const { json } = await callWith(secretIn(made));
    assert.equal(json.key.scopes.includes("account:read"), role === "owner");
    assert.ok(json.key.scopes.includes("artifacts:read"));
  }
});

test("a key cannot do what its maker may no longer do", async () => {
  const { account, visitor, email } = await newUser();
  await newUser({ account });
  const key = secretIn(await makeKey(visitor, { "account:read": "on" }));
  const setRole = (role) => admin("user", "set-role", "--email", email, "--role", role);
  const canRead = async () => (await callWith(key, "/account/audit")).status === 200;
  assert.ok(await canRead());
  setRole("member");
  await until(canRead, (can) => !can);
  assert.equal((await callWith(key)).json.key.scopes.length, 4);
  assert.equal(keysOf(account)[0].scopes.length, 4);
  setRole("owner");
  await until(canRead, (can) => can);
});

test("a key of a removed user can do what it could last, and no more", async () => {
  for (const [role, count] of [
    ["owner", 5],
    ["member", 4],
  ]) {
    const { account, visitor, email } = await newUser();
    const other = await newUser({ account });
    const key = secretIn(await makeKey(visitor, { "account:read": "on" }));
    admin("user", "set-role", "--email", email, "--role", role);
    const { text } = await other.visitor.open("/dashboard/settings/members");
    const user = sql(`select id from users where email = '${email}'`);
    const removal = [...text.matchAll(/href="([^"]*\/(usr_\w+)\/remove)"/g)].find(
      ([, , id]) => uuidOf(id) === user,
    );
    assert.equal((await other.visitor.post(removal[1])).status, 303);
    assert.equal(keysOf(account)[0].scopes.length, count);
    assert.equal((await callWith(key)).status, 200);
  }
});

test("a key has the limits that are chosen when it is created, and the list shows them", async () => {
  const { visitor } = await newUser();
  const limits = { maximumExpiry: "7d", passwordRequired: "on", refuseSecrets: "on" };
  const made = await makeKey(visitor, { name: "Assistant", ...limits });
  const { key } = (await callWith(secretIn(made))).json;
  assert.deepEqual([key.maximumExpiry, key.passwordRequired, key.refusesSecrets], ["7d", true, true]);
  const { text } = await visitor.open(list);
  for (const limit of ["Expiry: 7d at most", "Links need a password", "Blocks detected secrets"])
    assert.ok(text.includes(limit), limit);
  assert.ok(!(await (await newUser()).visitor.open(list)).text.includes("Expiry:"));

  // A form with a mistake keeps what was chosen.
  const wrong = await makeKey(visitor, { name: "", ...limits });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /<option value="7d" selected>7 days<\/option>/);
  assert.match(wrong.text, /name="passwordRequired" checked/);
  assert.match(wrong.text, /name="refuseSecrets" checked/);
  assert.equal((await makeKey(visitor, { maximumExpiry: "1s" })).status, 400);
});

test("a key is shown once, works, and is rejected by the next request after its revocation", async () => {
  for (const role of ["owner", "member"]) {
    const { visitor, account, email } = await newUser({ role });
    const made = await makeKey(visitor, { name: "Build server" });
    assert.equal(made.status, 200);
    assert.match(made.headers["cache-control"], /no-store/);
    const key = secretIn(made);
    const answer = await callWith(key);
    assert.equal(answer.status, 200);
    assert.equal(answer.json.id, account);
    assert.equal(answer.json.key.name, "Build server");

    const shown = await visitor.open(list);
    assert.ok(!shown.text.includes(key));
    const { id, prefix } = keysOf(account)[0];
    assert.ok(key.startsWith(prefix) && shown.text.includes(`${prefix}…`));

    const question = await visitor.open(`${list}/${id}/revoke`);
    assert.match(question.text, /<h1>Revoke Build server\?<\/h1>/);
    assert.equal((await callWith(key)).status, 200);
    const done = await visitor.submit(`${list}/${id}/revoke`);
    assert.equal((await callWith(key)).status, 401);
    assert.match(done.text, /“Build server” was revoked\./);
    assert.match(done.text, /Revoked/);
    assert.equal(
      events(account),
      `key.created|${email}|${id}|Build server\nkey.revoked|${email}|${id}|Build server`,
    );
  }
});

test("the page of a new key has an example request that works", async () => {
  const { visitor } = await newUser();
  const callOn = async (fields) => {
    const { text } = await makeKey(visitor, fields);
    return /<code id="call">([^]*?)<\/code>/
      .exec(text)[1]
      .replaceAll("&#39;", "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
  };
  const run = (line) =>
    JSON.parse(execFileSync("sh", ["-c", `${line} -s --cacert "$CA_CERT"`], { encoding: "utf8" }));
  assert.ok(run(await callOn({})).url.startsWith(`${origin}/a/art_`));
  const less = { "artifacts:write": "", "artifacts:share": "", "artifacts:delete": "" };
  assert.deepEqual(run(await callOn(less)).data.length, 1);
  const least = { ...less, "artifacts:read": "", "artifacts:delete": "on" };
  assert.deepEqual(run(await callOn(least)).key.scopes, ["artifacts:delete"]);
});

test("resubmitting the form creates no second key and shows none", async () => {
  const { visitor, account } = await newUser();
  const page = await visitor.open(form);
  const fields = { form_token: visitor.formToken, keyId: field(page, "keyId"), name: "Test", ...all };
  const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.post(form, fields)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410, 410, 410]);
  assert.equal(answers.filter(secretIn).length, 1);
  const again = await visitor.post(form, fields);
  assert.match(again.text, /this form was already submitted/i);
  assert.equal(keysOf(account).length, 1);
});

const addKeys = (account, count, ended) =>
  sql(`insert into api_keys (id, account_id, name, secret_hash, display_prefix, scopes, created_at, revoked_at)
       select gen_random_uuid(), '${uuidOf(account)}', 'One of many', sha256(gen_random_uuid()::text::bytea),
              'artk_0000', '{artifacts:read}', now(), ${ended}
         from generate_series(1, ${count})`);

test("an account has at most 1,000 API keys, and 10,000 with those that have ended", async () => {
  for (const [count, ended, text] of [
    [1000, "null", /limit of 1,000 API keys; revoke one that is not used/],
    [10_000, "now()", /limit of 10,000 API keys, including those that have expired or were revoked/],
  ]) {
    const { visitor, account } = await newUser();
    addKeys(account, count, ended);
    const refused = await makeKey(visitor, { name: "One too many" });
    assert.equal(refused.status, 403);
    assert.match(refused.text, text);
    assert.match(refused.text, /value="One too many"/);
    assert.throws(() => admin("key", "add", "--account", account, "--name", "Operator's"), {
      stderr: text,
    });
    sql(
      `delete from api_keys
        where id = (select id from api_keys where account_id = '${uuidOf(account)}' limit 1)`,
    );
    assert.ok(secretIn(await makeKey(visitor)));
  }
});

test("a key has the selected scopes and expiry", async () => {
  const { visitor, account } = await newUser();
  const read = { "artifacts:write": "", "artifacts:share": "", "artifacts:delete": "" };
  const key = secretIn(await makeKey(visitor, { ...read, expiresIn: "30d" }));
  const [stored] = keysOf(account);
  assert.deepEqual(stored.scopes, ["artifacts:read"]);
  assert.equal(Date.parse(stored.expiresAt) - Date.parse(stored.createdAt), 30 * 24 * 3600 * 1000);
  assert.equal((await callWith(key, "/artifacts")).status, 200);
  sql(`update api_keys set expires_at = now() where id = '${uuidOf(stored.id)}'`);
  assert.match((await visitor.open(list)).text, /Expired/);
});

test("shows an invalid form again with what was typed", async () => {
  const { visitor, account } = await newUser();
  const wrong = [
    [{ name: "" }, /Name must have 1 to 100 characters/],
    [{ name: "   " }, /Name must have 1 to 100 characters/],
    [{ name: "x".repeat(101) }, /Name must have 1 to 100 characters/],
    [{ name: "two\nlines" }, /Name must not contain control characters such as U\+000A/],
    [Object.fromEntries(Object.keys(all).map((name) => [name, ""])), /at least one scope/],
    [{ expiresIn: "soon" }, /Expiry must be/],
    [{ expiresIn: "1s" }, /Expiry must be/],
  ];
  for (const [fields, message] of wrong) {
    const answer = await makeKey(visitor, { name: "Kept as typed", ...fields });
    assert.equal(answer.status, 400);
    assert.match(answer.text, message);
    if (!("name" in fields)) assert.match(answer.text, /value="Kept as typed"/);
  }
  assert.deepEqual(keysOf(account), []);
});

test("a member can revoke keys that members created, but not those of owners or the operator", async () => {
  const owner = await newUser();
  const { account } = owner;
  const [member, colleague] = [
    await newUser({ role: "member", account }),
    await newUser({ role: "member", account }),
  ];
  await makeKey(owner.visitor, { name: "Of the owner" });
  await makeKey(colleague.visitor, { name: "Of the colleague" });
  admin("key", "add", "--account", account, "--name", "Of the operator");
  const idOf = Object.fromEntries(keysOf(account).map(({ id, name }) => [name, id]));
  const revoked = () => keysOf(account).filter(({ revokedAt }) => revokedAt);

  for (const name of ["Of the owner", "Of the operator"]) {
    const path = `${list}/${idOf[name]}/revoke`;
    assert.ok(!(await member.visitor.open(list)).text.includes(path));
    assert.equal((await member.visitor.open(path)).status, 403);
    await member.visitor.open(list);
    const answer = await member.visitor.post(path);
    assert.equal(answer.status, 403);
    assert.match(answer.text, /account owner/);
  }
  assert.deepEqual(revoked(), []);

  const theirs = `${list}/${idOf["Of the colleague"]}/revoke`;
  assert.ok((await member.visitor.open(list)).text.includes(theirs));
  assert.equal((await member.visitor.post(theirs)).status, 303);
  for (const name of ["Of the owner", "Of the operator"]) {
    const path = `${list}/${idOf[name]}/revoke`;
    assert.ok((await owner.visitor.open(list)).text.includes(path));
    assert.equal((await owner.visitor.post(path)).status, 303);
  }
  assert.equal(revoked().length, 3);
});

test("hides the keys of other accounts", async () => {
  const other = await newUser();
  const key = secretIn(await makeKey(other.visitor, { name: "Of somebody else" }));
  const { id } = keysOf(other.account)[0];
  const nobodys = `key_${"0".repeat(26)}`;
  assert.doesNotMatch((await user.visitor.open(`${list}?revoked=${id}`)).text, /Of somebody else/);
  const [theirs, unknown] = [
    await user.visitor.open(`${list}/${id}/revoke`),
    await user.visitor.open(`${list}/${nobodys}/revoke`),
  ];
  assert.equal(theirs.status, 404);
  assert.equal(theirs.text, unknown.text);
  await user.visitor.open(list);
  assert.equal((await user.visitor.post(`${list}/${id}/revoke`)).status, 404);
  assert.equal((await callWith(key)).status, 200);
  // An id that is taken, be it by another account, shows nothing of its key and changes nothing.
  await user.visitor.open(form);
  const answer = await user.visitor.post(form, { keyId: id, name: "Mine", ...all });
  assert.equal(answer.status, 410);
  assert.equal(keysOf(other.account)[0].name, "Of somebody else");
});

test("confirms only keys that were revoked, whatever the URL says", async () => {
  const { visitor, account } = await newUser();
  await makeKey(visitor);
  const { id } = keysOf(account)[0];
  for (const value of [id, "x", "%3Cscript%3E"])
    assert.doesNotMatch((await visitor.open(`${list}?revoked=${value}`)).text, /was revoked/);
});
