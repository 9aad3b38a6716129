// A worker process of a test's own, with other settings than the service has.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "./api_client.mjs";
import { ask } from "./fastcgi_client.mjs";

const { ADMIN, CONFIG } = process.env;

// Starts it for as long as the test runs. Gives ask() of fastcgi_client.mjs without its socket.
export async function ownWorker(t, settings) {
  const folder = mkdtempSync(path.join(tmpdir(), "artifact-share-"));
  const socket = path.join(folder, "worker.sock");
  // What it counts is none of the service's.
  const environment = { ...process.env, ARTIFACT_SHARE_METRICS_FOLDER: "" };
  for (const [name, value] of Object.entries(settings))
    environment[`ARTIFACT_SHARE_${name.toUpperCase()}`] = value;
  const program = path.join(path.dirname(ADMIN), "artifact-worker");
  const worker = spawn(program, ["--config", CONFIG, "--listen", socket], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => worker.on("exit", resolve));
  t.after(async () => {
    worker.kill();
    assert.equal(await ended, 0);
    rmSync(folder, { recursive: true });
  });
  await until(() => existsSync(socket), Boolean);
  return (...request) => ask(socket, ...request);
}
