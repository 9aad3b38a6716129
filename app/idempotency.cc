#include "app/idempotency.h"

#include <algorithm>

#include "core/security/sealed_text.h"
#include "db/connection/postgres.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::size_t kLongestKey = 255;

bool is_key(std::string_view text) {
  return !text.empty() && text.size() <= kLongestKey &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

}  // namespace

core::Result<Idempotency::Outcome> Idempotency::repeat(const db::KeptAnswer& kept) const {
  if (!kept.same_request) {
    return Error{ErrorCode::idempotency_conflict,
                 "this Idempotency-Key was already used for a different request; use a new key"};
  }
  // Nothing to encrypt, so no signing key that could be removed.
  if (kept.sealed_response.empty()) return Outcome(Repeated{{kept.status, {}}});
  const core::SigningKey* key = keys_.find(kept.signing_key_id);
  auto bytes = key == nullptr ? std::nullopt : core::unseal(kept.sealed_response, *key);
  if (!bytes) {
    return Error{ErrorCode::idempotency_conflict,
                 "the request with this Idempotency-Key was processed, but its response can no "
                 "longer be returned"};
  }
  return Outcome(Repeated{{kept.status, *std::move(bytes)}});
}

core::Result<Idempotency::Outcome> Idempotency::run_in_transaction(const core::AccountId& account,
                                                                   const Request& request,
                                                                   const Work& work) {
  const core::Sha256 key_hash = core::sha256(request.key);
  const core::Sha256 request_hash = core::sha256(request.text);
  db::Transaction transaction(postgres_);
  if (!store_.lock(account, key_hash)) {
    return Outcome(InProgress{{ErrorCode::idempotency_in_progress,
                               "the first request with this Idempotency-Key is still in progress; "
                               "try again in a moment"}});
  }
  if (const auto kept = store_.find(account, key_hash, request_hash)) return repeat(*kept);
  const std::optional<StoredResponse> response = work();
  if (!response) return Outcome(Done());
  const core::SigningKey& key = keys_.current();
  store_.keep(account, key_hash, request_hash,
              {.same_request = true,
               .status = response->status,
               .signing_key_id = key.id,
               .sealed_response =
                   response->bytes.empty() ? std::string() : core::seal(response->bytes, key)});
  transaction.commit();
  return Outcome(Done());
}

core::Result<Idempotency::Outcome> Idempotency::run(const core::AccountId& account,
                                                    const Request& request, const Work& work) {
  if (!is_key(request.key)) {
    return Error{ErrorCode::invalid_request,
                 "Idempotency-Key must have 1 to 255 visible ASCII characters"};
  }
  return db::retry_deadlocks([&] { return run_in_transaction(account, request, work); });
}

}  // namespace app
