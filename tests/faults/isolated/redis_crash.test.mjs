// What is counted and who is signed in when Redis crashes, hangs or is gone, with a Redis and a worker of
// the test's own.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { call, markdown, newAccount, share, sql, until, uuidOf } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { ask } from "../../service/fastcgi_client.mjs";
import { startRedis } from "../../service/own_redis.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

const { ADMIN, CONFIG } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), "redis-crash-"));
const workerSocket = path.join(folder, "worker.sock");
const environment = {
  ...process.env,
  ARTIFACT_SHARE_REDIS_URL: `unix://${folder}/redis.sock`,
  ARTIFACT_SHARE_METRICS_FOLDER: "",
  // As patient with PostgreSQL and Redis as the service under test.
  ARTIFACT_SHARE_DATABASE_TIMEOUT_MILLISECONDS: "5000",
  ARTIFACT_SHARE_REDIS_TIMEOUT_MILLISECONDS: "1000",
  // What one thread does after a failure, the next request meets.
  ARTIFACT_SHARE_THREADS: "1",
};

let redis;
let worker;
let account;
let key;

// With what it has saved.
async function startOwnRedis() {
  redis = await startRedis(folder, ["--port", "0", "--save", "", "--appendonly", "no"]);
}

const maintain = () =>
  spawnSync(ADMIN, ["--config", CONFIG, "maintain"], { env: environment, encoding: "utf8" });
function maintained() {
  const { status, stderr } = maintain();
  assert.equal(status, 0, stderr);
}
const linkIn = (id) => `artifact_id = '${uuidOf(id)}'`;
// The counts by day are always those of the link.
const storedViews = (id) => {
  const byDay = `select coalesce(sum(people + programs), 0) from view_days where ${linkIn(id)}`;
  const [views, ofDays] = sql(`select view_count, (${byDay}) from share_links where ${linkIn(id)}`).split(
    "|",
  );
  assert.equal(ofDays, views);
  return Number(views);
};
const usage = () =>
  sql(`select sum(requests) || ' ' || sum(views) from usage_days where account_id = '${uuidOf(account)}'`);
async function view(url, agent = "") {
  const { pathname, search } = new URL(url);
  const more = { HTTP_USER_AGENT: agent };
  const { status } = await ask(workerSocket, "GET", pathname + search, { more });
  assert.equal(status, 200);
}
async function callApi() {
  const more = { HTTP_AUTHORIZATION: `Bearer ${key}` };
  assert.equal((await ask(workerSocket, "GET", "/account", { more })).status, 200);
}

