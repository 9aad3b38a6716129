// IdempotencyStore: responses to requests with an Idempotency-Key, kept for a day.
//
// lock() and keep() are called in the transaction in which the request takes effect, so that either
// both effect and response are stored, or neither. Uses its thread's connection; throws what
// db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>

#include "core/ids.h"
#include "core/security/cryptography.h"

namespace db {

class Postgres;

// A stored response: encrypted, as it may contain a share token.
struct KeptAnswer {
  bool same_request = false;  // false: the key was used for another request
  int status = 0;
  std::string signing_key_id;
  std::string sealed_response;
};

class IdempotencyStore {
 public:
  struct Key {
    core::AccountId account;
    core::Sha256 hash;  // of the client's key and of who sent it
  };

  explicit IdempotencyStore(Postgres& postgres) : postgres_(postgres) {}

  // Blocks other requests with this key until the transaction ends. False if one is running.
  bool lock(const Key& key);

  // Whether another request holds it now.
  bool is_locked(const Key& key);

  std::optional<KeptAnswer> find(const Key& key, const core::Sha256& request_hash);

  void keep(const Key& key, const core::Sha256& request_hash, const KeptAnswer& answer);

 private:
  Postgres& postgres_;
};

}  // namespace db
