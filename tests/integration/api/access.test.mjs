// Who may call: keys, scopes, accounts, rate limits.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, request, sql, until, uuidOf } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

let owner;
let artifact;
before(async () => {
  owner = newAccount();
  artifact = (await call(owner.key, "POST", "/artifacts", markdown("secret text"))).json.id;
});

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

test("concurrent calls never exceed the rate limit", async () => {
  const answers = await withinOneWindow(() => {
    const { key } = newAccount({ requestsPerMinute: 20 });
    return Promise.all(Array.from({ length: 50 }, () => call(key, "POST", "/artifacts", markdown("x"))));
  });
  assert.equal(answers.filter(({ status }) => status === 201).length, 20);
  assert.equal(answers.filter(({ status }) => status === 429).length, 30);
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
  assertError(refused, 429, "rate_limited", "try again in ");
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