// Views until Redis counts them again, and gives how many that took.
async function viewUntilCountedInRedis(url) {
  const link = linkOf(url);
  const counted = () => redis.cli("hget", "views", link);
  const beforehand = counted();
  for (let views = 1; ; ++views) {
    await view(url);
    if (counted() !== beforehand) return views;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

before(async () => {
  await startOwnRedis();
  const program = path.join(path.dirname(ADMIN), "artifact-worker");
  worker = spawn(program, ["--config", CONFIG, "--listen", workerSocket], {
    env: environment,
    stdio: ["ignore", "ignore", "ignore"],
  });
  await until(() => existsSync(workerSocket), Boolean);
  ({ account, key } = newAccount());
});
after(async () => {
  await redis?.kill();
  if (worker?.exitCode === null && worker.signalCode === null) {
    const ended = once(worker, "exit");
    worker.kill("SIGKILL");
    await ended;
  }
  rmSync(folder, { recursive: true });
});

// A test that failed may have left it crashed or stopped.
beforeEach(async () => {
  redis.process.kill("SIGCONT");
  if (redis.isGone()) await startOwnRedis();
});

test("after a crash of Redis views and calls are counted again", async () => {
  const { id, url } = await share(key, markdown("x"));
  for (let i = 0; i < 5; ++i) await view(url);
  for (let i = 0; i < 3; ++i) await callApi();
  maintained();
  assert.equal(storedViews(id), 5);
  assert.equal(usage(), "3 5");
  await redis.kill();
  await startOwnRedis();
  const more = await viewUntilCountedInRedis(url);
  await callApi();
  maintained();
  assert.equal(storedViews(id), 5 + more);
  assert.equal(usage(), `4 ${5 + more}`);
  maintained();
  assert.equal(storedViews(id), 5 + more);
});

test("a view costs one call of Redis, whoever opens the link", async () => {
  const { url } = await share(key, markdown("x"));
  await viewUntilCountedInRedis(url);
  for (const agent of ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0)", "curl/7.88.1", "Slackbot 1.0"]) {
    redis.cli("config", "resetstat");
    await view(url, agent);
    // Those of clients and those that their scripts run.
    const calls = redis.cli("info", "commandstats");
    const count = (name) => Number(new RegExp(`^cmdstat_${name}:calls=(\\d+)`, "m").exec(calls)?.[1] ?? 0);
    assert.deepEqual(
      { scripts: count("evalsha"), writes: count("set") + count("hset") + count("hincrby") + count("incr") },
      { scripts: 1, writes: agent.startsWith("Slackbot") ? 2 : 3 },
    );
  }
});

test("without Redis, previewers are counted beside the views", async () => {
  const { id, url } = await share(key, markdown("x"));
  await redis.kill();
  await view(url, "Mozilla/5.0 (X11; Linux x86_64; rv:128.0)");
  for (let i = 0; i < 2; ++i) await view(url, "Slackbot 1.0");
  const today = async () => (await call(key, "GET", `/artifacts/${id}/views`)).json.data.at(-1);
  assert.equal((await today()).previewers, 2);
  await startOwnRedis();
  maintained();
  assert.equal(storedViews(id), 1);
  const { people, previewers } = await today();
  assert.deepEqual([people, previewers], [1, 2]);
});

test("what Redis has saved is added after its crash", async () => {
  const { id, url } = await share(key, markdown("x"));
  await viewUntilCountedInRedis(url);
  maintained();
  const stored = storedViews(id);
  for (let i = 0; i < 4; ++i) await view(url);
  redis.cli("save");
  await redis.kill();
  await startOwnRedis();
  maintained();
  assert.equal(storedViews(id), stored + 4);
});

test("a view that Redis confirms late counts once or twice, and one that it never confirms once", async () => {
  const { id, url } = await share(key, markdown("x"));
  await viewUntilCountedInRedis(url);
  maintained();
  const stored = storedViews(id);
  redis.process.kill("SIGSTOP");
  await view(url);
  redis.process.kill("SIGCONT");
  redis.cli("ping");
  maintained();
  const late = storedViews(id) - stored;
  assert.ok(late === 1 || late === 2, String(late));

  const before = await viewUntilCountedInRedis(url);
  redis.cli("save");
  redis.process.kill("SIGSTOP");
  await view(url);
  await redis.kill();
  await startOwnRedis();
  maintained();
  assert.equal(storedViews(id), stored + late + before + 1);
});

test("a link gets a view limit while Redis rejects writes", async () => {
  const { id, url } = await share(key, markdown("x"));
  await viewUntilCountedInRedis(url);
  const [link] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  redis.cli("acl", "setuser", "default", "-@write");
  try {
    const answer = await ask(workerSocket, "PATCH", `/artifacts/${id}/shares/${link.id}`, {
      body: '{"maxViews":5}',
      more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(JSON.parse(answer.text).maxViews, 5);
  } finally {
    redis.cli("acl", "setuser", "default", "+@all");
  }
  maintained();
});

test("maintenance without Redis reports the failure and does everything else", async () => {
  await redis.kill();
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  sql(`update artifacts set deleted_at = now() - interval '31 days' where id = '${uuidOf(id)}'`);
  const { status, stdout, stderr } = maintain();
  assert.equal(status, 1);
  assert.match(stderr, /Redis does not respond/);
  assert.match(stdout, /deletedArtifactsRemoved: [1-9]/);
  assert.equal(sql(`select count(*) from artifacts where id = '${uuidOf(id)}'`), "0");
  await startOwnRedis();
  maintained();
});

test("maintenance during which Redis crashes reports that and does everything else", async (t) => {
  const { id, url } = await share(key, markdown("x"));
  await viewUntilCountedInRedis(url);
  maintained();
  const stored = storedViews(id);
  await view(url);
  redis.cli("save");
  const { id: removed } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  sql(`update artifacts set deleted_at = now() - interval '31 days' where id = '${uuidOf(removed)}'`);
  // While it adds the views of Redis to the link, which is locked.
  const session = new DatabaseSession(t);
  const pid = await session.ask("select pg_backend_pid()");
  await session.ask(`begin; select from share_links where ${linkIn(id)} for update`);
  const maintenance = spawn(ADMIN, ["--config", CONFIG, "maintain"], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(maintenance, "close");
  let told = "";
  for (const stream of [maintenance.stdout, maintenance.stderr]) stream.on("data", (data) => (told += data));
  await until(
    () => sql(`select count(*) from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`),
    (count) => count !== "0",
  );
  await redis.kill();
  await session.ask("rollback");
  assert.deepEqual(await ended, [1, null], told);
  assert.match(told, /Redis does not respond/);
  assert.equal(sql(`select count(*) from artifacts where id = '${uuidOf(removed)}'`), "0");
  await startOwnRedis();
  maintained();
  assert.equal(storedViews(id), stored + 1);
});

test("a metric shows how long counts have been pending", async () => {
  const overdue = async () => {
    const { text } = await ask(workerSocket, "GET", "/metrics");
    return Number(/^artifact_share_maintenance_overdue_total (\d+)$/m.exec(text)[1]);
  };
  const { url } = await share(key, markdown("x"));
  await viewUntilCountedInRedis(url);
  await callApi();
  const beforehand = await overdue();
  const elevenMinutesAgo = Math.floor(Date.now() / 1000) - 660;
  for (const waiting of ["views", "usage"]) redis.cli("hset", waiting, "since", String(elevenMinutesAgo));
  await callApi();
  await view(url);
  assert.equal(await overdue(), beforehand + 2);
  maintained();
  await callApi();
  await view(url);
  assert.equal(await overdue(), beforehand + 2);
});

test("sessions, sign-in and sign-out work without Redis", async () => {
  const { visitor, email } = await newUser();
  const page = (cookie) =>
    ask(workerSocket, "GET", "/dashboard/artifacts", { more: { HTTP_COOKIE: `__Host-session=${cookie}` } });
  const session = visitor.cookie("__Host-session");
  assert.equal((await page(session)).status, 200);
  await redis.kill();
  assert.equal((await page(session)).status, 200);

  const form = await ask(workerSocket, "GET", "/dashboard/sign-in");
  const cookie = form.headers["set-cookie"].split(";")[0];
  const formToken = /name="form_token" value="([^"]*)"/.exec(form.text)[1];
  const send = (to, fields, cookies) =>
    ask(workerSocket, "POST", to, {
      body: new URLSearchParams(fields).toString(),
      more: {
        CONTENT_TYPE: "application/x-www-form-urlencoded",
        HTTP_COOKIE: cookies,
        HTTP_ORIGIN: new URL(process.env.BASE_URL).origin,
      },
    });
  const fields = { form_token: formToken, email, password };
  const signedIn = await send("/dashboard/sign-in", fields, cookie);
  assert.equal(signedIn.status, 303, signedIn.text);
  const second = /__Host-session=([^;]*)/.exec(signedIn.headers["set-cookie"])[1];
  const shown = await page(second);
  assert.equal(shown.status, 200);

  const token = /name="form_token" value="([^"]*)"/.exec(shown.text)[1];
  const left = await send("/dashboard/sign-out", { form_token: token }, `__Host-session=${second}`);
  assert.equal(left.status, 303);
  await startOwnRedis();
  assert.equal((await page(second)).status, 303, "a session that was ended stays so");
  assert.equal((await page(session)).status, 200);
});
