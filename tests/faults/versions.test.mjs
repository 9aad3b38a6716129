// A worker that dies between a version and the change that makes it: both are there, or neither is.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { test } from "node:test";
import { call, markdown, newAccount, patiently, sql, until, uuidOf } from "../service/api_client.mjs";
import { pidOf, workerNames } from "./stack.mjs";

// Holds what the statement writes to after it has kept the version before, so that changes wait there.
async function holdCounts() {
  const holder = spawn("psql", ["-X", "-q", process.env.DATABASE_URL], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  holder.stdin.write("begin; lock table artifact_counts in exclusive mode; select 'held';\n");
  await once(holder.stdout, "data");
  return async () => {
    holder.stdin.end("rollback;\n");
    await once(holder, "exit");
  };
}

const waiting = `
  from pg_locks where relation = 'artifact_counts'::regclass and not granted`;
const isWaiting = () => sql(`select count(*) ${waiting}`) !== "0";

for (const [name, kill] of [
  [
    "a worker that is killed",
    () => {
      for (const worker of workerNames()) process.kill(pidOf(worker), "SIGKILL");
    },
  ],
  ["a connection that is lost", () => sql(`select pg_terminate_backend(pid) ${waiting}`)],
]) {
  test(`${name} while it changes an artifact leaves a change with its version, or neither`, async () => {
    const { key } = newAccount();
    const { id } = (await call(key, "POST", "/artifacts", markdown("0"))).json;
    const row = `from artifacts where id = '${uuidOf(id)}'`;
    for (let number = 1; number <= 4; ++number) {
      const before = sql(`select version ${row}`);
      const headers = { "Idempotency-Key": randomUUID() };
      const append = () =>
        call(key, "PATCH", `/artifacts/${id}`, { append: { text: `,${number}` } }, headers);
      const release = await holdCounts();
      const first = append();
      await until(isWaiting, (is) => is);
      kill();
      await release();
      await first.catch(() => undefined);
      await until(isWaiting, (is) => !is);
      const [version, text] = sql(`select version, content::json ->> 'text' ${row}`).split("|");
      const isChanged = version !== before;
      assert.equal(text.endsWith(`,${number}`), isChanged, `version ${version}: ${text}`);
      // Sent again, it is made once.
      const { status, json } = await patiently(append);
      assert.deepEqual([status, json.version], [200, number + 1]);
    }
    assert.equal(sql(`select content::json ->> 'text' ${row}`), "0\n,1\n,2\n,3\n,4");
    assert.equal(
      sql(`select string_agg(version || ' ' || (content::json ->> 'text'), ';' order by version)
             from artifact_versions where artifact_id = '${uuidOf(id)}'`),
      "1 0;2 0\n,1;3 0\n,1\n,2;4 0\n,1\n,2\n,3",
    );
  });
}
