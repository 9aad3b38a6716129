// Work ends when nobody waits for it any more.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import https from "node:https";
import { test } from "node:test";
import { call, markdown, newAccount, until } from "../../service/api_client.mjs";
import { ownFront, ownWorker } from "../../service/own_worker.mjs";

// The CPU time of a process with its threads, in seconds.
function cpuTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

test("edits that take long end soon after their caller has gone", async (t) => {
  const worker = await ownWorker();
  t.after(() => worker.stop());
  const front = await ownFront(worker.socket);
  t.after(() => front.stop());
  const { key } = newAccount();
  const made = await call(key, "POST", "/artifacts", markdown("a".repeat(900_000)));
  const edits = Array.from({ length: 1000 }, () => ({ find: "a", replace: "a", occurrence: 800_000 }));
  const before = cpuTime(worker.pid);
  const request = https.request(`${front.origin}/api/artifacts/${made.json.id}`, {
    method: "PATCH",
    ca: readFileSync(process.env.CA_CERT),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  request.on("error", () => {});
  request.on("response", (response) => assert.fail(`it was answered ${response.statusCode}`));
  request.end(JSON.stringify({ edits }));
  await until(
    () => cpuTime(worker.pid) - before,
    (spent) => spent > 0.5,
  );
  request.destroy();
  // Until it works no more.
  let last = -1;
  await until(
    async () => {
      const one = last;
      last = cpuTime(worker.pid);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return last - one;
    },
    (spent) => spent === 0,
  );
  // Alone, they would take the limit of five seconds.
  assert.ok(last - before < 3, `${last - before} s`);
  const { json } = await call(key, "GET", `/artifacts/${made.json.id}`);
  assert.equal(json.version, 1);
});
