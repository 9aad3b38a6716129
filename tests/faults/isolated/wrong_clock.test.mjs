// A database whose clock is wrong: what maintenance would remove by it is kept. With a PostgreSQL, a Redis
// and a clock of the test's own.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { recorded, until } from "../../service/api_client.mjs";
import { startRedis } from "../../service/own_redis.mjs";
import { withClock } from "../../service/shifted_clock.mjs";

const { ADMIN, CONFIG } = process.env;
const migrations = new URL("../../../db/migrations", import.meta.url).pathname;
const folder = mkdtempSync(path.join(tmpdir(), "clock-"));
const data = path.join(folder, "data");
const [newest] = readdirSync("/usr/lib/postgresql").sort((one, other) => other - one);
const programs = `/usr/lib/postgresql/${newest}/bin`;
// PostgreSQL does not run as root.
const asPostgres =
  process.getuid() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
const runAs = ([program, ...words], options) =>
  execFileSync(program, words, { encoding: "utf8", ...options });

const environment = {
  ...process.env,
  ARTIFACT_SHARE_DATABASE_URL: `host=${folder} dbname=postgres user=postgres`,
  ARTIFACT_SHARE_REDIS_URL: `unix://${folder}/redis.sock`,
  ARTIFACT_SHARE_REMOVAL_GRACE_DAYS: "7",
};

let postgres;
let redis;

async function startPostgres(offset) {
  // The user is changed first, as what libfaketime shares with its children belongs to whoever begins.
  const clock = Object.entries(withClock(offset)).map(([name, value]) => `${name}=${value}`);
  const server = [
    `${programs}/postgres`,
    "-D",
    data,
    "-k",
    folder,
    "-c",
    "listen_addresses=",
    "-c",
    "fsync=off",
  ];
  const [program, ...words] = [...asPostgres, "env", ...clock, ...server];
  postgres = spawn(program, words, { cwd: folder, stdio: "ignore" });
  await until(
    () => spawnSync("psql", ["-h", folder, "-U", "postgres", "-c", "select 1"]).status,
    (status) => status === 0,
  );
}
// One that has not started, or has ended, is left alone.
async function stopPostgres() {
  if (!postgres || postgres.exitCode !== null || postgres.signalCode !== null) return;
  const ended = once(postgres, "exit");
  postgres.kill("SIGINT");
  await ended;
}
async function moveClock(offset) {
  await stopPostgres();
  await startPostgres(offset);
}

const sql = (statement) =>
  execFileSync(
    "psql",
    ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-At", "-h", folder, "-U", "postgres", "-c", statement],
    { encoding: "utf8" },
  ).trim();
function admin(words, offset) {
  const { status, stdout, stderr } = spawnSync(ADMIN, ["--config", CONFIG, ...words], {
    encoding: "utf8",
    env: { ...environment, ...withClock(offset) },
  });
  return { status, stdout, stderr };
}
// Run on a host with this clock.
const maintain = (offset, ...more) => admin(["maintain", "--json", ...more], offset);
const kept = () =>
  sql(`select (select count(*) from share_links), (select count(*) from artifacts where listed_as = 'active'),
              (select count(*) from artifacts), (select count(*) from audit_events),
              (select count(*) from sessions)`);

before(async () => {
  mkdirSync(data);
  if (asPostgres.length) execFileSync("chown", ["-R", "postgres:", folder]);
  runAs([...asPostgres, `${programs}/initdb`, "-D", data, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"], {
    cwd: folder,
    stdio: "ignore",
  });
  redis = await startRedis(folder, ["--port", "0", "--save", ""]);
  await startPostgres();
  assert.equal(admin(["migrate", "--migrations", migrations]).status, 0);
});
after(async () => {
  await stopPostgres();
  await redis?.kill();
  rmSync(folder, { recursive: true });
});

