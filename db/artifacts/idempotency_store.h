// IdempotencyStore: which requests with an Idempotency-Key have been answered, and how, for a day.
//
// All in the transaction in which the request itself takes effect, so that there is either both,
// its effect and its answer, or neither. Uses its thread's connection; throws what
// db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>

#include "core/identity/public_id.h"
#include "core/security/cryptography.h"

namespace db {

class Postgres;

// An answer that was given: encrypted, as it may hold a share token.
struct KeptAnswer {
  bool same_request = false;  // false: the key was used for another one
  int status = 0;
  std::string signing_key_id;
  std::string sealed_response;
};

class IdempotencyStore {
 public:
  explicit IdempotencyStore(Postgres& postgres) : postgres_(postgres) {}

  // Keeps other requests with this key out until the transaction ends. False if one is running.
  bool lock(const core::AccountId& account, const core::Sha256& key_hash);

  std::optional<KeptAnswer> find(const core::AccountId& account, const core::Sha256& key_hash,
                                 const core::Sha256& request_hash);

  void keep(const core::AccountId& account, const core::Sha256& key_hash,
            const core::Sha256& request_hash, const KeptAnswer& answer);

 private:
  Postgres& postgres_;
};

}  // namespace db
