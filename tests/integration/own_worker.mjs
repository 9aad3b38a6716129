// A worker with settings of its own, beside those of the service, on the same database.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "./api_client.mjs";
import { ask } from "./fastcgi_client.mjs";

// `settings` by the names of their environment variables. Gives a function that asks the worker as
// nginx does, and one that stops it.
export async function startWorker(settings) {
  const folder = mkdtempSync(path.join(tmpdir(), "own-worker-"));
  const socket = path.join(folder, "worker.sock");
  const program = path.join(path.dirname(process.env.ADMIN), "artifact-worker");
  const worker = spawn(program, ["--config", process.env.CONFIG, "--listen", socket], {
    env: { ...process.env, ARTIFACT_SHARE_METRICS_FOLDER: "", ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => worker.on("exit", resolve));
  await until(() => existsSync(socket), Boolean);
  return {
    ask: (method, uri, options) => ask(socket, method, uri, options),
    async stop() {
      worker.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
