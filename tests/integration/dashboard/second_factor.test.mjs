// The second factor: turned on with a code, asked for at each sign-in, and by no way round.
import assert from "node:assert/strict";
import { test } from "node:test";
import { admin, sql, uuidOf } from "../../service/api_client.mjs";
import { choosePassword, newUser, password, Visitor } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import {
  fieldOf as field,
  secretIn,
  setUpPath as setUp,
  turnOnSecondFactor,
} from "../../service/second_factor.mjs";
import { totpCode } from "../../service/totp.mjs";

const codePath = "/dashboard/sign-in/code";
const profile = "/dashboard/settings/profile";
const isSignedIn = async (visitor) => (await visitor.get(profile)).status === 200;
const actions = (account) =>
  sql(`select action from audit_events where account_id = '${uuidOf(account)}' order by created_at, id`);

async function newUserWithSecondFactor() {
  const user = await newUser();
  const { status, text, secret } = await turnOnSecondFactor(user.visitor);
  assert.equal(status, 200);
  const codes = /<code id="codes">([^<]*)<\/code>/.exec(text)[1].trim().split("\n");
  return { ...user, secret, codes };
}

async function afterPassword(email, options) {
  const visitor = new Visitor();
  const answer = await visitor.signIn(email, password, options);
  assert.equal(answer.headers.location, codePath);
  await visitor.open(codePath, options);
  return visitor;
}

test("a correct code turns on the second factor, which sign-in then requires", async () => {
  const { visitor, email, account, secret, codes } = await newUserWithSecondFactor();
  assert.equal(codes.length, 10);
  assert.match((await visitor.open(profile)).text, /10 of 10\s+recovery codes/);

  const other = await afterPassword(email);
  assert.ok(!(await isSignedIn(other)));
  await other.open(codePath);
  const wrong = await other.post(codePath, { code: totpCode(secret, 20) });
  assert.equal(wrong.status, 401);
  assert.ok(!(await isSignedIn(other)));
  await other.open(codePath);
  const right = await other.post(codePath, { code: totpCode(secret, 1), next: profile });
  assert.equal(right.headers.location, profile);
  assert.ok(await isSignedIn(other));
  assert.match(actions(account), /user\.second_factor_enabled\nuser\.sign_in_failed\nuser\.signed_in$/);
});

test("turning on the second factor requires the password", async () => {
  const { visitor, email } = await newUser();
  const page = await visitor.open(setUp);
  const fields = { secret: field(page, "secret"), code: totpCode(secretIn(page)) };
  for (const currentPassword of [undefined, "", "not the password"]) {
    const answer = await visitor.post(setUp, {
      ...fields,
      ...(currentPassword === undefined ? {} : { currentPassword }),
    });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /Incorrect password/);
    assert.equal(secretIn(answer), secretIn(page));
  }
  assert.equal((await new Visitor().signIn(email)).headers.location, "/dashboard/artifacts");
});

test("turning on the second factor ends all other sessions and renews this one", async () => {
  const { visitor, email } = await newUser();
  const [other, thief] = [new Visitor(), new Visitor()];
  await other.signIn(email);
  thief.setCookie("__Host-session", visitor.cookie("__Host-session"));
  const page = await visitor.open(setUp);
  const answer = await visitor.post(setUp, {
    secret: field(page, "secret"),
    code: totpCode(secretIn(page)),
    currentPassword: password,
  });
  assert.equal(answer.status, 200);
  assert.ok(await isSignedIn(visitor));
  assert.ok(!(await isSignedIn(other)));
  assert.ok(!(await isSignedIn(thief)));
  // The forms of the page with the recovery codes are those of the new session.
  const form_token = field(answer, "form_token");
  assert.equal((await visitor.post("/dashboard/sign-out", { form_token })).status, 303);
});

test("accepts each code once, even concurrently", async () => {
  const { email, secret } = await newUserWithSecondFactor();
  const visitors = await Promise.all(Array.from({ length: 5 }, () => afterPassword(email)));
  const code = totpCode(secret, 1);
  const answers = await Promise.all(visitors.map((visitor) => visitor.post(codePath, { code })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 401, 401, 401, 401]);
  assert.equal((await (await afterPassword(email)).post(codePath, { code })).status, 401);
});

test("accepts each recovery code once, in any spelling", async () => {
  const { email, codes } = await newUserWithSecondFactor();
  const typed = ` ${codes[0].toUpperCase().replaceAll("-", " ")} `;
  const visitor = await afterPassword(email);
  assert.equal((await visitor.post(codePath, { recoveryCode: typed })).status, 303);
  assert.match((await visitor.open(profile)).text, /9 of 10\s+recovery codes/);
  const again = await (await afterPassword(email)).post(codePath, { recoveryCode: codes[0] });
  assert.equal(again.status, 401);
  const foreign = (await newUserWithSecondFactor()).codes[1];
  assert.equal((await (await afterPassword(email)).post(codePath, { recoveryCode: foreign })).status, 401);
});

