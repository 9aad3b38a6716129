// Codes and tokens: each is good for its own client, once, for its time, and a thief of one is found out.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { admin, call, markdown, newKey, origin, sql, until } from "../../service/api_client.mjs";
import { ask } from "../mcp/messages.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import {
  askToken,
  command,
  connect,
  form,
  newCode,
  newPkce,
  refresh,
  statusAtApi,
  statusAtMcp,
} from "../../service/oauth_client.mjs";
import { turnOnSecondFactor } from "../../service/second_factor.mjs";

let user;
before(async () => (user = await newUser()));

const refused = async (answer, error = "invalid_grant") => {
  const { status, json } = await answer;
  assert.deepEqual([status, json.error, json.access_token], [400, error, undefined]);
};
const hashOf = (token) => `sha256(convert_to('${token}', 'UTF8'))`;
const eventsOf = ({ email }) =>
  sql(`select action || ' by ' || actor_name || ' of ' || subject_name from audit_events
        where user_id = (select id from users where email = '${email}') and action like 'app.%'
        order by created_at, id`).split("\n");

test("a code is exchanged for tokens that work for an hour and are stored as hashes", async () => {
  const { status, json, headers } = await askToken(await newCode(user.visitor));
  assert.equal(status, 200);
  assert.match(headers["cache-control"], /no-store/);
  assert.match(json.access_token, /^arto_[0-9A-Za-z]{42}$/);
  assert.match(json.refresh_token, /^artr_[0-9A-Za-z]{42}$/);
  assert.deepEqual([json.token_type, json.expires_in], ["Bearer", 3600]);
  assert.equal(json.scope, "artifacts:read artifacts:write artifacts:share artifacts:delete");
  assert.equal(await statusAtApi(json.access_token), 200);
  assert.equal(
    sql(`select kind from oauth_tokens where token_hash = ${hashOf(json.access_token)}`),
    "access",
  );
  assert.equal(await statusAtApi(json.refresh_token), 401);
});

test("a code needs its own verifier, client, redirect URI and resource", async () => {
  const code = await newCode(user.visitor, { resource: `${origin}/mcp` });
  for (const [wrong, error] of [
    [{ code_verifier: newPkce().verifier }],
    [{ code_verifier: "" }, "invalid_request"],
    [{ code_verifier: "short" }],
    [{ client_id: "client_01kb4x3q8ye6v9r2t4n0g5h7kd" }],
    [{ client_id: "" }, "invalid_request"],
    [{ redirect_uri: "http://127.0.0.1:7778/callback" }],
    [{ resource: origin }, "invalid_target"],
    [{ code: "A".repeat(43) }],
    [{ code: "" }, "invalid_request"],
  ])
    await refused(askToken({ ...code, ...wrong }), error);
  // None of these has used it up.
  assert.equal((await askToken({ ...code, resource: `${origin}/mcp` })).status, 200);
});

test("a code that is used twice ends what it gave", async () => {
  const owner = await newUser();
  const code = await newCode(owner.visitor);
  const { json } = await askToken(code);
  assert.equal(await statusAtApi(json.access_token), 200);
  await refused(askToken(code));
  assert.equal(await statusAtApi(json.access_token), 401);
  await refused(refresh(json.refresh_token));
  const app = `${owner.email} via Artifact command line`;
  assert.deepEqual(eventsOf(owner), [
    `app.connected by ${owner.email} of Artifact command line`,
    `app.token_reused by ${app} of Artifact command line`,
  ]);
});

test("of two who exchange a code at once, at most one gets tokens, and these are ended", async () => {
  const code = await newCode(user.visitor);
  const answers = await Promise.all(Array.from({ length: 4 }, () => askToken(code)));
  const given = answers.filter(({ status }) => status === 200);
  assert.equal(given.length, 1);
  assert.equal(await statusAtApi(given[0].json.access_token), 401);
});

