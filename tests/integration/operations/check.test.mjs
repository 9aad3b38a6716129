// artifact-admin check against the running service, and against one with a proxy in front that does
// what proxies do wrong.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { origin, sql } from "../../service/api_client.mjs";
import { asEnvironment } from "../../service/settings.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

const { ADMIN, CONFIG, DATABASE_URL, STATE_DIR } = process.env;
const migrations = new URL("../../../db/migrations", import.meta.url).pathname;
const folder = mkdtempSync(path.join(tmpdir(), "check-"));
after(() => rmSync(folder, { recursive: true }));

// Runs check with some settings changed and gives { status, findings }: findings by subject.
function check(settings = {}, folderOfMigrations = migrations, file = CONFIG) {
  return new Promise((resolve) => {
    execFile(
      ADMIN,
      ["--config", file, "check", "--json", "--migrations", folderOfMigrations],
      { env: { ...process.env, ...asEnvironment(settings) } },
      (failure, stdout) => {
        const findings = new Map(JSON.parse(stdout).map((finding) => [finding.subject, finding]));
        resolve({ status: failure?.code ?? 0, findings });
      },
    );
  });
}

// An address at which nobody answers: for what has nothing to do with it, as a check of the service's own makes
// calls that count as this host's without a key.
const offline = { public_base_url: "https://localhost:1" };