test("the second step requires the user's own password first", async () => {
  const { email, secret } = await newUserWithSecondFactor();
  const stranger = new Visitor();
  assert.equal((await stranger.get(codePath)).headers.location, "/dashboard/sign-in");
  await stranger.open("/dashboard/sign-in");
  const answer = await stranger.post(codePath, { code: totpCode(secret, 1) });
  assert.equal(answer.headers.location, "/dashboard/sign-in");
  await stranger.signIn(email, "not the password");
  assert.equal(
    (await stranger.post(codePath, { code: totpCode(secret, 1) })).headers.location,
    "/dashboard/sign-in",
  );
});

test("changing the password ends a sign-in that waits for the code", async () => {
  const { visitor, email, secret } = await newUserWithSecondFactor();
  const other = await afterPassword(email);
  await visitor.open(profile);
  const changed = await visitor.post(profile, {
    currentPassword: password,
    password: "another lamp in the window",
  });
  assert.equal(changed.status, 303);
  const answer = await other.post(codePath, { code: totpCode(secret, 1) });
  assert.equal(answer.headers.location, "/dashboard/sign-in");
  assert.ok(!(await isSignedIn(other)));
  assert.equal((await other.get(codePath)).headers.location, "/dashboard/sign-in");
});

test("setting a password by link does not bypass the second factor", async () => {
  const { email } = await newUserWithSecondFactor();
  const visitor = new Visitor();
  const link = admin("user", "password-link", "--email", email);
  const answer = await choosePassword(visitor, link, password);
  assert.equal(answer.headers.location, "/dashboard/sign-in");
  assert.ok(!(await isSignedIn(visitor)));
  assert.ok(!(await isSignedIn(await afterPassword(email))));
});

test("rejects every code from an address after ten wrong ones", async () => {
  const { email, secret, codes } = await newUserWithSecondFactor();
  const from = ownAddress();
  const visitor = await afterPassword(email, { from });
  for (let attempt = 0; attempt < 10; ++attempt) {
    const guess = attempt % 2 ? { code: totpCode(secret, 20 + attempt) } : { recoveryCode: "aaaa" };
    assert.equal((await visitor.post(codePath, guess, { from })).status, 401);
  }
  assert.equal((await visitor.post(codePath, { code: totpCode(secret, 1) }, { from })).status, 429);
  assert.equal((await visitor.post(codePath, { recoveryCode: codes[0] }, { from })).status, 429);
});

test("turning on requires a correct code for a secret issued to this user", async () => {
  const { visitor, email } = await newUser();
  const page = await visitor.open(setUp);
  const secret = secretIn(page);
  const refused = await visitor.post(setUp, {
    secret: field(page, "secret"),
    code: "abcdef",
    currentPassword: password,
  });
  assert.equal(refused.status, 400);
  assert.equal(secretIn(refused), secret);
  const other = (await newUser()).visitor;
  const theirs = await other.open(setUp);
  await visitor.open(setUp);
  for (const sealed of [field(theirs, "secret"), "", "x"]) {
    const answer = await visitor.post(setUp, {
      secret: sealed,
      code: totpCode(secretIn(theirs)),
      currentPassword: password,
    });
    assert.equal(answer.headers.location, setUp);
    await visitor.open(setUp);
  }
  assert.equal((await new Visitor().signIn(email)).headers.location, "/dashboard/artifacts");
});

test("turning it off requires the password and invalidates the recovery codes", async () => {
  const { visitor, email, account } = await newUserWithSecondFactor();
  const turnOff = `${setUp}/turn-off`;
  await visitor.open(turnOff);
  assert.equal((await visitor.post(turnOff, { currentPassword: "not the password" })).status, 400);
  assert.ok(!(await isSignedIn(await afterPassword(email))));
  assert.match(
    (await visitor.submit(turnOff, { currentPassword: password })).text,
    /Two-factor authentication is off/,
  );
  assert.equal((await new Visitor().signIn(email)).headers.location, "/dashboard/artifacts");
  assert.match(actions(account), /user\.second_factor_disabled/);
  const left = sql(
    `select count(*) from recovery_codes join users on id = user_id
      where account_id = '${uuidOf(account)}'`,
  );
  assert.equal(left, "0");
});

test("turning it off ends all other sessions", async () => {
  const { visitor, email, secret } = await newUserWithSecondFactor();
  const other = await afterPassword(email);
  await other.open(codePath);
  assert.equal((await other.post(codePath, { code: totpCode(secret, 1) })).status, 303);
  await visitor.open(`${setUp}/turn-off`);
  await visitor.submit(`${setUp}/turn-off`, { currentPassword: password });
  assert.ok(await isSignedIn(visitor));
  assert.ok(!(await isSignedIn(other)));
});

test("the operator's command ends all sessions too", async () => {
  const { visitor, email } = await newUserWithSecondFactor();
  admin("user", "disable-second-factor", "--email", email);
  assert.ok(!(await isSignedIn(visitor)));
});
