// Settings, Connected apps: what a user has connected, and its end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { admin, call, sql } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { githubToken } from "../../service/github_token.mjs";
import {
  askToken,
  authorizePath,
  connect,
  decide,
  newCode,
  newPkce,
  refresh,
  requestOf,
  statusAtApi,
  statusAtMcp,
} from "../../service/oauth_client.mjs";

const page = "/dashboard/settings/apps";
const idsIn = ({ text }) =>
  [...text.matchAll(/settings\/apps\/(app_[0-9a-z]{26})\/disconnect/g)].map(([, id]) => id);

test("a user sees what they have connected, with its scopes and last use", async () => {
  const { visitor, account } = await newUser();
  assert.match((await visitor.open(page)).text, /No connected apps/);
  const { access_token } = await connect(visitor, { scope: "artifacts:read" });
  const before = await visitor.open(page);
  assert.match(before.text, /<bdi>Artifact command line<\/bdi>/);
  assert.match(before.text, /<td data-label="Scopes"><span><code>artifacts:read<\/code>/);
  assert.match(before.text, /<td data-label="Connected"><time /);
  const neverUsed = '<td data-label="Last used">Never</td>';
  assert.ok(before.text.includes(neverUsed));
  await statusAtApi(access_token);
  assert.ok(!(await visitor.open(page)).text.includes(neverUsed));
  const colleague = await newUser({ account });
  assert.match((await colleague.visitor.open(page)).text, /No connected apps/);
});

test("a disconnected app is rejected with its next request", async () => {
  const { visitor, email } = await newUser();
  const tokens = await connect(visitor);
  assert.equal(await statusAtMcp(tokens.access_token), 200);
  const [id] = idsIn(await visitor.open(page));
  const question = await visitor.open(`${page}/${id}/disconnect`);
  assert.match(question.text, /<h1>Disconnect <bdi>Artifact command line<\/bdi>\?<\/h1>/);
  const done = await visitor.submit(`${page}/${id}/disconnect`);
  assert.equal(await statusAtMcp(tokens.access_token), 401);
  assert.match(done.text, /App disconnected/);
  assert.match(done.text, /No connected apps/);
  assert.equal((await refresh(tokens.refresh_token)).json.error, "invalid_grant");
  assert.equal((await visitor.get(`${page}/${id}/disconnect`)).status, 404);
  assert.equal(
    sql(`select actor_name || ' ' || subject from audit_events
          where action = 'app.disconnected' and user_id = (select id from users where email = '${email}')`),
    `${email} ${id}`,
  );
});

test("an app that was disconnected before it had its tokens gets none", async () => {
  const { visitor } = await newUser();
  const code = await newCode(visitor);
  const [id] = idsIn(await visitor.open(page));
  await visitor.open(`${page}/${id}/disconnect`);
  await visitor.submit(`${page}/${id}/disconnect`);
  assert.equal((await askToken(code)).json.error, "invalid_grant");
});

test("nobody else sees or disconnects a user's app, an owner neither", async () => {
  const member = await newUser({ role: "member" });
  const { access_token } = await connect(member.visitor);
  const [id] = idsIn(await member.visitor.open(page));
  const owner = await newUser({ account: member.account });
  for (const { visitor } of [owner, await newUser()]) {
    assert.equal((await visitor.get(`${page}/${id}/disconnect`)).status, 404);
    await visitor.open(page);
    assert.equal((await visitor.post(`${page}/${id}/disconnect`)).status, 404);
  }
  assert.equal(await statusAtApi(access_token), 200);
});

const limits = { maximumExpiry: "24h", passwordRequired: "on", refuseSecrets: "on" };
const share = (token, more = {}) =>
  call(token, "POST", "/artifacts/share", {
    template: "markdown",
    title: "Report",
    content: { text: "# Report" },
    ...more,
  });

test("a user limits what an app publishes when they allow it", async () => {
  const { visitor } = await newUser();
  const { text } = await visitor.get(authorizePath(requestOf({ pkce: newPkce() })));
  for (const name of Object.keys(limits)) assert.ok(text.includes(`name="${name}"`), name);
  const { access_token } = await connect(visitor, {}, limits);
  const { json } = await call(access_token, "GET", "/account");
  assert.deepEqual(
    [json.key.maximumExpiry, json.key.passwordRequired, json.key.refusesSecrets],
    ["1d", true, true],
  );
  assert.equal((await share(access_token)).json.error.code, "password_required");
  const late = await share(access_token, { password: "a long secret", expiresIn: "7d" });
  assert.equal(late.json.error.code, "expiry_not_allowed");
  assert.match(late.json.error.message, /the limit of this app/);
  assert.equal((await share(access_token, { password: "a long secret" })).status, 201);
  const secret = await share(access_token, { password: "a long secret", description: githubToken() });
  assert.match(secret.json.error.message, /this app or the account does not publish detected secrets/);
  const apps = await visitor.open(page);
  assert.match(apps.text, /Expiry: 1d at most<br>Links need a password<br>Blocks detected secrets/);
});

test("a limit that the page does not offer is rejected", async () => {
  const { visitor } = await newUser();
  const asked = requestOf({ pkce: newPkce() });
  const { status } = await decide(visitor, asked, "allow", { maximumExpiry: "soon" });
  assert.equal(status, 400);
  assert.match((await visitor.open(page)).text, /No connected apps/);
});

test("a user connects a thousand apps within 30 days at most", async () => {
  const { visitor, email } = await newUser();
  await connect(visitor);
  sql(`insert into oauth_grants (id, user_id, session_epoch, client_id, client_name, audience, scopes,
                                 expires_at, revoked_at, created_at)
       select gen_random_uuid(), user_id, session_epoch, client_id, client_name, audience, scopes,
              expires_at, now(), now() - interval '29 days'
         from oauth_grants, generate_series(1, 999)
        where user_id = (select id from users where email = '${email}')`);
  const refused = await decide(visitor, requestOf({ pkce: newPkce() }));
  assert.equal(refused.status, 403);
  assert.match(refused.text, /1000 within 30 days/);
  sql(`update oauth_grants set created_at = now() - interval '31 days'
        where revoked_at is not null and user_id = (select id from users where email = '${email}')`);
  await connect(visitor);
});

test("the operator lists an account's apps and disconnects one", async () => {
  const { visitor, email, account } = await newUser();
  const { access_token } = await connect(visitor, { scope: "artifacts:read" }, { maximumExpiry: "7d" });
  const [listed] = JSON.parse(admin("grant", "list", "--account", account, "--json"));
  assert.deepEqual(
    [listed.name, listed.clientId, listed.email, listed.scopes, listed.maximumExpiry],
    ["Artifact command line", "artifact-command", email, ["artifacts:read"], "7d"],
  );
  assert.match(admin("grant", "list", "--account", account), /\(expiry at most 7d\)/);
  assert.equal(await statusAtApi(access_token), 200);
  assert.match(admin("grant", "revoke", listed.id), new RegExp(`revoked ${listed.id}`));
  assert.equal(await statusAtApi(access_token), 401);
  assert.match((await visitor.open(page)).text, /No connected apps/);
  assert.deepEqual(JSON.parse(admin("grant", "list", "--account", account, "--json")), []);
  assert.equal(
    sql(`select actor_name from audit_events where action = 'app.disconnected' and subject = '${listed.id}'`),
    "operator",
  );
  assert.throws(() => admin("grant", "revoke", "app_01kb4x3q8ye6v9r2t4n0g5h7kd"), /no such connected app/);
});
