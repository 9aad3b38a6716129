#include "db/key_store.h"

#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/share_store.h"

namespace db {
namespace {

using core::AuditAction;

constexpr AuditedQuery<R"(
with existing as (
  select count(*) as total,
         count(*) filter (where revoked_at is null and coalesce(expires_at > now(), true)) as live
    from api_keys
   where account_id = $account
), created as (
  insert into api_keys
    (id, account_id, name, secret_hash, display_prefix, scopes, created_at, expires_at, created_by,
     maximum_expiry_seconds, password_required, refuses_secrets)
  select $key, id, $name, $key_hash, $display_prefix, string_to_array($scopes, ' '), moment,
         moment + make_interval(secs => $lifetime), $user,
         $maximum_expiry, $password_required, $refuses_secrets
    from accounts, existing, date_trunc('milliseconds', now()) as moment
   where id = $account and existing.live < $most_live_keys and total < $most_keys
      on conflict (id) do nothing
  returning id, account_id, name
), event as (
  insert into audit_events
  select event.*
    from created, audit_event($event, account_id, name) as event
)
select exists (select from created) as is_created, live >= $most_live_keys as has_too_many_live,
       total >= $most_keys as has_too_many
  from existing)">
    kCreateKey{"account_create_key"};

constexpr std::int64_t kLiveKeys = 1000;
constexpr std::int64_t kAllKeys = 10'000;

core::Error too_many_keys(bool live) {
  if (live) {
    return {core::ErrorCode::quota_exceeded,
            "the account has reached its limit of 1,000 API keys; revoke one that is not used"};
  }
  return {core::ErrorCode::quota_exceeded,
          "the account has reached its limit of 10,000 API keys, including those that have expired "
          "or were revoked; these are removed 90 days later"};
}

constexpr Query<R"(
select exists (select from api_keys where id = $key and secret_hash = $key_hash) as is_stored)">
    kHasKey{"account_has_key"};

constexpr Query<R"(
select account.id as account_id, key.id as key_id, key.name,
       array_to_string(key.scopes, ' ') as scopes,
       coalesce(maker.role = 'member', false) as made_by_member,
       account.plan, account.requests_per_minute, account.disabled_reason,
       key.maximum_expiry_seconds, key.password_required,
       key.refuses_secrets or account.refuses_secrets as refuses_secrets,
       account.live, account.cards, account.remote_images,
       floor(extract(epoch from key.expires_at - now()) * 1000000)::bigint as microseconds_left
  from api_keys key
  join accounts account on account.id = key.account_id
  left join users maker on maker.id = key.created_by and maker.account_id = key.account_id
 where key.secret_hash = $key_hash
   and key.revoked_at is null
   and (key.expires_at is null or key.expires_at > now()))">
    kFindCaller{"account_find_caller"};

// All keys of the account, or one.
constexpr Query<R"(
select key.id, key.name, key.display_prefix, array_to_string(key.scopes, ' ') as scopes,
       coalesce(maker.role = 'member', false) as made_by_member,
       key.maximum_expiry_seconds, key.password_required, key.refuses_secrets, key.created_at,
       key.expires_at, key.revoked_at, date_trunc('milliseconds', key.last_used_at) as last_used_at,
       coalesce(key.expires_at <= now(), false) as has_expired
  from api_keys key
  left join users maker on maker.id = key.created_by and maker.account_id = key.account_id
 where key.account_id = $account and ($key::uuid is null or key.id = $key)
 order by key.created_at, key.id)">
    kKeys{"account_keys"};

constexpr Query<R"(
select account_id from api_keys where id = $key)">
    kFindAccountOfKey{"account_find_account_of_key"};

constexpr AuditedQuery<R"(
with revoked as (
  update api_keys set revoked_at = date_trunc('milliseconds', now())
   where id = $key and account_id = $account and revoked_at is null
  returning id, account_id, name
), event as (
  insert into audit_events
  select event.*
    from revoked, audit_event($event, account_id, name) as event
)
select true from revoked)">
    kRevokeKey{"account_revoke_key"};

// A key can do no more than a member while its maker is one, as that user knows it.
core::Scopes scopes_in(const Row& row) {
  const core::Scopes granted = core::Scopes::known_in(row.text("scopes"));
  return row.boolean("made_by_member") ? granted.in_common_with(core::scopes_of(core::Role::member))
                                       : granted;
}

StoredKey stored_key_in(const Row& row) {
  return {.id = core::KeyId(row.uuid("id")),
          .name = row.name("name"),
          .display_prefix = std::string(row.text("display_prefix")),
          .scopes = scopes_in(row),
          .limits = limits_in(row),
          .created_at = row.timestamp("created_at"),
          .expires_at = row.optional_timestamp("expires_at"),
          .revoked_at = row.optional_timestamp("revoked_at"),
          .last_used_at = row.optional_timestamp("last_used_at"),
          .has_expired = row.boolean("has_expired"),
          .made_by_member = row.boolean("made_by_member")};
}

}  // namespace

