// Maintenance finds what is due by indexes: it reads no large table to the end when nothing is due.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { statements } from "../../contract/database_statements.mjs";
import { call, markdown, newAccount, removalOfAccounts, sql, uuidOf } from "../../service/api_client.mjs";

const rows = 20000;
let account;

before(async () => {
  const made = newAccount();
  account = uuidOf(made.account);
  const { json } = await call(made.key, "POST", "/artifacts", markdown("x"));
  sql(`
    insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at)
    select gen_random_uuid(), '${uuidOf(json.id)}', '${account}', 'k1', now(), now() + random() * interval '1 day'
      from generate_series(1, ${rows});
    insert into idempotent_requests
      (account_id, key_hash, request_hash, created_at, status, signing_key_id, sealed_response)
    select '${account}', sha256(n::text::bytea), sha256(''), now() - random() * interval '1 hour', 201, 'k1', ''
      from generate_series(1, ${rows}) as n;
    with made as (insert into users (id, account_id, email, role)
                  values (gen_random_uuid(), '${account}', '${account}@example.org', 'member') returning id)
    insert into sessions (token_hash, user_id, epoch, ends_at)
    select sha256(n::text::bytea), id, 1, now() + random() * interval '1 day' from made, generate_series(1, ${rows}) as n;
    insert into view_days (artifact_id, link_id, day, people)
    select artifact_id, id, now(), 1 from share_links where artifact_id = '${uuidOf(json.id)}';
    analyze share_links, idempotent_requests, sessions, view_days`);
});
after(() => sql(removalOfAccounts(`id = '${account}'`)));

// The plan that holds for all parameters, with a table as large as it takes for sorting to be out of the question.
function planOf(name, types, values) {
  const text = statements.get(name);
  return sql(`
    set plan_cache_mode = force_generic_plan;
    set enable_sort = off;
    prepare planned (${types}) as ${text};
    explain execute planned (${values})`);
}

for (const [name, table, types, values] of [
  ["maintenance_remove_links", "share_links", "timestamptz, bigint", "now(), 1000"],
  ["maintenance_remove_view_days", "view_days", "timestamptz, bigint", "now(), 1000"],
  ["maintenance_remove_idempotency_keys", "idempotent_requests", "bigint", "1000"],
  ["maintenance_remove_sessions", "sessions", "timestamptz, bigint", "now(), 1000"],
])
  test(`${name} reads by an index`, () => {
    const plan = planOf(name, types, values);
    assert.match(plan, new RegExp(`Index.* Scan using \\w+ on ${table}`));
    assert.doesNotMatch(plan, new RegExp(`Seq Scan on ${table}\\b`));
  });
