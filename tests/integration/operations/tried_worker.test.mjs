// A worker that is tried before others are stopped starts only if it could serve, and says otherwise why; every other
// worker starts all the same, and serves once what it needs is back.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { asEnvironment } from "../../service/settings.mjs";

const { ADMIN, CONFIG, DATABASE_URL } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), "tried-worker-"));
after(() => rmSync(folder, { recursive: true }));

// Runs a worker until it ends or accepts requests, and gives { status, log }: without a status it has started.
function tryWorker(settings, ...words) {
  const program = path.join(path.dirname(ADMIN), "artifact-worker");
  const listen = ["--listen", path.join(folder, "worker.sock")];
  const worker = spawn(program, ["--config", CONFIG, ...listen, ...words], {
    env: { ...process.env, ...asEnvironment({ metrics_folder: "", ...settings }) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return new Promise((resolve) => {
    let log = "";
    let hasStarted = false;
    worker.stderr.on("data", (text) => {
      log += text;
      if (!/"event":"started"/.test(log)) return;
      hasStarted = true;
      worker.kill("SIGTERM");
    });
    worker.once("close", (status) => resolve({ status: hasStarted ? undefined : status, log }));
  });
}

test("a worker that is tried starts where a write would succeed", async () => {
  const { status, log } = await tryWorker({}, "--require-ready");
  assert.equal(status, undefined, log);
});

for (const [what, settings, reason] of [
  [
    "a database whose host does not respond",
    { database_url: "host=127.0.0.1 port=1 dbname=x" },
    /database_url: .*port 1.*refused/i,
  ],
  [
    "a role that may not sign in",
    { database_url: DATABASE_URL.replace(/user=\S+/, "user=nobody_at_all") },
    /database_url: .*role "nobody_at_all" does not exist/,
  ],
  [
    "a database that accepts no writes",
    { database_url: `${DATABASE_URL} options='-c default_transaction_read_only=on'` },
    /database_url does not accept writes/,
  ],
  ["a full database", { max_database_bytes: 1 }, /has reached max_database_bytes/],
  [
    "a Redis that does not respond",
    { redis_url: "unix:///nowhere/redis.sock" },
    /redis_url: No such file or directory/,
  ],
])
  test(`a worker that is tried does not start with ${what}, and says so on one line`, async () => {
    const tried = await tryWorker(settings, "--require-ready");
    assert.equal(tried.status, 1, tried.log);
    assert.match(tried.log, /^artifact-worker: it would not be ready: .*\n$/m);
    assert.match(tried.log, reason);
    assert.doesNotMatch(tried.log, /"event":"started"/);
    assert.equal((await tryWorker(settings)).status, undefined);
  });
