// What a stop or a death of workers does to those who call meanwhile. Changes the running service, so
// it runs by itself.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  newKey,
  origin,
  request,
  share,
  sql,
  until,
  uuidOf,
} from "../service/api_client.mjs";
import { assertError } from "../service/contract_assertions.mjs";
import { ownWorker } from "../service/own_worker.mjs";
import { underLoad } from "../under_load.mjs";
import { pidOf, socketOf, workerNames } from "./stack.mjs";

const { STATE_DIR } = process.env;
let account;
let key;
before(() => ({ account, key } = newAccount()));

function assertNoLogHolds(...secrets) {
  const folder = path.join(STATE_DIR, "log");
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (!statSync(file).isFile()) continue;
    const text = readFileSync(file, "utf8");
    bytes += text.length;
    for (const secret of secrets) assert.ok(!text.includes(secret), `${name} holds ${secret}`);
  }
  assert.ok(bytes > 1000);
}
const ready = () =>
  until(
    () => request("GET", `${origin}/readyz`),
    ({ status }) => status === 200,
  );

test("a worker stopped under load loses no request", async () => {
  const { id, url } = await share(key, markdown("x"));
  const read = () => call(key, "GET", `/artifacts/${id}`);
  const write = () => call(key, "POST", "/artifacts", markdown("x"));
  const page = () => request("GET", url);
  const calls = Array.from({ length: 16 }, (_, i) => [write, read, page, read][i % 4]);
  const outcomes = await underLoad(calls, async () => {
    for (let round = 0; round < 3; ++round) {
      for (const name of workerNames()) {
        const pid = pidOf(name);
        process.kill(pid, "SIGTERM");
        await until(
          () => pidOf(name) !== pid && existsSync(socketOf(name)),
          (isBack) => isBack,
        );
      }
    }
  });
  assert.deepEqual([...outcomes.keys()].sort(), [200, 201], JSON.stringify([...outcomes]));
});

// A worker whose program for PDFs takes longer than any stop. Gives it with a promise of the program's first run.
async function workerWithSlowPdfs(t) {
  const folder = mkdtempSync(path.join(tmpdir(), "pdfs-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = path.join(folder, "make_pdf.py");
  writeFileSync(program, 'import time\nopen(__file__ + ".begun", "w").close()\ntime.sleep(3600)\n');
  const settings = { pdf_command: program, pdf_cache_folder: "", drain_seconds: 20 };
  const worker = await ownWorker(settings);
  t.after(() => worker.stop());
  return { worker, hasBegun: () => until(() => existsSync(`${program}.begun`), Boolean) };
}

test("a worker that is making a PDF stops soon, and its viewer is told to try again", async (t) => {
  const { worker, hasBegun } = await workerWithSlowPdfs(t);
  const { url } = await share(key, { template: "pdf", content: { markdown: "x" } });
  const { pathname, search } = new URL(url);
  const answer = worker.ask("GET", `${pathname}/file${search}`);
  await hasBegun();
  await worker.stop();
  const { status, headers } = await answer;
  assert.equal(status, 503, worker.log());
  assert.match(headers["retry-after"], /^\d+$/);
  assert.match(worker.log(), /all requests were answered/);
});

test("a PDF that a stopped worker was making in advance is made by another", async (t) => {
  const { worker, hasBegun } = await workerWithSlowPdfs(t);
  const { text } = await worker.ask("POST", "/artifacts", {
    body: JSON.stringify({ template: "pdf", content: { markdown: "x" } }),
    more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
  });
  const { id } = JSON.parse(text);
  await hasBegun();
  await worker.stop();
  const state = async () => (await call(key, "GET", `/artifacts/${id}`)).json.pdf.status;
  assert.equal(await state(), "rendering");
  // A minute later.
  sql(`update artifacts set updated_at = updated_at - interval '1 minute' where id = '${uuidOf(id)}'`);
  await until(state, (status) => status === "ready");
});

test("without workers callers get an error object, viewers a page, and both recover", async () => {
  const { id, url } = await share(key, markdown("x"));
  const supervisor = pidOf("run");
  process.kill(supervisor, "SIGSTOP");
  try {
    for (const name of workerNames()) process.kill(pidOf(name), "SIGKILL");
    const response = await until(
      () => call(key, "GET", `/artifacts/${id}`),
      ({ status }) => status !== 200,
    );
    assertError(response, 503, "unavailable");
    assert.equal(response.headers["retry-after"], "1");
    const page = await request("GET", url);
    assert.equal(page.status, 503);
    assert.match(page.text, /<h1>Service unavailable<\/h1>/);
    assert.match(page.headers["content-security-policy"], /default-src 'none'/);
    assertNoLogHolds(new URL(url).searchParams.get("token"));
  } finally {
    process.kill(supervisor, "SIGCONT");
  }
  await until(
    () => call(key, "GET", `/artifacts/${id}`),
    ({ status }) => status === 200,
  );
  await until(
    () => request("GET", url),
    ({ status }) => status === 200,
  );
});

// PostgreSQL's processes come and go, so one of them may have ended meanwhile.
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    assert.equal(error.code, "ESRCH");
  }
}

test("without the database callers get unavailable, and workers recover", async () => {
  const { id } = await share(key, markdown("x"));
  await ready();
  const supervisor = pidOf("run");
  const unseen = newKey(account);
  process.kill(supervisor, "SIGSTOP");
  const postgres = pidOf("postgres");
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[1] === String(postgres)
        );
      } catch {
        return false;
      }
    });
  try {
    for (const pid of [postgres, ...children]) signal(pid, "SIGSTOP");
    const answers = await Promise.all([
      call(key, "GET", `/artifacts/${id}`),
      call(key, "POST", "/artifacts", markdown("x")),
      call(unseen, "GET", `/artifacts/${id}`),
    ]);
    for (const answer of answers) assertError(answer, 503, "unavailable");
    assert.equal((await request("GET", `${origin}/readyz`)).json.database, "unavailable");
  } finally {
    for (const pid of [postgres, ...children]) signal(pid, "SIGCONT");
    process.kill(supervisor, "SIGCONT");
  }
  await until(
    () => call(key, "GET", `/artifacts/${id}`),
    ({ status }) => status === 200,
  );
  assert.equal((await call(key, "POST", "/artifacts", markdown("x"))).status, 201);
  assert.equal((await call(unseen, "GET", `/artifacts/${id}`)).status, 200);
});

test("without Redis the service stays up and rate-limited", async () => {
  const { id } = await share(key, markdown("x"));
  const limited = newAccount({ requestsPerMinute: 5 });
  const redis = pidOf("redis");
  process.kill(redis, "SIGSTOP");
  try {
    assert.equal((await call(key, "GET", `/artifacts/${id}`)).status, 200);
    // Each worker process counts for itself meanwhile, by the minute.
    const minutes = new Set();
    const noteMinute = () => minutes.add(Math.floor(Date.now() / 60_000));
    let passed = 0;
    let refused = 0;
    for (noteMinute(); refused < 10; noteMinute()) {
      const { status } = await call(limited.key, "GET", "/artifacts");
      if (status === 200) ++passed;
      else if (status === 429) ++refused;
      else assert.fail(`status ${status}`);
    }
    assert.ok(passed >= 5 && passed <= 5 * workerNames().length * minutes.size + 5, `${passed} passed`);
  } finally {
    process.kill(redis, "SIGCONT");
  }
  await ready();
});
