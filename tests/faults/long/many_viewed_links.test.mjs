// Views of very many links that wait in Redis, as an earlier version of the service has left them: one hash
// without bounds. Folding them takes its time, but does not get stuck.
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

test("the views of 400,000 links are folded, while others are counted", async () => {
  const { key } = newAccount();
  const { id, url } = await share(key, markdown("x"));
  for (let i = 0; i < 3; ++i) assert.equal((await request("GET", url)).status, 200);
  for (let first = 0; first < 400000; first += 20000) {
    await redis(
      "eval",
      `for i = ARGV[1], ARGV[1] + 19999 do
         local link = string.format('shr_0%025d', i)
         redis.call('HINCRBY', KEYS[1], link, 1)
         redis.call('HSET', KEYS[1], link .. ':last', 1700000000000)
       end`,
      "1",
      "views",
      String(first),
    );
  }
  assert.ok(Number(await redis("hlen", "views")) > 800000);
  assert.equal((await request("GET", url)).status, 200);
  await run(ADMIN, ["--config", CONFIG, "maintain"]);
  const link = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0];
  assert.equal(link.viewCount, 4);
  assert.equal(sql(`select view_count from share_links where artifact_id = '${uuidOf(id)}'`), "4");
  assert.equal(await redis("hexists", "views", `shr_0${"1".padStart(25, "0")}`), "0");
});
