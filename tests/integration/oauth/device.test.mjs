// A terminal without a browser gets access when its user types the code that it shows.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, origin, sql, until } from "../../service/api_client.mjs";
import { newUser, Visitor } from "../../service/dashboard_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { neighbour, ownAddress } from "../../service/loopback_address.mjs";
import { askToken, command, form, refresh, statusAtApi } from "../../service/oauth_client.mjs";

const page = "/dashboard/device";
let user;
before(async () => (user = await newUser()));

async function begin(more = {}, options = {}) {
  const { status, json, text } = await form(
    "/oauth/device_authorization",
    { client_id: command, ...more },
    options,
  );
  assert.equal(status, 200, text);
  return json;
}
const poll = ({ device_code }, more = {}) =>
  askToken({
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code,
    client_id: command,
    ...more,
  });
const errorOf = async (answer) => (await answer).json.error;
// As if the device had waited.
const wait = () => sql("update oauth_device_codes set polled_at = polled_at - interval '1 minute'");

async function type(visitor, code, fields = {}, options = {}) {
  await visitor.open(page, options);
  return visitor.post(page, { user_code: code, ...fields }, options);
}
async function decide(visitor, code, decision, limits = {}) {
  const question = await type(visitor, code);
  assert.equal(question.status, 200, question.text);
  return visitor.post(page, { user_code: code, decision, ...limits });
}

