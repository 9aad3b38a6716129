// A worker is killed after PostgreSQL got its statement and before the client got an answer. nginx sends what HTTP
// allows to repeat to the next worker, whose answer is then about what the first one did.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, request, sql, until, uuidOf } from "../../service/api_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { ownFront, ownWorker } from "../../service/own_worker.mjs";

let key;
before(() => ({ key } = newAccount()));

// Sends a request about an artifact whose row is locked. The first worker is killed while its statement waits, the lock
// is released when as many statements wait as `expected`. Returns the response.
async function sendWhileFirstWorkerDies(t, id, expected, send) {
  const [first, second] = [await ownWorker(), await ownWorker()];
  const front = await ownFront([first.socket, second.socket]);
  t.after(async () => {
    await front.stop();
    for (const worker of [first, second]) await worker.stop();
  });
  const session = new DatabaseSession(t);
  const pid = await session.ask("select pg_backend_pid()");
  await session.ask(`begin; select from artifacts where id = '${uuidOf(id)}' for update`);
  // The second one waits for the first.
  const waiting = (count) =>
    until(
      () =>
        sql(`with recursive waiting(pid) as (
               select ${pid}
               union
               select activity.pid from pg_stat_activity as activity, waiting
                where waiting.pid = any(pg_blocking_pids(activity.pid)))
             select count(*) - 1 from waiting`),
      (found) => found === String(count),
    );
  const response = send((method, path, { body, headers } = {}) =>
    request(method, `${front.origin}/api${path}`, {
      isDescribed: false,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body,
    }),
  );
  await waiting(1);
  process.kill(first.pid, "SIGKILL");
  await waiting(expected);
  await session.ask("commit");
  return response;
}

const create = async () => (await call(key, "POST", "/artifacts", markdown("x"))).json.id;

// It takes several statements of one transaction, so what the first one began is undone.
test("a permanent delete that a killed worker has begun is made by the next one", async (t) => {
  const id = await create();
  const { status } = await sendWhileFirstWorkerDies(t, id, 2, (send) =>
    send("DELETE", `/artifacts/${id}?permanent=true`),
  );
  assert.equal(status, 200);
  assert.equal(sql(`select count(*) from artifacts where id = '${uuidOf(id)}'`), "0");
});

test("an update with If-Match that a killed worker has done is answered with 412", async (t) => {
  const id = await create();
  const { etag } = (await call(key, "GET", `/artifacts/${id}`)).headers;
  const { status } = await sendWhileFirstWorkerDies(t, id, 2, (send) =>
    send("PUT", `/artifacts/${id}`, { body: '{"title":"new"}', headers: { "if-match": etag } }),
  );
  assert.equal(status, 412);
  const { title } = (await call(key, "GET", `/artifacts/${id}`)).json;
  assert.equal(title, "new");
});

test("a restore is never sent to another worker", async (t) => {
  const id = await create();
  await call(key, "DELETE", `/artifacts/${id}`);
  const { status } = await sendWhileFirstWorkerDies(t, id, 1, (send) =>
    send("POST", `/artifacts/${id}/restore`),
  );
  assert.equal(status, 503);
});
