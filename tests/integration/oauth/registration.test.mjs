// Apps register themselves (RFC 7591), and are removed if nobody uses them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { origin, request, sql, uuidOf } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { neighbour, ownAddress } from "../../service/loopback_address.mjs";
import { maintain } from "../../service/maintenance.mjs";
import { authorizePath, connect, newPkce, requestOf } from "../../service/oauth_client.mjs";

const uri = "https://app.example.org/callback";
const register = (metadata, { from = ownAddress() } = {}) =>
  request("POST", `${origin}/oauth/register`, {
    headers: { "content-type": "application/json" },
    body: typeof metadata === "string" ? metadata : JSON.stringify(metadata),
    from,
    isDescribed: false,
  });

test("a client gets an id and no secret, whatever it asks for", async () => {
  const { status, json, headers } = await register({
    client_name: "An app",
    redirect_uris: [uri, "http://localhost:1234/callback"],
    token_endpoint_auth_method: "client_secret_post",
    grant_types: ["authorization_code", "client_credentials"],
    client_uri: "https://app.example.org",
  });
  assert.equal(status, 201);
  assert.match(json.client_id, /^client_[0-9a-z]{26}$/);
  assert.equal(json.client_name, "An app");
  assert.equal(json.token_endpoint_auth_method, "none");
  assert.deepEqual(json.grant_types, ["authorization_code", "refresh_token"]);
  assert.deepEqual(json.redirect_uris, [uri, "http://localhost:1234/callback"]);
  assert.equal(json.client_secret, undefined);
  assert.equal(headers["access-control-allow-origin"], "*");
});

test("a client without a name is called by where it leads", async () => {
  const { json } = await register({ redirect_uris: [uri] });
  assert.equal(json.client_name, "app.example.org");
});

test("redirect URIs that could harm a user are rejected", async () => {
  for (const wrong of [
    "javascript:alert(1)",
    "http://app.example.org/callback",
    "myapp:/callback",
    "",
    7,
    `https://app.example.org/${"x".repeat(2000)}`,
  ]) {
    const { status, json } = await register({ redirect_uris: [uri, wrong] });
    assert.deepEqual([status, json.error], [400, "invalid_redirect_uri"], String(wrong));
  }
});

test("an app comes back by a scheme of its own with a period, or of a well-known assistant, while it is allowed", async () => {
  const uris = [
    "com.example.app:/callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode:/callback",
  ];
  const { status, json } = await register({ redirect_uris: uris });
  assert.equal(status, 201, JSON.stringify(json));
  const { visitor } = await newUser();
  const ask = (redirect_uri) =>
    visitor.get(authorizePath(requestOf({ pkce: newPkce(), client_id: json.client_id, redirect_uri })));
  assert.match((await ask(uris[1])).text, /<h1>Connect /);
  // As if it had been allowed when the app registered.
  sql(
    `update oauth_clients set redirect_uris = 'shell:/x ' || redirect_uris where id = '${uuidOf(json.client_id)}'`,
  );
  const refused = await ask("shell:/x");
  assert.equal(refused.status, 400);
  assert.match(refused.text, /scheme that is not allowed/);
  assert.match((await ask(uris[0])).text, /<h1>Connect /);
});

test("what an app hides in its name is not stored, and shown where it is", async () => {
  const { json } = await register({ client_name: "Cl\u202eau\u200bde", redirect_uris: [uri] });
  assert.equal(json.client_name, "Claude");
  sql(`update oauth_clients set name = E'Cl\\u202Eaude' where id = '${uuidOf(json.client_id)}'`);
  const { visitor } = await newUser();
  const request = requestOf({ pkce: newPkce(), client_id: json.client_id, redirect_uri: uri });
  assert.match((await visitor.get(authorizePath(request))).text, /<bdi>Cl\[U\+202E\]aude<\/bdi>/);
});

test("invalid metadata is rejected", async () => {
  for (const [wrong, error] of [
    ["", "invalid_client_metadata"],
    ["[]", "invalid_client_metadata"],
    ["{", "invalid_client_metadata"],
    [{}, "invalid_redirect_uri"],
    [{ redirect_uris: [] }, "invalid_redirect_uri"],
    [{ redirect_uris: uri }, "invalid_redirect_uri"],
    [{ redirect_uris: Array(21).fill(uri) }, "invalid_redirect_uri"],
    [{ redirect_uris: Array(3).fill(`${uri}?${"x".repeat(1900)}`) }, "invalid_redirect_uri"],
  ]) {
    const { status, json } = await register(wrong);
    assert.deepEqual([status, json.error], [400, error], JSON.stringify(wrong));
  }
  assert.equal((await register({ redirect_uris: [uri], x: "x".repeat(70_000) })).status, 413);
});

