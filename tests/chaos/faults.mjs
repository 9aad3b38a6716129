// What may break. A fault is { name, run(service, random) }: run() has ended when the service may recover, and
// gives false if there was nothing to break.
import { closeSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { childrenOf } from "../service/own_service.mjs";

// A process may have ended meanwhile.
function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
    return false;
  }
}
const anyOf = (random, list) => list[Math.floor(random() * list.length)];
const commandOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

const killed = (name, choose) => ({
  name: `${name} killed`,
  async run(service, random) {
    const pid = anyOf(random, choose(service));
    return pid !== undefined && signal(pid, "SIGKILL");
  },
});
// With all its children, for up to three seconds.
const paused = (name, choose) => ({
  name: `${name} stopped`,
  async run(service, random) {
    const pid = anyOf(random, choose(service));
    if (pid === undefined) return false;
    const pids = [pid, ...childrenOf(pid)];
    try {
      for (const one of pids) signal(one, "SIGSTOP");
      await wait(random() * 3000);
    } finally {
      for (const one of pids) signal(one, "SIGCONT");
    }
    return true;
  },
});

const workers = (service) => service.workers.map(({ pid }) => pid);
const nginxWorkers = (service) => childrenOf(service.front.pid);
const backends = (service) =>
  childrenOf(service.postgres.pid).filter((pid) =>
    /postgres: postgres postgres \[local\]/.test(commandOf(pid)),
  );
const postgres = (service) => [service.postgres.pid];
const redis = (service) => [service.redis.pid];
const maintenance = (service) => (service.maintenance ? [service.maintenance.pid] : []);
const pdfMakers = (service) =>
  workers(service)
    .flatMap(childrenOf)
    .filter((pid) => commandOf(pid).includes("make_pdf"));

// Writes until so many bytes are free, or none.
function fill(file, folder, free) {
  const block = Buffer.alloc(1 << 20);
  const handle = openSync(file, "w");
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      const left = bavail * bsize - free;
      if (left <= 0) return;
      writeSync(handle, block, 0, Math.min(left, block.length));
    }
  } catch (error) {
    if (error.code !== "ENOSPC") throw error;
  } finally {
    closeSync(handle);
  }
}
const diskFull = {
  name: "disk full",
  async run(service, random) {
    if (!service.hasOwnDisk) return false;
    const file = path.join(service.data, "filler");
    try {
      fill(file, service.data, anyOf(random, [0, 0, 32 << 20]));
      await wait(1000 + random() * 2000);
    } finally {
      rmSync(file, { force: true });
    }
    return true;
  },
};

// Of the database's host alone, as it is the database's clock that decides.
const clockStep = {
  name: "clock stepped",
  async run(service, random) {
    service.clock = anyOf(random, [undefined, "+6h", "-6h", "+1h", "-1m"]);
    return signal(service.postgres.pid, "SIGINT");
  },
};

export const faults = [
  killed("worker", workers),
  paused("worker", workers),
  killed("nginx worker", nginxWorkers),
  paused("nginx worker", nginxWorkers),
  killed("PostgreSQL backend", backends),
  killed("PostgreSQL", postgres),
  paused("PostgreSQL", postgres),
  killed("Redis", redis),
  paused("Redis", redis),
  killed("maintenance", maintenance),
  killed("PDF maker", pdfMakers),
  diskFull,
  clockStep,
];