// An account with what ends within the next forty days, after a run of maintenance by the right clock.
const everything = "3|3|4|1|1";
beforeEach(async () => {
  await moveClock();
  sql("truncate accounts, artifacts, artifact_counts, share_links, audit_events, maintenance_runs cascade");
  sql(`
    insert into accounts (id, name, plan) values (gen_random_uuid(), 'Test', 'free');
    insert into users (id, account_id, email, role) select gen_random_uuid(), id, 'a@b.example', 'owner' from accounts;
    insert into sessions (token_hash, user_id, epoch, ends_at)
      select sha256('x'), id, 1, now() + interval '1 day' from users;
    insert into audit_events (id, account_id, created_at, action, actor_name, client_address, subject, subject_name)
      select gen_random_uuid(), id, now() - interval '330 days', 'user.signed_in', 'x', '', '', '' from accounts;
    ${recorded(`insert into artifacts (id, account_id, template, content, metadata, created_at, updated_at, expires_at, deleted_at,
                           listed_as)
      select gen_random_uuid(), accounts.id, 'markdown', '{}', '{}', now(), now(), ends_at, deleted_at,
             case when deleted_at is null then 'active' else 'deleted' end
        from accounts,
             (values (null::timestamptz, null::timestamptz), (now() + interval '1 day', null),
                     (now() + interval '2 days', null), (null, now() - interval '1 day')) as more(ends_at, deleted_at)`)};
    insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at)
      select gen_random_uuid(), id, account_id, 'k1', now(), now() + hours * interval '1 hour'
        from (select * from artifacts where expires_at is null and deleted_at is null) as artifact,
             generate_series(-1, 1) as hours;`);
  const { status, stderr } = maintain();
  assert.equal(status, 0, stderr);
  assert.equal(kept(), everything);
});

test("removes nothing after the clock jumped forward, and says so", async () => {
  await moveClock("+40d");
  const { status, stdout, stderr } = maintain("+40d");
  assert.deepEqual([status, stdout], [1, ""]);
  assert.match(
    stderr,
    /the clock of the database \(.*\) is 9\d\d hours ahead of the last maintenance run \(/,
  );
  assert.match(stderr, /--accept-clock/);
  assert.equal(kept(), everything);
  await moveClock();
  assert.equal(maintain().status, 0, "right again, it goes on by itself");
  assert.equal(kept(), everything);
});

test("a clock that differs from the host's removes nothing, whichever of them is wrong", async () => {
  const { status, stderr } = maintain("+40d");
  assert.equal(status, 1);
  assert.match(stderr, /the clock of the database \(.*\) and of this host \(.*\) differ by 9(59|60) hours/);
  await moveClock("+40d");
  assert.equal(maintain().status, 1);
  assert.equal(kept(), everything);
});

test("a wrong clock that was accepted removes nothing within the grace period", async () => {
  await moveClock("+40d");
  assert.equal(maintain("+40d", "--accept-clock").status, 0);
  assert.equal(maintain("+40d").status, 0);
  const links = () => kept().split("|")[0];
  assert.equal(links(), "3");
  assert.equal(kept().split("|")[2], "4");
  assert.equal(kept().split("|")[3], "1");
  assert.equal(kept().split("|")[4], "1");
  await moveClock();
  const { status, stderr } = maintain();
  assert.equal(status, 1);
  assert.match(stderr, /hours behind the last maintenance run/);
  assert.equal(maintain(undefined, "--accept-clock").status, 0);
  assert.equal(maintain().status, 0);
  assert.equal(links(), "3");
});

test("removes data a grace period after it was due", async () => {
  await moveClock("+40d");
  assert.equal(maintain("+40d", "--accept-clock").status, 0);
  await moveClock("+46d");
  assert.equal(JSON.parse(maintain("+46d", "--accept-clock").stdout).shareLinksRemoved, 0);
  await moveClock("+48d");
  const report = JSON.parse(maintain("+48d", "--accept-clock").stdout);
  assert.deepEqual(
    [
      report.shareLinksRemoved,
      report.deletedArtifactsRemoved,
      report.auditEventsRemoved,
      report.sessionsRemoved,
    ],
    [3, 1, 1, 1],
  );
  assert.equal(report.expiredArtifactsRemoved, 0);
});
