// PasswordConfirmation: asks a signed-in user for their password before a sensitive action, in case
// somebody else is using their browser.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>
#include <string_view>

#include "app/actor.h"
#include "core/error.h"

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

  // Returns an error unless this is the actor's password. Attempts are limited like sign-in
  // attempts, but per user. Errors: invalid_request, rate_limited; unavailable if the password
  // cannot be checked now; forbidden for an actor without a password.
  std::optional<core::Error> refuse(const Actor& actor, std::string_view password);

 private:
  db::UserStore& users_;
  db::AttemptCounter& attempts_;
  runtime::PasswordChecker& passwords_;
};

}  // namespace app
