// The counts of artifacts stay exact, whoever inserts: the statements of this release count themselves, and a
// trigger counts what the previous release inserts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, markdown, newAccount, share, sql, uuidOf } from "../../service/api_client.mjs";

const insertAsPreviousRelease = (account, rows, title) =>
  sql(`insert into artifacts (id, account_id, template, title, content, metadata, created_at, updated_at)
       select gen_random_uuid(), '${uuidOf(account)}', 'markdown', ${title}, repeat('x', n), '{}', now(), now()
         from generate_series(1, ${rows}) as n`);

const counted = (account) =>
  sql(`select listed_as, template, sum(count), sum(bytes) from artifact_counts
        where account_id = '${uuidOf(account)}' group by 1, 2 having sum(count) <> 0 order by 1, 2`);
const kept = (account) =>
  sql(`select listed_as, template, count(*), sum(octet_length(content)) from artifacts
        where account_id = '${uuidOf(account)}' group by 1, 2 order by 1, 2`);

test("counts are exact under inserts of two releases, changes and removals at once", async () => {
  const { account, key } = newAccount();
  const made = [];
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      insertAsPreviousRelease(account, 5, "null");
      const { id } = await share(key, markdown(`${"é".repeat(i)}`));
      const other = (await call(key, "POST", "/artifacts", markdown("other", { externalId: `x${i % 4}` })))
        .json;
      made.push(id);
      if (i % 3 === 0) await call(key, "PUT", `/artifacts/${id}`, markdown("longer content"));
      if (i % 4 === 0) await call(key, "DELETE", `/artifacts/${id}?permanent=true`);
      if (i % 4 === 1) await call(key, "DELETE", `/artifacts/${id}`);
      if (i >= 4) assert.ok(other.id ?? other.error);
    }),
  );
  assert.equal(made.length, 12);
  assert.equal(kept(account).split("\n").length, 2, "active and deleted artifacts are there");
  assert.equal(counted(account), kept(account));
});

test("an insert of both kinds counts each artifact once", () => {
  const { account } = newAccount();
  sql(`with recorded as (
         insert into artifacts
           (id, account_id, template, content, metadata, created_at, updated_at, is_recorded)
         select gen_random_uuid(), '${uuidOf(account)}', 'markdown', 'four', '{}', now(), now(), n = 1
           from generate_series(1, 3) as n
         returning is_recorded)
       insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
       select '${uuidOf(account)}', 'active', 'markdown', 0, 1, 4 from recorded where is_recorded`);
  assert.equal(counted(account), "active|markdown|3|12");
});

test("the title of an artifact of either release is noted once for the index of titles", async () => {
  const { account, key } = newAccount();
  insertAsPreviousRelease(account, 2, "'old release'");
  await call(key, "POST", "/artifacts", markdown("x", { title: "new release" }));
  await share(key, markdown("x", { title: "new release" }));
  await share(key, markdown("x"));
  const noted =
    sql(`select count(*) from artifacts where account_id = '${uuidOf(account)}' and title is not null
                      and (id in (select artifact_id from unindexed_titles)
                           or id in (select artifact_id from indexed_titles))`);
  assert.equal(noted, "4");
  for (const title of ["old release", "new release"]) {
    const { json } = await call(key, "GET", `/artifacts?q=${encodeURIComponent(title)}`);
    assert.deepEqual(
      json.data.map((found) => found.title),
      [title, title],
    );
  }
});
