// Views of very many links that wait in Redis, as after days without maintenance. Adding them to the database takes its
// time, but does not get stuck.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { call, markdown, newAccount, request, share, sql, uuidOf } from "../../service/api_client.mjs";

const { ADMIN, CONFIG, REDIS_SOCKET } = process.env;
// Waited for without blocking this process: all of it may take longer than nginx keeps a connection, and the next
// request must not be sent on one that was closed meanwhile.
const run = promisify(execFile);
const redis = async (...words) => (await run("redis-cli", ["-s", REDIS_SOCKET, ...words])).stdout.trim();

test("the views of 400,000 links are added, while others are counted", async () => {
  const { key } = newAccount();
  const { id, url } = await share(key, markdown("x"));
  for (let i = 0; i < 3; ++i) assert.equal((await request("GET", url)).status, 200);
  for (let first = 0; first < 400_000; first += 1000) {
    await redis(
      "eval",
      `for i = ARGV[1], ARGV[1] + 999 do
         redis.call('HSET', KEYS[1], string.format('shr_0%025d', i), '1700000000000 19675 1 0 0')
       end`,
      "1",
      "views:taken",
      String(first),
    );
  }
  assert.equal((await request("GET", url)).status, 200);
  await run(ADMIN, ["--config", CONFIG, "maintain"]);
  assert.equal(await redis("exists", "views:taken"), "0");
  // Those that were counted meanwhile.
  await run(ADMIN, ["--config", CONFIG, "maintain"]);
  const link = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0];
  assert.equal(link.viewCount, 4);
  assert.equal(sql(`select view_count from share_links where artifact_id = '${uuidOf(id)}'`), "4");
});
