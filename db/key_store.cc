#include "db/key_store.h"

#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"

namespace db {
namespace {

using core::AuditAction;

constexpr AuditedStatement kCreateKey{"account_create_key", R"(
-- Parameters: id, account, name, hash, shown prefix, scopes, lifetime in seconds, user, maximum
--   expiry, password required, refuses secrets, most live keys, most keys, event
with existing as (
  select count(*) as total,
         count(*) filter (where revoked_at is null and coalesce(expires_at > now(), true)) as live
    from api_keys
   where account_id = $2
), created as (
  insert into api_keys
    (id, account_id, name, secret_hash, display_prefix, scopes, created_at, expires_at, created_by,
     maximum_expiry_seconds, password_required, refuses_secrets)
  select $1, id, $3, $4, $5, string_to_array($6, ' '), moment,
         moment + make_interval(secs => $7), $8, $9, $10, $11
    from accounts, existing, date_trunc('milliseconds', now()) as moment
   where id = $2 and live < $12 and total < $13
      on conflict (id) do nothing
  returning id, account_id, name
), event as (
  insert into audit_events
  select event.*
    from created, audit_event($14, account_id, name) as event
)
select exists (select from created), live >= $12, total >= $13 from existing)"};

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

constexpr Statement kHasKey{"account_has_key", R"(
select exists (select from api_keys where id = $1 and secret_hash = $2))"};

constexpr Statement kFindCaller{"account_find_caller", R"(
select account.id, key.id, key.name, array_to_string(key.scopes, ' '),
       account.plan, account.requests_per_minute,
       floor(extract(epoch from key.expires_at - now()) * 1000000)::bigint, account.disabled_reason,
       key.maximum_expiry_seconds, key.password_required,
       key.refuses_secrets or account.refuses_secrets, coalesce(maker.role = 'member', false)
  from api_keys key
  join accounts account on account.id = key.account_id
  left join users maker on maker.id = key.created_by and maker.account_id = key.account_id
 where key.secret_hash = $1
   and key.revoked_at is null
   and (key.expires_at is null or key.expires_at > now()))"};

// All keys of the account, or one.
constexpr Statement kKeys{"account_keys", R"(
select key.id, key.name, key.display_prefix, array_to_string(key.scopes, ' '), key.created_at,
       key.expires_at, key.revoked_at, date_trunc('milliseconds', key.last_used_at),
       coalesce(key.expires_at <= now(), false), coalesce(maker.role = 'member', false),
       key.maximum_expiry_seconds, key.password_required, key.refuses_secrets
  from api_keys key
  left join users maker on maker.id = key.created_by and maker.account_id = key.account_id
 where key.account_id = $1 and ($2::uuid is null or key.id = $2)
 order by key.created_at, key.id)"};

constexpr Statement kFindAccountOfKey{"account_find_account_of_key", R"(
select account_id from api_keys where id = $1)"};

constexpr AuditedStatement kRevokeKey{"account_revoke_key", R"(
with revoked as (
  update api_keys set revoked_at = date_trunc('milliseconds', now())
   where id = $2 and account_id = $1 and revoked_at is null
  returning id, account_id, name
), event as (
  insert into audit_events
  select event.*
    from revoked, audit_event($3, account_id, name) as event
)
select true from revoked)"};

// A key can do no more than a member while its maker is one, as that user knows it.
core::Scopes scopes_in(const Row& row, int scopes, int made_by_member) {
  const core::Scopes granted = core::Scopes::known_in(row.text(scopes));
  return row.boolean(made_by_member) ? granted.in_common_with(core::scopes_of(core::Role::member))
                                     : granted;
}

StoredKey stored_key_in(const Row& row) {
  return {core::KeyId(row.uuid(0)),
          row.name(1),
          std::string(row.text(2)),
          scopes_in(row, 3, 9),
          limits_in(row, 10),
          row.timestamp(4),
          row.optional_timestamp(5),
          row.optional_timestamp(6),
          row.optional_timestamp(7),
          row.boolean(8),
          row.boolean(9)};
}

}  // namespace

core::Result<bool> ApiKeyStore::create(const core::Principal& principal, const core::KeyId& id,
                                       const core::AccountId& account, const std::string& name,
                                       const core::ApiKey& key, const core::Scopes& scopes,
                                       const std::optional<core::Duration>& lifetime,
                                       const core::PublishingLimits& limits) {
  const Rows rows = kCreateKey.write(
      postgres_, {AuditAction::key_created, principal, id.to_string()}, id, account, name,
      key.hash(), key.display_prefix(), scopes.text(), lifetime, principal.user,
      limits.maximum_expiry, limits.password_required, limits.refuses_secrets, kLiveKeys, kAllKeys);
  const Row row = rows[0];
  const bool is_created = row.boolean(0);
  const bool has_too_many_live = row.boolean(1);
  const bool has_too_many = row.boolean(2);
  if (!is_created && (has_too_many_live || has_too_many)) return too_many_keys(has_too_many_live);
  return is_created;
}

bool ApiKeyStore::has(const core::KeyId& id, const core::ApiKey& key) {
  return postgres_.read(kHasKey, id, key.hash())[0].boolean(0);
}

std::optional<FoundProgram> ApiKeyStore::find_program(const core::Sha256& key_hash) {
  const Rows rows = postgres_.read(kFindCaller, key_hash);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  core::Principal program;
  program.kind = core::Principal::Kind::key;
  program.account = core::AccountId(row.uuid(0));
  program.key = core::KeyId(row.uuid(1));
  program.name = row.name(2);
  program.scopes = scopes_in(row, 3, 11);
  program.plan = core::parse_plan(row.text(4)).value();
  std::optional<int> agreed;
  if (const auto number = row.optional_integer(5)) agreed = static_cast<int>(*number);
  program.requests_per_minute = core::requests_per_minute(program.plan, agreed);
  program.account_disabled = row.optional_text(7);
  program.limits = limits_in(row, 8);
  std::optional<std::chrono::microseconds> expires_in;
  if (const auto left = row.optional_integer(6)) expires_in = std::chrono::microseconds(*left);
  return FoundProgram{std::move(program), expires_in};
}

std::optional<core::AccountId> ApiKeyStore::find_account(const core::KeyId& id) {
  const Rows rows = postgres_.read(kFindAccountOfKey, id);
  if (rows.empty()) return std::nullopt;
  return core::AccountId(rows[0].uuid(0));
}

std::vector<StoredKey> ApiKeyStore::list(const core::AccountId& account) {
  const Rows rows = postgres_.read(kKeys, account, std::optional<core::KeyId>());
  std::vector<StoredKey> keys;
  keys.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) keys.push_back(stored_key_in(rows[i]));
  return keys;
}

std::optional<StoredKey> ApiKeyStore::find(const core::AccountId& account, const core::KeyId& id) {
  const Rows rows = postgres_.read(kKeys, account, std::optional(id));
  if (rows.empty()) return std::nullopt;
  return stored_key_in(rows[0]);
}

bool ApiKeyStore::revoke(const core::Principal& principal, const core::AccountId& account,
                         const core::KeyId& id) {
  return !kRevokeKey
              .write(postgres_, {AuditAction::key_revoked, principal, id.to_string()}, account, id)
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
