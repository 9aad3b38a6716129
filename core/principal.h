// Who makes a request, and what they may do.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/account.h"
#include "core/ids.h"
#include "core/security/tokens.h"
#include "core/time.h"

namespace core {

// PublishingLimits: limits on what a program may publish, in addition to its scopes, so that an
// agent can share, but not beyond what its owner intended. Those of an API key are set when it is
// created, those of an app when a user allows it. They never change.
struct PublishingLimits {
  // No artifact or link may be made to live longer than this from now; absent: as long as the
  // account may.
  std::optional<Duration> maximum_expiry;
  // Links that it creates or changes must have a password.
  bool password_required = false;
  // Content with what looks like a secret is refused instead of published with a warning.
  bool refuses_secrets = false;
};

// Scopes: what an API key may do. Each route names those that it requires.

enum class Scope : std::uint8_t {
  artifacts_read,
  artifacts_write,
  artifacts_share,
  artifacts_delete,
  account_read
};

// "artifacts:read", …
std::string_view to_string(Scope scope);
std::optional<Scope> parse_scope(std::string_view name);

// A set of scopes; a value type.
class Scopes {
 public:
  Scopes() = default;
  Scopes(std::initializer_list<Scope> scopes) {
    for (const Scope scope : scopes) add(scope);
  }
  static Scopes all();

  // A list of names; nothing if one of them is unknown.
  static std::optional<Scopes> parse(const std::vector<std::string_view>& names);

  void add(Scope scope) { bits_ = static_cast<std::uint32_t>(bits_ | bit(scope)); }
  void add(const Scopes& more) { bits_ |= more.bits_; }
  bool contains(Scope scope) const { return (bits_ & bit(scope)) != 0; }
  // The first of `wanted` that is not in this set.
  std::optional<Scope> first_missing(const Scopes& wanted) const;
  bool empty() const { return bits_ == 0; }
  std::vector<std::string_view> names() const;
  // The names, separated by spaces.
  std::string text() const;
  // Those of the text that are known; other words are skipped.
  static Scopes known_in(std::string_view text);
  Scopes in_common_with(const Scopes& other) const;

  friend bool operator==(const Scopes&, const Scopes&) = default;

 private:
  static std::uint32_t bit(Scope scope) { return 1U << static_cast<unsigned>(scope); }

  std::uint32_t bits_ = 0;
};

// What an app that lacks one of these scopes is told, as the value of WWW-Authenticate (RFC 6750).
std::string insufficient_scope_challenge(const Scopes& wanted);

// What a user with this role may do with their account's artifacts, and with the account.
Scopes scopes_of(Role role);

// TokenAudience: which resource an access token is for (resource indicators, RFC 8707). A token for
// the MCP server is accepted there only; one for the API at the MCP server too, which gives access
// to the same artifacts.

enum class TokenAudience : std::uint8_t { api, mcp };

// "api", "mcp", as the database names them.
std::string_view to_string(TokenAudience audience);
std::optional<TokenAudience> parse_token_audience(std::string_view name);

// The resource's identifier: "https://HOST" or "https://HOST/mcp".
std::string resource_of(TokenAudience audience, const std::string& public_base_url);

// The audience of a `resource` parameter, which may end with a slash. The API has a second name,
// "https://HOST/api".
std::optional<TokenAudience> audience_of(std::string_view resource,
                                         const std::string& public_base_url);

// Caller: the account on whose behalf an API request is made, authenticated by its key or by the
// access token of an app that a user has connected.
//
// Authenticator and RateLimiter are interfaces for the dispatcher, which cannot include `db/`;
// `db/` implements both.
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

// Session: a user who is signed in to the dashboard, identified by their browser's cookie.
//
// SessionReader is an interface for the dispatcher, which cannot include `db/`; `db/` implements
// it.
struct Session {
  SecretToken token;
  UserId user;
  AccountId account;
  std::string account_name;
  std::string email;
  Role role = Role::member;
  // The operator's reason, if the account is disabled.
  std::optional<std::string> account_disabled = std::nullopt;
  Plan plan = Plan::free;
  bool account_refuses_secrets = false;
};

// A session that has just begun, for the browser to store.
struct NewSession {
  SecretToken token;
  std::chrono::seconds lifetime;  // maximum; it may end earlier
};

class SessionReader {
 public:
  SessionReader() = default;
  SessionReader(const SessionReader&) = delete;
  SessionReader& operator=(const SessionReader&) = delete;
  virtual ~SessionReader() = default;

  // The session of this cookie, whose idle time starts again; nothing if there is none or it has
  // ended. Throws core::Unavailable if that cannot be determined.
  virtual std::optional<Session> find(const SecretToken& token) = 0;
};

}  // namespace core
