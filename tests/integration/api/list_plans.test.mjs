// Every list query is served by indexes, whatever the filter, order and depth, and reads no content.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { newAccount, sql, uuidOf } from "../../service/api_client.mjs";

const rows = 20000;
const limit = 21;
let account;
// With lists of its own, so that the account is not all that there is in the table.
let other;

// The very text that the store runs, for one of the two orders.
function listQuery(order) {
  const source = readFileSync(new URL("../../../db/artifacts/artifact_store.cc", import.meta.url), "utf8");
  const [, page] = source.match(/kPage = R"\(([\s\S]*?)\)";/);
  const [, rest] = source.match(/kListArtifacts = R"\(([\s\S]*?)\)";/);
  const text = page + rest;
  const newest = order === "newest first";
  const start = newest
    ? "coalesce($5, 'infinity'), coalesce($6, 'ffffffff-ffff-ffff-ffff-ffffffffffff')"
    : "coalesce($5, '-infinity'), coalesce($6, '00000000-0000-0000-0000-000000000000')";
  return text
    .replaceAll("{before}", newest ? "<" : ">")
    .replaceAll("{descending}", newest ? "desc" : "asc")
    .replaceAll("{start}", start);
}

function planOf({ order, status, templates, after }) {
  const moment = after ? `now() - interval '${after} seconds'` : "null";
  const id = after ? "gen_random_uuid()" : "null";
  const output = sql(`
    set plan_cache_mode = force_generic_plan;
    set jit = off;
    prepare list (uuid, text, text, text, timestamptz, uuid, bigint, bigint) as ${listQuery(order)};
    explain (analyze, verbose, format json)
      execute list ('${account}', '${status || "active expired"}', '${templates}', '${status}',
                    ${moment}, ${id}, 0, ${limit})`);
  return JSON.parse(output)[0].Plan;
}

// Of a scan of a bitmap, which an index has made, too.
const indexOf = (scan) => scan["Index Name"] ?? scan.Plans?.[0]["Index Name"];
const nodesOf = (node) => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

before(() => {
  [account, other] = [newAccount(), newAccount()].map((one) => uuidOf(one.account));
  // A third has expired, of which maintenance has met all but a hundred; a tenth is deleted.
  sql(`
    insert into artifacts (id, account_id, template, title, content, metadata, created_at, updated_at,
                           expires_at, deleted_at, listed_as)
    select gen_random_uuid(), owner, (array['markdown', 'chart', 'table', 'pdf', 'code'])[1 + n % 5], 'x',
           '{}', '{}', now() - n * interval '1 second', now(),
           case when n % 3 = 0 then now() - interval '1 hour' end,
           case when n % 10 = 1 then now() end,
           case when n % 10 = 1 then 'deleted' when n % 3 = 0 and n > 450 then 'expired' else 'active' end
      from generate_series(1, ${rows}) as n, unnest(array['${account}', '${other}']::uuid[]) as owner`);
  sql("analyze artifacts");
});
after(() => sql(`delete from artifacts where account_id in ('${account}', '${other}')`));

for (const order of ["newest first", "oldest first"]) {
  for (const status of ["", "active", "expired", "deleted"]) {
    for (const templates of ["markdown chart table pdf code", "table"]) {
      for (const after of [undefined, rows / 2]) {
        const name = `${order}, status "${status}", templates "${templates}", ${after ? "deep" : "first page"}`;
        test(`a list is served by indexes: ${name}`, () => {
          const nodes = nodesOf(planOf({ order, status, templates, after }));
          const scans = nodes.filter((node) => node["Relation Name"] === "artifacts");
          assert.ok(scans.length >= 2);
          for (const scan of scans) {
            const index = indexOf(scan);
            assert.ok(index, `${scan["Node Type"]} on artifacts`);
            assert.ok(!JSON.stringify(scan.Output).includes(".content"), "content is not read");
            // Of each run only what the page may need, and what maintenance has not met yet.
            const read = (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"];
            const most = index === "artifacts_by_expiry" ? 150 : 8 * limit;
            assert.ok(read <= most + 450, `${index} gave ${read} rows`);
          }
          const runs = scans.find((scan) => indexOf(scan) === "artifacts_listed");
          assert.ok(runs["Index Cond"].includes("created_at"), "a run is entered where the page begins");
        });
      }
    }
  }
}
