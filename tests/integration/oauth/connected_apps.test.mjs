// Settings, Connected apps: what a user has connected, and its end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import {
  askToken,
  connect,
  newCode,
  refresh,
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
  assert.match(before.text, /<code>artifacts:read<\/code>/);
  assert.match(before.text, /<td>Never<\/td>/);
  await statusAtApi(access_token);
  assert.ok(!(await visitor.open(page)).text.includes("<td>Never</td>"));
  const colleague = await newUser({ account });
  assert.match((await colleague.visitor.open(page)).text, /No connected apps/);
});

test("a disconnected app is refused by the next request", async () => {
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

test("disconnecting needs the page's own form", async () => {
  const { visitor } = await newUser();
  const { access_token } = await connect(visitor);
  const [id] = idsIn(await visitor.open(page));
  const { status } = await visitor.post(`${page}/${id}/disconnect`, { form_token: "" });
  assert.equal(status, 403);
  assert.equal(await statusAtApi(access_token), 200);
});
