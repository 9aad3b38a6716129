// A user is asked whether an app may have access: who is asked what, and where the answer goes.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { origin, request, sql } from "../../service/api_client.mjs";
import { newUser, password, Visitor } from "../../service/dashboard_client.mjs";
import {
  askToken,
  authorizePath,
  broughtBack,
  callback,
  connect,
  decide,
  form,
  mcp,
  newPkce,
  offeredBack,
  placeLedTo,
  requestOf,
  statusAtApi,
  statusAtMcp,
} from "../../service/oauth_client.mjs";
import { totpCode } from "../../service/totp.mjs";

let user;
before(async () => (user = await newUser()));

const ask = (parameters, visitor = user.visitor) => visitor.get(authorizePath(parameters));
const valid = (more = {}) => requestOf({ pkce: newPkce(), ...more });
const register = (metadata) =>
  request("POST", `${origin}/oauth/register`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
    isDescribed: false,
  });

test("the page says which app asks, for what, and for which account", async () => {
  const { status, text, headers } = await ask(valid({ scope: "artifacts:read artifacts:share" }));
  assert.equal(status, 200);
  assert.match(text, /<h1>Connect <bdi>Artifact command line<\/bdi>\?<\/h1>/);
  assert.match(text, /Read and list artifacts <code>artifacts:read<\/code>/);
  assert.match(text, /Create, list, change and revoke share links/);
  assert.ok(!text.includes("artifacts:write"));
  assert.ok(text.includes(user.email));
  assert.match(text, /a program on this computer \(<code>127\.0\.0\.1:7777<\/code>\)/);
  const policy = headers["content-security-policy"];
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /form-action 'self';/);
  assert.match(headers["cache-control"], /no-store/);
});

test("a user who allows it sends the app a code, its state and who issued it", async () => {
  const answer = await decide(user.visitor, valid());
  const { code, state, iss, ...rest } = broughtBack(answer);
  assert.match(code, /^[\w-]{43}$/);
  assert.deepEqual([state, iss, rest], ["a state & more", origin, {}]);
  assert.ok(placeLedTo(answer).startsWith(`${callback}?code=`));
  assert.match(answer.headers["cache-control"], /no-store/);
});

test("a user who denies it, or decides nothing, sends the app access_denied", async () => {
  for (const decision of ["deny", "", "Allow"]) {
    const { error, state, iss, code } = broughtBack(await decide(user.visitor, valid(), decision));
    assert.deepEqual([error, state, iss, code], ["access_denied", "a state & more", origin, undefined]);
  }
});

test("a user who is not signed in returns to the consent page after signing in", async () => {
  const visitor = new Visitor();
  const path = authorizePath(valid());
  const { status, headers } = await visitor.get(path);
  assert.equal(status, 303);
  const { text } = await visitor.open(headers.location);
  const next = /name="next" value="([^"]*)"/.exec(text)[1].replaceAll("&amp;", "&").replaceAll("&#39;", "'");
  assert.equal(next, path);
  const signedIn = await visitor.post("/dashboard/sign-in", { email: user.email, password, next });
  assert.equal(signedIn.headers.location, path);
  assert.match((await visitor.get(path)).text, /Connect <bdi>Artifact command line/);
});

test("a user with a second factor comes to the question after its code only", async () => {
  const one = await newUser();
  const setUp = "/dashboard/settings/second-factor";
  const page = await one.visitor.open(setUp);
  const secret = /<code id="secret">([A-Z2-7 ]+)<\/code>/.exec(page.text)[1].replaceAll(" ", "");
  const sealed = /name="secret" value="([^"]*)"/.exec(page.text)[1];
  const enabled = { secret: sealed, code: totpCode(secret), currentPassword: password };
  assert.equal((await one.visitor.post(setUp, enabled)).status, 200);

  const visitor = new Visitor();
  const path = authorizePath(valid());
  await visitor.open(path);
  const fields = { email: one.email, password, next: path };
  const { headers } = await visitor.post("/dashboard/sign-in", fields);
  assert.ok(headers.location.startsWith("/dashboard/sign-in/code?next="));
  assert.equal((await visitor.get(path)).status, 303);
  const { text } = await visitor.open(headers.location);
  const next = /name="next" value="([^"]*)"/.exec(text)[1].replaceAll("&amp;", "&");
  assert.equal(next, path);
  const done = await visitor.post("/dashboard/sign-in/code", { code: totpCode(secret, 1), next });
  assert.equal(done.headers.location, path);
  assert.match((await visitor.get(path)).text, /Connect <bdi>/);
});

