// What the dashboard changes and what it writes into the audit log: both, or neither.
import assert from "node:assert/strict";
import { test } from "node:test";
import { admin, call, markdown, newKey, request } from "../../service/api_client.mjs";
import { choosePassword, newUser, password, Visitor } from "../../service/dashboard_client.mjs";
import { withoutAudit as withFailingAudit } from "../../service/database/failing_audit.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { totpCode } from "../../service/totp.mjs";

const keys = "/dashboard/settings/keys";
const profile = "/dashboard/settings/profile";
const secondFactor = "/dashboard/settings/second-factor";
const field = (page, name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)[1];
const secretIn = (page) => /<code id="secret">([A-Z2-7 ]+)<\/code>/.exec(page.text)[1].replaceAll(" ", "");
const isSignedIn = async (visitor) => (await visitor.get(profile)).status === 200;

async function withoutAudit(account, change) {
  assert.equal((await withFailingAudit(account, change)).status, 500);
}

async function newArtifact() {
  const user = await newUser();
  const key = newKey(user.account);
  const { json } = await call(key, "POST", "/artifacts", markdown("text", { title: "Before" }));
  const links = async () => (await call(key, "GET", `/artifacts/${json.id}/shares`)).json.data;
  const path = `/dashboard/artifacts/${json.id}`;
  return { ...user, key, id: json.id, path, links };
}

test("creates no key that cannot be audited", async () => {
  const { visitor, account } = await newUser();
  const page = await visitor.open(`${keys}/new`);
  const fields = { keyId: field(page, "keyId"), name: "Test", "artifacts:read": "on" };
  await withoutAudit(account, () => visitor.post(`${keys}/new`, fields));
  assert.equal(admin("key", "list", "--account", account, "--json"), "[]");
  await visitor.open(`${keys}/new`);
  assert.equal((await visitor.post(`${keys}/new`, fields)).status, 200);
});

test("a key works if its revocation cannot be audited", async () => {
  const { visitor, account } = await newUser();
  const key = newKey(account);
  const [{ id }] = JSON.parse(admin("key", "list", "--account", account, "--json"));
  await visitor.open(`${keys}/${id}/revoke`);
  await withoutAudit(account, () => visitor.post(`${keys}/${id}/revoke`));
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await request("GET", "/account", { headers, from: ownAddress() })).status, 200);
});

test("does not edit an artifact if the edit cannot be audited", async () => {
  const { visitor, account, key, id, path } = await newArtifact();
  await visitor.open(`${path}/edit`);
  const fields = { title: "After", description: "", expiresIn: "" };
  await withoutAudit(account, () => visitor.post(`${path}/edit`, fields));
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).json.title, "Before");
});

test("does not create, change or revoke a share link if that cannot be audited", async () => {
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

test("keeps password and sessions if the change cannot be audited", async () => {
  const { visitor, account, email } = await newUser();
  await visitor.open(profile);
  await withoutAudit(account, () =>
    visitor.post(profile, { currentPassword: password, password: "the tide comes back" }),
  );
  assert.equal((await new Visitor().signIn(email)).status, 303);
});

test("keeps a password link valid if its use cannot be audited", async () => {
  const { account, email } = await newUser();
  const link = admin("user", "password-link", "--email", email);
  await withoutAudit(account, () => choosePassword(new Visitor(), link, "the tide comes back"));
  assert.equal((await new Visitor().signIn(email)).status, 303);
  assert.equal((await choosePassword(new Visitor(), link, "the tide comes back")).status, 303);
});

test("keeps a second factor off or on if the change cannot be audited", async () => {
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
