// A master that is replaced by Sentinel: a master, a replica and three sentinels of the test's own, with TLS, a
// user and a password, and a worker that knows only the sentinels. The tests are one story, in this order.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { newAccount, until } from "../../service/api_client.mjs";
import { freePort } from "../../service/free_port.mjs";
import { ownWorker } from "../../service/own_worker.mjs";
import { asEnvironment } from "../../service/settings.mjs";

const { ADMIN, CONFIG, CA_CERT } = process.env;
const password = "s3cret-of-redis";
const folder = mkdtempSync(path.join(tmpdir(), "redis-sentinel-"));
const passwordFile = path.join(folder, "password");
const keyFile = path.join(path.dirname(CA_CERT), "key.pem");
const isGone = (child) => child.exitCode !== null || child.signalCode !== null;

// A Redis server, or a sentinel, that accepts only TLS and knows two users.
class Server {
  static async of(name, isSentinel) {
    const server = new Server();
    Object.assign(server, { isSentinel, port: await freePort(), folder: path.join(folder, name) });
    mkdirSync(server.folder);
    return server;
  }

  start(more) {
    const file = path.join(this.folder, "redis.conf");
    writeFileSync(
      file,
      `bind 127.0.0.1
port 0
tls-port ${this.port}
tls-cert-file ${CA_CERT}
tls-key-file ${keyFile}
tls-ca-cert-file ${CA_CERT}
tls-auth-clients no
tls-replication yes
dir ${this.folder}
requirepass ${password}
user share on >${password} ~* &* +@all
${more}`,
    );
    const mode = this.isSentinel ? ["--sentinel"] : [];
    this.process = spawn("redis-server", [file, ...mode], { stdio: "ignore" });
    return until(
      () => this.ask("ping"),
      (answer) => answer === "PONG",
    );
  }

  // What it answers; empty if it does not.
  ask(...words) {
    const options = ["-p", String(this.port), "--tls", "--cacert", CA_CERT, "--no-auth-warning"];
    const { stdout } = spawnSync("redis-cli", [...options, ...words], {
      encoding: "utf8",
      timeout: 2000,
      env: { ...process.env, REDISCLI_AUTH: password },
    });
    return stdout.trim();
  }

  info(field) {
    return new RegExp(`^${field}:(.*?)\r?$`, "m").exec(this.ask("info", "replication"))?.[1];
  }

  async kill() {
    if (!this.process || isGone(this.process)) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }
}

let servers;
let sentinels;
let worker;
let key;
const master = () => servers.find((server) => server.info("role") === "master");
const named = (sentinel) => sentinel.ask("sentinel", "get-master-addr-by-name", "share").split("\n")[1];
const redisUrl = () => `sentinels://share@${sentinels.map(({ port }) => `127.0.0.1:${port}`).join()}/share`;

const replication = (port) =>
  `save ""\nmasterauth ${password}\nrepl-diskless-sync-delay 0\n${port ? `replicaof 127.0.0.1 ${port}\n` : ""}`;
// So that the replica is known to have all that was counted, without a command on a connection of the worker's.
const replicated = (from, to) =>
  until(
    () => from.info("master_repl_offset") === to.info("slave_repl_offset") && to.info("master_link_status"),
    (status) => status === "up",
  );

before(async () => {
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  servers = [await Server.of("first", false), await Server.of("second", false)];
  const [first, second] = servers;
  await first.start(replication());
  await second.start(replication(first.port));
  await replicated(first, second);
  sentinels = [];
  for (const name of ["a", "b", "c"]) sentinels.push(await Server.of(name, true));
  await Promise.all(
    sentinels.map((sentinel) =>
      sentinel.start(`sentinel sentinel-pass ${password}
sentinel monitor share 127.0.0.1 ${first.port} 2
sentinel auth-pass share ${password}
sentinel down-after-milliseconds share 1000
sentinel failover-timeout share 2000
`),
    ),
  );
  for (const sentinel of sentinels)
    await until(
      () => sentinel.ask("sentinel", "master", "share"),
      (text) => /num-slaves\n1\n/.test(text) && /num-other-sentinels\n2\n/.test(text),
    );
  worker = await ownWorker({ ...settings(), threads: 1 });
  ({ key } = newAccount({ plan: "free" }));
});
after(async () => {
  await worker?.stop();
  for (const server of [...(servers ?? []), ...(sentinels ?? [])]) {
    server.process?.kill("SIGCONT");
    await server.kill();
  }
  rmSync(folder, { recursive: true });
});

const settings = (url = redisUrl()) => ({
  redis_url: url,
  redis_password_file: passwordFile,
  redis_ca_file: CA_CERT,
});
function admin(words, changed = {}) {
  const environment = asEnvironment({ ...settings(), public_base_url: "https://localhost:1", ...changed });
  const result = spawnSync(ADMIN, ["--config", CONFIG, ...words], {
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });
  assert.ok(!(result.stdout + result.stderr).includes(password));
  return result;
}
const found = (subject, changed) =>
  JSON.parse(admin(["check", "--json"], changed).stdout).filter((finding) => finding.subject === subject);

async function callApi() {
  const { status, headers } = await worker.ask("GET", "/account", {
    more: { HTTP_AUTHORIZATION: `Bearer ${key}` },
  });
  return {
    status,
    remaining: Number(headers["x-ratelimit-remaining"]),
    minute: headers["x-ratelimit-reset"],
  };
}
const isCountedIn = (server) => server.ask("--scan", "--pattern", "rate:*") !== "";

// Calls until the server has counted one. A worker refuses an account that is past its limit without asking Redis.
const followedTo = (server) => {
  ({ key } = newAccount());
  server.ask("flushall");
  return until(async () => {
    await callApi();
    return isCountedIn(server);
  }, Boolean);
};

