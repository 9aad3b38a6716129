#include "app/idempotency.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/security/signing_keys.h"
#include "db/connection/postgres.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::size_t kLongestKey = 255;

// The key under which a response is stored. The sender's id and the key have no line breaks.
db::IdempotencyStore::Key key_of(const core::AccountId& account,
                                 const Idempotency::Request& request) {
  return {.account = account,
          .hash = core::sha256(request.sender + '\n' + std::string(request.key))};
}

Error cannot_be_returned() {
  return {ErrorCode::idempotency_conflict,
          "the request with this Idempotency-Key was processed, but its response can no longer be "
          "returned"};
}

Idempotency::InProgress in_progress() {
  return {{ErrorCode::idempotency_in_progress,
           "the first request with this Idempotency-Key is still in progress; try again in a "
           "moment"}};
}

// Ends the work of a request where it would begin to write, as another one has its key.
struct HasAnswer : std::exception {
  explicit HasAnswer(core::Result<Idempotency::Outcome> other) : answer(std::move(other)) {}
  const char* what() const noexcept override { return "the Idempotency-Key has an answer"; }
  core::Result<Idempotency::Outcome> answer;
};

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
  if (!bytes) return cannot_be_returned();
  return Outcome(Repeated{{kept.status, *std::move(bytes)}});
}

// Finds the answer of a request with this key that is done or running. Returns nothing if there is
// none.
std::optional<core::Result<Idempotency::Outcome>> Idempotency::find_answer(
    const db::IdempotencyStore::Key& key, const core::Sha256& request_hash) {
  // In this order: one that ends in between is found.
  const bool is_running = store_.is_locked(key);
  if (const auto kept = store_.find(key, request_hash)) return repeat(*kept);
  if (is_running) return core::Result<Outcome>(Outcome(in_progress()));
  return std::nullopt;
}

core::Result<Idempotency::Outcome> Idempotency::run_in_transaction(const core::AccountId& account,
                                                                   const Request& request,
                                                                   const Work& work) {
  const db::IdempotencyStore::Key key = key_of(account, request);
  const core::Sha256 request_hash = core::sha256(request.text);
  if (auto answer = find_answer(key, request_hash)) return *std::move(answer);
  bool is_first = false;
  const auto be_first = [&] {
    if (!store_.lock(key)) throw HasAnswer(Outcome(in_progress()));
    if (const auto kept = store_.find(key, request_hash)) throw HasAnswer(repeat(*kept));
    is_first = true;
  };
  try {
    db::Transaction transaction(postgres_, be_first);
    const std::optional<StoredResponse> response = work();
    if (response) {
      const core::SigningKey& signing_key = keys_.current();
      store_.keep(
          key, request_hash,
          {.same_request = true,
           .status = response->status,
           .signing_key_id = signing_key.id,
           .sealed_response =
               response->bytes.empty() ? std::string() : core::seal(response->bytes, signing_key)});
      transaction.commit();
      return Outcome(Done());
    }
  } catch (HasAnswer& other) {
    return std::move(other.answer);
  }
  // It may have failed because of what another one with the key has just done.
  if (!is_first)
    if (auto answer = find_answer(key, request_hash)) return *std::move(answer);
  return Outcome(Done());
}

core::Result<Idempotency::Outcome> Idempotency::run(const core::AccountId& account,
                                                    const Request& request, const Work& work) {
  if (!is_key(request.key)) {
    return Error{ErrorCode::invalid_request,
                 "Idempotency-Key must have 1 to 255 visible ASCII characters"};
  }
  return db::retry_conflicts([&] { return run_in_transaction(account, request, work); });
}

}  // namespace app
