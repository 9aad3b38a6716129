// What /metrics counts, exactly: over all worker processes, and through their end. Counts what the
// whole service does, so it runs by itself.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { admin, call, markdown, newAccount, origin, request, share, until } from "../service/api_client.mjs";
import { ownAddress } from "../service/loopback_address.mjs";
import { readPrometheusText, total } from "../service/prometheus_text.mjs";
import { checkQuickly } from "../service/quick_hash.mjs";
import { pidOf, socketOf, workerNames } from "./stack.mjs";

const { STATE_DIR } = process.env;
const folder = path.join(STATE_DIR, "metrics");

const metrics = async () => readPrometheusText((await request("GET", `${origin}/metrics`)).text);
const requests = "artifact_share_http_requests_total";

// A picture for link previews is drawn after a request, and looks into the same caches.
const withoutCard = { cards: "off" };

let key;
before(() => {
  // Where what was counted earlier has waited for ten minutes, each further view and call says so.
  admin("maintain");
  ({ key } = newAccount());
});

// Of one that appears, as its route was requested for the first time, it is 0.
const valueBefore = (families, { name, labels }) =>
  families
    .get(name.replace(/_(bucket|sum|count)$/, ""))
    ?.samples.find((sample) => sample.name === name && isDeepStrictEqual(sample.labels, labels))?.value ?? 0;

// What `work` adds to each sample, by its name and labels; what stays the same is left out.
async function added(work) {
  const beforehand = await metrics();
  await work();
  const afterwards = await metrics();
  const differences = {};
  for (const family of afterwards.values()) {
    if (family.type !== "counter") continue;
    for (const sample of family.samples) {
      const difference = sample.value - valueBefore(beforehand, sample);
      if (difference !== 0)
        differences[`${sample.name} ${Object.values(sample.labels).join(" ")}`.trim()] = difference;
    }
  }
  // The first of the two scrapes.
  assert.equal(differences[`${requests} GET /metrics 200`], 1);
  delete differences[`${requests} GET /metrics 200`];
  return differences;
}

// Waits until each worker has answered, which it can when its file is there and it listens.
async function allWorkersRun() {
  const names = workerNames();
  await until(metrics, (families) => total(families, "artifact_share_worker_processes") === names.length);
}

async function restart(name, signal) {
  const pid = pidOf(name);
  process.kill(pid, signal);
  await until(
    () => pidOf(name) !== pid && existsSync(socketOf(name)),
    (isBack) => isBack,
  );
  await allWorkersRun();
}

test("counts every request once, by route and status, across workers", async () => {
  await allWorkersRun();
  const made = await share(key, markdown("x", withoutCard));
  const rounds = 40;
  const from = ownAddress();
  const counted = await added(async () => {
    await Promise.all(
      Array.from({ length: rounds }, async () => {
        assert.equal((await call(key, "GET", `/artifacts/${made.id}`)).status, 200);
        assert.equal((await call(key, "GET", `/artifacts/${made.id}`.slice(0, -1))).status, 404);
        assert.equal((await request("GET", `${origin}/api/nothing`, { from: ownAddress() })).status, 404);
        assert.equal((await call(key, "DELETE", "/artifacts")).status, 405);
        assert.equal((await request("GET", made.url)).status, 200);
        assert.equal((await call(key, "POST", "/artifacts", markdown("x"))).status, 201);
        assert.equal((await call(key, "POST", "/artifacts", "{")).status, 400);
        assert.equal((await request("GET", "/artifacts", { from })).status, 401);
      }),
    );
  });
  const hits = "artifact_share_cache_lookups_total render hit";
  const misses = "artifact_share_cache_lookups_total render miss";
  assert.equal((counted[hits] ?? 0) + (counted[misses] ?? 0), rounds);
  // A thread whose connection a test before this one has ended finds out now.
  const lost = "artifact_share_database_errors_total connection";
  for (const name of [hits, misses, lost]) delete counted[name];
  assert.deepEqual(counted, {
    [`${requests} GET /artifacts/{artifact_id} 200`]: rounds,
    // A path that no route has, twice, and a method that the path does not take.
    [`${requests} any none 404`]: 2 * rounds,
    [`${requests} any none 405`]: rounds,
    [`${requests} GET /artifacts 401`]: rounds,
    [`${requests} GET /a/{artifact_id} 200`]: rounds,
    [`${requests} POST /artifacts 201`]: rounds,
    [`${requests} POST /artifacts 400`]: rounds,
    "artifact_share_views_total markdown": rounds,
  });
});

