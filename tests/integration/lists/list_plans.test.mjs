// Every list and search is served by indexes, whatever the filter, order and depth, costs no more for what
// other accounts have, and reads no content.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { statements } from "../../contract/database_statements.mjs";
import {
  newAccount,
  recorded,
  removalOfAccounts,
  removalOfArtifacts,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import {
  assertNoContentRead,
  indexOf,
  planNodes,
  planNodesByExpiry,
  planNodesSorted,
  rowsOf,
  statement,
} from "../../service/database/list_statements.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";
import { templateNames } from "../../service/template_names.mjs";

const rows = 20000;
const others = 40;
const limit = 21;
let account;
// With lists of its own, so that the account is not all that there is in the table.
let other;
let many;

const jobOf = "case when n % 2000 = 0 then 'rare' else 'usual' end";

before(() => {
  [account, other] = [newAccount(), newAccount()].map((one) => uuidOf(one.account));
  // A third has expired, of which maintenance has met all but a hundred; a tenth is deleted. Their first headings are
  // known, as maintenance would write those of others anew, with an entry in each index.
  sql(
    recorded(`
    insert into artifacts (id, account_id, template, title, content, metadata, created_at, updated_at,
                           expires_at, deleted_at, listed_as, first_heading)
    select gen_random_uuid(), owner, (array['markdown', 'chart', 'table', 'pdf', 'code'])[1 + n % 5], 'x',
           '{}', format('{"job":"%s","n":%s}', ${jobOf}, n), now() - n * interval '1 second',
           now() - (n / 2) * interval '1 second',
           case when n % 3 = 0 then now() - interval '1 hour' - n * interval '1 millisecond' end,
           case when n % 10 = 1 then now() end,
           case when n % 10 = 1 then 'deleted' when n % 3 = 0 and n > 450 then 'expired' else 'active' end, ''
      from generate_series(1, ${rows}) as n, unnest(array['${account}', '${other}']::uuid[]) as owner`),
  );
  // Many accounts, each with what is rare in the first.
  many = sql(`
    with made as (insert into accounts (id, name, plan)
                  select gen_random_uuid(), 'many', 'enterprise' from generate_series(1, ${others}) returning id)
    select string_agg(quote_literal(id), ', ') from made`);
  sql(
    recorded(`
    insert into artifacts (id, account_id, template, title, content, metadata, created_at, updated_at, first_heading)
    select gen_random_uuid(), id, 'markdown', 'x', '{}', '{"job":"rare"}', now() - n * interval '1 second', now(), ''
      from accounts, generate_series(1, 250) as n
     where id in (${many})`),
  );
  sql("analyze artifacts, unindexed_artifacts, artifact_words");
});
after(() => {
  sql(removalOfArtifacts(`account_id in ('${account}', '${other}', ${many})`));
  sql(removalOfAccounts(`id in (${many})`));
});

const scansIn = (nodes) => nodes.filter((node) => node["Relation Name"] === "artifacts");

// What holds for every plan. Gives the scans.
function assertServedByIndexes(nodes, most) {
  assertNoContentRead(nodes);
  const scans = scansIn(nodes);
  assert.ok(scans.length >= 2);
  for (const scan of scans) {
    const index = indexOf(scan);
    assert.ok(index, `${scan["Node Type"]} on artifacts`);
    // What maintenance has not met yet is read in each case.
    const read = rowsOf(scan);
    assert.ok(read <= (index === "artifacts_by_expiry" ? 600 : most), `${index} gave ${read} rows`);
  }
  return scans;
}

const indexesOf = { createdAt: "artifacts_listed", updatedAt: "artifacts_by_update" };
for (const sort of ["createdAt", "-createdAt", "updatedAt", "-updatedAt"]) {
  const column = sort.replace("-", "");
  const inOrder = column === "createdAt" ? "created_at" : "updated_at";
  const span = column === "createdAt" ? rows : rows / 2;

  for (const status of ["", "active", "expired", "deleted"]) {
    for (const templates of [templateNames.join(" "), "table"]) {
      for (const start of [undefined, span / 2]) {
        const name = `${sort}, status "${status}", templates "${templates}", ${start ? "deep" : "first page"}`;
        test(`a list uses indexes: ${name}`, () => {
          const text = statement("artifact_list", sort);
          const nodes = planNodes(text, { account, status, templates, start, limit });
          // Of each run only what the page may need, and what maintenance has not met yet.
          const scans = assertServedByIndexes(nodes, 8 * limit + 450);
          const runs = scans.find((scan) => indexOf(scan) === indexesOf[column]);
          assert.ok(runs["Index Cond"].includes(inOrder), "a run is entered where the page begins");
        });
      }
    }

    test(`a range of the list's own time is a part of an index: ${sort}, status "${status}"`, () => {
      const [start, end] = sort.startsWith("-") ? [span / 2, span / 2 + 1000] : [span / 2, span / 2 - 1000];
      const text = statement("artifact_search_in_order", sort);
      const nodes = planNodes(text, { account, status, start, end, limit });
      const scans = assertServedByIndexes(nodes, 8 * limit + 450);
      const runs = scans.find((scan) => indexOf(scan) === indexesOf[column]);
      assert.equal(runs["Index Cond"].match(new RegExp(inOrder, "g")).length, 2, "both ends");
      // All of the range, and nothing beyond; where it is only counted, no artifact.
      const counted = planNodes(text, { account, status, start, end, limit: 100000, wanted: 0 });
      for (const scan of assertServedByIndexes(counted, 2 * 1000 + 450))
        if (indexOf(scan) === "artifacts_pkey") assert.equal(rowsOf(scan), 0);
    });

    test(`a range of the other time uses its index: ${sort}, status "${status}"`, () => {
      const other = inOrder === "created_at" ? "updated" : "created";
      const nodes = planNodesSorted(`artifact_sort_${other}`, {
        account,
        status,
        sort,
        [other]: { after: 100 },
      });
      assertServedByIndexes(nodes, 8 * 200 + 450);
      assert.ok(
        nodes.some(
          (node) =>
            node["Index Name"] === (other === "updated" ? "artifacts_by_update" : "artifacts_listed") &&
            node["Index Cond"].includes(`${other}_at`),
        ),
      );
    });

    test(`rare metadata uses its index alone: ${sort}, status "${status}"`, () => {
      const nodes = planNodesSorted("artifact_sort_metadata", {
        account,
        status,
        sort,
        metadata: ["job", "rare"],
      });
      const index = nodes.find((node) => node["Index Name"] === "artifacts_by_metadata");
      assert.ok(index);
      // The other accounts have 10,000 of these.
      assert.ok(rowsOf(index) <= 15, `${rowsOf(index)} entries, where the account has 10`);
      assertNoContentRead(nodes);
      for (const scan of scansIn(nodes)) assert.notEqual(scan["Node Type"], "Seq Scan");
    });

    test(`a walk of the list stops at its limit and uses indexes: ${sort}, status "${status}"`, () => {
      const walked = 500;
      assertServedByIndexes(
        planNodes(statement("artifact_search_in_order", sort), {
          account,
          status,
          limit: walked,
          metadata: ["job", "usual"],
          title: "%|x|%",
        }),
        10 * (walked + 1) + 450,
      );
    });
  }
}

for (const sort of ["expiresAt", "-expiresAt"])
  for (const status of ["", "expired", "deleted"])
    for (const start of [undefined, 3600 + 10])
      test(`a list by expiry uses an index: ${sort}, status "${status}", ${start ? "deep" : "first page"}`, () => {
        const nodes = planNodesByExpiry(sort, { account, status, start, limit });
        const scans = assertServedByIndexes(nodes, 8 * limit + 450);
        const runs = scans.find((scan) => /expires_at, .*id|ROW/.test(scan["Index Cond"] ?? ""));
        assert.equal(indexOf(runs), "artifacts_by_expiry");
      });

test("a list that is sorted reads its artifacts once, by indexes, and their links", () => {
  const nodes = planNodesSorted("artifact_sort_created", {
    account,
    most: 50000,
    // There may be no link at all.
    settings: withoutSequentialScans,
  });
  assertNoContentRead(nodes);
  // Each is read for its entry in the index, for its row, and on the page.
  const read = scansIn(nodes).map((scan) => [indexOf(scan), rowsOf(scan)]);
  assert.ok(
    read.every(([index]) => index),
    JSON.stringify(read),
  );
  assert.ok(
    read.every(([, count]) => count <= rows),
    JSON.stringify(read),
  );
  const links = nodes.find((node) => node["Relation Name"] === "share_links");
  assert.equal(indexOf(links), "share_links_of_artifact");
});

test("a list with too many to sort reads no more than a part of an index", () => {
  const nodes = planNodesSorted("artifact_sort_created", { account, most: 1000 });
  const scans = scansIn(nodes).filter((scan) => rowsOf(scan) > 0);
  assert.deepEqual(scans.map(indexOf), ["artifacts_listed"]);
  assert.ok(rowsOf(scans[0]) <= 2 * 1001, `${rowsOf(scans[0])} entries`);
});

test("of many artifacts, those with rare metadata are found by their index, and sorted", () => {
  const nodes = planNodesSorted("artifact_sort_metadata", { account, metadata: ["job", "rare"] });
  const index = nodes.find((node) => node["Index Name"] === "artifacts_by_metadata");
  assert.ok(rowsOf(index) <= 15, `${rowsOf(index)} entries, where the account has 10`);
  assertNoContentRead(nodes);
});

test("an external id uses its index alone", () => {
  const id = sql(`select id from artifacts where account_id = '${account}' limit 1`);
  sql(`update artifacts set external_id = 'the-one' where id = '${id}'`);
  const nodes = planNodesSorted("artifact_sort_external_id", {
    account,
    sort: "-createdAt",
    key: "the-one",
  });
  const index = nodes.find((node) => node["Index Name"] === "artifacts_by_external_id");
  assert.equal(rowsOf(index), 1);
  for (const scan of scansIn(nodes)) assert.notEqual(scan["Node Type"], "Seq Scan");
});

// Where maintenance has just emptied a table, reading it whole costs less.
const withoutSequentialScans = "set enable_seqscan = off;";

// Maintenance, which other tests run, may have met those that were noted when they were made.
const noteAll = () =>
  sql(`
    insert into unindexed_artifacts (account_id, artifact_id)
    select account_id, id from artifacts where account_id in ('${account}', '${other}', ${many})
    on conflict do nothing;
    analyze unindexed_artifacts`);

test("rare words use their index alone, also where the last is a beginning", () =>
  withoutMaintenance(() => {
    const mark = account.replaceAll("-", "").slice(-8);
    const markOfOther = other.replaceAll("-", "").slice(-8);
    sql(`
      insert into artifact_words (artifact_id, words)
      select id, array_to_tsvector(array[mark || 'common', mark || '=common',
                                         mark || case when n % 4000 = 0 then '=rarest' else 'rare' || n end])
        from (select id, case account_id when '${account}' then '${mark}' else '${markOfOther}' end as mark,
                     row_number() over (partition by account_id) as n
                from artifacts where account_id in ('${account}', '${other}')) as numbered
      on conflict (artifact_id) do update set words = excluded.words;
      select gin_clean_pending_list('artifact_words_by_word');
      analyze artifact_words`);
    noteAll();
    for (const sort of ["createdAt", "-updatedAt"]) {
      const nodes = planNodesSorted("artifact_sort_words", {
        account,
        sort,
        title: "%|common|% %|rare%",
        key: `'${mark}=common' & '${mark}=rare':*`,
        settings: withoutSequentialScans,
      });
      const index = nodes.find((node) => node["Index Name"] === "artifact_words_by_word");
      assert.equal(rowsOf(index), 5, "none of the other account, and none of texts");
      const queue = nodes.find((node) => node["Index Name"] === "unindexed_artifacts_pkey");
      assert.match(queue?.["Index Cond"] ?? "", /account_id = \$\d+/);
      assertNoContentRead(nodes);
      for (const scan of scansIn(nodes)) assert.notEqual(scan["Node Type"], "Seq Scan");
    }
  }));

test("what waits for the index of words is read by its ids", () => {
  const ids = sql(
    `select string_agg(id::text, ' ') from (select id from artifacts where account_id = '${other}' limit 200) as waiting`,
  );
  for (const scan of scansIn(planNodes(statements.get("word_index_read"), { artifacts: ids }))) {
    assert.equal(indexOf(scan), "artifacts_pkey");
    assert.ok(rowsOf(scan) <= 200);
  }
});

test("artifacts without metadata have no index entry, and accounts share none", () => {
  const definition = sql("select pg_get_indexdef('artifacts_by_metadata'::regclass)");
  assert.match(definition, /WHERE \(metadata <> '\{\}'::text\)/);
  const pairs = (id) => sql(`select metadata_pairs('${id}', '{"job":"rare"}')`);
  assert.notEqual(pairs(account), pairs(other));
  assert.equal(
    sql(`select cardinality(metadata_pairs('${account}', '{"a":1,"b":null,"c":{"d":[1,2]}}'))`),
    "2",
  );
});
