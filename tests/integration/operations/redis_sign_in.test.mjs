// A Redis that asks for a password, has users of its own, or is reached by TLS.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "../../service/free_port.mjs";
import { startRedis } from "../../service/own_redis.mjs";
import { ownWorker } from "../../service/own_worker.mjs";
import { asEnvironment } from "../../service/settings.mjs";

const { ADMIN, CONFIG, CA_CERT } = process.env;
const password = "s3cret/of:Redis@home";
const inAddress = encodeURIComponent(password);
const tlsFiles = ["--tls-cert-file", CA_CERT, "--tls-key-file", path.join(path.dirname(CA_CERT), "key.pem")];
const folder = mkdtempSync(path.join(tmpdir(), "redis-"));
const passwordFile = path.join(folder, "password");
let redis;
let port;
let tlsPort;

before(async () => {
  port = await freePort();
  tlsPort = await freePort();
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  const file = path.join(folder, "redis.conf");
  writeFileSync(file, `requirepass "${password}"\nuser share on ">${password}" ~* &* +@all\n`);
  const plain = ["--bind", "127.0.0.1", "127.0.0.2", "--port", String(port), "--save", ""];
  const tls = ["--tls-port", String(tlsPort), ...tlsFiles, "--tls-auth-clients", "no"];
  redis = await startRedis(folder, [file, ...plain, ...tls], { password });
});
after(async () => {
  await redis?.kill();
  rmSync(folder, { recursive: true });
});

// As on a host that does not trust the certificate of this service.
const { SSL_CERT_FILE: _, ...surroundings } = process.env;

function admin(words, settings) {
  const { status, stdout, stderr } = spawnSync(ADMIN, ["--config", CONFIG, ...words], {
    encoding: "utf8",
    env: { ...surroundings, ...asEnvironment(settings) },
  });
  for (const text of [stdout, stderr])
    for (const secret of [password, inAddress]) assert.ok(!text.includes(secret), text);
  return { status, stdout, stderr };
}
// Without the calls to the service, which count as this host's without a key.
const foundOfRedis = (settings) =>
  JSON.parse(admin(["check", "--json"], { public_base_url: "https://localhost:1", ...settings }).stdout).find(
    ({ subject }) => subject === "redis",
  );

test("accepts a password in the URL or a file, for the default user or another", () => {
  for (const settings of [
    { redis_url: `redis://:${inAddress}@127.0.0.1:${port}` },
    { redis_url: `redis://share:${inAddress}@localhost:${port}/3` },
    { redis_url: `redis://127.0.0.1:${port}`, redis_password_file: passwordFile },
    { redis_url: `redis://share@127.0.0.1:${port}`, redis_password_file: passwordFile },
    { redis_url: `unix://${redis.socket}`, redis_password_file: passwordFile },
  ])
    assert.equal(foundOfRedis(settings).verdict, "good", settings.redis_url);
});

test("check says when other users can read the password file", () => {
  const settings = { public_base_url: "https://localhost:1", redis_url: `redis://127.0.0.1:${port}` };
  const open = path.join(folder, "open_password");
  writeFileSync(open, `${password}\n`, { mode: 0o644 });
  for (const [file, verdict, text] of [
    [passwordFile, "good", /not accessible to other users/],
    [open, "wrong", /accessible to other users, and it contains the password.*chmod 0400/],
  ]) {
    const { stdout } = admin(["check", "--json"], { ...settings, redis_password_file: file });
    const found = JSON.parse(stdout).find(({ subject }) => subject === "redis password");
    assert.equal(found.verdict, verdict);
    assert.match(found.text, text);
  }
});