test("a code expires after a minute", async () => {
  const code = await newCode(user.visitor);
  const left = `extract(epoch from expires_at - created_at) between 59 and 61`;
  const row = `oauth_grants where code_hash = ${hashOf(code.code)}`;
  assert.equal(sql(`select ${left} from ${row}`), "t");
  sql(`update oauth_grants set expires_at = now() where code_hash = ${hashOf(code.code)}`);
  await refused(askToken(code));
});

test("an old refresh token ends everything, once its successor was used", async () => {
  const owner = await newUser();
  const first = await connect(owner.visitor);
  const { json: second } = await refresh(first.refresh_token);
  const { json: third } = await refresh(second.refresh_token);
  await refused(refresh(first.refresh_token));
  assert.equal(await statusAtApi(third.access_token), 401);
  await refused(refresh(third.refresh_token));
  assert.equal(eventsOf(owner).filter((event) => event.startsWith("app.token_reused")).length, 1);
});

test("an old refresh token ends everything half a minute after its use", async () => {
  const first = await connect(user.visitor);
  const { json: second } = await refresh(first.refresh_token);
  sql(`update oauth_tokens set used_at = used_at - interval '31 seconds'
        where token_hash = ${hashOf(first.refresh_token)}`);
  await refused(refresh(first.refresh_token));
  assert.equal(await statusAtApi(second.access_token), 401);
});

test("an answer that was lost can be had again, and the first one's refresh token is used up", async () => {
  const first = await connect(user.visitor);
  const { json: lost } = await refresh(first.refresh_token);
  const { status, json: second } = await refresh(first.refresh_token);
  assert.equal(status, 200);
  assert.equal((await refresh(second.refresh_token)).status, 200);
  // Whoever has the lost one is a second holder: one of the two has stolen it.
  await refused(refresh(lost.refresh_token));
  assert.equal(await statusAtApi(second.access_token), 401);
});

test("of many who use a refresh token at once, one valid refresh token comes out", async () => {
  const { refresh_token } = await connect(user.visitor);
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refresh_token)));
  const given = answers.filter(({ status }) => status === 200);
  const live = sql(`select count(*) from oauth_tokens
                     where used_at is null and kind = 'refresh' and grant_id =
                       (select grant_id from oauth_tokens where token_hash = ${hashOf(refresh_token)})`);
  assert.ok(given.length >= 1);
  assert.equal(live, "1");
});

test("a refresh token is valid for its own client, resource and time only", async () => {
  const { refresh_token } = await connect(user.visitor, { resource: `${origin}/mcp` });
  await refused(refresh(refresh_token, { client_id: "client_01kb4x3q8ye6v9r2t4n0g5h7kd" }));
  await refused(refresh(refresh_token, { resource: origin }), "invalid_target");
  await refused(refresh(`${refresh_token.slice(0, -1)}!`));
  sql(`update oauth_tokens set expires_at = now() where token_hash = ${hashOf(refresh_token)}`);
  await refused(refresh(refresh_token));
});

test("a refresh asks for fewer scopes, never for more", async () => {
  const { refresh_token } = await connect(user.visitor, { scope: "artifacts:read artifacts:write" });
  await refused(refresh(refresh_token, { scope: "artifacts:read artifacts:delete" }), "invalid_scope");
  await refused(refresh(refresh_token, { scope: "account:read" }), "invalid_scope");
  const { json: fewer } = await refresh(refresh_token, { scope: "artifacts:read" });
  assert.equal(fewer.scope, "artifacts:read");
  const { json: all } = await refresh(fewer.refresh_token);
  assert.equal(all.scope, "artifacts:read artifacts:write");
});

test("a token is refreshed sixty times an hour at most", async () => {
  const { refresh_token } = await connect(user.visitor);
  sql(`insert into oauth_tokens (token_hash, grant_id, kind, expires_at, used_at)
       select sha256(convert_to(gen_random_uuid()::text, 'UTF8')), grant_id, 'refresh',
              now() + interval '30 days', '-infinity'
         from oauth_tokens, generate_series(1, 59) where token_hash = ${hashOf(refresh_token)}`);
  const { status, headers } = await refresh(refresh_token);
  assert.deepEqual([status, headers["retry-after"]], [429, "60"]);
});

