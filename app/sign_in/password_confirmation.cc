#include "app/sign_in/password_confirmation.h"

#include "app/sign_in/too_many_attempts.h"
#include "db/accounts/user_store.h"
#include "db/counters/attempt_counter.h"
#include "runtime/password_checker.h"

namespace app {

std::optional<core::Error> PasswordConfirmation::refuse(const Actor& actor,
                                                        std::string_view password) {
  const auto id = actor.user();
  if (!id) return id.error();
  const db::Attempt attempt{.subject = "confirm:" + id->to_string(),
                            .client_address = actor.named().client_address};
  if (const auto reserved = attempts_.reserve(attempt); !reserved)
    return too_many_attempts(reserved.wait);
  const auto user = users_.find_for_sign_in(*id);
  const auto matches =
      user && user->password_hash
          ? passwords_.matches(password, *user->password_hash, actor.account().to_string())
          : core::Result<bool>(false);
  if (matches && !*matches)
    return core::Error{core::ErrorCode::invalid_request, "incorrect password. Try again"};
  attempts_.give_back(attempt);
  if (!matches) return matches.error();
  return std::nullopt;
}

}  // namespace app
