#include "db/idempotency_store.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

// Different keys share a lock once in 2^64; one request is then told to retry.
constexpr Query<R"(
select pg_try_advisory_xact_lock(hashtextextended($account::text || encode($key_hash, 'hex'), 0))
         as has_lock)">
    kLockKey{"idempotency_lock"};

// The lock is free again when the statement ends. Others that look don't disturb.
constexpr Query<R"(
select not pg_try_advisory_xact_lock_shared(
         hashtextextended($account::text || encode($key_hash, 'hex'), 0)) as is_locked)">
    kIsLocked{"idempotency_is_locked"};

constexpr Query<R"(
select request_hash = $request_hash as same_request, status, signing_key_id, sealed_response
  from idempotent_requests
 where account_id = $account and key_hash = $key_hash
   and created_at > now() - interval '24 hours')">
    kFindAnswer{"idempotency_find"};

constexpr Query<R"(
insert into idempotent_requests
  (account_id, key_hash, request_hash, status, signing_key_id, sealed_response)
values ($account, $key_hash, $request_hash, $status, $signing_key, $sealed_response)
on conflict (account_id, key_hash) do update
   set request_hash = excluded.request_hash, created_at = excluded.created_at,
       status = excluded.status, signing_key_id = excluded.signing_key_id,
       sealed_response = excluded.sealed_response)">
    kKeep{"idempotency_keep"};

}  // namespace

bool IdempotencyStore::lock(const Key& key) {
  return postgres_.write(kLockKey, "account"_a = key.account, "key_hash"_a = key.hash)[0].boolean(
      "has_lock");
}

bool IdempotencyStore::is_locked(const Key& key) {
  return postgres_.read(kIsLocked, "account"_a = key.account, "key_hash"_a = key.hash)[0].boolean(
      "is_locked");
}

std::optional<KeptAnswer> IdempotencyStore::find(const Key& key, const core::Sha256& request_hash) {
  const Rows rows = postgres_.read(kFindAnswer, "account"_a = key.account, "key_hash"_a = key.hash,
                                   "request_hash"_a = request_hash);
  if (rows.empty()) return std::nullopt;
  return KeptAnswer{.same_request = rows[0].boolean("same_request"),
                    .status = static_cast<int>(rows[0].integer("status")),
                    .signing_key_id = std::string(rows[0].text("signing_key_id")),
                    .sealed_response = std::string(rows[0].text("sealed_response"))};
}

void IdempotencyStore::keep(const Key& key, const core::Sha256& request_hash,
                            const KeptAnswer& answer) {
  postgres_.write(kKeep, "account"_a = key.account, "key_hash"_a = key.hash,
                  "request_hash"_a = request_hash, "status"_a = answer.status,
                  "signing_key"_a = answer.signing_key_id,
                  "sealed_response"_a = answer.sealed_response);
}

}  // namespace db
