// Signing up for an account of one's own, and what it must not do, tell or let through.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { admin, call, sql, uuidOf } from "../../service/api_client.mjs";
import { choosePassword, newUser, password, Visitor } from "../../service/dashboard_client.mjs";
import { neighbour, ownAddress } from "../../service/loopback_address.mjs";
import { askOwnWorker } from "../../service/own_worker.mjs";

const signUpPath = "/dashboard/sign-up";
const newEmail = () => `${randomUUID()}@example.org`;
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
const usersWith = (email) => Number(sql(`select count(*) from users where email = ${quoted(email)}`));
const accountsNamed = (name) => Number(sql(`select count(*) from accounts where name = ${quoted(name)}`));
const fieldsFor = (email, more = {}) => ({ email, accountName: randomUUID(), password, ...more });
const signsIn = async (email, typed) =>
  (await new Visitor().signIn(email, typed, { from: ownAddress() })).status === 303;

before(async () => {
  const { status } = await new Visitor().get(signUpPath);
  assert.equal(status, 200, "start the service with ARTIFACT_SHARE_SIGN_UP=on");
});

test("a user signs up, signs in, creates an API key and calls the API", async () => {
  const from = ownAddress();
  const visitor = new Visitor();
  assert.match((await visitor.open("/dashboard/sign-in")).text, /href="\/dashboard\/sign-up"/);
  const email = newEmail();
  const fields = fieldsFor(` ${email.toUpperCase()} `, { accountName: " The lighthouse " });
  const page = await visitor.open(signUpPath);
  assert.equal(page.headers["cache-control"], "private, no-store");
  const answer = await visitor.post(signUpPath, fields, { from });
  assert.equal(answer.status, 303);
  assert.match(
    (await visitor.open(answer.headers.location)).text,
    /If this email address was not in use yet/,
  );

  assert.equal((await visitor.signIn(email)).headers.location, "/dashboard/artifacts");
  await visitor.open("/dashboard/settings/keys/new");
  const made = await visitor.post("/dashboard/settings/keys/new", {
    name: "First",
    "artifacts:read": "on",
    "account:read": "on",
  });
  const key = /artk_[0-9A-Za-z]{42}/.exec(made.text)[0];
  const { status, json } = await call(key, "GET", "/account");
  assert.equal(status, 200);
  assert.equal(json.plan, "free");
  assert.equal((await visitor.get("/dashboard/settings/members")).status, 200);

  const { data } = (await call(key, "GET", "/account/audit")).json;
  const event = data.at(-1);
  assert.equal(event.action, "account.added");
  assert.equal(event.actor.name, email);
  assert.equal(event.address, from);
  assert.equal(sql(`select name from accounts where id = '${uuidOf(json.id)}'`), "The lighthouse");
  assert.match(sql(`select password_hash from users where email = '${email}'`), /^\$scrypt\$ln=15,/);
});

test("rejects invalid input and says what is required", async () => {
  const right = fieldsFor(newEmail());
  const cases = [
    [{ email: "" }, "email", /email address, such as name@/],
    [{ email: "lighthouse.example" }, "email", /email address/],
    [{ email: `${"a".repeat(250)}@example.org` }, "email", /email address/],
    [{ accountName: "" }, "accountName", /1 to 100 characters/],
    [{ accountName: " \u00a0".trim() + "x".repeat(101) }, "accountName", /1 to 100 characters/],
    [{ accountName: "two\nlines" }, "accountName", /control characters such as U\+000A/],
    [{ password: "" }, "password", /at least 12 characters/],
    [{ password: "eleven char" }, "password", /at least 12 characters/],
    [{ password: "x".repeat(128) + "y" }, "password", /at most 128 characters/],
    [{ password: "aaaaaaaaaaaa" }, "password", /too easy to guess; use a phrase/],
  ];
  for (const [wrong, field, message] of cases) {
    const fields = { ...right, ...wrong };
    const { status, text } = await new Visitor().signUp(fields);
    assert.equal(status, 400, JSON.stringify(wrong));
    const problems = [...text.matchAll(/id="([A-Za-z]+)-problem">([^<]*)</g)];
    assert.deepEqual(
      problems.map(([, name]) => name),
      [field],
    );
    assert.match(problems[0][2], message);
    assert.ok(text.includes(`value="${fields.email}"`));
    assert.ok(text.includes(`value="${fields.accountName}"`));
    if (fields.password) assert.ok(!text.includes(fields.password));
  }
  const all = await new Visitor().signUp({});
  assert.equal(all.status, 400);
  assert.equal([...all.text.matchAll(/aria-invalid="true"/g)].length, 3);
  assert.equal(usersWith(right.email), 0);
  assert.equal(accountsNamed(right.accountName), 0);
});

