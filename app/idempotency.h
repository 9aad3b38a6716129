// Idempotency: requests that a client may send again without harm, by a key of its own choice.
//
// The first request with a key is carried out, and its answer kept for 24 hours if it succeeded,
// both in one transaction; the same request again gets that answer again. A request that was
// refused has changed nothing, so nothing of it is kept, and it may be corrected and sent with the
// same key. What an answer is, is the adapter's business: here it is a number and bytes. They are
// kept encrypted, as they may hold a share token.
//
// One thread's, as its connection is; all that it is given outlives it. Throws what
// db/connection/postgres.h says.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/error.h"
#include "core/identity/public_id.h"
#include "core/result.h"
#include "core/security/share_token.h"
#include "db/artifacts/idempotency_store.h"

namespace db {
class Postgres;
}

namespace app {

class Idempotency {
 public:
  Idempotency(db::Postgres& postgres, const core::SigningKeys& keys)
      : postgres_(postgres), store_(postgres), keys_(keys) {}

  struct Request {
    std::string_view key;   // the client's
    std::string_view text;  // tells the request apart from every other
  };
  struct Answer {
    int status = 0;
    std::string bytes;  // may be empty, where the adapter can make its answer again
  };

  // Carries the request out, on the connection; nothing if it was refused, and what it has changed
  // is taken back. Run again where that ends a deadlock.
  using Work = std::function<std::optional<Answer>()>;

  struct Done {};  // `work` was run now
  struct Repeated {
    Answer answer;  // it was answered before, with this
  };
  struct InProgress {
    core::Error error;  // the first request is still running; soon it is not
  };
  using Outcome = std::variant<Done, Repeated, InProgress>;

  // Errors: invalid_request for a key that is none; idempotency_conflict for one that was used for
  // another request, or whose answer cannot be decrypted any more.
  core::Result<Outcome> run(const core::AccountId& account, const Request& request,
                            const Work& work);

 private:
  core::Result<Outcome> run_in_transaction(const core::AccountId& account, const Request& request,
                                           const Work& work);
  core::Result<Outcome> repeat(const db::KeptAnswer& kept) const;

  db::Postgres& postgres_;
  db::IdempotencyStore store_;
  const core::SigningKeys& keys_;
};

}  // namespace app