core::Result<bool> ApiKeyStore::create(const core::Principal& principal, const core::KeyId& id,
                                       const core::AccountId& account, const std::string& name,
                                       const core::ApiKey& key, const core::Scopes& scopes,
                                       const std::optional<core::Duration>& lifetime,
                                       const core::PublishingLimits& limits) {
  const Rows rows = kCreateKey.write(
      postgres_, {AuditAction::key_created, principal, id.to_string()}, "key"_a = id,
      "account"_a = account, "name"_a = name, "key_hash"_a = key.hash(),
      "display_prefix"_a = key.display_prefix(), "scopes"_a = scopes.text(),
      "lifetime"_a = lifetime, "user"_a = principal.user,
      "maximum_expiry"_a = limits.maximum_expiry, "password_required"_a = limits.password_required,
      "refuses_secrets"_a = limits.refuses_secrets, "most_live_keys"_a = kLiveKeys,
      "most_keys"_a = kAllKeys);
  const Row row = rows[0];
  const bool is_created = row.boolean("is_created");
  const bool has_too_many_live = row.boolean("has_too_many_live");
  const bool has_too_many = row.boolean("has_too_many");
  if (!is_created && (has_too_many_live || has_too_many)) return too_many_keys(has_too_many_live);
  return is_created;
}

bool ApiKeyStore::has(const core::KeyId& id, const core::ApiKey& key) {
  return postgres_.read(kHasKey, "key"_a = id, "key_hash"_a = key.hash())[0].boolean("is_stored");
}

std::optional<FoundProgram> ApiKeyStore::find_program(const core::Sha256& key_hash) {
  const Rows rows = postgres_.read(kFindCaller, "key_hash"_a = key_hash);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  core::Principal program;
  program.kind = core::Principal::Kind::key;
  program.account = core::AccountId(row.uuid("account_id"));
  program.key = core::KeyId(row.uuid("key_id"));
  program.name = row.name("name");
  program.scopes = scopes_in(row);
  program.plan = core::parse_plan(row.text("plan")).value();
  std::optional<int> agreed;
  if (const auto number = row.optional_integer("requests_per_minute"))
    agreed = static_cast<int>(*number);
  program.requests_per_minute = core::requests_per_minute(program.plan, agreed);
  program.account_disabled = row.optional_text("disabled_reason");
  program.limits = limits_in(row);
  program.link_defaults = link_defaults_in(row);
  std::optional<std::chrono::microseconds> expires_in;
  if (const auto left = row.optional_integer("microseconds_left"))
    expires_in = std::chrono::microseconds(*left);
  return FoundProgram{std::move(program), expires_in};
}

std::optional<core::AccountId> ApiKeyStore::find_account(const core::KeyId& id) {
  const Rows rows = postgres_.read(kFindAccountOfKey, "key"_a = id);
  if (rows.empty()) return std::nullopt;
  return core::AccountId(rows[0].uuid("account_id"));
}

std::vector<StoredKey> ApiKeyStore::list(const core::AccountId& account) {
  const Rows rows =
      postgres_.read(kKeys, "account"_a = account, "key"_a = std::optional<core::KeyId>());
  std::vector<StoredKey> keys;
  keys.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) keys.push_back(stored_key_in(rows[i]));
  return keys;
}

std::optional<StoredKey> ApiKeyStore::find(const core::AccountId& account, const core::KeyId& id) {
  const Rows rows = postgres_.read(kKeys, "account"_a = account, "key"_a = std::optional(id));
  if (rows.empty()) return std::nullopt;
  return stored_key_in(rows[0]);
}

bool ApiKeyStore::revoke(const core::Principal& principal, const core::AccountId& account,
                         const core::KeyId& id) {
  return !kRevokeKey
              .write(postgres_, {AuditAction::key_revoked, principal, id.to_string()},
                     "account"_a = account, "key"_a = id)
              .empty();
}

bool revoke_key(Postgres& postgres, Redis& redis, const core::Principal& principal,
                const core::AccountId& account, const core::KeyId& key) {
  if (!ApiKeyStore(postgres).revoke(principal, account, key)) return false;
  mark_revoked(redis, key.to_string());
  return true;
}

void mark_revoked(Redis& redis, std::string_view credential) {
  redis.command({"SET", revocation_mark(credential), "1", "EX", "60"});
}

std::string revocation_mark(std::string_view credential) {
  return "revoked:" + std::string(credential);
}

}  // namespace db
