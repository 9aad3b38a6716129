// The processes of the running stack.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const { STATE_DIR, REDIS_SOCKET } = process.env;
const pids = path.join(STATE_DIR, "pids");

export const pidOf = (name) => Number(readFileSync(path.join(pids, `${name}.pid`), "utf8").split(" ")[0]);
export const socketOf = (name) => path.join(path.dirname(REDIS_SOCKET), `${name}.sock`);
export const workerNames = () =>
  readdirSync(pids)
    .filter((name) => name.startsWith("worker-"))
    .map((name) => name.slice(0, -".pid".length));