test("one network registers a hundred clients an hour at most", async () => {
  const from = ownAddress();
  const answers = [];
  for (let i = 0; i < 102; ++i) answers.push(await register({ redirect_uris: [uri] }, { from }));
  assert.deepEqual(
    answers.slice(98).map(({ status }) => status),
    [201, 201, 429, 429],
  );
});

test("neighbouring networks register four hundred clients an hour at most, and others still can", async () => {
  const from = ownAddress();
  for (let i = 0; i < 4; ++i)
    for (let j = 0; j < 100; ++j)
      assert.equal((await register({ redirect_uris: [uri] }, { from: neighbour(from, i) })).status, 201);
  const refused = await register({ redirect_uris: [uri] }, { from: neighbour(from, 4) });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assert.equal((await register({ redirect_uris: [uri] })).status, 201);
});

test("a thousand unused clients of a group of networks are kept, and the oldest give way", async () => {
  const { visitor } = await newUser();
  const from = ownAddress();
  const [used, oldest] = [
    await register({ redirect_uris: [uri] }, { from }),
    await register({ redirect_uris: [uri] }, { from }),
  ];
  await connect(visitor, { client_id: used.json.client_id, redirect_uri: uri });
  const group = `(select network_group from oauth_clients where id = '${uuidOf(used.json.client_id)}')`;
  // Those of other tests in this group would give way first.
  sql(`delete from oauth_clients
        where network_group = ${group} and id not in ('${uuidOf(used.json.client_id)}', '${uuidOf(oldest.json.client_id)}');
       insert into oauth_clients (id, name, redirect_uris, network_group)
       select ('ffffffff' || substr(gen_random_uuid()::text, 9))::uuid, 'A test', '${uri}', g
         from generate_series(1, 1000), lateral (select ${group}) as this (g);
       insert into oauth_clients (id, name, redirect_uris, network_group)
       select gen_random_uuid(), 'Another group', '${uri}', (${group} + 1) % 64`);
  const others = "select count(*) from oauth_clients where name = 'Another group'";
  const before = sql(others);
  assert.equal((await register({ redirect_uris: [uri] }, { from })).status, 201);
  const isKept = ({ json }) =>
    sql(`select count(*) from oauth_clients where id = '${uuidOf(json.client_id)}'`) === "1";
  assert.deepEqual([isKept(used), isKept(oldest)], [true, false]);
  assert.equal(sql(others), before);
  const unused = `select count(*) from oauth_clients where last_allowed_at is null and network_group = ${group}`;
  assert.ok(Number(sql(unused)) <= 1000);
  sql("delete from oauth_clients where name in ('A test', 'Another group')");
});

test("maintenance removes a client that was not used for a day, without a grace period", async () => {
  const [old, fresh] = [
    await register({ redirect_uris: [uri] }),
    await register({ redirect_uris: [uri] }),
  ].map(({ json }) => uuidOf(json.client_id));
  sql(`update oauth_clients set created_at = created_at - interval '25 hours' where id = '${old}'`);
  maintain({ ARTIFACT_SHARE_REMOVAL_GRACE_DAYS: "30" });
  assert.equal(sql(`select id from oauth_clients where id in ('${old}', '${fresh}')`), fresh);
});

test("maintenance removes unused clients, expired grants, tokens and codes, and no others", async () => {
  const { visitor, email } = await newUser();
  const clients = [];
  for (let i = 0; i < 3; ++i) clients.push((await register({ redirect_uris: [uri] })).json.client_id);
  const [unused, used, fresh] = clients.map(uuidOf);
  const live = await connect(visitor, { client_id: clients[1], redirect_uri: uri });
  assert.ok(live.access_token);
  await connect(visitor);
  const ofUser = `(select id from users where email = '${email}')`;
  const age = "interval '40 days'";
  sql(`update oauth_clients set created_at = created_at - ${age} where id in ('${unused}', '${used}');
       update oauth_tokens set expires_at = expires_at - ${age} where grant_id =
         (select id from oauth_grants where user_id = ${ofUser} and client_id = 'artifact-command');
       update oauth_grants set expires_at = expires_at - ${age}
        where user_id = ${ofUser} and client_id = 'artifact-command'`);
  maintain();
  const left = sql(`select string_agg(id::text, ' ' order by id) from oauth_clients
                     where id in ('${unused}', '${used}', '${fresh}')`);
  assert.deepEqual(left.split(" ").sort(), [used, fresh].sort());
  assert.equal(
    sql(`select string_agg(client_id, ' ') from oauth_grants where user_id = ${ofUser}`),
    clients[1],
  );
  assert.equal(
    sql(`select count(*) from oauth_tokens token join oauth_grants granted on granted.id = token.grant_id
          where granted.user_id = ${ofUser}`),
    "2",
  );
});
