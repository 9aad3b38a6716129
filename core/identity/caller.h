// Caller: the account on whose behalf an API request is made, authenticated by its key or by the
// access token of an app that a user has connected.
//
// Authenticator and RateLimiter are interfaces for the dispatcher, which cannot include `db/`;
// `db/` implements both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/account/plan.h"
#include "core/identity/bearer_token.h"
#include "core/identity/public_id.h"
#include "core/identity/publishing_limits.h"
#include "core/identity/scope.h"
#include "core/oauth/token_audience.h"

namespace core {

struct Caller {
  AccountId account;
  // Of an app, the id of its grant, and the user's email address with the app's name.
  KeyId key;
  std::string key_name;
  // The user who has connected the app; none for an API key.
  std::optional<UserId> user = std::nullopt;
  TokenAudience audience = TokenAudience::api;
  Scopes scopes;
  PublishingLimits limits;
  Plan plan = Plan::free;
  int requests_per_minute = 0;
  std::optional<std::string> account_disabled;  // why, if the operator has disabled the account
};

// The state of an account's or a network's current one-minute window.
struct RateLimit {
  std::int64_t limit = 0;
  std::int64_t remaining = 0;
  std::int64_t reset = 0;  // Unix second at which the window ends
  bool allowed = true;     // false: this call exceeds the limit
};

class RateLimiter {
 public:
  RateLimiter() = default;
  RateLimiter(const RateLimiter&) = delete;
  RateLimiter& operator=(const RateLimiter&) = delete;
  virtual ~RateLimiter() = default;

  // Counts one call and returns the state. Never fails: without Redis it counts in the worker's own
  // memory. Returns nothing, and counts nothing, if the caller's key was revoked after the
  // authenticator accepted it.
  virtual std::optional<RateLimit> count(const Caller& caller) = 0;

  // count() in two steps, so that the call can be processed at the same time: only for calls that
  // change nothing, as finish() may say that this one is not allowed. begin() is false, and nothing
  // was begun, if that is likely: unless this has seen that the account has calls left. So an
  // account can have one call per thread processed in vain.
  virtual bool begin(const Caller& caller) = 0;
  virtual std::optional<RateLimit> finish() = 0;

  // Counts one call without a valid key.
  virtual RateLimit count(std::string_view client_address) = 0;

  // Counts one form that a signed-in user sends in the dashboard.
  virtual RateLimit count_form(const UserId& user) = 0;

  // Whether an unknown key may be looked up for a network: only so many that do not exist are,
  // which bounds what guessing costs.
  virtual bool may_look_up(std::string_view client_address) = 0;
  // Counts a key that does not exist.
  virtual void count_unknown_key(std::string_view client_address) = 0;

  // Counts one request for a share link, by the network of the viewer. In two steps, as what counts
  // the view can count this in the same round trip. begin_viewer() gives the state of a network
  // that has used up its window, whose request is then to be refused and is not counted;
  // otherwise finish_viewer() follows once the request has been processed.
  virtual std::optional<RateLimit> begin_viewer(std::string_view client_address) = 0;
  virtual RateLimit finish_viewer() = 0;

  // The state for calls without a valid key. Counts nothing; `allowed` says whether another call
  // would be.
  virtual RateLimit peek(std::string_view client_address) = 0;
};

class Authenticator {
 public:
  Authenticator() = default;
  Authenticator(const Authenticator&) = delete;
  Authenticator& operator=(const Authenticator&) = delete;
  virtual ~Authenticator() = default;

  // A token's holder, if known without a query.
  enum class Known { no, yes, yes_but_stale };
  virtual Known known(const BearerToken& token) = 0;

  // The holder of the token; nothing if it is unknown, revoked or expired. Throws if the database
  // cannot be queried.
  virtual std::optional<Caller> authenticate(const BearerToken& token) = 0;
};

}  // namespace core