test("a token is refreshed 240 times a day at most", async () => {
  const { refresh_token } = await connect(user.visitor);
  const exchangeBefore = (count) =>
    sql(`insert into oauth_tokens (token_hash, grant_id, kind, expires_at, used_at)
         select sha256(convert_to(gen_random_uuid()::text, 'UTF8')), grant_id, 'refresh',
                now() + interval '30 days' - interval '2 hours', '-infinity'
           from oauth_tokens, generate_series(1, ${count}) where token_hash = ${hashOf(refresh_token)}`);
  exchangeBefore(238);
  const { status, json } = await refresh(refresh_token);
  assert.equal(status, 200);
  const over = await refresh(json.refresh_token);
  assert.deepEqual([over.status, over.headers["retry-after"]], [429, "3600"]);
});

test("an app revokes its access, by either token", async () => {
  for (const name of ["access_token", "refresh_token"]) {
    const tokens = await connect(user.visitor);
    const other = await form("/oauth/revoke", { token: tokens[name], client_id: "somebody-else" });
    assert.equal(other.status, 200);
    assert.equal(await statusAtApi(tokens.access_token), 200);
    const { status } = await form("/oauth/revoke", { token: tokens[name], client_id: command });
    assert.equal(status, 200);
    assert.equal(await statusAtApi(tokens.access_token), 401);
    await refused(refresh(tokens.refresh_token));
  }
  assert.equal((await form("/oauth/revoke", { token: "unknown" })).status, 200);
});

test("an expired access token is rejected", async () => {
  const { access_token } = await connect(user.visitor);
  sql(`update oauth_tokens set expires_at = now() where token_hash = ${hashOf(access_token)}`);
  assert.equal(await statusAtApi(access_token), 401);
});

test("what ends the user's sessions ends their apps", async () => {
  for (const end of [
    async ({ visitor }) => {
      await visitor.open("/dashboard/settings/profile");
      const changed = await visitor.post("/dashboard/settings/profile", {
        currentPassword: password,
        password: "another lamp in the window",
      });
      assert.ok([200, 303].includes(changed.status), changed.text);
    },
    async ({ visitor }) => {
      await visitor.open("/dashboard/settings/profile");
      assert.equal((await visitor.post("/dashboard/settings/profile/sign-out")).status, 303);
    },
    async ({ visitor }) => {
      await visitor.open("/dashboard/settings/second-factor/turn-off");
      const path = "/dashboard/settings/second-factor/turn-off";
      assert.equal((await visitor.post(path, { currentPassword: password })).status, 303);
    },
  ]) {
    const one = await newUser();
    await turnOnSecondFactor(one.visitor);
    const { access_token, refresh_token } = await connect(one.visitor);
    assert.equal(await statusAtMcp(access_token), 200);
    await end(one);
    await until(
      () => statusAtMcp(access_token),
      (status) => status === 401,
    );
    await refused(refresh(refresh_token));
  }
});

test("a user who is removed, or whose account is, takes their apps along", async () => {
  const one = await newUser();
  const { access_token, refresh_token } = await connect(one.visitor);
  const other = await newUser({ account: one.account });
  assert.equal(await statusAtApi(access_token), 200);
  admin("user", "remove", "--email", one.email);
  await until(
    () => statusAtApi(access_token),
    (status) => status === 401,
  );
  await refused(refresh(refresh_token));
  const remaining = await connect(other.visitor);
  assert.equal(await statusAtApi(remaining.access_token), 200);
  sql(
    `update accounts set disabled_at = now(), disabled_reason = 'Test' where id = uuid_of('${one.account}')`,
  );
  await until(
    () => statusAtApi(remaining.access_token),
    (status) => status === 403,
  );
});

