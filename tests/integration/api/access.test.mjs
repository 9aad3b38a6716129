// Who may call: keys, scopes, accounts, rate limits.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  admin,
  call,
  markdown,
  newAccount,
  newKey,
  request,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertApiHeaders, assertError } from "../../service/contract_assertions.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

let owner;
let artifact;
before(async () => {
  owner = newAccount();
  artifact = (await call(owner.key, "POST", "/artifacts", markdown("secret text"))).json.id;
});

const keyIdOf = (account, key) =>
  JSON.parse(admin("key", "list", "--account", account, "--json")).find(({ prefix }) =>
    key.startsWith(prefix),
  ).id;
const get = (authorization, options) =>
  request("GET", `/artifacts/${artifact}`, {
    headers: authorization === undefined ? {} : { authorization },
    ...options,
  });

// Calls `attempt` until all its answers are of one window: where the minute turns, counting begins anew.
async function withinOneWindow(attempt) {
  for (;;) {
    const answers = await attempt();
    if (new Set(answers.map(({ headers }) => headers["x-ratelimit-reset"])).size === 1) return answers;
  }
}

test("every call without a valid key gets the same 401", async () => {
  const wrong = owner.key.slice(0, -1) + (owner.key.endsWith("0") ? "1" : "0");
  // Rightly formed, with a right checksum, and nobody's.
  const unknown = `artk_${"0".repeat(36)}0etOEM`;
  const bodies = new Set();
  const from = ownAddress();
  for (const authorization of [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${wrong}`,
    `Bearer ${unknown}`,
    `Basic ${owner.key}`,
    owner.key,
    `Bearer  ${owner.key}`,
    `Bearer ${owner.key} x`,
    `Bearer ${"a".repeat(8000)}`,
  ]) {
    const response = await get(authorization, { from });
    assertError(response, 401, "unauthorized");
    assert.match(response.headers["www-authenticate"], /^Bearer realm="api"(, error="invalid_token"|$)/);
    bodies.add(response.text);
  }
  assert.equal(bodies.size, 1);
});

test("accepts the Authorization scheme in any case", async () => {
  assert.equal((await get(`bearer ${owner.key}`)).status, 200);
  assert.equal((await get(`BEARER ${owner.key}`)).status, 200);
});

test("a revoked key is rejected by every worker", async () => {
  const key = newKey(owner.account);
  assert.equal((await get(`Bearer ${key}`)).status, 200);
  admin("key", "revoke", keyIdOf(owner.account, key));
  await until(
    () => get(`Bearer ${key}`),
    ({ status }) => status === 401,
  );
  const from = ownAddress();
  for (let i = 0; i < 40; ++i) assertError(await get(`Bearer ${key}`, { from }), 401, "unauthorized");
});

test("an expired key is rejected", async () => {
  const key = newKey(owner.account, undefined, "--expires-in", "1h");
  assert.equal((await get(`Bearer ${key}`)).status, 200);
  sql(`update api_keys set expires_at = now() where id = '${uuidOf(keyIdOf(owner.account, key))}'`);
  await until(
    () => get(`Bearer ${key}`),
    ({ status }) => status === 401,
  );
});

test("a key can do only what its scopes allow", async () => {
  const all = ["artifacts:read", "artifacts:write", "artifacts:share", "artifacts:delete"];
  const calls = [
    ["GET", `/artifacts/${artifact}`, undefined, ["artifacts:read"]],
    ["POST", "/artifacts", markdown("x"), ["artifacts:write"]],
    ["POST", "/artifacts/share", markdown("x"), ["artifacts:write", "artifacts:share"]],
    ["POST", `/artifacts/${artifact}/share`, {}, ["artifacts:share"]],
  ];
  for (const [method, path, body, needed] of calls) {
    const enough = newKey(owner.account, needed);
    assert.ok([200, 201].includes((await call(enough, method, path, body)).status), `${method} ${path}`);
    for (const missing of needed) {
      const key = newKey(
        owner.account,
        all.filter((scope) => scope !== missing),
      );
      assertError(await call(key, method, path, body), 403, "forbidden", missing);
    }
  }
});

test("another account's artifact is forbidden in every state, and the answer reveals nothing of it", async () => {
  const stranger = newAccount();
  const states = ["", "expires_at = now()", "deleted_at = now()"];
  for (const state of states) {
    const { id } = (await call(owner.key, "POST", "/artifacts", markdown("secret text", { title: "Secret" })))
      .json;
    if (state) sql(`update artifacts set ${state} where id = '${uuidOf(id)}'`);
    for (const response of [
      await call(stranger.key, "GET", `/artifacts/${id}`),
      await call(stranger.key, "POST", `/artifacts/${id}/share`, {}),
    ]) {
      assertError(response, 403, "forbidden");
      assert.doesNotMatch(response.text, /secret/i);
    }
  }
  assert.equal(
    sql(`select count(*) from share_links l join artifacts a on a.id = l.artifact_id
    where a.account_id = '${uuidOf(owner.account)}' and a.deleted_at is not null`),
    "0",
  );
});

test("an expired or deleted artifact can be read, with its status, but not shared", async () => {
  for (const [column, status, code] of [
    ["expires_at", "expired", "artifact_expired"],
    ["deleted_at", "deleted", "artifact_deleted"],
  ]) {
    const { id } = (await call(owner.key, "POST", "/artifacts", markdown("x"))).json;
    sql(`update artifacts set ${column} = now() where id = '${uuidOf(id)}'`);
    const read = await call(owner.key, "GET", `/artifacts/${id}`);
    assert.equal(read.status, 200);
    assert.equal(read.json.status, status);
    assert.equal("deletedAt" in read.json, status === "deleted");
    assertError(await call(owner.key, "POST", `/artifacts/${id}/share`, {}), 409, code);
  }
});

test("an artifact deleted more than 30 days ago can still be read, but not shared", () =>
  withoutMaintenance(async () => {
    const { id } = (await call(owner.key, "POST", "/artifacts", markdown("x"))).json;
    sql(`update artifacts set deleted_at = now() - interval '31 days' where id = '${uuidOf(id)}'`);
    assert.equal((await call(owner.key, "GET", `/artifacts/${id}`)).json.status, "deleted");
    assertError(await call(owner.key, "POST", `/artifacts/${id}/share`, {}), 409, "artifact_deleted");
  }));

test("the free plan allows 60 calls a minute over all keys, and the 61st is rate_limited", async () => {
  const answers = await withinOneWindow(async () => {
    const { account, key } = newAccount({ plan: "free" });
    const keys = [key, newKey(account)];
    const given = [];
    for (let i = 1; i <= 60; ++i) given.push(await call(keys[i % 2], "GET", "/artifacts/art_x"));
    return [...given, await call(key, "GET", `/artifacts/${artifact}`)];
  });
  const refused = answers.pop();
  answers.forEach(({ status, headers }, i) => {
    assert.equal(status, 404);
    assert.equal(headers["x-ratelimit-limit"], "60");
    assert.equal(headers["x-ratelimit-remaining"], String(59 - i));
  });
  assert.equal(Number(refused.headers["x-ratelimit-reset"]) % 60, 0);
  assertError(refused, 429, "rate_limited", "60");
  assert.equal(refused.headers["x-ratelimit-remaining"], "0");
  assert.ok(Number(refused.headers["retry-after"]) >= 1 && Number(refused.headers["retry-after"]) <= 60);
});

test("concurrent calls never exceed the rate limit", async () => {
  const answers = await withinOneWindow(() => {
    const { key } = newAccount({ requestsPerMinute: 20 });
    return Promise.all(Array.from({ length: 50 }, () => call(key, "POST", "/artifacts", markdown("x"))));
  });
  assert.equal(answers.filter(({ status }) => status === 201).length, 20);
  assert.equal(answers.filter(({ status }) => status === 429).length, 30);
});

test("the pro plan allows 600 calls a minute, the enterprise plan what was agreed", async () => {
  const limitOf = async (account) =>
    (await call(account.key, "GET", "/artifacts/art_x")).headers["x-ratelimit-limit"];
  assert.equal(await limitOf(newAccount({ plan: "pro" })), "600");
  assert.equal(await limitOf(newAccount({ requestsPerMinute: 4321 })), "4321");
});

test("calls without a valid key are counted by address, and guessing keys ends in 429", async () => {
  const guess = `Bearer artk_${"0".repeat(36)}0etOEM`;
  let from;
  const answers = await withinOneWindow(async () => {
    from = ownAddress();
    const given = [];
    for (let i = 1; i <= 60; ++i) given.push(await get(undefined, { from }));
    return [...given, await get(guess, { from })];
  });
  const refused = answers.pop();
  answers.forEach((response, i) => {
    assertError(response, 401, "unauthorized");
    assert.equal(response.headers["x-ratelimit-remaining"], String(59 - i));
  });
  assertError(refused, 429, "rate_limited");
  assertError(await get(undefined, { from: ownAddress() }), 401, "unauthorized");
  assert.equal((await get(`Bearer ${owner.key}`, { from })).status, 200);
});

test("a change of plan takes effect immediately", async () => {
  const { account, key } = newAccount({ plan: "free" });
  assert.equal((await call(key, "GET", "/artifacts/art_x")).headers["x-ratelimit-limit"], "60");
  sql(`update accounts set plan = 'pro' where id = '${uuidOf(account)}'`);
  await until(
    () => call(key, "GET", "/artifacts/art_x"),
    ({ headers }) => headers["x-ratelimit-limit"] === "600",
  );
});

test("only the hash of a key is stored", async () => {
  const key = newKey(owner.account);
  assert.equal((await get(`Bearer ${key}`)).status, 200);
  assert.equal(sql(`select count(*) from api_keys where secret_hash = sha256('${key}')`), "1");
  assert.equal(sql(`select count(*) from api_keys where api_keys::text like '%${key.slice(12)}%'`), "0");
});

test("every kind of response has the request id and the rate limit", async () => {
  for (const response of [
    await call(owner.key, "GET", `/artifacts/${artifact}`),
    await get(undefined, { from: ownAddress() }),
    await call(owner.key, "GET", "/nothing"),
    await call(owner.key, "DELETE", "/artifacts/share"),
    await call(owner.key, "POST", "/artifacts", "{"),
    await call(owner.key, "POST", "/artifacts", "{}", { "content-type": "text/plain" }),
  ])
    assertApiHeaders(response);
});

test("everyone can see that a worker responds, only the host itself what it depends on", async () => {
  const origin = new URL(process.env.BASE_URL).origin;
  const from = ownAddress();
  assert.deepEqual((await request("GET", `${origin}/healthz`, { from })).json, { status: "ok" });
  assert.equal((await request("GET", `${origin}/readyz`, { from })).status, 404);
  assert.deepEqual((await request("GET", `${origin}/readyz`)).json, {
    status: "ok",
    database: "ok",
    redis: "ok",
  });
});
