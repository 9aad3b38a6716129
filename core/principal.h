// The caller of a request, and its rights.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/account.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/link_fields.h"
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

// The value of WWW-Authenticate for an app that lacks one of these scopes (RFC 6750).
std::string insufficient_scope_challenge(const Scopes& wanted);

// The scopes of a user with this role: for their account's artifacts, and for the account.
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

// Principal: the caller of a request, and its rights. It is made where a request comes in (by the
// gates of fcgi/, by signing in, by artifact-admin), is passed down from there, and does not
// change. The database's statements record it in the audit log.
//
// A default one is a visitor, who has no account and no rights.
struct Principal {
  enum class Kind : std::uint8_t {
    visitor,    // has no account, or has not signed in to it
    user,       // signed in to the dashboard
    key,        // a program with an API key
    app,        // a program that a user has connected, with an access token
    operator_,  // with artifact-admin
  };

  Kind kind = Kind::visitor;
  // The account whose artifacts, links and keys it can access, and its plan. The operator may
  // do what any plan allows.
  AccountId account = {};
  Plan plan = Plan::free;
  // The user, or of an app the user who has connected it.
  std::optional<UserId> user = std::nullopt;
  // The API key of a program, or the grant of an app.
  std::optional<KeyId> key = std::nullopt;
  std::optional<GrantId> grant = std::nullopt;
  // The user's email address, the key's name, or the email address with the app's name.
  std::string name = {};
  std::string client_address = {};  // empty for the operator
  Role role = Role::member;         // the operator is an owner, programs are members
  Scopes scopes = {};
  // Limits on publishing, in addition to the scopes. Users are bound by the settings of their
  // account only, the operator by nothing.
  PublishingLimits limits = {};
  // The options of a new link, as far as nobody says otherwise.
  LinkOptions link_defaults = {};
  // Why, if the operator has disabled the account.
  std::optional<std::string> account_disabled = std::nullopt;

  // The audience of a program's token, and how many requests it may make in a minute.
  TokenAudience audience = TokenAudience::api;
  int requests_per_minute = 0;

  // The cookie of a user's or visitor's browser, and the account's name.
  std::optional<SecretToken> cookie = std::nullopt;
  std::string account_name = {};

  // The operator, with access to an account; without one if none is concerned.
  static Principal operator_of(const AccountId& account = {});
  // A user who is about to sign in: only for the audit log.
  static Principal signing_in(const UserId& user, const std::string& email,
                              std::string_view client_address);

  bool is_program() const { return kind == Kind::key || kind == Kind::app; }
  // Whether it is an owner of the account, or the operator.
  bool is_owner() const { return role == Role::owner; }

  // Returns forbidden unless it may do what this scope allows. Users may do everything with
  // artifacts that a key may; the account itself is for owners.
  std::optional<Error> refuse(Scope scope) const;
  // Without this, no answer of a write may depend on what an artifact contains.
  bool may_read_artifacts() const { return scopes.contains(Scope::artifacts_read); }
  // Returns forbidden to programs, whatever their scopes; the second one also to users who are not
  // owners.
  std::optional<Error> refuse_program() const;
  std::optional<Error> refuse_unless_owner() const;

  // The signed-in user. Errors: forbidden for programs, apps too, and the operator, who have
  // neither password nor sessions.
  Result<UserId> signed_in_user() const;

  // The public ID of a program's key or grant; empty for others.
  std::string credential() const;
  // The cookie of a session or a visitor. Throws std::bad_optional_access without a browser.
  const SecretToken& browser() const { return cookie.value(); }
};

// Authenticator, SessionReader and RateLimiter are interfaces for the dispatcher, which cannot
// include `db/`; `db/` implements them.

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
  // memory. Returns nothing, and counts nothing, if the program's key was revoked after the
  // authenticator accepted it.
  virtual std::optional<RateLimit> count(const Principal& program) = 0;

  // count() in two steps, so that the call can be processed at the same time: only for calls that
  // change nothing, as finish() may say that this one is not allowed. begin() is false, and nothing
  // was begun, if that is likely: unless this has seen that the account has calls left. So at most
  // one call per thread is processed in vain.
  virtual bool begin(const Principal& program) = 0;
  virtual std::optional<RateLimit> finish() = 0;

  // Counts one call without a valid key.
  virtual RateLimit count(std::string_view client_address) = 0;

  // Counts one form that a signed-in user sends in the dashboard.
  virtual RateLimit count_form(const Principal& user) = 0;

  // Whether an unknown key may be looked up for a network. The number of lookups that find nothing
  // is limited, which bounds what guessing costs.
  virtual bool may_look_up(std::string_view client_address) = 0;
  // Counts a key that does not exist.
  virtual void count_unknown_key(std::string_view client_address) = 0;

  // Counts one request for a share link, by the network of the viewer. In two steps, as what counts
  // the view can count this in the same round trip. begin_viewer() gives the state of a network
  // that has used up its window, whose request is then to be refused and is not counted;
  // otherwise finish_viewer() follows once the request has been processed.
  virtual std::optional<RateLimit> begin_viewer(std::string_view client_address) = 0;
  virtual RateLimit finish_viewer() = 0;
  // The state for requests for share links. Counts nothing.
  virtual RateLimit peek_viewer(std::string_view client_address) = 0;

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

  // Whether the token's holder was known lately. Makes no query.
  virtual bool knows(const BearerToken& token) = 0;

  // The program that holds the token, without its address; nothing if it is unknown, revoked or
  // expired. Throws if the database cannot be queried.
  virtual std::optional<Principal> authenticate(const BearerToken& token) = 0;

  // The token of the program that asked for the address of an upload. Errors: not_found; gone if
  // the address was used or has expired. Throws as authenticate() does.
  virtual Result<BearerToken> asker_of(const UploadToken& address) = 0;
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

  // The user with this session cookie; the session's idle time starts again. Nothing if there is
  // none or it has ended. Throws core::Unavailable if that cannot be determined.
  virtual std::optional<Principal> find(const SecretToken& token) = 0;
};

}  // namespace core
