// For bench/peers/run: how long a worker takes from its start until it has answered GET /artifacts/{id}.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ask } from "../tests/service/fastcgi_client.mjs";

const [program, config, artifact, rounds] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), "bench-start-"));
const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const times = [];
for (let round = 0; round < Number(rounds); ++round) {
  const socket = path.join(folder, `${round}.sock`);
  const begun = performance.now();
  const worker = spawn(
    program,
    ["--config", config, "--listen", socket, "--listen-pages", `${socket}.pages`],
    {
      env: { ...process.env, ARTIFACT_SHARE_METRICS_FOLDER: "" },
      stdio: "ignore",
    },
  );
  for (;;) {
    try {
      const answer = await ask(socket, "GET", `/artifacts/${artifact}`, {
        more: { HTTP_AUTHORIZATION: `Bearer ${process.env.API_KEY}` },
      });
      if (answer.status !== 200) throw Object.assign(new Error(`status ${answer.status}`), { isFinal: true });
      break;
    } catch (error) {
      if (error.isFinal) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  times.push(performance.now() - begun);
  const ended = new Promise((resolve) => worker.once("close", resolve));
  worker.kill("SIGKILL");
  await ended;
}
rmSync(folder, { recursive: true, force: true });
console.log(
  `first answer of a worker: median ${middle(times).toFixed(0)} ms, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms of ${rounds}`,
);
