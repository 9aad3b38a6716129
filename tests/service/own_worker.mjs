// A worker, and an nginx, of a test's own, over the database and Redis of the service: for settings that
// the service under test does not have.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { origin, until } from "./api_client.mjs";
import { ask } from "./fastcgi_client.mjs";
import { freePort } from "./free_port.mjs";
import { asEnvironment } from "./settings.mjs";

const source = fileURLToPath(new URL("../..", import.meta.url));
const isGone = (child) => child.exitCode !== null || child.signalCode !== null;

// Its folder is removed when it has been stopped. untilReady() stops it if it does not get ready.
function started(name, folder, [program, ...words], environment = {}) {
  const child = spawn(program, words, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (data) => {
    log += data;
    process.stderr.write(data);
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    if (!isGone(child)) child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  async function untilReady(isReady) {
    try {
      await until(async () => isGone(child) || (await isReady()), Boolean);
      if (isGone(child)) throw new Error(`${name} did not start: ${log}`);
    } catch (error) {
      await stop();
      throw error;
    }
  }
  return { child, log: () => log, stop, untilReady };
}

export const workerProgram = path.join(path.dirname(process.env.ADMIN), "artifact-worker");

// A worker has a second socket, for pages.
const pageSocketOf = (socket) => socket.replace(/\.sock$/, "-pages.sock");

// Whether somebody listens on a socket, which its file alone does not say.
const listens = (socket) =>
  new Promise((resolve) => {
    const connection = net.connect(socket);
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
    connection.once("error", () => resolve(false));
  });

// Gives { socket, pageSocket, pid, ask, log, stop }; ask() is that of fastcgi_client.mjs without its socket, log() gives
// what it has logged so far. `more` of its environment is a clock, for example; `files` are its program and its
// configuration, if they are not those of the service.
export async function ownWorker(settings = {}, more = {}, files = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "worker-"));
  const socket = path.join(folder, "worker.sock");
  // As patient with PostgreSQL and Redis as the service under test.
  const environment = asEnvironment({
    metrics_folder: "",
    database_timeout_milliseconds: 5000,
    redis_timeout_milliseconds: 1000,
    ...settings,
  });
  Object.assign(environment, more);
  const { program = workerProgram, config = process.env.CONFIG } = files;
  const listen = ["--listen", socket, "--listen-pages", pageSocketOf(socket)];
  const words = [program, "--config", config, ...listen];
  const worker = started("the worker", folder, words, environment);
  await worker.untilReady(async () => (await listens(socket)) && (await listens(pageSocketOf(socket))));
  return {
    socket,
    pageSocket: pageSocketOf(socket),
    pid: worker.child.pid,
    ask: (...request) => ask(socket, ...request),
    log: worker.log,
    stop: worker.stop,
  };
}

// A worker for as long as a test runs. Gives its ask().
export async function askOwnWorker(t, settings) {
  const worker = await ownWorker(settings);
  t.after(() => worker.stop());
  return worker.ask;
}

// Gives { origin, pid, accessLog, pathOf, stop }, in front of one worker or several, by their API sockets. It takes the address of a client from
// the header X-Test-Address. `directives` replace those of fastcgi_params.conf.
export async function ownFront(sockets, settings = {}, directives = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "front-"));
  const port = await freePort();
  for (const name of ["nginx", "log"]) mkdirSync(path.join(folder, name));
  const environment = { ...process.env, ...asEnvironment(settings) };
  const run = (program, ...words) =>
    execFileSync(path.join(source, "nginx", program), words, { encoding: "utf8", env: environment });
  const build = path.dirname(process.env.ADMIN);
  let directivesOfWorkers = readFileSync(path.join(source, "nginx", "fastcgi_params.conf"), "utf8");
  for (const [name, value] of Object.entries(directives))
    directivesOfWorkers = directivesOfWorkers.replace(new RegExp(`^${name} .*;`, "m"), `${name} ${value};`);
  const parameters = path.join(folder, "fastcgi_params.conf");
  writeFileSync(parameters, directivesOfWorkers);
  const servers = (list) => list.map((socket) => `  server unix:${socket} max_fails=0;`).join("\n");
  const site = run(
    "fill",
    path.join(source, "nginx", "artifact-share.conf.in"),
    `API_SOCKETS=${servers([sockets].flat())}`,
    `PAGE_SOCKETS=${servers([sockets].flat().map(pageSocketOf))}`,
    `LISTEN=127.0.0.1:${port}`,
    "SERVER_NAME=localhost",
    `OWN_DIRECTIVES=${folder}/nginx/own/*.conf`,
    `METRICS_DIRECTIVES=${folder}/nginx/own/metrics/*.conf`,
    `CERTIFICATE=${process.env.CA_CERT}`,
    `CERTIFICATE_KEY=${path.join(path.dirname(process.env.CA_CERT), "key.pem")}`,
    `LOG=${folder}/log/`,
    `FASTCGI_PARAMS=${parameters}`,
    `ERROR_PAGES=${build}/error_pages`,
    `ASSETS=${build}/assets`,
    ...run("settings").trim().split("\n"),
  );
  const proxied = "set_real_ip_from 127.0.0.1;\nreal_ip_header X-Test-Address;\n";
  writeFileSync(path.join(folder, "nginx", "artifact-share.conf"), proxied + site);
  const user = process.getuid() === 0 ? "user root;" : "";
  writeFileSync(
    path.join(folder, "nginx.conf"),
    run(
      "fill",
      path.join(source, "nginx", "private.conf.in"),
      `STATE=${folder}`,
      `LOG=${folder}/log`,
      `USER=${user}`,
    ),
  );
  const log = path.join(folder, "log", "error.log");
  const front = started("nginx", folder, [
    "/usr/sbin/nginx",
    "-e",
    log,
    "-c",
    path.join(folder, "nginx.conf"),
  ]);
  const answers = () =>
    new Promise((resolve) => {
      const connection = net.connect(port, "127.0.0.1", () => resolve(true));
      connection.on("error", () => resolve(false));
      connection.on("connect", () => connection.destroy());
    });
  await front.untilReady(answers);
  return {
    origin: `https://localhost:${port}`,
    pid: front.child.pid,
    accessLog: path.join(folder, "log", "access.log"),
    pathOf: (url) => url.slice(origin.length),
    stop: front.stop,
  };
}
