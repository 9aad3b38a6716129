// Caller: on whose behalf an API request is made, as its key proves.
//
// Authenticator and RateLimiter are what the dispatcher needs of the rooms that it must not see;
// `db/` implements both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/identity/api_key.h"
#include "core/identity/plan.h"
#include "core/identity/public_id.h"
#include "core/identity/scope.h"

namespace core {

struct Caller {
  AccountId account;
  KeyId key;
  std::string key_name;
  Scopes scopes;
  Plan plan = Plan::free;
  int requests_per_minute = 0;
  std::optional<std::string> account_disabled;  // why, if the operator has disabled the account
};

// Where an account, or an address, stands in the running window of one minute.
struct RateLimit {
  std::int64_t limit = 0;
  std::int64_t remaining = 0;
  std::int64_t reset = 0;  // Unix second at which the window ends
  bool allowed = true;     // false: this call is one too many
};

class RateLimiter {
 public:
  RateLimiter() = default;
  RateLimiter(const RateLimiter&) = delete;
  RateLimiter& operator=(const RateLimiter&) = delete;
  virtual ~RateLimiter() = default;

  // Counts one call and says where it leaves the caller. Never fails: without Redis it counts in
  // the worker's own memory. Nothing, and nothing counted, if the caller's key has been revoked
  // since the authenticator looked at it.
  virtual std::optional<RateLimit> count(const Caller& caller) = 0;
  // Counts one call that has no valid key.
  virtual RateLimit count(std::string_view client_address) = 0;

  // Where this address stands with such calls. Counts nothing; `allowed` says whether one more
  // would be.
  virtual RateLimit look(std::string_view client_address) = 0;
};

class Authenticator {
 public:
  Authenticator() = default;
  Authenticator(const Authenticator&) = delete;
  Authenticator& operator=(const Authenticator&) = delete;
  virtual ~Authenticator() = default;

  // What is known of a key without asking the database.
  enum class Known { no, yes, yes_but_stale };
  virtual Known known(const ApiKey& key) = 0;

  // The caller whose key this is; nothing if there is no such key, or it is revoked or expired.
  // Throws if the database cannot be asked.
  virtual std::optional<Caller> authenticate(const ApiKey& key) = 0;
};

}  // namespace core
