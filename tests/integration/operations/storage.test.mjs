// What is kept, and where: artifacts and links in PostgreSQL, counters in Redis, secrets nowhere.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  origin,
  request,
  share,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertFields } from "../../service/contract_assertions.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { linkOf, takeApart, tokenOf } from "../../service/share_token_forge.mjs";

const { DATABASE_URL, REDIS_SOCKET } = process.env;
let account;
let key;
before(() => ({ account, key } = newAccount()));

const redis = (...words) =>
  execFileSync("redis-cli", ["-s", REDIS_SOCKET, ...words], { encoding: "utf8", maxBuffer: 1 << 28 }).trim();
const row = (query) => JSON.parse(sql(`select row_to_json(r) from (${query}) r`));

test("PostgreSQL stores an artifact byte for byte, with the times that were returned", async () => {
  const content = '{ "text" : "é\\u00e9😀", "n":1.0 }';
  const { json } = await call(
    key,
    "POST",
    "/artifacts",
    `{"template":"markdown","title":"T","content":${content},"expiresIn":"1h"}`,
  );
  const stored = row(
    `select account_id, template, title, content, created_at, expires_at, deleted_at from artifacts where id = '${uuidOf(json.id)}'`,
  );
  assert.equal(stored.account_id, uuidOf(account));
  assert.equal(stored.template, "markdown");
  assert.equal(stored.title, "T");
  assert.equal(stored.content, content);
  assert.equal(Date.parse(stored.created_at), Date.parse(json.createdAt));
  assert.equal(Date.parse(stored.expires_at), Date.parse(json.expiresAt));
  assert.equal(stored.deleted_at, null);
});

test("PostgreSQL stores a link with its artifact, and its token names the link", async () => {
  const made = await share(key, markdown("x", { expiresIn: "1h", maxViews: 5 }));
  const { kid, signed } = takeApart(tokenOf(made.url));
  const stored = row(`select * from share_links where id = '${uuidOf(linkOf(made.url))}'`);
  assert.equal(stored.artifact_id, uuidOf(made.id));
  assert.equal(Date.parse(stored.expires_at), Date.parse(made.expiresAt));
  assert.equal(stored.revoked_at, null);
  assert.equal(stored.signing_key_id, kid);
  assert.ok(!JSON.stringify(stored).includes(signed));
});

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

test("neither store holds a key, a token, a cookie or a password", async () => {
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

  // All but the artifacts themselves, which are what clients make them.
  const database = execFileSync(
    "pg_dump",
    ["--data-only", "--exclude-table-data=artifacts", `--dbname=${DATABASE_URL}`],
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
  ];
  for (const secret of secrets) {
    assert.ok(!database.includes(secret), `the database holds ${secret}`);
    assert.ok(!counters.includes(secret), `Redis holds ${secret}`);
  }
});

test("create and share writes both or neither", async () => {
  const beforehand = row(`select count(*) from artifacts where account_id = '${uuidOf(account)}'`).count;
  const made = await Promise.all(Array.from({ length: 20 }, () => share(key, markdown("x"))));
  const after = row(`select count(*) from artifacts where account_id = '${uuidOf(account)}'`).count;
  assert.equal(after - beforehand, 20);
  const linked = row(
    `select count(distinct artifact_id) from share_links where artifact_id in (${made.map(({ id }) => `'${uuidOf(id)}'`).join(",")})`,
  ).count;
  assert.equal(linked, 20);
});

test("ids increase with time, so that later rows sort later", async () => {
  const ids = [];
  for (let i = 0; i < 10; ++i) {
    const { json } = await call(key, "POST", "/artifacts", markdown("x"));
    assertFields(json, "id", "template", "title", "status", "createdAt");
    const bits = uuidOf(json.id).replaceAll("-", "");
    assert.equal(bits[12], "7", "UUID version 7");
    assert.match(bits[16], /[89ab]/, "the variant of RFC 9562");
    assert.equal(Math.abs(parseInt(bits.slice(0, 12), 16) - Date.parse(json.createdAt)) < 5000, true);
    ids.push(parseInt(bits.slice(0, 12), 16));
  }
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => a - b),
  );
});
