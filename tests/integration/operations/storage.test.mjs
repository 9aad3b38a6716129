// What is kept, and where: artifacts and links in PostgreSQL, counters in Redis, secrets nowhere.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  origin,
  redis,
  request,
  share,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { newUser, password as ownPassword } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { turnOnSecondFactor } from "../../service/second_factor.mjs";
import { takeApart, tokenOf } from "../../service/share_token_forge.mjs";

test("counts calls in Redis, in a counter per account that expires", async () => {
  const limited = newAccount({ requestsPerMinute: 50 });
  const first = await call(limited.key, "GET", "/artifacts");
  const second = await call(limited.key, "GET", "/artifacts");
  const names = redis("--scan", "--pattern", `*${limited.account}*`).split("\n").filter(Boolean);
  assert.ok(names.length >= 1, "Redis holds a counter with the account's id");
  const counts = names.map((name) => Number(redis("get", name)));
  // Should the minute have turned between the calls, there are two counters.
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    2,
  );
  if (first.headers["x-ratelimit-reset"] === second.headers["x-ratelimit-reset"])
    assert.equal(Number(second.headers["x-ratelimit-remaining"]), 48);
  for (const name of names) assert.ok(Number(redis("ttl", name)) > 0, `${name} ends`);
});

test("the count in Redis decides", async () => {
  const limited = newAccount({ requestsPerMinute: 1000 });
  // Until a call and what is done to its counter have happened within one minute.
  await until(async () => {
    const { headers } = await call(limited.key, "GET", "/artifacts");
    for (const name of redis("--scan", "--pattern", `*${limited.account}*`).split("\n").filter(Boolean))
      redis("incrby", name, "2000");
    return (
      headers["x-ratelimit-reset"] ===
      (await call(limited.key, "GET", "/artifacts")).headers["x-ratelimit-reset"]
    );
  }, Boolean);
  assert.equal((await call(limited.key, "GET", "/artifacts")).status, 429);
});

test("neither store holds a key, a token, a cookie, a password or a second factor", async () => {
  const canary = newAccount();
  const password = `canary password ${Math.random()}`;
  const { url } = await share(canary.key, markdown("x", { password }));
  const wrong = `wrong ${password}`;
  await request("GET", url, { headers: { "x-share-password": wrong }, from: ownAddress() });
  const unlocked = await request("POST", url, {
    body: `password=${encodeURIComponent(password)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    from: ownAddress(),
  });
  assert.equal(unlocked.status, 303);
  const cookie = unlocked.headers["set-cookie"][0].split(";")[0].split("=")[1];
  assert.equal(
    (
      await request("GET", `${origin}/api/artifacts/art_x`, {
        headers: { authorization: `Bearer ${canary.key}` },
      })
    ).status,
    404,
  );

  const { visitor } = await newUser();
  const { secret, text } = await turnOnSecondFactor(visitor);
  const codes = /<code id="codes">([^<]*)<\/code>/.exec(text)[1].trim().split("\n");

  // All but the artifacts themselves, which are what clients make them.
  const database = execFileSync(
    "pg_dump",
    ["--data-only", "--exclude-table-data=artifacts", `--dbname=${process.env.DATABASE_URL}`],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const names = redis("--scan").split("\n").filter(Boolean);
  const dump =
    "local all = {} for i, name in ipairs(KEYS) do all[i] = redis.call('DUMP', name) end return all";
  const counters = names.join("\n") + redis("eval", dump, String(names.length), ...names);
  assert.ok(database.includes(uuidOf(canary.account)) && names.length > 0);
  const secrets = [
    canary.key,
    canary.key.slice(12),
    tokenOf(url),
    takeApart(tokenOf(url)).signed,
    cookie,
    password,
    encodeURIComponent(password),
    wrong,
    ownPassword,
    visitor.cookie("__Host-session"),
    secret,
    ...codes,
    codes[0].replaceAll("-", ""),
  ];
  for (const one of secrets) {
    assert.ok(!database.includes(one), `the database holds ${one}`);
    assert.ok(!counters.includes(one), `Redis holds ${one}`);
  }
});
