// Runs of maintenance. Those of different test files take turns: a run leaves to another what that one is about to
// change, and can end before it is changed.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const { ADMIN, CONFIG, STATE_DIR } = process.env;
const lock = path.join(STATE_DIR, "maintenance.lock");
const command = [ADMIN, "--config", CONFIG, "maintain", "--json"];
const alone = (words, environment = {}) =>
  execFileSync("flock", [lock, ...words], {
    encoding: "utf8",
    stdio: "pipe",
    env: { ...process.env, ...environment },
  });

// Returns its report.
export const maintain = (environment) => JSON.parse(alone(command, environment));
const maintainHere = () => JSON.parse(execFileSync(command[0], command.slice(1), { encoding: "utf8" }));

// Several runs side by side, which must all succeed.
export function maintainSideBySide(count) {
  const script = `
    for ((i = 0; i < ${count}; ++i)); do "$@" & runs+=($!); done
    for run in "\${runs[@]}"; do wait "$run"; done`;
  alone(["bash", "-ec", script, "maintain", ...command]);
}

// Runs `work` while no other test runs maintenance. `work` is given what maintain() is elsewhere, which would wait for it
// forever. For what maintenance would remove or change before a test has looked at it.
export async function withoutMaintenance(work) {
  const holder = spawn("flock", [lock, "sh", "-c", "echo held; exec cat"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  await once(holder.stdout, "data");
  try {
    return await work(maintainHere);
  } finally {
    holder.stdin.end();
    await once(holder, "exit");
  }
}
