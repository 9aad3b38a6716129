// What artifact-admin check says of the settings of Redis.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "../../service/free_port.mjs";
import { startRedis } from "../../service/own_redis.mjs";
import { asEnvironment } from "../../service/settings.mjs";

const { ADMIN, CONFIG } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), "redis-"));
let redis;
let port;

const cli = (...words) => redis.cli(...words);

before(async () => {
  port = await freePort();
  redis = await startRedis(folder, ["--bind", "127.0.0.1", "--port", String(port), "--save", "300 1"]);
});
after(async () => {
  await redis?.kill();
  rmSync(folder, { recursive: true });
});

// The finding about `subject`.
function finding(subject, url = `unix://${redis.socket}`) {
  const migrations = new URL("../../../db/migrations", import.meta.url).pathname;
  const { stdout } = spawnSync(ADMIN, ["--config", CONFIG, "check", "--json", "--migrations", migrations], {
    encoding: "utf8",
    env: { ...process.env, ...asEnvironment({ redis_url: url, public_base_url: "https://localhost:1" }) },
  });
  return JSON.parse(stdout).find((one) => one.subject === subject);
}

test("a full Redis must refuse commands rather than forget", () => {
  assert.equal(finding("redis memory").verdict, "good");
  cli("config", "set", "maxmemory", "256mb");
  for (const [policy, verdict] of [
    ["noeviction", "good"],
    ["volatile-ttl", "warning"],
    ["volatile-lru", "warning"],
    ["allkeys-lru", "wrong"],
  ]) {
    cli("config", "set", "maxmemory-policy", policy);
    const found = finding("redis memory");
    assert.equal(found.verdict, verdict, found.text);
    if (verdict !== "good")
      assert.match(found.text, new RegExp(`${policy}.*CONFIG SET maxmemory-policy noeviction`));
  }
});

test("a Redis that is nearly full is reported", () => {
  cli("config", "set", "maxmemory-policy", "noeviction");
  cli("set", "large", "x".repeat(100_000));
  const used = Number(/used_memory:(\d+)/.exec(cli("info", "memory"))[1]);
  cli("config", "set", "maxmemory", String(Math.round(used * 1.05)));
  const found = finding("redis memory");
  cli("config", "set", "maxmemory", "0");
  assert.equal(found.verdict, "warning");
  assert.match(found.text, /raise maxmemory/);
});

test("a Redis that writes nothing to disk is reported", () => {
  assert.deepEqual(
    [finding("redis persistence").verdict, finding("redis persistence").text],
    ["good", "snapshots"],
  );
  cli("config", "set", "save", "");
  assert.equal(finding("redis persistence").verdict, "warning");
  cli("config", "set", "appendonly", "yes");
  assert.equal(finding("redis persistence").text, "append-only file");
  cli("config", "set", "appendonly", "no");
});

test("a Redis that does not tell of its settings is no problem", () => {
  cli("acl", "setuser", "share", "on", ">password", "~*", "&*", "+@all", "-info", "-config");
  const url = `redis://share:password@127.0.0.1:${port}`;
  assert.equal(finding("redis", url).verdict, "good");
  assert.equal(finding("redis memory", url), undefined);
  assert.equal(finding("redis persistence", url), undefined);
});