test("an unknown client, or a redirect URI that is not its own, is reported to the user only", async () => {
  const { json: client } = await register({
    client_name: "Strict",
    redirect_uris: ["https://app.example.org/callback", "com.example.app:/callback"],
  });
  const own = { client_id: client.client_id };
  for (const wrong of [
    { client_id: "nobody" },
    { client_id: undefined },
    { client_id: "client_01kb4x3q8ye6v9r2t4n0g5h7kd" },
    { redirect_uri: undefined },
    { redirect_uri: "https://evil.example/callback" },
    { ...own, redirect_uri: "https://app.example.org/callback/" },
    { ...own, redirect_uri: callback },
    { ...own, redirect_uri: "com.example.other:/callback" },
    { redirect_uri: "http://127.0.0.1:7777/callback/more" },
  ]) {
    const parameters = valid(wrong);
    for (const answer of [
      await ask(parameters),
      await user.visitor
        .open("/dashboard/settings/apps")
        .then(() => user.visitor.post("/oauth/authorize", { ...parameters, decision: "allow" })),
    ]) {
      assert.equal(answer.status, 400, JSON.stringify(wrong));
      assert.equal(answer.headers.location, undefined);
      assert.match(answer.headers["content-type"], /text\/html/);
    }
  }
});

test("a private scheme and a query in the redirect URI work if they are registered", async () => {
  const uris = ["com.example.app:/callback", "https://app.example.org/callback?tenant=1"];
  const { json: client } = await register({ client_name: "App", redirect_uris: uris });
  for (const [uri, answer] of [
    [uris[0], "com.example.app:/callback?code="],
    [uris[1], "https://app.example.org/callback?tenant=1&code="],
  ]) {
    const parameters = valid({ client_id: client.client_id, redirect_uri: uri });
    const place = placeLedTo(await decide(user.visitor, parameters));
    assert.ok(place.startsWith(answer), place);
  }
});

test("all other errors are reported to the app, on a click", async () => {
  for (const [wrong, error] of [
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_type: undefined }, "unsupported_response_type"],
    [{ code_challenge: undefined }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge_method: undefined }, "invalid_request"],
    [{ scope: "unknown:scope" }, "invalid_scope"],
    [{ resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    [{ resource: `${origin}.evil.example` }, "invalid_target"],
  ]) {
    // Anyone can register a client, and would otherwise have links of this service that lead anywhere.
    const back = offeredBack(await ask(valid(wrong)));
    assert.deepEqual([back.error, back.state, back.iss], [error, "a state & more", origin]);
    assert.ok(back.error_description);
    assert.equal(back.code, undefined);
  }
});

test("a repeated parameter is rejected", async () => {
  const { status, headers } = await user.visitor.get(`${authorizePath(valid())}&client_id=other`);
  assert.deepEqual([status, headers.location], [400, undefined]);
});

test("the decision needs the page's own form, sent by the user's browser from the service", async () => {
  const parameters = { ...valid(), decision: "allow" };
  await user.visitor.open("/dashboard/settings/apps");
  const send = (fields, options) => user.visitor.post("/oauth/authorize", fields, options);
  const countOf = () =>
    sql(`select count(*) from oauth_grants g join users u on u.id = g.user_id
                              where u.email = '${user.email}'`);
  const earlier = countOf();
  for (const [fields, options] of [
    [{ ...parameters, form_token: "" }],
    [{ ...parameters, form_token: "A".repeat(43) }],
    [parameters, { headers: { origin: "https://evil.example" } }],
    [parameters, { headers: { origin: "null" } }],
  ]) {
    const { status, headers } = await send(fields, options);
    assert.deepEqual([status, headers.location], [403, undefined]);
    await user.visitor.open("/dashboard/settings/apps");
  }
  assert.equal(countOf(), earlier);
  const stranger = new Visitor();
  const { status, headers } = await stranger.post("/oauth/authorize", parameters);
  assert.deepEqual([status, headers.location], [303, "/dashboard/sign-in?unsaved=1"]);
});

test("the name of an app is shown as text, and as what the app says of itself", async () => {
  const { json: client } = await register({
    client_name: '<script>alert(1)</script>" onload="x \u202egnp.exe\u200b',
    redirect_uris: ["https://app.example.org/callback"],
  });
  const parameters = valid({
    client_id: client.client_id,
    redirect_uri: "https://app.example.org/callback",
    state: '"><script>alert(2)</script>',
  });
  const { text } = await ask(parameters);
  assert.ok(!text.includes("<script>alert"));
  assert.ok(text.includes("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x gnp.exe"));
  assert.match(text, /It has not been verified/);
  assert.match(text, /You will be redirected to <strong>app\.example\.org<\/strong>/);
  await decide(user.visitor, parameters);
  const listed = await user.visitor.open("/dashboard/settings/apps");
  assert.ok(!listed.text.includes("<script>alert"));
});

test("a member cannot give access to what only owners may do", async () => {
  const { visitor } = await newUser({ role: "member" });
  const page = await visitor.get(authorizePath(valid({ scope: "artifacts:read account:read" })));
  assert.ok(!page.text.includes("account:read</code>"));
  const { scope } = await connect(visitor, { scope: "artifacts:read account:read" });
  assert.equal(scope, "artifacts:read");
  const denied = offeredBack(await ask(valid({ scope: "account:read" }), visitor));
  assert.equal(denied.error, "access_denied");
});

