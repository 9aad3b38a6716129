// Whether a worker runs what is installed: its program, its settings and its keys, as /metrics says it. If not, the next
// start of the host may fail.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { withoutMaintenance } from "../../service/maintenance.mjs";
import { ownWorker, workerProgram } from "../../service/own_worker.mjs";
import { readPrometheusText, total } from "../../service/prometheus_text.mjs";
import { asEnvironment } from "../../service/settings.mjs";

const { ADMIN, CONFIG } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), "installed-"));
const program = path.join(folder, "artifact-worker");
const config = path.join(folder, "artifact-share.conf");
const keys = path.join(folder, "keys");
const metricsFolder = path.join(folder, "metrics");
const newKey = () => `k1 ${randomBytes(32).toString("base64")}\n`;
const settings = { signing_keys_file: keys, metrics_folder: metricsFolder };

let worker;
before(async () => {
  copyFileSync(workerProgram, program);
  copyFileSync(CONFIG, config);
  writeFileSync(keys, newKey(), { mode: 0o600 });
  mkdirSync(metricsFolder);
  worker = await ownWorker(settings, {}, { program, config });
});
after(async () => {
  await worker?.stop();
  rmSync(folder, { recursive: true });
});

const metrics = async () => readPrometheusText((await worker.ask("GET", "/metrics")).text);
const isOutdated = async () => total(await metrics(), "artifact_share_worker_outdated");

// Whether it is outdated after a change, which is taken back.
async function outdatedAfter(file, change) {
  const earlier = path.join(folder, "earlier");
  linkSync(file, earlier);
  const text = readFileSync(file);
  rmSync(file);
  change(text);
  const outdated = await isOutdated();
  renameSync(earlier, file);
  assert.equal(await isOutdated(), 0);
  return outdated;
}

test("a worker that runs what is installed says so", async () => {
  assert.equal(await isOutdated(), 0);
});

test("a worker tells that the settings on the disk are others, or cannot be loaded", async () => {
  for (const line of ["\nlog_sample = 7\n", "\nno_such_setting = 1\n"]) {
    const changed = (text) => writeFileSync(config, text + line);
    assert.equal(await outdatedAfter(config, changed), 1, line);
  }
  assert.equal(await outdatedAfter(config, () => {}), 1);
  // A comment changes nothing.
  assert.equal(await outdatedAfter(config, (text) => writeFileSync(config, `${text}\n# a comment\n`)), 0);
});

test("a worker tells that the keys on the disk are others", async () => {
  assert.equal(await outdatedAfter(keys, () => writeFileSync(keys, newKey(), { mode: 0o600 })), 1);
});

test("a worker tells that its program was replaced by another build, or is gone", async () => {
  assert.equal(await outdatedAfter(program, () => copyFileSync(ADMIN, program)), 1);
  assert.equal(await outdatedAfter(program, () => {}), 1);
  // The same build, installed again.
  assert.equal(await outdatedAfter(program, () => copyFileSync(workerProgram, program)), 0);
});

test("a worker with keys of its own learns from maintenance that those on the disk are others", async () => {
  const maintain = (keysFile) =>
    withoutMaintenance(() =>
      execFileSync(ADMIN, ["--config", config, "maintain"], {
        env: { ...process.env, ...asEnvironment({ ...settings, signing_keys_file: keysFile }) },
        stdio: "pipe",
      }),
    );
  const others = path.join(folder, "others");
  writeFileSync(others, newKey(), { mode: 0o600 });
  await maintain(others);
  assert.equal(await isOutdated(), 1);
  await maintain(keys);
  assert.equal(await isOutdated(), 0);
});

test("the version says which build it is", async () => {
  const version = (name) => execFileSync(name, ["--version"], { encoding: "utf8" });
  const [, build] = /^artifact-worker \d+\.\d+\.\d+ \(build ([0-9a-f]{12})\)\n$/.exec(version(program));
  assert.match(version(ADMIN), /^artifact-admin \d+\.\d+\.\d+ \(build [0-9a-f]{12}\)\n$/);
  const [sample] = (await metrics()).get("artifact_share_build_info").samples;
  assert.equal(sample.labels.build, build);
});
