// Profile and security: changing the password, and ending sessions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql, uuidOf } from "../../service/api_client.mjs";
import { newUser, password, Visitor } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

const profile = "/dashboard/settings/profile";
const newPassword = "the tide comes back";

async function signedIn(email) {
  const visitor = new Visitor();
  await visitor.signIn(email);
  return visitor;
}
const isSignedIn = async (visitor) => (await visitor.get(profile)).status === 200;
const actions = (account) =>
  sql(`select action from audit_events where account_id = '${uuidOf(account)}' order by created_at, id`);

test("the profile shows email, account and role", async () => {
  for (const [role, shown] of [
    ["owner", "Owner"],
    ["member", "Member"],
  ]) {
    const { visitor, email } = await newUser({ role });
    const { text } = await visitor.open(profile);
    assert.ok(text.includes(`<dd>${email}</dd>`));
    assert.ok(text.includes(`<dd>${shown}</dd>`));
  }
});

test("changing the password ends all other sessions and renews this one", async () => {
  const { visitor, email, account } = await newUser();
  const other = await signedIn(email);
  const former = visitor.cookie("__Host-session");
  await visitor.open(profile);
  const answer = await visitor.submit(profile, { currentPassword: password, password: newPassword });
  assert.match(answer.text, /Password changed/);
  assert.notEqual(visitor.cookie("__Host-session"), former);
  assert.ok(await isSignedIn(visitor));
  assert.ok(!(await isSignedIn(other)));
  const thief = new Visitor();
  thief.setCookie("__Host-session", former);
  assert.ok(!(await isSignedIn(thief)));
  assert.equal((await new Visitor().signIn(email, password)).status, 401);
  assert.equal((await new Visitor().signIn(email, newPassword)).status, 303);
  assert.match(actions(account), /user\.password_changed\n/);
});

test("rejects a wrong current password and a short new one", async () => {
  const { visitor, email } = await newUser();
  await visitor.open(profile);
  for (const [fields, message] of [
    [{ currentPassword: "not the password", password: newPassword }, /Incorrect password/],
    [{ currentPassword: "", password: newPassword }, /Incorrect password/],
    [{ currentPassword: password, password: "eleven char" }, /at least 12 characters/],
    [{}, /at least 12 characters/],
  ]) {
    const answer = await visitor.post(profile, fields);
    assert.equal(answer.status, 400);
    assert.match(answer.text, message);
  }
  assert.ok(await isSignedIn(visitor));
  assert.equal((await new Visitor().signIn(email)).status, 303);
});

test("limits guesses of the current password", async () => {
  const { visitor } = await newUser();
  const from = ownAddress();
  await visitor.open(profile, { from });
  for (let attempt = 0; attempt < 10; ++attempt) {
    const fields = { currentPassword: `guess ${attempt}`, password: newPassword };
    assert.equal((await visitor.post(profile, fields, { from })).status, 400);
  }
  const refused = await visitor.post(profile, { currentPassword: password, password: newPassword }, { from });
  assert.equal(refused.status, 429);
});

test("signing out everywhere ends all sessions of this user only", async () => {
  const { visitor, email, account } = await newUser();
  const [other, stranger] = [await signedIn(email), (await newUser()).visitor];
  await visitor.open(profile);
  const answer = await visitor.post(`${profile}/sign-out`);
  assert.equal(answer.headers.location, "/dashboard/sign-in");
  assert.equal(visitor.cookie("__Host-session"), undefined);
  assert.ok(!(await isSignedIn(other)));
  assert.ok(await isSignedIn(stranger));
  assert.match(actions(account), /user\.signed_out_everywhere/);
});
