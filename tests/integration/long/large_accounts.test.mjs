// What an account may have at the limits of its plan can be erased and deleted by its owner: with links that show
// earlier versions, versions that are erased already, and many other accounts' events in the audit log.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { call, markdown, newAccount, sql, uuidOf } from "../../service/api_client.mjs";
import { maintain } from "../../service/maintenance.mjs";
import {
  addEvents,
  addPins,
  addVersions,
  miscounted,
  namesIn,
  versionsOf,
} from "../../service/stored_histories.mjs";

const events = 3_000_000;
let other;
before(() => {
  other = newAccount({ plan: "enterprise" });
  addEvents(["art_of_others"], events, "x", other.account);
  sql("analyze audit_events");
});
after(() => sql(`delete from audit_events where account_id = '${uuidOf(other.account)}'`));

const MiB = 1024 * 1024;
// As many versions as plans keep, of the size that bodies and files may have.
for (const [what, count, bytes] of [
  ["1,000 versions of 1 MiB", 1000, MiB],
  ["20 versions of 32 MiB", 20, 32 * MiB],
  ["10,000 small versions", 10_000, 0],
]) {
  const accountWith = async () => {
    const own = newAccount({ plan: "enterprise" });
    sql(`update accounts set max_bytes = 1::bigint << 40 where id = '${uuidOf(own.account)}'`);
    const { json, text } = await call(own.key, "POST", "/artifacts", markdown("now", { title: "A secret" }));
    assert.ok(json?.id, text);
    addVersions(json.id, count, { owner: own.account, title: "'A secret'", keptAt: "now()", bytes });
    addPins(json.id, 1, Math.floor(count / 2), own.account);
    sql(`update artifact_versions set content = null, content_hash = null, erased_at = now()
          where artifact_id = '${uuidOf(json.id)}' and version between 3 and ${Math.floor(count / 5)}`);
    sql(`update artifact_counts c set bytes = (select coalesce(sum(bytes), 0) from artifact_versions v
                                               where v.account_id = c.account_id and erased_at is null)
          where account_id = '${uuidOf(own.account)}' and listed_as = 'history'`);
    return { ...own, id: json.id };
  };

  test(`of ${what}, one is erased, then all before another`, async () => {
    const { key, account, id } = await accountWith();
    const one = Math.floor(count * 0.7);
    const erased = await call(key, "DELETE", `/artifacts/${id}/versions/${one}`);
    assert.equal(erased.status, 200, erased.text);
    assert.deepEqual([erased.json.erased, erased.json.sameContent], [[one], []]);
    const before = Math.floor(count * 0.9);
    const all = await call(key, "DELETE", `/artifacts/${id}/versions?before=${before}`);
    assert.equal(all.status, 200, all.text);
    assert.equal(versionsOf(id, `erased_at is null and version < ${before}`), 0);
    assert.equal(versionsOf(id, "erased_at is null"), count - before + 1);
    assert.equal(miscounted(account), 0);
    // Leaves nothing for the next test to compete with.
    assert.equal((await call(key, "DELETE", `/artifacts/${id}?permanent=true`)).status, 200);
  });

  const deletions = {
    "for good": async (own) => {
      const { status, text } = await call(own.key, "DELETE", `/artifacts/${own.id}?permanent=true`);
      assert.equal(status, 200, text);
    },
    "for good with all that matches": async (own) => {
      let cursor;
      do {
        const body = { filter: { template: "markdown" }, permanent: true, dryRun: false, cursor };
        const { status, json, text } = await call(own.key, "POST", "/artifacts/delete-matching", body);
        assert.equal(status, 200, text);
        cursor = json.nextCursor;
      } while (cursor);
    },
    "by maintenance": async (own) => {
      sql(`update artifacts set deleted_at = now() - interval '40 days' where id = '${uuidOf(own.id)}'`);
      maintain();
    },
  };
  for (const [way, remove] of Object.entries(deletions))
    test(`an artifact with ${what} is deleted ${way}`, async () => {
      const own = await accountWith();
      await remove(own);
      for (const table of ["share_links", "artifact_versions", "artifacts"])
        assert.equal(
          sql(`select count(*) from ${table} where account_id = '${uuidOf(own.account)}'`),
          "0",
          table,
        );
      assert.equal(namesIn(own.account), "");
    });
}
