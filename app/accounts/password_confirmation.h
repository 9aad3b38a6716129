// PasswordConfirmation: asks somebody who is signed in for their password, before what a borrowed
// browser must not do.
//
// One thread's, as its stores are; all that it is given outlives it. Throws what the stores throw.
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

  // Why it is not the actor's password; nothing if it is. Attempts are counted as those of signing
  // in are, but for the user. Errors: invalid_request, rate_limited; unavailable if the password
  // cannot be looked at now; forbidden for an actor who has none.
  std::optional<core::Error> refuse(const Actor& actor, std::string_view password);

 private:
  db::UserStore& users_;
  db::AttemptCounter& attempts_;
  runtime::PasswordChecker& passwords_;
};

}  // namespace app
