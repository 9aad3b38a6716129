// Every search is served by indexes, at any number of artifacts, and costs no more for what other accounts
// have.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newAccount, recorded, removalOfArtifacts, sql, uuidOf } from "../../service/api_client.mjs";
import {
  assertNoContentRead,
  planNodes,
  planNodesSorted,
  rowsOf,
  statement,
} from "../../service/database/list_statements.mjs";
import { maintain } from "../../service/maintenance.mjs";

const rows = 30000;
let account;
let neighbour;

const inOrder = statement("artifact_search_in_order", "-createdAt");

// The scans of artifacts in the plan that holds for all parameters.
function scansOf(nodes) {
  assertNoContentRead(nodes);
  return nodes.filter(
    (node) => node["Relation Name"] === "artifacts" || node["Index Name"] === "artifact_words_by_word",
  );
}

const kept = (scan) => scan["Actual Rows"] * scan["Actual Loops"];

before(() => {
  account = uuidOf(newAccount().account);
  neighbour = uuidOf(newAccount().account);
  for (const owner of [account, neighbour])
    sql(
      recorded(`
      insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at)
      select gen_random_uuid(), '${owner}', (array['markdown', 'chart', 'table', 'pdf', 'code'])[1 + n % 5],
             case when n % 3000 = 0 then 'Yearly ' else 'Weekly ' end || 'figures ' || md5(n::text),
             case when n % 3000 = 0 then '|yearly|' else '|weekly|' end || 'figures|' || md5(n::text) || '|', '{}', '{}', now() - n * interval '1 second', now()
        from generate_series(1, ${rows}) as n`),
    );
  for (const owner of [account, neighbour])
    while (sql(`select exists (select from unindexed_artifacts where account_id = '${owner}')`) === "t")
      maintain();
  sql("analyze artifacts, artifact_words");
});
after(() => sql(removalOfArtifacts(`account_id in ('${account}', '${neighbour}')`)));

for (const status of ["", "active", "expired", "deleted"]) {
  for (const deep of [false, true]) {
    const place = deep ? rows / 2 : undefined;
    const name = `status "${status}", ${deep ? "deep" : "first page"}`;

    test(`finds a rare word of a title by the index alone: ${name}`, () => {
      const scans = scansOf(
        planNodesSorted("artifact_sort_words", {
          account,
          status,
          sort: "-createdAt",
          place,
          title: "%|yea%",
          key: `'${account.replaceAll("-", "").slice(-8)}=yea':*`,
          most: 5000,
          wanted: 26,
        }),
      );
      const index = scans.find((scan) => scan["Index Name"] === "artifact_words_by_word");
      assert.ok(index);
      assert.ok(kept(index) <= 15, `${kept(index)} entries of the index, where the account has 10`);
      for (const scan of scans) assert.notEqual(scan["Node Type"], "Seq Scan");
    });

    test(`a walk reads a limited number of rows by indexes: ${name}`, () => {
      const walked = 500;
      const scans = scansOf(
        planNodes(inOrder, { account, status, start: place, limit: walked, title: "%|yea%", wanted: 26 }),
      );
      assert.ok(scans.length >= 2);
      for (const scan of scans) {
        assert.match(scan["Node Type"], /^Index/);
        const read = rowsOf(scan);
        assert.ok(read <= 8 * (walked + 1), `${scan["Index Name"]} gave ${read} rows`);
      }
    });
  }
}
