// The severity of what the programs write to systemd's journal, by which `journalctl -p warning` shows an outage.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { ownWorker, workerProgram } from "../../service/own_worker.mjs";
import { until } from "../../service/api_client.mjs";
import { asEnvironment } from "../../service/settings.mjs";

const { ADMIN, CONFIG } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), "severities-"));
after(() => rmSync(folder, { recursive: true }));

// Runs a program as systemd does, which names the socket that standard error is.
const inJournal = path.join(folder, "in-journal");
writeFileSync(
  inJournal,
  `#!/bin/sh
JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2) exec "$PROGRAM" "$@"
`,
  { mode: 0o755 },
);
const run = (program, words, settings = {}, wrapper = inJournal) =>
  spawnSync(wrapper, words, {
    env: { ...process.env, PROGRAM: program, ...asEnvironment(settings) },
    encoding: "utf8",
  }).stderr;

test("why a program fails is an error, and has no prefix outside the journal", () => {
  const admin = ["--config", "/nowhere", "account", "list"];
  assert.match(run(ADMIN, admin), /^<3>artifact-admin: .*\/nowhere/);
  assert.match(run(ADMIN, admin, {}, ADMIN), /^artifact-admin: .*\/nowhere/);
  const worker = ["--config", CONFIG, "--listen", path.join(folder, "worker.sock")];
  assert.match(run(workerProgram, worker, { threads: 0 }), /^<3>artifact-worker: .*threads/);
});

test("a lost Redis is a warning, a server error an error, and all else information", async (t) => {
  const worker = await ownWorker(
    { threads: 1, redis_url: "unix:///nowhere", redis_timeout_milliseconds: 100 },
    { PROGRAM: workerProgram },
    { program: inJournal },
  );
  t.after(() => worker.stop());
  const more = { HTTP_AUTHORIZATION: `Bearer artk_${"x".repeat(40)}` };
  await worker.ask("GET", "/healthz");
  await worker.ask("GET", "/nothing");
  await worker.ask("GET", "/api/account", { more });
  await worker.ask("GET", "/readyz");
  const severities = (pattern) =>
    worker
      .log()
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => line.slice(0, 3));
  await until(() => severities(/"status":503/).length, Boolean);
  assert.deepEqual(severities(/"event":"started"/), ["<6>"]);
  assert.deepEqual(
    severities(/"status":(200|4..)/).filter((one) => one !== "<6>"),
    [],
  );
  assert.ok(severities(/"status":404/).length > 0);
  assert.deepEqual(severities(/"status":503/), ["<3>"]);
  assert.deepEqual(severities(/"event":"redis_lost"/), ["<4>"]);
  for (const line of worker.log().split("\n").filter(Boolean)) assert.match(line, /^<[346]>\{/);
});
