// A service of a test's own, each process of which may be killed or stopped, as a host has it: PostgreSQL, Redis with
// its append-only file, two workers, nginx, and maintenance every few seconds. What has ended is started again, as
// systemd would.
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { until } from "./api_client.mjs";
import { ownFront } from "./own_worker.mjs";
import { asEnvironment } from "./settings.mjs";
import { withClock } from "./shifted_clock.mjs";

const run = promisify(execFile);
const { ADMIN, CONFIG } = process.env;
const [newest] = readdirSync("/usr/lib/postgresql").sort((one, other) => other - one);
const programs = `/usr/lib/postgresql/${newest}/bin`;
const isRoot = process.getuid() === 0;
// PostgreSQL does not run as root.
const asPostgres = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
const diskMegabytes = 1024;

// The children of a process, by what the kernel says now.
export function childrenOf(pid) {
  const isChild = (name) => {
    try {
      return Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1).split(" ")[1]) === pid;
    } catch {
      return false; // It has ended meanwhile.
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number);
}

// A program that is started again whenever it ends, until it is told to stop.
class Kept {
  #start;
  #stopped = false;
  #running;

  constructor(start) {
    this.#start = start;
    this.#running = this.#keep();
  }
  async #keep() {
    while (!this.#stopped) {
      this.child = this.#start();
      await once(this.child, "exit");
      if (!this.#stopped) await wait(200);
    }
  }
  get pid() {
    return this.child.pid;
  }
  async stop(signal) {
    this.#stopped = true;
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    await this.#running;
  }
}

export class OwnService {
  // Undefined is the right one.
  clock = undefined;
  maintenanceRuns = 0;
  maintenance = undefined;
  workers = [];
  // Whether the database is on a disk of its own, which may be filled.
  hasOwnDisk = false;
  #isOver = false;
  #postgresSettings;
  #environment;