// A proxy in front of the service, in which `change` may alter what is passed on.
async function withProxy(change, use) {
  const tls = path.join(STATE_DIR, "tls");
  const server = https.createServer(
    { key: readFileSync(path.join(tls, "key.pem")), cert: readFileSync(path.join(tls, "certificate.pem")) },
    (incoming, answer) => {
      const { hostname, port } = new URL(origin);
      const { method, url, headers } = incoming;
      const passed = {
        method,
        path: url,
        headers: { ...headers },
        hostname,
        port,
        rejectUnauthorized: false,
      };
      if (change(passed, answer, incoming)) return;
      const call = https.request(passed, (response) => {
        answer.writeHead(response.statusCode, response.headers);
        response.pipe(answer);
      });
      call.on("error", () => answer.destroy());
      incoming.pipe(call);
    },
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`https://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const get = (url) =>
  new Promise((resolve, reject) =>
    https
      .get(url, { rejectUnauthorized: false }, (response) => {
        let body = "";
        response.on("data", (chunk) => (body += chunk));
        response.on("end", () => resolve({ status: response.statusCode, body }));
      })
      .on("error", reject),
  );

const verdict = ({ findings }, subject) => findings.get(subject)?.verdict;
const text = ({ findings }, subject) => findings.get(subject)?.text ?? "";

test("check finds no problems with the running service", async () => {
  const result = await check();
  assert.equal(result.status, 0, JSON.stringify([...result.findings.values()]));
  for (const subject of [
    "configuration",
    "signing keys",
    "database",
    "schema",
    "clock",
    "redis",
    "public address",
    "proxy",
    "body limit",
  ])
    assert.equal(verdict(result, subject), "good", subject);
  assert.match(text(result, "certificate"), /self-signed/);
});

test("check leaves no error in nginx's log", async () => {
  const [, limit] = /^(\d+) bytes/.exec(text(await check(), "body limit"));
  const logs = path.join(STATE_DIR, "log");
  const files = readdirSync(logs).filter((name) => /error/.test(name));
  assert.ok(files.length > 0);
  const refused = () =>
    files.map(
      (name) =>
        readFileSync(path.join(logs, name), "utf8").split(`too large body: ${Number(limit) + 1} bytes`)
          .length,
    );
  const before = refused();
  assert.equal(verdict(await check(), "body limit"), "good");
  assert.deepEqual(refused(), before);
});

test("check detects an unavailable database and Redis", async () => {
  const result = await check({
    ...offline,
    database_url: "host=/nowhere dbname=x",
    redis_url: "unix:///nowhere",
  });
  assert.equal(result.status, 1);
  assert.equal(verdict(result, "database"), "wrong");
  assert.equal(verdict(result, "redis"), "wrong");
});

test("check detects a missing migration and changes nothing", async () => {
  const more = path.join(folder, "migrations");
  cpSync(migrations, more, { recursive: true });
  const name = "9999_later";
  writeFileSync(path.join(more, `${name}.sql`), "create table later (id integer);");
  for (let round = 0; round < 2; ++round) {
    const result = await check(offline, more);
    assert.equal(verdict(result, "schema"), "wrong");
    assert.match(text(result, "schema"), new RegExp(name));
  }
});

test("check names a folder of migrations that is missing or empty", async () => {
  const empty = path.join(folder, "no migrations");
  mkdirSync(empty);
  for (const [wrong, reason] of [
    ["/nowhere", "cannot read the folder of migrations /nowhere"],
    [empty, `there are no migrations in ${empty}`],
  ]) {
    const result = await check(offline, wrong);
    assert.equal(text(result, "schema"), reason);
    assert.equal(verdict(result, "database"), "good");
    assert.throws(
      () => execFileSync(ADMIN, ["--config", CONFIG, "migrate", "--migrations", wrong], { stdio: "pipe" }),
      ({ status, stderr }) => status === 1 && String(stderr) === `artifact-admin: ${reason}\n`,
    );
  }
});

test("check detects a public URL that does not respond or reaches another server", async () => {
  const nobody = await check(offline);
  assert.match(text(nobody, "public address"), /cannot connect to localhost port 1/);
  const noName = await check({ public_base_url: "https://nowhere.invalid" });
  assert.match(text(noName, "public address"), /cannot resolve nowhere\.invalid/);
  const keys = path.join(folder, "signing_keys");
  writeFileSync(keys, `k1 ${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
  const other = await check({ signing_keys_file: keys });
  assert.match(
    text(other, "public address"),
    /responds \(with status 404\), but it is not this installation/,
  );
  for (const result of [nobody, noName, other]) assert.equal(result.status, 1);
});

test("check detects signing keys that other users can read", async () => {
  const keys = path.join(folder, "open_keys");
  writeFileSync(keys, `k1 ${randomBytes(32).toString("base64")}\n`, { mode: 0o644 });
  assert.match(text(await check({ ...offline, signing_keys_file: keys }), "signing keys"), /chmod 0600/);
});

test("check detects a configuration that others can read", async () => {
  const open = path.join(folder, "open.conf");
  writeFileSync(open, readFileSync(CONFIG), { mode: 0o644 });
  assert.match(
    text(await check(offline, migrations, open), "configuration"),
    /accessible to other users.*chmod 0640/,
  );
  chmodSync(open, 0o640);
  assert.equal(verdict(await check(offline, migrations, open), "configuration"), "good");
});

test("check warns about a newer schema, and migrate leaves it unchanged", async (t) => {
  const later = path.join(folder, "later");
  cpSync(migrations, later, { recursive: true });
  sql("insert into schema_migrations (number, name, sha256) values (9998, '9998_newer', '')");
  t.after(() => sql("delete from schema_migrations where number = 9998"));
  const result = await check({}, later);
  assert.equal(verdict(result, "schema"), "warning");
  assert.match(text(result, "schema"), /9998_newer/);
  assert.equal(result.status, 0);
  const output = execFileSync(ADMIN, ["--config", CONFIG, "migrate", "--migrations", later], {
    encoding: "utf8",
  });
  assert.match(output, /from a newer version/);
  writeFileSync(path.join(later, "9999_later.sql"), "create table later (id integer);");
  assert.throws(
    () => execFileSync(ADMIN, ["--config", CONFIG, "migrate", "--migrations", later], { stdio: "pipe" }),
    /unknown to this version, but not 9999_later/,
  );
});

test("check and migrate refuse a migration that is another than the one that was applied", async (t) => {
  const changed = path.join(folder, "changed");
  cpSync(migrations, changed, { recursive: true });
  const file = path.join(changed, "9996_harmless.sql");
  const migrate = () =>
    execFileSync(ADMIN, ["--config", CONFIG, "migrate", "--migrations", changed], { stdio: "pipe" });
  writeFileSync(file, "select 1;");
  migrate();
  t.after(() => sql("delete from schema_migrations where number = 9996"));
  assert.equal(verdict(await check(offline, changed), "schema"), "good");
  writeFileSync(file, "select 2;");
  const result = await check(offline, changed);
  assert.equal(verdict(result, "schema"), "wrong");
  assert.match(text(result, "schema"), /9996_harmless/);
  writeFileSync(path.join(changed, "9997_pending.sql"), "create table pending (id integer);");
  assert.throws(migrate, ({ stderr }) => /9996_harmless.*nothing was migrated/.test(String(stderr)));
  assert.equal(sql("select to_regclass('pending') is null"), "t");
});

test("check and migrate refuse a database whose migrations left no hashes, and say how to begin anew", async (t) => {
  // In a schema of its own.
  sql(`create schema of_old;
       create table of_old.schema_migrations
         (number integer primary key, name text not null, applied_at timestamptz not null default now());
       insert into of_old.schema_migrations (number, name) values (1, '0001_schema')`);
  t.after(() => sql("drop schema of_old cascade"));
  const settings = { ...offline, database_url: `${DATABASE_URL} options='-c search_path=of_old'` };
  const result = await check(settings);
  assert.equal(verdict(result, "schema"), "wrong");
  assert.match(text(result, "schema"), /0001_schema; to go on, .* make an empty one in its place/);
  assert.throws(
    () =>
      execFileSync(ADMIN, ["--config", CONFIG, "migrate", "--migrations", migrations], {
        env: { ...process.env, ...asEnvironment(settings) },
        stdio: "pipe",
      }),
    ({ stderr }) => /nothing was migrated.*make an empty one/.test(String(stderr)),
  );
});

test("check detects a database that accepts no writes, though it can be read", async (t) => {
  const readOnly = await check({
    ...offline,
    database_url: `${DATABASE_URL} options='-c default_transaction_read_only=on'`,
  });
  assert.equal(verdict(readOnly, "writes"), "wrong");
  assert.match(text(readOnly, "writes"), /read-only/);
  // As PostgreSQL says it where it cannot extend a file: what is written is made by a function that fails so.
  sql(`
    create schema full_disk;
    create function full_disk.repeat(text, integer) returns text language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$`);
  t.after(() => sql("drop schema full_disk cascade"));
  const full = await check({
    ...offline,
    min_free_disk_bytes: 0,
    database_url: `${DATABASE_URL} options='-c search_path=full_disk,pg_catalog,public'`,
  });
  assert.equal(full.status, 1);
  assert.equal(verdict(full, "writes"), "wrong");
  assert.match(text(full, "writes"), /disk of the database is full.*No space left on device/);
  assert.equal(verdict(full, "database"), "good");
  // What was written is gone.
  assert.equal(verdict(await check(offline), "writes"), "good");
  assert.equal(sql("select to_regclass('try_write') is null"), "t");
});

test("check warns before the database has reached its maximum size", async () => {
  const size = Number(sql("select pg_database_size(current_database())"));
  const checked = async (bytes) => {
    const result = await check({ ...offline, max_database_bytes: Math.round(bytes) });
    return verdict(result, "disk space");
  };
  // The database grows and shrinks with other tests.
  assert.equal(await checked(size * 100), "good");
  assert.equal(await checked(size * 1.1), "warning");
  assert.equal(await checked(size / 2), "wrong");
});

test("check detects differing body size limits", async () => {
  const lower = await check({ max_file_bytes: "1048576", max_body_bytes: "1048576" });
  assert.match(text(lower, "body limit"), /reach the workers/);
  const higher = await check({ max_file_bytes: "67108864" });
  assert.match(text(higher, "body limit"), /rejected before it reaches them/);
});

test("check detects a proxy that hides clients or rejects large bodies", async () => {
  const asIs = await withProxy(
    () => false,
    (url) => check({ public_base_url: url }),
  );
  // The workers were started for another address.
  assert.match(text(asIs, "public address"), /the workers create share links to/);

  const hiding = await withProxy(
    (passed) => {
      passed.headers["x-forwarded-for"] += ", 203.0.113.9";
      return false;
    },
    (url) => check({ public_base_url: url }),
  );
  assert.match(
    text(hiding, "proxy"),
    /workers see 127.0.0.1 as the IP address of every client.*trusted_proxies/,
  );

  const rejections = [
    (answer) => answer.writeHead(413, { connection: "close" }).end(),
    (answer) => answer.socket.destroy(),
  ];
  for (const reject of rejections) {
    const rejecting = await withProxy(
      (passed, answer, incoming) => {
        if (Number(incoming.headers["content-length"] ?? 0) < 1048576) return false;
        reject(answer);
        return true;
      },
      (url) => check({ public_base_url: url }),
    );
    assert.match(text(rejecting, "body limit"), /rejected before it reaches them.*any proxy in front/);
  }
});

test("check tests that the host of documents answers", async () => {
  const seen = async (change, content_host = "localhost") =>
    text(await withProxy(change, (url) => check({ public_base_url: url, content_host })), "content host");
  assert.match(await seen(() => false), /^https:\/\/localhost:\d+ reaches this installation$/);
  const other = (passed, answer) =>
    passed.headers.host.startsWith("localhost") && answer.writeHead(404).end();
  assert.match(await seen(other), /responds with status 404, but it is not this installation/);
  assert.match(
    await seen(() => false, "nowhere.invalid"),
    /cannot resolve nowhere\.invalid.*check content_host and DNS/,
  );
});

test("check knows a trusted proxy by its network", async () => {
  // What the workers would say behind proxies at these addresses.
  const seen = (clientAddress, forwardedFor, settings) =>
    withProxy(
      (passed, answer, incoming) => {
        if (!incoming.url.startsWith("/self-check")) return false;
        const { host } = incoming.headers;
        answer.end(JSON.stringify({ publicBaseUrl: `https://${host}`, host, clientAddress, forwardedFor }));
        return true;
      },
      (url) => check({ public_base_url: url, ...settings }),
    );
  const claimed = "192.0.2.1";
  const trusted_proxies = "198.51.100.0/24 2001:db8:7::/48";
  for (const proxy of ["198.51.100.7", "2001:db8:7::1", "::ffff:198.51.100.7"]) {
    const result = await seen(claimed, `${claimed}, ${proxy}`, { trusted_proxies });
    assert.equal(verdict(result, "proxy"), "good", text(result, "proxy"));
    assert.match(text(result, "proxy"), new RegExp(`^a trusted proxy is in front of nginx, at ${proxy},`));
  }
  const stranger = await seen(claimed, `${claimed}, 198.51.101.7`, { trusted_proxies });
  assert.match(text(stranger, "proxy"), /^clients can forge their IP address/);
  const hidden = await seen("198.51.100.7", claimed, { trusted_proxies, proxy_protocol_port: "8443" });
  assert.match(text(hidden, "proxy"), /^workers see the proxy, 198\.51\.100\.7, as the IP address/);
});

test("the self-check responds only to holders of the signing keys", async () => {
  for (const proof of ["", "?proof=", "?proof=1.x", `?proof=${Math.floor(Date.now() / 1000)}.AAAA`]) {
    // The path is no part of the API, so its description does not have it.
    const { status, body } = await get(`${origin}/self-check${proof}`);
    assert.equal(status, 404);
    assert.doesNotMatch(body, /publicBaseUrl|clientAddress/);
  }
});

test("says which rows belong to nothing that is there", () =>
  withoutMaintenance(async () => {
    const { findings: before } = await check(offline);
    assert.equal(before.get("rows").verdict, "good", before.get("rows").text);
    sql(
      "insert into view_days (artifact_id, link_id, day) values (gen_random_uuid(), gen_random_uuid(), '2001-02-03')",
    );
    try {
      const { findings } = await check(offline);
      assert.equal(findings.get("rows").verdict, "warning");
      assert.match(findings.get("rows").text, /^1 of the table view_days belong to no account or artifact/);
    } finally {
      sql("delete from view_days where day = '2001-02-03'");
    }
  }));
