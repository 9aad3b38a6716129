// Every statement that touches a table of an account has the account as a condition or as a column of what it inserts,
// except those listed here. An account is the unit by which tables could be spread over several databases (with Citus,
// for example): all that a request reads and writes belongs to one account, and no transaction spans two. The list says
// what that would need.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { statements } from "./database_statements.mjs";

const migrations = new URL("../../db/migrations/", import.meta.url);
const names = (text) => text.trim().split(/\s+/);

// Have the account as a column (`accounts` as its id).
const withAccount = names(`
  artifacts artifact_counts unindexed_artifacts api_keys users audit_events usage_days unfolded_usage
  idempotent_requests artifact_versions uploads
`);
// Belong to the account of their artifact, and need a column for it first.
const ofArtifact = names(`
  share_links artifact_words view_days
`);
// Belong to the account of their user, and need a column for it first.
const ofUser = names(`
  sessions recovery_codes password_links awaited_second_factors oauth_grants oauth_tokens
`);
// Are small, and can be on one server.
const ofNoAccount = names(`
  oauth_clients oauth_device_codes maintenance_runs removed_accounts
`);

// By what they do, and what they would need.
const listed = [
  // Each API call: look up the key or the app's token: a small table from hash to account; workers cache keys
  // already.
  ...names(`
    account_find_caller grant_find_caller
  `),
  // An upload by the token in its address: the account in the token.
  ...names(`
    upload_find upload_use
  `),
  // A logo by its digest, for viewers: the account in its address.
  ...names(`
    sender_find_shown_logo
  `),
  // An artifact by its ID: the account of the key as a condition. Then an artifact of another account cannot be
  // told from one that does not exist, so the response is `404` instead of `403`.
  ...names(`
    artifact_find artifact_follow artifact_lock_for_removal artifact_removal_links
    artifact_removal_lock_links artifact_removal_removed_among artifact_removal_versions artifact_remove
    artifact_restore artifact_soft_delete artifact_update
    audit_links_of audit_remove_names matching_count_links pdf_state_record version_erase version_find version_thin_appends
    version_is_erased version_last_erasures version_list version_lock_artifact version_same_content version_trim
    version_titles_gone view_days_of_artifact view_links_of_artifact
  `),
  // A share link by its ID, opened by a viewer or changed by its owner: the account in a longer
  // form of the token, and the account of the key.
  ...names(`
    artifact_revived_links share_change share_lock share_count_view share_find share_find_content
    share_find_content_of_version
    share_find_kept share_find_view share_list share_reissue share_revoke
  `),
  // Signing in, sessions, second factors, password links: a small table from email address to account, and the
  // account in the tokens.
  ...names(`
    account_create_with_owner member_add second_factor_find second_factor_replace_sealed_secret
    second_factor_take_recovery_code second_factor_take_step second_factor_turn_off
    second_factor_turn_on session_await_second_factor session_awaiting_second_factor session_end
    session_find session_forget_second_factor session_note_use session_renew session_sign_in
    user_end_sessions user_find_by_email user_find_by_id user_find_password_link user_set_email
    user_set_password user_use_password_link
  `),
  // Giving access to apps, and renewing their tokens: the account in the codes and tokens.
  ...names(`
    device_code_granted_scopes grant_create grant_find_by_code grant_find_by_token grant_find_holder
    grant_issue grant_list grant_lock_by_refresh_token grant_revoke grant_use_up
  `),
  // Storing views and usage, by maintenance: the account beside each ID in Redis.
  ...names(`
    usage_add_days usage_move usage_note_grant_uses usage_note_uses view_add_all
  `),
  // Maintenance of all accounts: each server by itself; not in the path of a request.
  ...names(`
    account_range_next artifact_removal_lock_deleted artifact_removal_lock_expired
    artifact_removal_step_deleted artifact_removal_step_expired
    maintenance_note_expired maintenance_remove_audit_events
    maintenance_remove_awaited_second_factors maintenance_remove_grants
    maintenance_remove_idempotency_keys maintenance_remove_keys maintenance_remove_links
    maintenance_remove_sessions maintenance_remove_tokens maintenance_remove_uploads
    maintenance_remove_versions maintenance_remove_view_days
    word_index_queue word_index_read word_index_record
  `),
  // The operator's commands: each server is queried; not in the path of a request.
  ...names(`
    account_any account_find_account_of_key account_has_key account_list disable_artifact find_orphans
    disable_link operator_find_artifact operator_find_email
    operator_find_key operator_find_link operator_find_prefix operator_find_secret operator_find_user
  `),
];

const distributed = ["accounts", ...withAccount, ...ofArtifact, ...ofUser];
const touch = new RegExp(`\\b(?:from|join|update|into)\\s+(${distributed.join("|")})\\b`, "g");

function lacksAccount(sql) {
  // An account is inserted with its ID, and everything else with its account.
  const inserted =
    /insert into (\w+)\s*\([^)]*\baccount_id\b|insert into accounts\s*\(id\b|insert into audit_events\s+select event\.\*/g;
  const rest = sql.replace(inserted, "");
  const touched = new Set([...rest.matchAll(touch)].map(([, table]) => table));
  if (touched.size === 0 || /\baccount_id\s*(?:=|is not distinct from)\s*\$\d/.test(rest)) return false;
  return !(touched.size === 1 && touched.has("accounts") && /(?:where|and)\s+(?:\w+\.)?id = \$\d/.test(rest));
}
const lacking = [...statements].filter(([, sql]) => lacksAccount(sql)).map(([name]) => name);

test("exactly the listed statements lack the account", () => {
  assert.deepEqual([...listed].sort(), lacking.sort());
});

test("every table of the migrations has its place", () => {
  const known = new Set([...distributed, ...ofNoAccount, "schema_migrations"]);
  for (const name of readdirSync(migrations)) {
    const sql = readFileSync(new URL(name, migrations), "utf8");
    for (const [, table] of sql.matchAll(/^create table (?:if not exists )?(\w+)/gm))
      assert.ok(known.has(table), table);
  }
});

test("what lacks the account is recognised", () => {
  assert.ok(lacksAccount("select title from artifacts where id = $1"));
  assert.ok(lacksAccount("delete from share_links where artifact_id = $1"));
  assert.ok(lacksAccount("select account_id from artifacts where id = $1"));
  assert.ok(lacksAccount("insert into view_days (link_id, day) values ($1, $2)"));
  assert.ok(lacksAccount("select name from accounts"));
  assert.ok(!lacksAccount("select title from artifacts where id = $1 and account_id = $2"));
  assert.ok(!lacksAccount("insert into audit_events (id, account_id) values ($1, $2)"));
  assert.ok(!lacksAccount("update accounts set name = $2 where id = $1"));
  assert.ok(!lacksAccount("select from oauth_clients where id = $1"));
});