  // Its folder's name begins with `name`. `settings` are those of the service, by their names in its configuration,
  // and `postgres` those of PostgreSQL, besides the ones below.
  constructor(name, { settings = {}, postgres = {} } = {}) {
    this.folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
    this.data = path.join(this.folder, "data");
    this.redisSocket = path.join(this.folder, "redis.sock");
    this.#postgresSettings = postgres;
    this.#environment = {
      ...process.env,
      ...asEnvironment({
        database_url: `host=${this.folder} dbname=postgres user=postgres`,
        redis_url: `unix://${this.redisSocket}`,
        metrics_folder: path.join(this.folder, "metrics"),
        pdf_cache_folder: path.join(this.folder, "pdfs"),
        database_folder: this.data,
        min_free_disk_bytes: 64 << 20,
        removal_grace_days: 7,
        // On a busy machine it may be slow without being broken, and is to count all the same.
        redis_timeout_milliseconds: 1000,
        ...settings,
      }),
    };
  }

  async start() {
    for (const name of ["data", "metrics", "pdfs", "redis"]) mkdirSync(path.join(this.folder, name));
    const size = `size=${diskMegabytes}m`;
    this.hasOwnDisk =
      isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", size, "own-service", this.data]).status === 0;
    if (isRoot) execFileSync("chown", ["postgres:", this.folder, this.data]);
    const words = [`${programs}/initdb`, "-D", this.data, "-A", "trust", "-U", "postgres", "-E", "UTF8"];
    const [program, ...more] = [...asPostgres, ...words, "--locale=C.UTF-8"];
    execFileSync(program, more, { cwd: this.folder, stdio: "ignore" });
    this.postgres = new Kept(() => this.#startPostgres());
    this.redis = new Kept(() => this.#startRedis());
    await until(
      () => spawnSync(`${programs}/psql`, ["-h", this.folder, "-U", "postgres", "-c", "select 1"]).status,
      (status) => status === 0,
    );
    this.admin("migrate", "--migrations", new URL("../../db/migrations", import.meta.url).pathname);
    this.workers = [1, 2].map((number) => new Kept(() => this.#startWorker(number)));
    this.front = await ownFront(
      [1, 2].map((number) => path.join(this.folder, `worker-${number}.sock`)),
      {
        network_limits:
          "connections 1000, large_bodies_of_key 1000, large_bodies 1000, downloads 1000, views_per_minute 100000, sign_ins_per_minute 100000",
      },
    );
    this.#maintaining = this.#maintainAgainAndAgain();
  }
  #maintaining;

  // The folder can be kept, with the logs, the stopped database and Redis's file.
  async stop({ keepsFolder = false } = {}) {
    this.#isOver = true;
    await this.#maintaining;
    if (keepsFolder && this.front)
      execFileSync("cp", ["-r", path.dirname(this.front.accessLog), path.join(this.folder, "nginx")]);
    await this.front?.stop();
    for (const worker of this.workers) await worker.stop("SIGTERM");
    await this.redis?.stop("SIGTERM");
    await this.postgres?.stop("SIGINT");
    if (this.hasOwnDisk) {
      const copy = path.join(this.folder, "copy");
      if (keepsFolder) execFileSync("cp", ["-a", this.data, copy]);
      execFileSync("umount", [this.data]);
      if (keepsFolder) {
        rmdirSync(this.data);
        renameSync(copy, this.data);
      }
    }
    if (!keepsFolder) rmSync(this.folder, { recursive: true });
  }

  #started(name, [program, ...words], environment = this.#environment) {
    const log = openSync(path.join(this.folder, `${name}.log`), "a");
    const child = spawn(program, words, {
      cwd: this.folder,
      env: environment,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    return child;
  }
  #startPostgres() {
    // The user is changed first, as what libfaketime shares with its children belongs to whoever begins.
    const clock = Object.entries(withClock(this.clock)).map(([name, value]) => `${name}=${value}`);
    const settings = {
      listen_addresses: "",
      max_connections: 60,
      shared_buffers: "32MB",
      max_wal_size: "64MB",
      // It is killed, not the machine, so what was handed to the kernel is kept.
      fsync: "off",
      ...this.#postgresSettings,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const server = [`${programs}/postgres`, "-D", this.data, "-k", this.folder, ...options];
    return this.#started("postgres", [...asPostgres, "env", ...clock, ...server]);
  }
  #startRedis() {
    const words = ["--port", "0", "--unixsocket", this.redisSocket, "--save", "", "--appendonly", "yes"];
    return this.#started("redis", ["redis-server", ...words, "--dir", path.join(this.folder, "redis")]);
  }
  #startWorker(number) {
    const socket = path.join(this.folder, `worker-${number}`);
    const listen = ["--listen", `${socket}.sock`, "--listen-pages", `${socket}-pages.sock`];
    const program = path.join(path.dirname(ADMIN), "artifact-worker");
    return this.#started(`worker-${number}`, [program, "--config", CONFIG, ...listen]);
  }

  // Its outcome does not matter while everything breaks; in the end it must succeed.
  async #maintainAgainAndAgain() {
    while (!this.#isOver) {
      await this.maintainOnce();
      await wait(2000);
    }
  }
  async maintainOnce() {
    this.maintenance = this.#started("maintenance", [ADMIN, "--config", CONFIG, "maintain"]);
    const [status] = await once(this.maintenance, "exit");
    this.maintenance = undefined;
    ++this.maintenanceRuns;
    return status;
  }
  log(name) {
    return readFileSync(path.join(this.folder, `${name}.log`), "utf8");
  }

  admin(...words) {
    const options = { encoding: "utf8", env: this.#environment };
    return execFileSync(ADMIN, ["--config", CONFIG, ...words], options).trim();
  }
  // Gives { id, name, key }.
  newAccount(name, ...options) {
    const id = this.admin("account", "add", "--name", name, "--plan", "enterprise", ...options);
    return { id, name, key: this.admin("key", "add", "--account", id, "--name", "Test") };
  }
  // Rows as objects.
  async rows(query) {
    const words = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-At", "-h", this.folder, "-U", "postgres"];
    const statement = `select coalesce(json_agg(answer), '[]') from (${query}) as answer`;
    const options = { encoding: "utf8", maxBuffer: 1 << 30 };
    const { stdout } = await run(`${programs}/psql`, [...words, "-c", statement], options);
    return JSON.parse(stdout);
  }
}
