// What artifact-admin check says of the settings of Redis.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { until } from "../../service/api_client.mjs";

const { ADMIN, CONFIG } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), "redis-"));
const socket = path.join(folder, "redis.sock");
const data = path.join(folder, "data");
mkdirSync(data);
let redis;
let port;

async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port: free } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return free;
}

const cli = (...words) => execFileSync("redis-cli", ["-s", socket, ...words], { encoding: "utf8" }).trim();

before(async () => {
  port = await freePort();
  const words = [
    "--bind",
    "127.0.0.1",
    "--port",
    String(port),
    "--unixsocket",
    socket,
    "--dir",
    data,
    "--save",
    "300 1",
  ];
  redis = spawn("redis-server", words, { stdio: "ignore" });
  await until(
    () => spawnSync("redis-cli", ["-s", socket, "ping"]).status,
    (status) => status === 0,
  );
});
after(async () => {
  // One that cannot write its snapshot would not end by itself.
  redis.kill("SIGKILL");
  await new Promise((resolve) => redis.once("exit", resolve));
  rmSync(folder, { recursive: true });
});

// The finding about `subject`.
function finding(subject, url = `unix://${socket}`) {
  const migrations = new URL("../../../db/migrations", import.meta.url).pathname;
  const { stdout } = spawnSync(ADMIN, ["--config", CONFIG, "check", "--json", "--migrations", migrations], {
    encoding: "utf8",
    env: {
      ...process.env,
      ARTIFACT_SHARE_REDIS_URL: url,
      ARTIFACT_SHARE_PUBLIC_BASE_URL: "https://localhost:1",
    },
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
