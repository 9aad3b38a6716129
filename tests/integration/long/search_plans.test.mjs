// Every search is served by indexes, at any number of artifacts, and costs no more for what other accounts
// have.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { newAccount, sql, uuidOf } from "../../service/api_client.mjs";

const rows = 30000;
let account;
let neighbour;
const source = readFileSync(new URL("../../../db/artifacts/artifact_store.cc", import.meta.url), "utf8");
const text = (pattern) => source.match(pattern)[1];

const byTitle = text(/"artifact_search_by_title", R"\(([\s\S]*?)\)"\}/);
const inOrder = (text(/kPage = R"\(([\s\S]*?)\)";/) + text(/kSearchInOrder = R"\(([\s\S]*?)\)";/))
  .replaceAll("{before}", "<")
  .replaceAll("{descending}", "desc")
  .replaceAll("{start}", "coalesce($5, 'infinity'), coalesce($6, 'ffffffff-ffff-ffff-ffff-ffffffffffff')");

const nodesOf = (node) => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

// The scans of artifacts in the plan that holds for all parameters.
function scansOf(types, query, values) {
  const output = sql(`
    set plan_cache_mode = force_generic_plan;
    set jit = off;
    prepare search (${types}) as ${query};
    explain (analyze, verbose, format json) execute search (${values})`);
  const nodes = nodesOf(JSON.parse(output)[0].Plan);
  return nodes.filter(
    (node) => node["Relation Name"] === "artifacts" || node["Index Name"] === "artifacts_by_title",
  );
}

const kept = (scan) => scan["Actual Rows"] * scan["Actual Loops"];

before(() => {
  account = uuidOf(newAccount().account);
  neighbour = uuidOf(newAccount().account);
  for (const owner of [account, neighbour])
    sql(`
      insert into artifacts (id, account_id, template, title, content, metadata, created_at, updated_at)
      select gen_random_uuid(), '${owner}', (array['markdown', 'chart', 'table', 'pdf', 'code'])[1 + n % 5],
             case when n % 3000 = 0 then 'Yearly ' else 'Weekly ' end || 'figures ' || md5(n::text),
             '{}', '{}', now() - n * interval '1 second', now()
        from generate_series(1, ${rows}) as n`);
  sql("analyze artifacts");
});
after(() => sql(`delete from artifacts where account_id in ('${account}', '${neighbour}')`));

for (const status of ["", "active", "expired", "deleted"]) {
  for (const deep of [false, true]) {
    const place = deep ? `now() - interval '${rows / 2} seconds', gen_random_uuid()` : "null, null";
    const name = `status "${status}", ${deep ? "deep" : "first page"}`;

    test(`finds a rare part of a title by the index alone: ${name}`, () => {
      const scans = scansOf(
        "uuid, text, text, timestamptz, uuid, text, bigint, bigint",
        byTitle,
        `'${account}', 'markdown chart table pdf code', '${status}', ${place}, 'Yearly', 5000, 26`,
      );
      const index = scans.find((scan) => scan["Index Name"] === "artifacts_by_title");
      assert.ok(index);
      assert.ok(kept(index) <= 15, `${kept(index)} entries of the index, where the account has 10`);
      for (const scan of scans) {
        assert.notEqual(scan["Node Type"], "Seq Scan");
        assert.ok(!JSON.stringify(scan.Output ?? []).includes(".content"), "content is not read");
      }
    });

    test(`a walk reads a limited number of rows by indexes: ${name}`, () => {
      const walked = 500;
      const scans = scansOf(
        "uuid, text, text, text, timestamptz, uuid, bigint, bigint, text, bigint",
        inOrder,
        `'${account}', '${status || "active expired"}', 'markdown chart table pdf code', '${status}', ${place}, 0, ${walked}, 'ye', 26`,
      );
      assert.ok(scans.length >= 2);
      for (const scan of scans) {
        assert.match(scan["Node Type"], /^Index/);
        const read = (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"];
        assert.ok(read <= 8 * (walked + 1), `${scan["Index Name"]} gave ${read} rows`);
      }
    });
  }
}
