#include "db/idempotency_store.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

// Different keys share a lock once in 2^64; one request is then told to retry.
constexpr Statement kLockKey{"idempotency_lock", R"(
select pg_try_advisory_xact_lock(hashtextextended($1::text || encode($2, 'hex'), 0)))"};

// The lock is free again when the statement ends. Others that look don't disturb.
constexpr Statement kIsLocked{"idempotency_is_locked", R"(
select not pg_try_advisory_xact_lock_shared(
         hashtextextended($1::text || encode($2, 'hex'), 0)))"};

constexpr Statement kFindAnswer{"idempotency_find", R"(
select request_hash = $3, status, signing_key_id, sealed_response
  from idempotent_requests
 where account_id = $1 and key_hash = $2 and created_at > now() - interval '24 hours')"};

constexpr Statement kKeep{"idempotency_keep", R"(
insert into idempotent_requests
  (account_id, key_hash, request_hash, status, signing_key_id, sealed_response)
values ($1, $2, $3, $4, $5, $6)
on conflict (account_id, key_hash) do update
   set request_hash = excluded.request_hash, created_at = excluded.created_at,
       status = excluded.status, signing_key_id = excluded.signing_key_id,
       sealed_response = excluded.sealed_response)"};

}  // namespace

bool IdempotencyStore::lock(const Key& key) {
  return postgres_.write(kLockKey, key.account, key.hash)[0].boolean(0);
}

bool IdempotencyStore::is_locked(const Key& key) {
  return postgres_.read(kIsLocked, key.account, key.hash)[0].boolean(0);
}

std::optional<KeptAnswer> IdempotencyStore::find(const Key& key, const core::Sha256& request_hash) {
  const Rows rows = postgres_.read(kFindAnswer, key.account, key.hash, request_hash);
  if (rows.empty()) return std::nullopt;
  return KeptAnswer{.same_request = rows[0].boolean(0),
                    .status = static_cast<int>(rows[0].integer(1)),
                    .signing_key_id = std::string(rows[0].text(2)),
                    .sealed_response = std::string(rows[0].text(3))};
}

void IdempotencyStore::keep(const Key& key, const core::Sha256& request_hash,
                            const KeptAnswer& answer) {
  postgres_.write(kKeep, key.account, key.hash, request_hash, answer.status, answer.signing_key_id,
                  answer.sealed_response);
}

}  // namespace db
