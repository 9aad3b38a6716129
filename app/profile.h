// PasswordConfirmation: asks a signed-in user for their password before a sensitive action, in case
// somebody else is using their browser.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/sign_in.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/principal.h"
#include "core/security/tokens.h"

namespace db {
class AttemptCounter;
class UserStore;
}  // namespace db
namespace runtime {
class PasswordChecker;
}

namespace app {

class PasswordConfirmation {
 public:
  PasswordConfirmation(db::UserStore& users, db::AttemptCounter& attempts,
                       runtime::PasswordChecker& passwords)
      : users_(users), attempts_(attempts), passwords_(passwords) {}

  // Returns an error unless this is the principal's password. Attempts are limited like sign-in
  // attempts, but per user. Errors: invalid_request, rate_limited; unavailable if the password
  // cannot be checked now; forbidden for a principal without a password.
  std::optional<core::Error> refuse(const core::Principal& principal, std::string_view password);

 private:
  db::UserStore& users_;
  db::AttemptCounter& attempts_;
  runtime::PasswordChecker& passwords_;
};

}  // namespace app

// Profile: users change their own password and end their sessions.
//
// Only users can call these functions (forbidden). The statement that makes a change also records
// it in the audit log; sign_out() ends the session first.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.

namespace db {
class AuditLog;
class Postgres;
class SessionStore;
}  // namespace db

namespace app {

struct PasswordChange {
  std::string current_password;
  std::string new_password;
};

// Reads the field password; the current password is passed as it was typed. Errors:
// invalid_request, with the field.
core::Result<PasswordChange> read_password_change(core::FieldReader& reader,
                                                  std::string_view current_password,
                                                  std::string_view user_email);

class Profile {
 public:
  struct Stores {
    db::Postgres& postgres;
    db::UserStore& users;
    db::SessionStore& sessions;
    db::AttemptCounter& attempts;
    db::AuditLog& audit_log;
  };
  Profile(const Stores& stores, runtime::PasswordChecker& passwords, const core::SigningKeys& keys)
      : stores_(stores),
        passwords_(passwords),
        confirmation_(stores.users, stores.attempts, passwords),
        keys_(keys) {}

  // Ends every session of the user and returns what replaces theirs. Errors: those of
  // PasswordConfirmation.
  core::Result<SignedIn> change_password(const core::Principal& principal,
                                         const PasswordChange& change);

  void sign_out(const core::Principal& principal);
  std::optional<core::Error> sign_out_everywhere(const core::Principal& principal);

 private:
  Stores stores_;
  runtime::PasswordChecker& passwords_;
  PasswordConfirmation confirmation_;
  const core::SigningKeys& keys_;
};

}  // namespace app
