// A Redis of a test's own, for what the one of the service does not have, or must not suffer.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { until } from "./api_client.mjs";

// Starts it with these arguments, its socket and its data in the folder, and waits until it answers. Gives
// { socket, process, isGone, cli, kill }; cli() gives what it answers to a command.
export async function startRedis(folder, words, { password } = {}) {
  const socket = path.join(folder, "redis.sock");
  const options = { encoding: "utf8", env: { ...process.env, REDISCLI_AUTH: password } };
  const cli = (...command) => execFileSync("redis-cli", ["-s", socket, ...command], options).trim();
  const server = spawn("redis-server", [...words, "--unixsocket", socket, "--dir", folder], {
    stdio: "ignore",
  });
  const isGone = () => server.exitCode !== null || server.signalCode !== null;
  // One that cannot write its snapshot would not end by itself.
  async function kill() {
    if (isGone()) return;
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  }
  try {
    await until(
      () => spawnSync("redis-cli", ["-s", socket, "ping"], options).stdout,
      (answer) => answer === "PONG\n",
    );
  } catch (error) {
    await kill();
    throw error;
  }
  return { socket, process: server, isGone, cli, kill };
}
