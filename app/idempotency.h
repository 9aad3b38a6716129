// Idempotency: clients can safely repeat a request that has a key of their choice.
//
// These keys belong to the API key, app or user who sends them, as a response may contain what
// another one of the account must not see.
//
// The first request with a key is executed. If it succeeds, its response is kept for 24 hours, in
// the same transaction, and returned to repetitions. A failed request has changed nothing and is
// not kept, so it can be corrected and sent with the same key. The transaction and the key's lock
// begin with the first write (db::Transaction), after everything that takes long; of several
// requests at once, the first that comes to it is executed. The adapter defines what a response
// is; here it is a number and bytes. Responses are encrypted, as they may contain a share token.
//
// Not thread-safe, like its connection. Everything it refers to must outlive it. Throws what
// db/connection/postgres.h says.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/error.h"
#include "core/ids.h"
#include "core/security/signing_keys.h"
#include "db/idempotency_store.h"

namespace db {
class Postgres;
}

namespace app {

class Idempotency {
 public:
  Idempotency(db::Postgres& postgres, const core::SigningKeys& keys)
      : postgres_(postgres), store_(postgres), keys_(keys) {}

  struct Request {
    std::string sender;     // the public ID of the API key, of the app's grant, or of the user
    std::string_view key;   // the client's
    std::string_view text;  // identifies the request
  };
  struct StoredResponse {
    int status = 0;
    std::string bytes;  // may be empty if the adapter can recreate its response
  };

  // Executes the request on the connection; nothing if it failed, which rolls its changes back.
  // Called again after a deadlock. Its first write throws if another request with the key is
  // running or done, which is not for it to catch.
  using Work = std::function<std::optional<StoredResponse>()>;

  struct Done {};  // `work` was executed now
  struct Repeated {
    StoredResponse response;  // the one from before
  };
  struct InProgress {
    core::Error error;  // the first request is still running
  };
  using Outcome = std::variant<Done, Repeated, InProgress>;

  // Errors: invalid_request for a malformed key; idempotency_conflict if the key was used for
  // another request, or its response can no longer be decrypted.
  core::Result<Outcome> run(const core::AccountId& account, const Request& request,
                            const Work& work);

 private:
  core::Result<Outcome> run_in_transaction(const core::AccountId& account, const Request& request,
                                           const Work& work);
  std::optional<core::Result<Outcome>> find_answer(const db::IdempotencyStore::Key& key,
                                                   const core::Sha256& request_hash);
  core::Result<Outcome> repeat(const db::KeptAnswer& kept) const;

  db::Postgres& postgres_;
  db::IdempotencyStore store_;
  const core::SigningKeys& keys_;
};

}  // namespace app
