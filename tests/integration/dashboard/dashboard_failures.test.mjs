// What the dashboard changes and what it writes into the audit log: both, or neither.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { admin, call, markdown, newKey, request, sql, uuidOf } from "../../service/api_client.mjs";
import { choosePassword, newUser, password, Visitor } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { totpCode } from "../../service/totp.mjs";

const keys = "/dashboard/settings/keys";
const profile = "/dashboard/settings/profile";
const secondFactor = "/dashboard/settings/second-factor";
const field = (page, name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)[1];
const secretIn = (page) => /<code id="secret">([A-Z2-7 ]+)<\/code>/.exec(page.text)[1].replaceAll(" ", "");
const isSignedIn = async (visitor) => (await visitor.get(profile)).status === 200;

// Events of the accounts in this table cannot be recorded.
const failing = `accounts_without_audit_${process.pid}`;
before(() =>
  sql(`
    create table ${failing} (account_id uuid primary key);
    create function ${failing}() returns trigger language plpgsql as $$
    begin
      if exists (select from ${failing} where account_id = new.account_id) then
        raise 'no room for audit events';
      end if;
      return new;
    end $$;
    create trigger ${failing} before insert on audit_events
      for each row execute function ${failing}()`),
);
after(() => sql(`drop trigger ${failing} on audit_events; drop function ${failing}; drop table ${failing}`));
async function withoutAudit(account, change) {
  sql(`insert into ${failing} values ('${uuidOf(account)}')`);
  try {
    const answer = await change();
    assert.equal(answer.status, 500);
  } finally {
    sql(`delete from ${failing} where account_id = '${uuidOf(account)}'`);
  }
}

async function newArtifact() {
  const user = await newUser();
  const key = newKey(user.account);
  const { json } = await call(key, "POST", "/artifacts", markdown("text", { title: "Before" }));
  const links = async () => (await call(key, "GET", `/artifacts/${json.id}/shares`)).json.data;
  const path = `/dashboard/artifacts/${json.id}`;
  return { ...user, key, id: json.id, path, links };
}

test("a key that could not be audited is not made", async () => {
  const { visitor, account } = await newUser();
  const page = await visitor.open(`${keys}/new`);
  const fields = { keyId: field(page, "keyId"), name: "Test", "artifacts:read": "on" };
  await withoutAudit(account, () => visitor.post(`${keys}/new`, fields));
  assert.equal(admin("key", "list", "--account", account, "--json"), "[]");
  await visitor.open(`${keys}/new`);
  assert.equal((await visitor.post(`${keys}/new`, fields)).status, 200);
});

test("a key whose revocation could not be audited goes on working", async () => {
  const { visitor, account } = await newUser();
  const key = newKey(account);
  const [{ id }] = JSON.parse(admin("key", "list", "--account", account, "--json"));
  await visitor.open(`${keys}/${id}/revoke`);
  await withoutAudit(account, () => visitor.post(`${keys}/${id}/revoke`));
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await request("GET", "/account", { headers, from: ownAddress() })).status, 200);
});

test("an artifact whose edit could not be audited is as it was", async () => {
  const { visitor, account, key, id, path } = await newArtifact();
  await visitor.open(`${path}/edit`);
  const fields = { title: "After", description: "", expiresIn: "keep" };
  await withoutAudit(account, () => visitor.post(`${path}/edit`, fields));
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).json.title, "Before");
});

test("a share link that could not be audited is not made, changed or revoked", async () => {
  const { visitor, account, path, links } = await newArtifact();
  const fields = { expiresIn: "7d", password: "", maxViews: "" };
  await visitor.open(`${path}/shares/new`);
  await withoutAudit(account, () => visitor.post(`${path}/shares/new`, fields));
  assert.deepEqual(await links(), []);
  await visitor.open(`${path}/shares/new`);
  assert.equal((await visitor.post(`${path}/shares/new`, fields)).status, 303);
  const [link] = await links();
  await visitor.open(`${path}/shares/${link.id}/edit`);
  await withoutAudit(account, () => visitor.post(`${path}/shares/${link.id}/edit`, { expiresIn: "30d" }));
  await visitor.open(`${path}/shares/${link.id}/revoke`);
  await withoutAudit(account, () => visitor.post(`${path}/shares/${link.id}/revoke`));
  assert.deepEqual(await links(), [link]);
});

test("a password whose change could not be audited is the one before, with its sessions", async () => {
  const { visitor, account, email } = await newUser();
  await visitor.open(profile);
  await withoutAudit(account, () =>
    visitor.post(profile, { currentPassword: password, password: "the tide comes back" }),
  );
  assert.equal((await new Visitor().signIn(email)).status, 303);
});

test("a link to choose a password is good until that could be audited", async () => {
  const { account, email } = await newUser();
  const link = admin("user", "password-link", "--email", email);
  await withoutAudit(account, () => choosePassword(new Visitor(), link, "the tide comes back"));
  assert.equal((await new Visitor().signIn(email)).status, 303);
  assert.equal((await choosePassword(new Visitor(), link, "the tide comes back")).status, 303);
});

test("a second factor that could not be audited is not on, and one that is stays", async () => {
  const { visitor, account, email } = await newUser();
  const page = await visitor.open(secondFactor);
  const secret = secretIn(page);
  const sealed = field(page, "secret");
  const turnOn = (step) =>
    visitor.post(secondFactor, { secret: sealed, code: totpCode(secret, step), currentPassword: password });
  await withoutAudit(account, () => turnOn(0));
  const other = new Visitor();
  assert.equal((await other.signIn(email)).headers.location, "/dashboard/artifacts");
  // The session before may be over; the second factor is not.
  visitor.setCookie("__Host-session", other.cookie("__Host-session"));
  await visitor.open(secondFactor);
  const answer = await turnOn(1);
  assert.equal(answer.status, 200);
  const codes = /<code id="codes">([^<]*)<\/code>/.exec(answer.text)[1].trim().split("\n");

  await visitor.open(`${secondFactor}/turn-off`);
  await withoutAudit(account, () => visitor.post(`${secondFactor}/turn-off`, { currentPassword: password }));
  const third = new Visitor();
  assert.equal((await third.signIn(email)).headers.location, "/dashboard/sign-in/code");
  await third.open("/dashboard/sign-in/code");
  await withoutAudit(account, () => third.post("/dashboard/sign-in/code", { recoveryCode: codes[0] }));
  await third.open("/dashboard/sign-in/code");
  const again = await third.post("/dashboard/sign-in/code", { recoveryCode: codes[0] });
  assert.equal(again.status, 303);
  assert.ok(await isSignedIn(third));
});