test("counts a duration for each request", async () => {
  const durations = "artifact_share_http_request_duration_seconds";
  // By route, how many more requests than durations: of files of another version some may be left.
  const withoutDuration = async () => {
    const families = await metrics();
    return families
      .get(durations)
      .samples.filter(({ name }) => name.endsWith("_count"))
      .map(({ labels: { method, route }, value }) => ({
        method,
        route,
        count: total(families, requests, { method, route }) - value,
      }));
  };
  const ask = () =>
    Promise.all([call(key, "GET", "/account"), call(key, "GET", "/nothing"), share(key, markdown("x"))]);
  // A route is there from its first request on.
  await ask();
  const beforehand = await withoutDuration();
  assert.ok(beforehand.length >= 3);
  await ask();
  assert.deepEqual(await withoutDuration(), beforehand);
});

test("calls without a key past their address' limit are counted as such", async () => {
  const from = ownAddress();
  const counted = await added(async () => {
    // Two windows of a minute at the most, of 60 each.
    for (let i = 0; i < 130; ++i) await request("GET", "/account", { from });
  });
  const limited = counted["artifact_share_rate_limited_requests_total address"];
  assert.ok(limited >= 10, `${limited}`);
  assert.deepEqual(counted, {
    [`${requests} GET /account 401`]: 130 - limited,
    [`${requests} GET /account 429`]: limited,
    "artifact_share_rate_limited_requests_total address": limited,
  });
});

