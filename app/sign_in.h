// Cookies that a browser stores after its user has signed in.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/client_network.h"
#include "core/error.h"
#include "core/principal.h"
#include "core/security/signing_keys.h"
#include "core/security/tokens.h"
#include "db/user_store.h"

namespace db {
class SessionStore;
}

namespace app {

struct SignedIn {
  core::NewSession session;   // the browser's previous session is ended
  std::string known_browser;  // a statement, see below
};

// For the browser whose user, the principal, has just ended all of their sessions: `epoch` is that
// of the new ones. Throws what the store throws.
SignedIn renew_session(db::SessionStore& sessions, const core::SigningKeys& keys,
                       const core::Principal& principal, std::int64_t epoch);

}  // namespace app

namespace app {

// Visitor: a browser in which nobody has signed in yet.

// Refers to data that the request owns.
struct Visitor {
  core::SecretToken token;  // identifies the browser until somebody signs in
  std::string_view client_address;
  std::string_view known_browser;            // a statement, see below; may be empty
  std::optional<core::SecretToken> session;  // the browser's cookie; may have ended
};

}  // namespace app

// SignIn: a visitor authenticates with a password, then with the second factor if the user has one,
// or with a link to set a password.
//
// Neither the response nor its time reveals which users exist. Attempts are limited
// (db/counters/attempt_counter.h). The statement that begins a session also records it in the audit
// log, in the transaction that uses up the code or link. Failed attempts are recorded too.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.

namespace db {
class AttemptCounter;
class AuditLog;
class Postgres;
class SecondFactorStore;
class SessionStore;
struct SecondFactor;
}  // namespace db
namespace runtime {
class PasswordChecker;
}

namespace app {

struct SecondFactorCode {
  std::string_view code;           // from the authenticator app
  std::string_view recovery_code;  // used instead of the code unless empty
};

class SignIn {
 public:
  struct Stores {
    db::Postgres& postgres;
    db::UserStore& users;
    db::SecondFactorStore& second_factors;
    db::SessionStore& sessions;
    db::AttemptCounter& attempts;
    db::AuditLog& audit_log;
  };
  SignIn(const Stores& stores, runtime::PasswordChecker& passwords, const core::SigningKeys& keys,
         const core::NetworkPrefixes& client_networks)
      : stores_(stores), passwords_(passwords), keys_(keys), client_networks_(client_networks) {}

  // `typed` is the email address as it was entered. Absent: the visitor has to enter a code next,
  // see with_code(). Errors: unauthorized, rate_limited, unavailable.
  core::Result<std::optional<SignedIn>> with_password(const Visitor& visitor,
                                                      std::string_view typed,
                                                      std::string_view password);

  // Whether the visitor has entered a password and has to enter a code.
  bool awaits_code(const Visitor& visitor);
  // Absent: the visitor has to enter the password first. Each code is valid once. Errors:
  // unauthorized, rate_limited.
  core::Result<std::optional<SignedIn>> with_code(const Visitor& visitor,
                                                  const SecondFactorCode& code);

  // The email address of the user whom the link is for. Errors: gone.
  core::Result<std::string> find_password_link(std::string_view token);
  // Sets the password, ends every session of the user, uses the link up, and signs the user in.
  // Absent: they have a second factor and have to sign in with it. Errors: gone, unavailable, and
  // invalid_request for a password that does not meet the rules.
  core::Result<std::optional<SignedIn>> by_password_link(const Visitor& visitor,
                                                         std::string_view token,
                                                         std::string_view password);

 private:
  std::string network_of(const Visitor& visitor) const;
  std::optional<SignedIn> begin(const Visitor& visitor, const db::SignInRecord& user,
                                const std::string& email);
  void record_failure(const Visitor& visitor, const db::SignInRecord& user,
                      const std::string& email);
  bool accepts_code(const core::UserId& user, const db::SecondFactor& factor,
                    std::string_view code);
  bool accepts_recovery_code(const core::UserId& user, std::string_view typed);

  Stores stores_;
  runtime::PasswordChecker& passwords_;
  const core::SigningKeys& keys_;
  core::NetworkPrefixes client_networks_;
};

}  // namespace app

namespace app {

// A browser in which a user has signed in keeps a signed statement of that. Its sign-in attempts
// are counted separately, so that guessing the password from elsewhere cannot lock the user out.
// The statement alone grants no access. It is void once all of the user's sessions were ended, as
// by a new password or second factor: others may have known the old one.

inline constexpr std::chrono::hours kKnownBrowserLifetime{90 * 24};

// Who signs in: the email address in canonical form, and the epoch of the user's sessions.
struct KnownUser {
  std::string_view email;
  std::int64_t session_epoch = 0;
};

// The statement for a browser.
std::string known_browser_statement(const KnownUser& user, const core::SigningKeys& keys);

// The browser's id if the statement is genuine and for this user; otherwise empty.
std::string known_browser_id(std::string_view statement, const KnownUser& user,
                             const core::SigningKeys& keys);

// The error for too many attempts at a secret (db/counters/attempt_counter.h).

// rate_limited, with the time after which another attempt is allowed.
core::Error too_many_attempts(std::chrono::seconds wait);

}  // namespace app
