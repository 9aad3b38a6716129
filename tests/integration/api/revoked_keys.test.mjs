// A key that is revoked or expires is dead for the very next request, on every worker.
import assert from "node:assert/strict";
import { test } from "node:test";
import { admin, newAccount, redis, request, sql, until, uuidOf } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

const keyIdOf = (account) => JSON.parse(admin("key", "list", "--account", account, "--json"))[0].id;

// From an address of its own, as refused calls are counted by theirs.
const list = (key, from = ownAddress()) =>
  request("GET", "/artifacts", { from, headers: { authorization: `Bearer ${key}` } });
const many = (key) => {
  const from = ownAddress();
  return Promise.all(Array.from({ length: 50 }, () => list(key, from)));
};

async function warm(key) {
  const answers = await many(key);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
}

test("no request that begins after the revocation is accepted", async () => {
  for (let round = 0; round < 5; ++round) {
    const { account, key } = newAccount();
    await warm(key);
    admin("key", "revoke", keyIdOf(account));
    const answers = await many(key);
    for (const answer of answers) assertError(answer, 401, "unauthorized");
  }
});

test("the mark in Redis alone revokes a key, before PostgreSQL has notified the workers", async () => {
  const { account, key } = newAccount();
  await warm(key);
  redis("set", `revoked:${keyIdOf(account)}`, "1", "EX", "60");
  assertError(await list(key), 401, "unauthorized");
  redis("del", `revoked:${keyIdOf(account)}`);
  assert.equal((await list(key)).status, 200);
});

test("a key is rejected once it expires, even by workers that have just verified it", async () => {
  const { account, key } = newAccount();
  const id = uuidOf(keyIdOf(account));
  sql(`update api_keys set expires_at = now() + interval '1500 ms' where id = '${id}'`);
  const hasExpired = () => sql(`select expires_at <= now() from api_keys where id = '${id}'`) === "t";
  await until(
    async () => {
      const answers = await many(key);
      return hasExpired() || answers.every(({ status }) => status === 200);
    },
    (isReady) => isReady,
  );
  await until(hasExpired, (isOver) => isOver);
  for (const answer of await many(key)) assertError(answer, 401, "unauthorized");
});