test("uses TLS and verifies the certificate", () => {
  const settings = { redis_password_file: passwordFile, redis_ca_file: CA_CERT };
  for (const host of ["localhost", "127.0.0.1"])
    assert.equal(
      foundOfRedis({ ...settings, redis_url: `rediss://${host}:${tlsPort}` }).verdict,
      "good",
      host,
    );
  const wrong = (changed) => {
    const { verdict, text } = foundOfRedis({ ...settings, ...changed });
    assert.equal(verdict, "wrong");
    return text;
  };
  assert.match(
    wrong({ redis_url: `rediss://127.0.0.2:${tlsPort}` }),
    /invalid certificate of Redis: IP address mismatch/,
  );
  assert.match(
    wrong({ redis_url: `rediss://localhost:${tlsPort}`, redis_ca_file: "" }),
    /invalid certificate of Redis: self-signed certificate/,
  );
  assert.match(wrong({ redis_url: `rediss://localhost:${port}` }), /TLS handshake with Redis failed/);
  assert.match(
    wrong({ redis_url: `rediss://localhost:${tlsPort}`, redis_ca_file: "/nowhere" }),
    /redis_ca_file: cannot read \/nowhere/,
  );
});

test("workers use TLS and the selected database", async () => {
  const worker = await ownWorker({
    redis_url: `rediss://share:${inAddress}@localhost:${tlsPort}/5`,
    redis_ca_file: CA_CERT,
  });
  try {
    assert.equal(JSON.parse((await worker.ask("GET", "/readyz")).text).redis, "ok");
    for (let i = 0; i < 3; ++i) assert.equal((await worker.ask("GET", "/artifacts")).status, 401);
    const keys = redis.cli("-n", "5", "--no-auth-warning", "keys", "rate:*").split("\n");
    assert.equal(keys.length, 1, keys.join());
    assert.equal(redis.cli("-n", "5", "--no-auth-warning", "type", keys[0]) === "none", false);
    assert.equal(redis.cli("-n", "0", "--no-auth-warning", "dbsize"), "0");
  } finally {
    await worker.stop();
  }
  assert.ok(!worker.log().includes(password));
});

test("reports errors of Redis without the password", () => {
  for (const [settings, message] of [
    [{ redis_url: `redis://:${inAddress}x@127.0.0.1:${port}` }, /Redis rejected the user name or password/],
    [
      { redis_url: `redis://nobody:${inAddress}@127.0.0.1:${port}` },
      /Redis rejected the user name or password/,
    ],
    [{ redis_url: `redis://127.0.0.1:${port}` }, /Redis requires a password, but none is configured/],
    [{ redis_url: `redis://:${inAddress}@127.0.0.1:${port}/99` }, /Redis rejected database 99/],
    [{ redis_url: `redis://:${inAddress}@127.0.0.1:1` }, /redis:\/\/127\.0\.0\.1:1 \(Connection refused\)/],
  ]) {
    const { verdict, text } = foundOfRedis(settings);
    assert.equal(verdict, "wrong");
    assert.match(text, message);
  }
});

test("rejects an invalid URL without repeating its password", () => {
  const program = path.join(path.dirname(ADMIN), "artifact-worker");
  for (const [settings, message] of [
    [
      { redis_url: `redis://:${password}@host:port` },
      /redis_url: \/ in a user or password must be written as %2F/,
    ],
    [{ redis_url: `redis://:${inAddress}@host:port` }, /redis_url: the port must be a number/],
    [{ redis_url: `http://:${inAddress}@host` }, /redis_url: must be unix:/],
    [{ redis_url: "redis://share@host" }, /redis_url has a user but no password/],
    [
      { redis_url: `redis://:${inAddress}@host`, redis_password_file: passwordFile },
      /redis_password_file: redis_url already contains a password/,
    ],
    [
      { redis_url: "redis://host", redis_password_file: "/nowhere" },
      /redis_password_file: cannot read \/nowhere/,
    ],
    [
      { redis_url: "redis://host", redis_ca_file: CA_CERT },
      /redis_ca_file requires TLS: redis_url must start with rediss/,
    ],
  ]) {
    const { status, stderr } = admin(["account", "list"], settings);
    assert.equal(status, 1);
    assert.match(stderr, message);
    const checked = spawnSync(program, ["--config", CONFIG, "--check"], {
      encoding: "utf8",
      env: { ...process.env, ...asEnvironment(settings) },
    });
    assert.equal(checked.status, 1);
    assert.match(checked.stderr, message);
    assert.ok(!checked.stderr.includes("s3cret"));
  }
});
