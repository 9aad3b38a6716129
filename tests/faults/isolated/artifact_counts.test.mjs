// The counts of artifacts stay exact under creations, changes and removals at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, markdown, newAccount, share, sql, uuidOf } from "../../service/api_client.mjs";

const counted = (account) =>
  sql(`select listed_as, template, sum(count), sum(bytes) from artifact_counts
        where account_id = '${uuidOf(account)}' group by 1, 2 having sum(count) <> 0 order by 1, 2`);
const kept = (account) =>
  sql(`select listed_as, template, count(*), sum(octet_length(content)) from artifacts
        where account_id = '${uuidOf(account)}' group by 1, 2 order by 1, 2`);

test("counts are exact under creations, changes and removals at once", async () => {
  const { account, key } = newAccount();
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const { id } = await share(key, markdown(`${"é".repeat(i)}`));
      const other = (await call(key, "POST", "/artifacts", markdown("other", { externalId: `x${i % 4}` })))
        .json;
      if (i % 3 === 0) await call(key, "PUT", `/artifacts/${id}`, markdown("longer content"));
      if (i % 4 === 0) await call(key, "DELETE", `/artifacts/${id}?permanent=true`);
      if (i % 4 === 1) await call(key, "DELETE", `/artifacts/${id}`);
      if (i >= 4) assert.ok(other.id ?? other.error);
    }),
  );
  assert.equal(kept(account).split("\n").length, 2, "active and deleted artifacts are there");
  assert.equal(counted(account), kept(account));
});