test("a user of a disabled account cannot connect an app", async () => {
  const { visitor, account } = await newUser();
  const parameters = valid();
  await visitor.get(authorizePath(parameters));
  sql(`update accounts set disabled_at = now(), disabled_reason = 'Test' where id = uuid_of('${account}')`);
  const { status } = await visitor.post("/oauth/authorize", { ...parameters, decision: "allow" });
  assert.equal(status, 403);
});

test("a token is for the resource that was asked for", async () => {
  for (const [resource, api, server] of [
    [mcp, 401, 200],
    [`${mcp}/`, 401, 200],
    [origin, 200, 200],
    [`${origin}/`, 200, 200],
    [`${origin}/api`, 200, 200],
    [undefined, 200, 200],
  ]) {
    const { access_token } = await connect(user.visitor, { resource });
    assert.deepEqual([await statusAtApi(access_token), await statusAtMcp(access_token)], [api, server]);
  }
  const { json: client } = await register({ redirect_uris: [callback] });
  const { access_token } = await connect(user.visitor, { client_id: client.client_id });
  assert.deepEqual([await statusAtApi(access_token), await statusAtMcp(access_token)], [401, 200]);
});

test("a user connects a hundred apps at most", async () => {
  const { visitor, email } = await newUser();
  const { refresh_token } = await connect(visitor);
  sql(`insert into oauth_grants (id, user_id, session_epoch, client_id, client_name, audience, scopes, expires_at)
       select gen_random_uuid(), id, session_epoch, 'x', 'x', 'api', '{}', now() + interval '1 day'
         from users, generate_series(1, 99) where email = '${email}'`);
  assert.equal((await decide(visitor, valid())).status, 403);
  assert.equal((await form("/oauth/revoke", { token: refresh_token })).status, 200);
  assert.ok(broughtBack(await decide(visitor, valid())).code);
});

test("the endpoints can be discovered from the MCP server's 401", async () => {
  const refused = await request("POST", mcp, { isDescribed: false });
  assert.equal(refused.status, 401);
  const challenge = refused.headers["www-authenticate"];
  const address = /resource_metadata="([^"]*)"/.exec(challenge)[1];
  assert.match(challenge, /scope="artifacts:read artifacts:write artifacts:share artifacts:delete"/);
  const get = async (url) => {
    const { status, json, headers } = await request("GET", url, { isDescribed: false });
    assert.equal(status, 200, url);
    assert.equal(headers["access-control-allow-origin"], "*");
    return json;
  };
  const resource = await get(address);
  assert.deepEqual([resource.resource, resource.authorization_servers], [mcp, [origin]]);
  const api = await get(`${origin}/.well-known/oauth-protected-resource`);
  assert.equal(api.resource, origin);
  const server = await get(`${origin}/.well-known/oauth-authorization-server`);
  assert.equal(server.issuer, origin);
  assert.deepEqual(server.code_challenge_methods_supported, ["S256"]);
  for (const name of ["token", "registration", "revocation", "device_authorization"]) {
    const answer = await request("OPTIONS", server[`${name}_endpoint`], {
      headers: { origin: "https://page.example", "access-control-request-method": "POST" },
      isDescribed: false,
    });
    assert.deepEqual([answer.status, answer.headers["access-control-allow-origin"]], [204, "*"]);
  }
  const { headers } = await request("OPTIONS", server.authorization_endpoint, { isDescribed: false });
  assert.equal(headers["access-control-allow-origin"], undefined);
});

test("errors of the endpoints for apps are OAuth's", async () => {
  const wrongType = await askToken({ client_id: "x", grant_type: "password" });
  assert.deepEqual([wrongType.status, wrongType.json.error], [400, "unsupported_grant_type"]);
  assert.match(wrongType.headers["cache-control"], /no-store/);
  for (const [path, fields, error] of [
    ["/oauth/token", {}, "invalid_request"],
    ["/oauth/token", { client_id: "x" }, "invalid_request"],
    ["/oauth/revoke", {}, "invalid_request"],
    ["/oauth/device_authorization", { client_id: "x" }, "unauthorized_client"],
  ]) {
    const { status, json } = await form(path, fields);
    assert.deepEqual([status, json.error], [400, error], path);
  }
  for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/device_authorization"]) {
    const json = await request("POST", origin + path, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_id: "x" }),
      isDescribed: false,
    });
    assert.deepEqual([json.status, json.json.error], [400, "invalid_request"]);
    assert.match(json.json.error_description, /must be application\/x-www-form-urlencoded/);
  }
  const get = await request("GET", `${origin}/oauth/token`, { isDescribed: false });
  assert.deepEqual(
    [get.status, get.headers.allow, get.json.error],
    [405, "POST, OPTIONS", "invalid_request"],
  );
});
