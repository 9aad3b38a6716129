// SignIn: how a visitor proves to be a user: by the password, then by the second factor where the
// user has one, or by a link to choose a password.
//
// No answer tells who has an account, nor does the time that it takes. Attempts are limited
// (db/counters/attempt_counter.h). The session that begins is recorded in the audit log by the
// statement that begins it, in the transaction that uses up what the user has proved themselves by;
// an attempt that fails is recorded too.
//
// One thread's, as its stores are; all that it is given outlives it. Throws what the stores throw.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/accounts/visitor.h"
#include "core/identity/client_network.h"
#include "core/identity/session.h"
#include "core/result.h"
#include "core/security/share_token.h"
#include "db/accounts/user_store.h"

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

// What the browser keeps of it.
struct SignedIn {
  core::NewSession session;   // the one that the browser had is over
  std::string known_browser;  // see app/accounts/known_browser.h
};

struct SecondFactorCode {
  std::string_view code;           // of the app
  std::string_view recovery_code;  // instead of it, if it is not empty
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

  // Nothing: the visitor is to give a code next, with_code(). Errors: unauthorized, rate_limited,
  // unavailable.
  core::Result<std::optional<SignedIn>> with_password(const Visitor& visitor,
                                                      std::string_view email,
                                                      std::string_view password);

  // Whether the visitor has given a password and is to give a code.
  bool awaits_code(const Visitor& visitor);
  // Nothing: the visitor is to give the password first. Each code is good once. Errors:
  // unauthorized, rate_limited.
  core::Result<std::optional<SignedIn>> with_code(const Visitor& visitor,
                                                  const SecondFactorCode& code);

  // The address of the user who may choose a password by this link. Errors: gone.
  core::Result<std::string> find_password_link(std::string_view token);
  // Sets the password, which ends every session of the user and uses the link up, and signs them
  // in. Nothing: they have a second factor, and sign in by that. Errors: gone, unavailable, and
  // invalid_request of a password that will not do.
  core::Result<std::optional<SignedIn>> by_password_link(const Visitor& visitor,
                                                         std::string_view token,
                                                         std::string_view password);

 private:
  std::string network_of(const Visitor& visitor) const;
  std::optional<SignedIn> begin(const Visitor& visitor, const db::SignInRecord& user,
                                const std::string& email);
  void record_failure(const Visitor& visitor, const db::SignInRecord& user,
                      const std::string& email);
  bool takes_code(const core::UserId& user, const db::SecondFactor& factor, std::string_view code);
  bool takes_recovery_code(const core::UserId& user, std::string_view typed);

  Stores stores_;
  runtime::PasswordChecker& passwords_;
  const core::SigningKeys& keys_;
  core::NetworkPrefixes client_networks_;
};

}  // namespace app
