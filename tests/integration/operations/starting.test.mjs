// ./run, as an ordinary user starts the service on a machine.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { until } from "../../service/api_client.mjs";
import { freePort } from "../../service/free_port.mjs";

const program = fileURLToPath(new URL("../../../run", import.meta.url));

function run(...words) {
  const PATH = process.env.PATH.split(":")
    .filter((folder) => !/\/sbin$/.test(folder))
    .join(":");
  return new Promise((resolve) =>
    execFile(program, words, { env: { ...process.env, PATH, LC_ALL: "C.UTF-8" } }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, output: stdout + stderr }),
    ),
  );
}

test("./run starts nginx for a user whose PATH lacks its folder, with state whose path has more bytes than letters", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "artifact-share-run-"));
  // Paths of its sockets would be too long.
  const state = path.join(folder, "é".repeat(35));
  t.after(async () => {
    await run("--stop", "--state", state);
    rmSync(folder, { recursive: true });
  });
  const port = await freePort();
  const { status, output } = await run("--background", "--state", state, "--port", `${port}`);
  assert.equal(status, 0, output);
  assert.match(output, new RegExp(`The service is running at https://localhost:${port}\\.`));
  // Without maintenance, nothing would be found by its text, and no view be counted.
  await until(
    () => readFileSync(path.join(state, "log/maintenance.log"), "utf8"),
    (text) => /artifactsIndexed: \d/.test(text),
  );
});
