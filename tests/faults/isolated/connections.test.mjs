// A PostgreSQL that has fewer connections to spare than there are threads.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { markdown, newAccount, share, until } from "../../service/api_client.mjs";
import { ownWorker } from "../../service/own_worker.mjs";

const { DATABASE_URL } = process.env;
const own = /\buser=(\S+)/.exec(DATABASE_URL)[1];
const limited = `${own}_limited`;
const run = promisify(execFile);
const asSuperuser = (statement) => {
  const url = DATABASE_URL.replace(`user=${own}`, "user=postgres");
  return run("psql", ["-X", "-q", "-d", url, "-c", statement]);
};
const allow = (connections) => asSuperuser(`alter role ${limited} connection limit ${connections}`);

let key;
let id;
before(async () => {
  await asSuperuser(`create role ${limited} login in role ${own}`);
  ({ key } = newAccount());
  ({ id } = await share(key, markdown("x")));
});
after(() => asSuperuser(`drop role ${limited}`));

const threads = 8;
const startWorker = () =>
  ownWorker({ threads, database_url: DATABASE_URL.replace(`user=${own}`, `user=${limited}`) });
const read = (worker) =>
  worker.ask("GET", `/artifacts/${id}`, { more: { HTTP_AUTHORIZATION: `Bearer ${key}` } });

// The statuses of so many calls, sixteen at a time.
async function statuses(worker, calls) {
  const counts = {};
  let left = calls;
  const load = async () => {
    while (left-- > 0) {
      const { status } = await read(worker);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, load));
  return counts;
}

test("threads without a connection hardly affect those with one", async () => {
  await allow(threads / 2);
  const worker = await startWorker();
  try {
    const begun = performance.now();
    const counts = await statuses(worker, 4000);
    const seconds = (performance.now() - begun) / 1000;
    const failed = 4000 - (counts[200] ?? 0);
    // Each thread without a connection waits for about a second until it fails, however fast the others are.
    assert.ok(failed <= threads * (seconds + 1), `${JSON.stringify(counts)} in ${seconds} s`);
    await until(worker.log, (log) =>
      /"event":"request_failed".*PostgreSQL has no connection left: .*53300: too many connections for role/.test(
        log,
      ),
    );
    assert.ok(!worker.log().includes('; another thread is trying again"'));
  } finally {
    await worker.stop();
  }
});
