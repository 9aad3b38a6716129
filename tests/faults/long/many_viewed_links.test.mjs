// Views of very many links that wait in Redis, as an earlier version of the service has left them: one hash
// without bounds. Folding them takes its time, but does not get stuck.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { admin, call, markdown, newAccount, request, share, sql, uuidOf } from "../../service/api_client.mjs";

const redis = (...words) =>
  execFileSync("redis-cli", ["-s", process.env.REDIS_SOCKET, ...words], { encoding: "utf8" }).trim();

test("the views of 400,000 links are folded, while others are counted", async () => {
  const { key } = newAccount();
  const { id, url } = await share(key, markdown("x"));
  for (let i = 0; i < 3; ++i) assert.equal((await request("GET", url)).status, 200);
  for (let first = 0; first < 400000; first += 20000) {
    redis(
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
  assert.ok(Number(redis("hlen", "views")) > 800000);
  assert.equal((await request("GET", url)).status, 200);
  admin("maintain");
  const link = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0];
  assert.equal(link.viewCount, 4);
  assert.equal(sql(`select view_count from share_links where artifact_id = '${uuidOf(id)}'`), "4");
  assert.equal(redis("hexists", "views", `shr_0${"1".padStart(25, "0")}`), "0");
});
