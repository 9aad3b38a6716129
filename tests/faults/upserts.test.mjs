// Artifacts that are put by their external ids while connections to the database break.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { call, markdown, newAccount, sql, uuidOf } from "../service/api_client.mjs";

// Ends every connection of the service to its database, whatever it is doing.
const breakConnections = () =>
  sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'artifact-share' and pid <> pg_backend_pid()`);

test("PUT repeated over broken connections leaves one artifact with one link", async () => {
  const { account, key } = newAccount();
  const externalIds = Array.from({ length: 5 }, () => randomUUID());
  const statuses = new Map();
  async function put(externalId, number) {
    const body = markdown(`text ${number}`, { title: `title ${number}`, share: { expiresIn: "7d" } });
    for (;;) {
      const { status, json, text } = await call(key, "PUT", `/artifacts/ext:${externalId}`, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 300) return json;
      assert.equal(status, 503, text);
    }
  }
  let breaking = true;
  const breaker = (async () => {
    while (breaking) {
      breakConnections();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  })();
  const urls = new Map(externalIds.map((id) => [id, new Set()]));
  try {
    for (let round = 0; round < 20 || (statuses.get(503) ?? 0) < 5; ++round)
      await Promise.all(externalIds.map(async (id) => urls.get(id).add((await put(id, round)).share.url)));
  } finally {
    breaking = false;
    await breaker;
  }

  assert.equal(
    sql(`select count(*) || ' ' || count(distinct external_id) from artifacts
          where account_id = '${uuidOf(account)}'`),
    "5 5",
  );
  for (const id of externalIds) {
    assert.equal(urls.get(id).size, 1, "the URL has stayed the same");
    const artifact = (await call(key, "GET", `/artifacts/ext:${id}`)).json;
    const links = (await call(key, "GET", `/artifacts/${artifact.id}/shares`)).json.data;
    assert.deepEqual(new Set(links.map(({ url }) => url)), urls.get(id));
    assert.equal(artifact.content.text.replace("text", "title"), artifact.title);
  }
});