test("an app cannot do what its user may no longer do", async () => {
  const one = await newUser();
  await newUser({ account: one.account });
  const { access_token } = await connect(one.visitor, { scope: "artifacts:read account:read" });
  const scopes = async () => {
    const { json } = await call(access_token, "GET", "/account");
    return json.key.scopes;
  };
  assert.deepEqual(await scopes(), ["artifacts:read", "account:read"]);
  admin("user", "set-role", "--email", one.email, "--role", "member");
  await until(scopes, (list) => list.length === 1);
});

test("an app's calls count for its account, and the audit log names user and app", async () => {
  const one = await newUser();
  const { access_token } = await connect(one.visitor, {
    scope: "artifacts:write artifacts:delete account:read",
  });
  const key = newKey(one.account, ["artifacts:read"]);
  const { json: artifact, headers } = await call(access_token, "POST", "/artifacts", markdown("# x"));
  const { headers: next } = await call(key, "GET", `/artifacts/${artifact.id}`);
  assert.equal(Number(next["x-ratelimit-remaining"]), Number(headers["x-ratelimit-remaining"]) - 1);
  assert.equal((await call(access_token, "DELETE", `/artifacts/${artifact.id}`)).status, 200);
  const { json } = await call(access_token, "GET", "/account/audit?action=artifact.deleted");
  const [{ actor }] = json.data;
  assert.equal(actor.type, "user");
  assert.match(actor.id, /^usr_/);
  assert.equal(actor.name, `${one.email} via Artifact command line`);
  const forbidden = await call(access_token, "GET", `/artifacts/${artifact.id}`);
  assert.equal(forbidden.status, 403);
  assert.match(forbidden.headers["www-authenticate"], /error="insufficient_scope", scope="artifacts:read"/);
  const stranger = await newUser();
  const { access_token: foreign } = await connect(stranger.visitor);
  assert.equal((await call(foreign, "GET", `/artifacts/${artifact.id}`)).status, 403);
});

test("one network asks for six hundred tokens a minute at most", async () => {
  const from = ownAddress();
  const ask = () => askToken({ client_id: command, grant_type: "x" }, { from });
  const answers = [];
  for (let i = 0; i < 61; ++i) answers.push(...(await Promise.all(Array.from({ length: 10 }, ask))));
  const limited = answers.filter(({ status }) => status === 429);
  assert.equal(limited.length, 10);
  assert.equal(limited[0].json.error, "temporarily_unavailable");
  assert.ok(Number(limited[0].headers["retry-after"]) > 0);
});

test("an app that calls a tool without its scope is told what to ask the user for", async () => {
  const { access_token } = await connect(user.visitor, { scope: "artifacts:read" });
  const { status, headers, json } = await ask(access_token, "tools/call", {
    name: "share",
    arguments: { markdown: "x" },
  });
  assert.equal(status, 403);
  assert.match(
    headers["www-authenticate"],
    /error="insufficient_scope", scope="artifacts:write artifacts:share", resource_metadata="/,
  );
  assert.ok(json.error);
  const existing = await ask(access_token, "tools/call", {
    name: "share",
    arguments: { artifact: "art_00000000000000000000000000" },
  });
  assert.match(existing.headers["www-authenticate"], /scope="artifacts:share"/);
});

test("an app that reads an artifact without the scope is told what to ask the user for", async () => {
  const { access_token } = await connect(user.visitor, { scope: "artifacts:write artifacts:share" });
  const shared = await ask(access_token, "tools/call", { name: "share", arguments: { markdown: "hello" } });
  const { artifact, url } = shared.json.result.structuredContent;
  const read = (reference) =>
    ask(access_token, "tools/call", { name: "read", arguments: { artifact: reference } });
  for (const refused of [
    await read(artifact),
    await ask(access_token, "resources/read", { uri: `artifact://${artifact}/markdown` }),
  ]) {
    assert.equal(refused.status, 403);
    assert.match(refused.headers["www-authenticate"], /error="insufficient_scope", scope="artifacts:read"/);
  }
  // Whoever has the link may read it.
  const { json } = await read(url);
  assert.equal(json.result.content[0].text, "hello");
});
