// What a service uses, from outside: by the kernel, by PostgreSQL and by Redis.
import { execFile } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { promisify } from "node:util";
import { childrenOf } from "../service/own_service.mjs";

const run = promisify(execFile);

// What `read` gives of a process, or undefined if that has ended: whether it may, the caller knows.
function ifAlive(read) {
  try {
    return read();
  } catch (error) {
    if (!["ENOENT", "ESRCH"].includes(error.code)) throw error;
    return undefined;
  }
}
// In MiB. One that has ended, and that nobody has waited for, has none.
const residentMemoryOf = (pid) =>
  ifAlive(() => {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return found ? Number(found[1]) / 1024 : undefined;
  });
// Of a worker: { kept, others }, the connections of nginx, which are more or fewer by the load, and all else.
function descriptorsOf(pid, socketsOfNginx) {
  let kept = 0;
  let others = 0;
  for (const name of ifAlive(() => readdirSync(`/proc/${pid}/fd`)) ?? []) {
    const target = ifAlive(() => readlinkSync(`/proc/${pid}/fd/${name}`));
    if (target === undefined) continue; // It was closed meanwhile.
    if (socketsOfNginx.has(target)) ++kept;
    else ++others;
  }
  return { kept, others };
}
// Sockets of the service's folder that were accepted have the path of the one that listened. Those of PostgreSQL and Redis
// are on the other side, which has none.
function socketsOf(folder) {
  const lines = readFileSync("/proc/net/unix", "utf8").split("\n");
  const fields = lines.map((line) => line.trim().split(/\s+/));
  const own = fields.filter(([, , , , , , , path]) => path?.startsWith(`${folder}/worker-`));
  return new Set(own.map(([, , , , , , inode]) => `socket:[${inode}]`));
}

// Memory in MiB, descriptors and connections, by name.
export async function momentOf(service) {
  const moment = {};
  const sockets = socketsOf(service.folder);
  service.workers.forEach(({ pid }, i) => {
    const { kept, others } = descriptorsOf(pid, sockets);
    moment[`memory of worker ${i + 1}, MiB`] = residentMemoryOf(pid);
    moment[`descriptors of worker ${i + 1}`] = others;
    moment[`kept connections to worker ${i + 1}`] = kept;
  });
  const nginx = childrenOf(service.front.pid);
  nginx.forEach((pid, i) => {
    moment[`memory of nginx worker ${i + 1}, MiB`] = residentMemoryOf(pid);
  });
  // Not the one that asks.
  const [{ count }] = await service.rows(
    "select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  moment["connections of PostgreSQL"] = count;
  const { stdout } = await run("redis-cli", ["-s", service.redisSocket, "info"]);
  const told = (name) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(stdout)[1]);
  moment["connections of Redis"] = told("connected_clients");
  moment["memory of Redis, MiB"] = told("used_memory") / 2 ** 20;
  return moment;
}

// These keep what happened for as long as they are configured to, so what must be flat is the size of a row.
const growingByDesign = ["audit_events", "idempotent_requests"];

// { sizes, rows }: KiB of each table with its indexes, and bytes a row of those that grow by design.
export async function tablesOf(service) {
  const tables = await service.rows(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const found = { sizes: {}, rows: {} };
  for (const { name, bytes } of tables) {
    if (!growingByDesign.includes(name)) {
      found.sizes[name] = bytes / 1024;
      continue;
    }
    const [{ count }] = await service.rows(`select count(*) from ${name}`);
    if (count > 0) found.rows[name] = bytes / count;
  }
  return found;
}
