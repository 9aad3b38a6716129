// A call with an Idempotency-Key that is sent until it succeeds takes effect once, whatever breaks.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { call, markdown, newAccount, share, sql, uuidOf } from "../service/api_client.mjs";

// Ends every connection of the service to its database, whatever it is doing.
const breakConnections = () =>
  sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'artifact-share' and pid <> pg_backend_pid()`);

test("calls repeated over broken database connections create each artifact once", async () => {
  const { account, key } = newAccount();
  const rows = () => Number(sql(`select count(*) from artifacts where account_id = '${uuidOf(account)}'`));
  const statuses = new Map();
  async function createOnce(number) {
    const headers = { "idempotency-key": randomUUID() };
    for (;;) {
      const body = markdown(`document ${number}`);
      const response = await call(key, "POST", "/artifacts", body, headers);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (response.status === 201) return response.json.id;
      assert.ok([503, 409].includes(response.status), response.text);
    }
  }
  let breaking = true;
  const breaker = (async () => {
    // Until it has been met by calls a few times.
    while (breaking) {
      breakConnections();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  })();
  const ids = [];
  try {
    for (let round = 0; round < 20 || (statuses.get(503) ?? 0) < 5; ++round)
      ids.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => createOnce(round * 10 + i)))));
  } finally {
    breaking = false;
    await breaker;
  }
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(rows(), ids.length);
});

test("a link created while connections break is complete or absent", async () => {
  const { account, key } = newAccount();
  let made = 0;
  for (let round = 0; round < 20; ++round) {
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        share(key, markdown("x")).then(
          () => true,
          () => false,
        ),
      ),
      breakConnections(),
    ]);
    made += answers.filter((answer) => answer === true).length;
  }
  const artifacts = `select id from artifacts where account_id = '${uuidOf(account)}'`;
  const links = `select artifact_id from share_links where artifact_id in (${artifacts})`;
  assert.equal(sql(`${artifacts} except ${links}`), "");
  assert.ok(Number(sql(`select count(*) from (${links}) as links`)) >= made);
});