test("responds to an email address in use as to an unused one, and changes nothing", async () => {
  const { email, account } = await newUser();
  const stateOf = () =>
    sql(`select u.*, a.* from users u join accounts a on a.id = account_id where email = '${email}'`) +
    sql(`select count(*) from audit_events where account_id = '${uuidOf(account)}'`);
  const earlier = stateOf();
  const from = ownAddress();
  const visitor = new Visitor();
  const chosen = fieldsFor(email, { password: "another lamp in the window" });
  const taken = await visitor.signUp(chosen, { from });
  const takenInCapitals = await visitor.signUp({ ...chosen, email: email.toUpperCase() }, { from });
  const free = await visitor.signUp(fieldsFor(newEmail()), { from });
  const plain = ({ status, headers, text }) => {
    const { date, "x-request-id": id, "x-ratelimit-reset": reset, ...others } = headers;
    assert.ok(date && id && reset);
    return { status, others, text };
  };
  assert.equal(free.status, 303);
  assert.deepEqual(plain(taken), plain(free));
  assert.deepEqual(plain(takenInCapitals), plain(free));
  assert.equal(stateOf(), earlier);
  assert.equal(accountsNamed(chosen.accountName), 0);
  assert.ok(await signsIn(email, password));
  assert.ok(!(await signsIn(email, chosen.password)));
});

test("signing up cannot set the password of an existing user without one", async () => {
  const account = admin("account", "add", "--name", "Test", "--plan", "free");
  const email = newEmail();
  const link = admin("user", "add", "--account", account, "--email", email);
  const chosen = fieldsFor(email);
  assert.equal((await new Visitor().signUp(chosen, { from: ownAddress() })).status, 303);
  assert.ok(!(await signsIn(email, chosen.password)));
  assert.equal((await choosePassword(new Visitor(), link, "a password of the owner's")).status, 303);
});

test("concurrent sign-ups with one email address create one account", async () => {
  const email = newEmail();
  const accountName = randomUUID();
  const choices = Array.from({ length: 8 }, (_, i) => `lamp number ${i} is lit`);
  const answers = await Promise.all(
    choices.map((chosen) =>
      new Visitor().signUp({ email, accountName, password: chosen }, { from: ownAddress() }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303]);
  assert.equal(usersWith(email), 1);
  assert.equal(accountsNamed(accountName), 1);
  assert.equal(sql(`select count(*) from audit_events where actor_name = '${email}'`), "1");
  const good = [];
  for (const chosen of choices) if (await signsIn(email, chosen)) good.push(chosen);
  assert.equal(good.length, 1);
});

test("rejects the eleventh sign-up from one network address only", async () => {
  const from = ownAddress();
  // What is shown again costs nothing and is not counted.
  for (let i = 0; i < 12; ++i)
    assert.equal((await new Visitor().signUp(fieldsFor("no address"), { from })).status, 400);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => new Visitor().signUp(fieldsFor(newEmail()), { from })),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303]);
  const fields = fieldsFor(newEmail());
  const refused = await new Visitor().signUp(fields, { from });
  assert.equal(refused.status, 429);
  const wait = Number(refused.headers["retry-after"]);
  assert.ok(wait > 23 * 3600 && wait <= 24 * 3600, `${wait}`);
  assert.match(refused.text, /role="alert"[^>]*>Too many attempts\. Try again in 24 hours\./);
  assert.ok(refused.text.includes(`value="${fields.email}"`));
  assert.ok(!refused.text.includes(fields.password));
  assert.equal(usersWith(fields.email), 0);
  assert.equal((await new Visitor().signUp(fields, { from: ownAddress() })).status, 303);
  assert.equal(usersWith(fields.email), 1);
});

test("neighbouring networks sign up fifty times a day at most, and others still can", async () => {
  const from = ownAddress();
  const signUp = (address) => new Visitor().signUp(fieldsFor(newEmail()), { from: address });
  for (let i = 0; i < 5; ++i)
    for (let j = 0; j < 10; ++j) assert.equal((await signUp(neighbour(from, i))).status, 303);
  const refused = await signUp(neighbour(from, 5));
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 23 * 3600);
  assert.equal((await signUp(ownAddress())).status, 303);
});

test("does not exist and is not linked unless turned on", async (t) => {
  const ask = await askOwnWorker(t, { sign_up: "off" });
  const signIn = await ask("GET", "/dashboard/sign-in");
  assert.equal(signIn.status, 200);
  assert.doesNotMatch(signIn.text, /sign-up/);
  const unknown = await ask("GET", "/dashboard/nothing-here");
  assert.equal(unknown.status, 404);
  const plain = ({ status, headers, text }) => {
    const { "x-request-id": id, ...others } = headers;
    assert.ok(id);
    return { status, others, text };
  };
  const body = new URLSearchParams(fieldsFor(newEmail())).toString();
  const more = { CONTENT_TYPE: "application/x-www-form-urlencoded" };
  for (const [method, options] of [["GET"], ["POST", { body, more }], ["PUT", { body, more }]])
    assert.deepEqual(plain(await ask(method, signUpPath, options)), plain(unknown), method);
});