test("the user types the code, sees what it is for, allows it, and the device gets its tokens once", async () => {
  const begun = await begin({ scope: "artifacts:read" });
  assert.match(begun.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.deepEqual([begun.expires_in, begun.interval, begun.verification_uri], [600, 5, `${origin}${page}`]);
  assert.equal(await errorOf(poll(begun)), "authorization_pending");

  const question = await type(user.visitor, begun.user_code.replace("-", "").toLowerCase());
  assert.match(question.text, /<h1>Connect <bdi>Artifact command line<\/bdi>\?<\/h1>/);
  assert.match(question.text, /Read and list artifacts/);
  assert.ok(!question.text.includes("artifacts:write"));
  assert.ok(question.text.includes(user.email) && question.text.includes(begun.user_code));
  assert.match(question.headers["content-security-policy"], /frame-ancestors 'none'/);
  const done = await user.visitor.post(page, { user_code: begun.user_code, decision: "allow" });
  assert.match(done.text, /Device connected/);

  wait();
  const { status, json } = await poll(begun);
  assert.equal(status, 200);
  assert.equal(json.scope, "artifacts:read");
  assert.equal(await statusAtApi(json.access_token), 200);
  assert.equal((await refresh(json.refresh_token)).status, 200);
  assert.equal(await errorOf(poll(begun)), "invalid_grant");
});

test("a device gets the scopes that its user could give, not those that it asked for", async () => {
  const { visitor } = await newUser({ role: "member" });
  const begun = await begin({ scope: "artifacts:read account:read" });
  assert.match((await decide(visitor, begun.user_code, "allow")).text, /Device connected/);
  const { status, json, text } = await poll(begun);
  assert.equal(status, 200, text);
  assert.equal(json.scope, "artifacts:read");
});

test("a device that asks while the decision is stored gets the scopes of the user", async (t) => {
  const begun = await begin({ scope: "artifacts:read" });
  await type(user.visitor, begun.user_code);
  const session = new DatabaseSession(t);
  const lock = `begin; select count(*) from (select from oauth_device_codes where user_code in
    ('${begun.user_code}', '${begun.user_code.replace("-", "")}') for update) as locked`;
  assert.equal(await session.ask(lock), "1");
  // For this session, or for one that waits for it.
  const pid = await session.ask("select pg_backend_pid()");
  const waiting = () =>
    Number(
      sql(`with recursive waiting as (
             select ${pid} as pid
             union
             select other.pid from waiting, pg_stat_activity other where waiting.pid = any(pg_blocking_pids(other.pid)))
           select count(*) - 1 from waiting`),
    );
  const deciding = user.visitor.post(page, { user_code: begun.user_code, decision: "allow" });
  await until(waiting, (count) => count >= 1);
  const asking = poll(begun);
  await until(waiting, (count) => count >= 2);
  await session.ask("commit");
  assert.match((await deciding).text, /Device connected/);
  const { status, json } = await asking;
  assert.deepEqual([status, json.scope], [200, "artifacts:read"]);
});

test("a user limits what a device publishes when they allow it", async () => {
  const begun = await begin();
  const refused = await decide(user.visitor, begun.user_code, "allow", { maximumExpiry: "soon" });
  assert.equal(refused.status, 400);
  const limits = { maximumExpiry: "7d", passwordRequired: "on" };
  assert.match((await decide(user.visitor, begun.user_code, "allow", limits)).text, /Device connected/);
  const { json } = await poll(begun);
  const { key } = (await call(json.access_token, "GET", "/account")).json;
  assert.deepEqual([key.maximumExpiry, key.passwordRequired, key.refusesSecrets], ["7d", true, false]);
});

test("a device that is denied, or too late, gets an error", async () => {
  const denied = await begin();
  assert.match((await decide(user.visitor, denied.user_code, "deny")).text, /Access denied/);
  assert.equal(await errorOf(poll(denied)), "access_denied");

  const late = await begin();
  sql(
    `update oauth_device_codes set expires_at = now() where user_code = '${late.user_code.replace("-", "")}'`,
  );
  assert.equal(await errorOf(poll(late)), "expired_token");
  assert.equal((await type(user.visitor, late.user_code)).status, 400);
});

test("a device that asks too often has to wait longer", async () => {
  const begun = await begin();
  assert.equal(await errorOf(poll(begun)), "authorization_pending");
  assert.equal(await errorOf(poll(begun)), "slow_down");
  const seconds = `select poll_seconds from oauth_device_codes where user_code = '${begun.user_code.replace("-", "")}'`;
  assert.equal(sql(seconds), "10");
});

test("a code is decided once", async () => {
  const begun = await begin();
  await decide(user.visitor, begun.user_code, "allow");
  assert.equal((await type(user.visitor, begun.user_code)).status, 400);
  const other = await newUser();
  assert.equal((await type(other.visitor, begun.user_code, { decision: "deny" })).status, 400);
  wait();
  assert.equal((await poll(begun)).status, 200);
});

test("a device code is valid for its own client only", async () => {
  const begun = await begin();
  await decide(user.visitor, begun.user_code, "allow");
  assert.equal(await errorOf(poll(begun, { client_id: "somebody-else" })), "invalid_grant");
  assert.equal(await errorOf(poll({ device_code: begun.user_code })), "invalid_grant");
  assert.equal((await poll(begun)).status, 200);
});

test("guessing codes ends after ten attempts", async () => {
  const { visitor } = await newUser();
  const begun = await begin();
  const from = ownAddress();
  const wrong = begun.user_code === "BBBB-BBBB" ? "CCCC-CCCC" : "BBBB-BBBB";
  for (let i = 0; i < 10; ++i) assert.equal((await type(visitor, wrong, {}, { from })).status, 400);
  const { status, headers } = await type(visitor, begun.user_code, {}, { from });
  assert.equal(status, 429);
  assert.ok(Number(headers["retry-after"]) > 0);
  assert.equal((await type(visitor, begun.user_code, { decision: "allow" }, { from })).status, 429);
  assert.equal(await errorOf(poll(begun)), "authorization_pending");
});

test("the decision needs the page's own form and a signed-in user", async () => {
  const begun = await begin();
  await type(user.visitor, begun.user_code);
  const fields = { user_code: begun.user_code, decision: "allow" };
  assert.equal((await user.visitor.post(page, { ...fields, form_token: "" })).status, 403);
  await user.visitor.open(page);
  const foreign = { headers: { origin: "https://evil.example" } };
  assert.equal((await user.visitor.post(page, fields, foreign)).status, 403);
  assert.equal(await errorOf(poll(begun)), "authorization_pending");
});

test("a code in the address is not filled in, and names no client", async () => {
  const { user_code, verification_uri_complete: link } = await begin();
  assert.equal(link, undefined);
  const { status, text } = await user.visitor.open(`${page}?user_code=${user_code}`);
  assert.equal(status, 200);
  assert.ok(!text.includes(user_code) && !text.includes("Artifact command line"));
  const signedOut = await new Visitor().open(`${page}?user_code=${user_code}`);
  assert.ok(!signedOut.text.includes(user_code));
});

test("one network begins sixty times in a quarter of an hour at most", async () => {
  const from = ownAddress();
  for (let i = 0; i < 60; ++i) await begin({}, { from });
  const { status } = await form("/oauth/device_authorization", { client_id: command }, { from });
  assert.equal(status, 429);
});

test("neighbouring networks begin 240 times in a quarter of an hour at most, and others still can", async () => {
  const from = ownAddress();
  for (let i = 0; i < 4; ++i) for (let j = 0; j < 60; ++j) await begin({}, { from: neighbour(from, i) });
  const refused = await form(
    "/oauth/device_authorization",
    { client_id: command },
    { from: neighbour(from, 4) },
  );
  assert.equal(refused.status, 429);
  await begin({}, { from: ownAddress() });
});

test("a thousand devices of a group of networks wait, the oldest give way, and decided ones stay", async () => {
  const from = ownAddress();
  const [decided, oldest] = [await begin({}, { from }), await begin({}, { from })];
  await decide(user.visitor, decided.user_code, "allow");
  const code = decided.user_code.replace("-", "");
  sql(`insert into oauth_device_codes
         (code_hash, user_code, client_id, audience, scopes, expires_at, poll_seconds, network_group)
       select sha256(gen_random_uuid()::text::bytea), 'A test ' || n, '', 'api', '{}', now() + interval '1 hour', 5,
              (select network_group from oauth_device_codes where user_code = '${code}')
         from generate_series(1, 1000) as n`);
  const latest = await begin({}, { from });
  wait();
  assert.equal(await errorOf(poll(oldest)), "invalid_grant");
  assert.equal(await errorOf(poll(latest)), "authorization_pending");
  sql("delete from oauth_device_codes where user_code like 'A test %'");
  assert.equal((await poll(decided)).status, 200);
});

test("other clients cannot use the device grant", async () => {
  const { status, json } = await form("/oauth/device_authorization", { client_id: "somebody-else" });
  assert.deepEqual([status, json.error], [400, "unauthorized_client"]);
});