test("a worker counts in the master that the sentinels name, by TLS as a user with a password", async () => {
  assert.equal((await callApi()).status, 200);
  assert.ok(isCountedIn(servers[0]));
  assert.equal(JSON.parse((await worker.ask("GET", "/readyz")).text).redis, "ok");
  assert.match(servers[0].ask("client", "list"), /user=share/);
});

test("check names the master, and what is wrong with a sentinel", async () => {
  const [finding] = found("redis");
  assert.equal(finding.verdict, "good");
  assert.equal(finding.text, `available; the master is 127.0.0.1:${servers[0].port}`);
  assert.deepEqual(
    found("redis sentinel").map(({ verdict }) => verdict),
    ["good", "good", "good"],
  );
  const [one] = sentinels;
  const withOne = (url) => found("redis", { redis_url: url })[0];
  for (const [url, text] of [
    [
      `sentinels://share@127.0.0.1:${one.port}/other`,
      new RegExp(`sentinel 127\\.0\\.0\\.1:${one.port}: does not know a master named other`),
    ],
    ["sentinels://share@127.0.0.1:1/share", /sentinel 127\.0\.0\.1:1: Connection refused/],
    [`sentinels://share@127.0.0.1:${servers[0].port}/share`, /rejected the question for the master: ERR/],
    [
      `sentinels://nobody@127.0.0.1:${one.port}/share`,
      /sentinel .*: Redis rejected the user name or password/,
    ],
  ]) {
    const { verdict, text: said } = withOne(url);
    assert.equal(verdict, "wrong", url);
    assert.match(said, text);
  }
  // One that cannot be reached, and one that answers.
  const changed = { redis_url: `sentinels://share@127.0.0.1:1,127.0.0.1:${one.port}/share` };
  assert.equal(found("redis", changed)[0].verdict, "good");
  const [refused, answers] = found("redis sentinel", changed);
  assert.equal(refused.verdict, "wrong");
  assert.equal(refused.text, "127.0.0.1:1: Connection refused");
  assert.equal(answers.verdict, "good");
});

test("a master that dies is replaced, and what it had counted still counts", async () => {
  let last;
  let lastMinute;
  let afterwards;
  // Minutes are counted each by itself, so with another master once more where one ended in between.
  do {
    const old = master();
    const successor = servers.find((server) => server !== old);
    await until(async () => {
      await callApi();
      return isCountedIn(old);
    }, Boolean);
    ({ key } = newAccount({ plan: "free" }));
    do last = await callApi();
    while (last.status === 200);
    assert.equal(last.status, 429);
    lastMinute = last.minute;
    await replicated(old, successor);
    await old.kill();
    await until(
      () => successor.info("role"),
      (role) => role === "master",
    );
    // Without Redis the worker counts by itself, and has granted calls again.
    const connected = () => /user=share/.test(successor.ask("client", "list"));
    await until(async () => {
      afterwards = await callApi();
      return connected();
    }, Boolean);
    afterwards = await callApi();
    await old.start(replication(successor.port));
    await until(
      () => old.info("master_link_status"),
      (status) => status === "up",
    );
    for (const sentinel of sentinels)
      await until(
        () => named(sentinel),
        (port) => Number(port) === successor.port,
      );
  } while (afterwards.minute !== lastMinute);
  assert.equal(afterwards.status, 429);
  assert.equal(found("redis")[0].text, `available; the master is 127.0.0.1:${master().port}`);
});

test("a master that hangs is replaced, and no longer used when it continues as a replica", async () => {
  const old = master();
  const successor = servers.find((server) => server !== old);
  await replicated(old, successor);
  old.process.kill("SIGSTOP");
  await until(
    () => successor.info("role"),
    (role) => role === "master",
  );
  await followedTo(successor);
  old.process.kill("SIGCONT");
  await until(
    () => old.info("role") === "slave" && old.info("master_link_status"),
    (status) => status === "up",
  );
  await followedTo(successor);
  assert.doesNotMatch(old.ask("client", "list"), /user=share/);
});

test("a worker that is connected to what has become a replica finds the master", async () => {
  const old = master();
  const successor = servers.find((server) => server !== old);
  await followedTo(old);
  // As an operator does, by hand: nobody closes the worker's connection.
  for (const sentinel of sentinels) sentinel.process.kill("SIGSTOP");
  successor.ask("replicaof", "no", "one");
  old.ask("replicaof", "127.0.0.1", String(successor.port));
  await until(
    () => old.info("role"),
    (role) => role === "slave",
  );
  for (const sentinel of sentinels) {
    sentinel.process.kill("SIGCONT");
    await sentinel.kill();
    await sentinel.start(`sentinel sentinel-pass ${password}
sentinel monitor share 127.0.0.1 ${successor.port} 2
sentinel auth-pass share ${password}
`);
  }
  await followedTo(successor);
});

test("a sentinel that is gone or hangs is not needed", async () => {
  const now = master();
  sentinels[0].process.kill("SIGSTOP");
  await sentinels[1].kill();
  const port = String(now.port);
  now.ask("client", "kill", "type", "normal", "skipme", "yes");
  await followedTo(now);
  const verdicts = found("redis sentinel").map(({ verdict, text }) => `${verdict} ${text}`);
  assert.match(verdicts[0], /^wrong .*(timeout or lost connection|TLS handshake with Redis failed)/);
  assert.match(verdicts[1], /^wrong .*Connection refused/);
  assert.match(verdicts[2], /^good .* knows the master/);
  assert.equal(Number(named(sentinels[2])), Number(port));
});

test("maintenance finds the master as well", () => {
  const { status, stderr } = admin(["maintain"]);
  assert.equal(status, 0, stderr);
});