test("a request past its account's limit is counted as such", async () => {
  const limited = newAccount({ requestsPerMinute: 3 });
  const statuses = new Map();
  const counted = await added(async () => {
    for (let i = 0; i < 12; ++i) {
      const { status } = await call(limited.key, "GET", "/account");
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  assert.ok(statuses.get(429) >= 6);
  assert.deepEqual(counted, {
    [`${requests} GET /account 200`]: statuses.get(200),
    [`${requests} GET /account 429`]: statuses.get(429),
    "artifact_share_rate_limited_requests_total account": statuses.get(429),
  });
});

test("counts views, passwords and PDFs with their results", async () => {
  const locked = await share(key, markdown("x", { password: "right", maxViews: 2 }));
  // Made in advance, before anything is counted.
  const pdf = await share(key, {
    template: "pdf",
    content: { html: `<p>${Math.random()}` },
    ...withoutCard,
  });
  await until(
    async () => (await call(key, "GET", `/artifacts/${pdf.id}`)).json.pdf.status,
    (status) => status === "ready",
  );
  const file = pdf.url.replace("?token=", "/file?token=");
  const guarded = await share(key, markdown("x", { password: "right" }));
  for (const { url } of [locked, guarded]) checkQuickly(url, "right");
  const from = ownAddress();
  const open = (password, { url } = locked) =>
    request("GET", url, { from, headers: { "x-share-password": password } });
  const cache = "artifact_share_cache_lookups_total";
  const counted = await added(async () => {
    assert.equal((await open("wrong")).status, 401);
    assert.equal((await open("right")).status, 200);
    assert.equal((await open("right")).status, 200);
    assert.equal((await open("right")).status, 410);
    for (let i = 0; i < 10; ++i) assert.equal((await open("wrong", guarded)).status, 401);
    assert.equal((await open("right", guarded)).status, 429);
    assert.equal((await request("GET", file)).status, 200);
    const head = await request("HEAD", pdf.url);
    assert.equal(head.status, 200);
  });
  // What one process has in memory another may not.
  for (const [name, lookups] of [
    ["render", 3],
    ["pdf", 1],
  ]) {
    const outcomes = ["hit", "miss"].map((outcome) => `${cache} ${name} ${outcome}`);
    assert.equal(
      outcomes.reduce((sum, outcome) => sum + (counted[outcome] ?? 0), 0),
      lookups,
    );
    for (const outcome of outcomes) delete counted[outcome];
  }
  assert.deepEqual(counted, {
    [`${requests} GET /a/{artifact_id} 200`]: 3,
    [`${requests} GET /a/{artifact_id} 401`]: 11,
    [`${requests} GET /a/{artifact_id} 410`]: 1,
    [`${requests} GET /a/{artifact_id} 429`]: 1,
    [`${requests} GET /a/{artifact_id}/file 200`]: 1,
    "artifact_share_views_total markdown": 2,
    "artifact_share_password_attempts_total right": 2,
    "artifact_share_password_attempts_total wrong": 11,
    "artifact_share_password_attempts_total refused": 1,
  });
});

test("counts PDFs that are made in advance", async () => {
  const counted = await added(async () => {
    const { id } = await share(key, {
      template: "pdf",
      content: { html: `<p>${Math.random()}` },
      ...withoutCard,
    });
    await until(
      async () => (await call(key, "GET", `/artifacts/${id}`)).json.pdf.status,
      (status) => status === "ready",
    );
  });
  assert.equal(counted["artifact_share_pdfs_total made"], 1);
});

test("shows a statement that takes too long as 503 and an error of the statement", async () => {
  const { id } = await share(key, markdown("x"));
  const counted = await added(async () => {
    // Whoever reads the table waits for this one's end, past the time limit.
    const holder = spawn("psql", ["-X", "-q", "-At", "-d", process.env.DATABASE_URL]);
    holder.stdin.write("begin; lock table artifacts in access exclusive mode; select 'held';\n");
    await once(holder.stdout, "data");
    try {
      assert.equal((await call(key, "GET", `/artifacts/${id}`)).status, 503);
    } finally {
      holder.stdin.end();
      await once(holder, "exit");
    }
  });
  assert.deepEqual(counted, {
    [`${requests} GET /artifacts/{artifact_id} 503`]: 1,
    "artifact_share_database_errors_total statement": 1,
  });
});

test("shows that Redis is unavailable, and since when", async () => {
  const locals = (families) => total(families, "artifact_share_rate_limits_local");
  const since = (families) => total(families, "artifact_share_rate_limits_local_since_timestamp_seconds");
  const errors = (families) => total(families, "artifact_share_redis_errors_total");
  const ask = async () => {
    await Promise.all(Array.from({ length: 16 }, () => call(key, "GET", "/account")));
    return metrics();
  };
  const beforehand = await ask();
  assert.equal(locals(beforehand), 0);
  const started = Math.floor(Date.now() / 1000);
  process.kill(pidOf("redis"), "SIGSTOP");
  try {
    const meanwhile = await until(ask, (families) => locals(families) === workerNames().length);
    assert.ok(since(meanwhile) >= started && since(meanwhile) <= Date.now() / 1000, `${since(meanwhile)}`);
    assert.ok(errors(meanwhile) > errors(beforehand));
  } finally {
    process.kill(pidOf("redis"), "SIGCONT");
  }
  const afterwards = await until(ask, (families) => locals(families) === 0);
  assert.equal(since(afterwards), 0);
});

test("counters continue after a worker ends or crashes, gauges do not", async () => {
  await allWorkersRun();
  await call(key, "GET", "/account");
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    for (const name of workerNames()) {
      const before = await metrics();
      const starts = total(before, "artifact_share_worker_starts_total");
      const stops = total(before, "artifact_share_worker_stops_total");
      await restart(name, signal);
      // It may have its process before it has its counters, and the previous scrape may be counted until
      // its thread has logged it.
      const after = await until(
        metrics,
        (families) =>
          total(families, "artifact_share_worker_starts_total") > starts &&
          total(families, "artifact_share_http_requests_in_flight") === 1,
      );
      for (const family of before.values()) {
        if (family.type === "gauge") continue;
        for (const { name: sample, labels, value } of family.samples)
          assert.ok(
            valueBefore(after, { name: sample, labels }) >= value,
            `${sample} ${JSON.stringify(labels)} after ${signal}`,
          );
      }
      assert.equal(total(after, "artifact_share_worker_starts_total"), starts + 1);
      assert.equal(total(after, "artifact_share_worker_stops_total"), stops + (signal === "SIGTERM" ? 1 : 0));
    }
  }
  const files = readdirSync(folder).filter((name) => name.startsWith("worker-"));
  assert.equal(files.length, workerNames().length);
});

test("reads the known series of another version's file, and a new worker continues it", async () => {
  await allWorkersRun();
  const old = path.join(folder, "worker-99");
  const names = [
    `${requests}{method="GET",route="/account",status="200"}`,
    "artifact_share_forgotten_total{}",
    "artifact_share_worker_threads{}",
  ];
  const bytes = Buffer.alloc(16 + 8 * names.length);
  bytes.write("ASMETR1\n", 0, "latin1");
  bytes.writeBigUInt64LE(BigInt(names.length), 8);
  [1000n, 7n, 64n].forEach((value, i) => bytes.writeBigUInt64LE(value, 16 + 8 * i));
  const whole = Buffer.concat([bytes, Buffer.from(names.map((name) => `${name}\n`).join(""))]);
  const accounts = (families) =>
    total(families, requests, { route: "/account", method: "GET", status: "200" });
  const beforehand = await metrics();
  // The counters of a process that has ended count; its gauges do not.
  writeFileSync(old, whole);
  const afterwards = await metrics();
  assert.equal(accounts(afterwards), accounts(beforehand) + 1000);
  assert.equal(
    total(afterwards, "artifact_share_worker_threads"),
    total(beforehand, "artifact_share_worker_threads"),
  );
  assert.ok(!afterwards.has("artifact_share_forgotten_total"));

  // In the place of a worker's own file, which it leaves by dying.
  const [name] = workerNames();
  const supervisor = pidOf("run");
  process.kill(supervisor, "SIGSTOP");
  let freed;
  try {
    const processes = total(afterwards, "artifact_share_worker_processes");
    process.kill(pidOf(name), "SIGKILL");
    const now = await until(
      metrics,
      (families) => total(families, "artifact_share_worker_processes") === processes - 1,
    );
    assert.ok(accounts(now) >= accounts(afterwards));
    const locked = readFileSync("/proc/locks", "utf8");
    freed = readdirSync(folder).find((file) => {
      const { ino } = statSync(path.join(folder, file));
      return file.startsWith("worker-") && file !== "worker-99" && !locked.includes(`:${ino} `);
    });
    writeFileSync(path.join(folder, freed), whole);
  } finally {
    process.kill(supervisor, "SIGCONT");
  }
  await allWorkersRun();
  const taken = readFileSync(path.join(folder, freed));
  assert.ok(taken.length > whole.length && taken.includes("artifact_share_pdfs_total"));
  assert.ok(accounts(await metrics()) >= 2000);
  rmSync(old);
});

test("ignores foreign and damaged files", async () => {
  const beforehand = await metrics();
  const huge = Buffer.alloc(64);
  huge.write("ASMETR1\n", 0, "latin1");
  huge.writeBigUInt64LE(2n ** 61n, 8);
  const files = {
    "worker-91": "",
    "worker-92": "ASMETR1\n",
    "worker-93": Buffer.alloc(100, 0xff),
    "worker-94": huge,
    something: "else",
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
  const afterwards = await metrics();
  for (const name of Object.keys(files)) rmSync(path.join(folder, name));
  assert.equal(
    total(afterwards, requests, { route: "/account" }),
    total(beforehand, requests, { route: "/account" }),
  );
});
