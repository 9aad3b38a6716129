// What a worker logs of its requests, as log_level and log_sample say.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../../service/api_client.mjs";
import { ownWorker } from "../../service/own_worker.mjs";

// The events that a worker of one thread has logged, and then the statuses of its requests, of which the last is
// for nothing that there is. The thread may serve the first before another has logged that the worker started.
async function loggedBy(t, settings, requests) {
  const worker = await ownWorker({ threads: 1, ...settings });
  t.after(() => worker.stop());
  for (const path of requests) await worker.ask("GET", path);
  const logged = () =>
    worker
      .log()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  await until(
    () => logged().filter(({ status }) => status === 404).length,
    (count) => count === requests.filter((path) => path === "/nothing").length,
  );
  const events = logged().flatMap(({ event }) => event ?? []);
  return [...events, ...logged().flatMap(({ status }) => status ?? [])];
}

const well = (count) => Array.from({ length: count }, () => "/healthz");

test("logs every request by default", async (t) => {
  assert.deepEqual(await loggedBy(t, {}, [...well(3), "/nothing"]), ["started", 200, 200, 200, 404]);
});

test("level warning logs only rejected requests", async (t) => {
  assert.deepEqual(
    await loggedBy(t, { log_level: "warning" }, ["/nothing", ...well(5), "/nothing"]),
    [404, 404],
  );
});

test("a sampled log has a fraction of requests and every rejected one", async (t) => {
  const logged = await loggedBy(t, { log_sample: 5 }, [...well(7), "/nothing", ...well(8), "/nothing"]);
  assert.deepEqual(logged, ["started", 200, 200, 404, 200, 404]);
});
