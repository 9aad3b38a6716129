#include "handlers/dashboard/settings/confirm_password.h"

#include "db/accounts/user_store.h"
#include "db/counters/attempt_counter.h"
#include "handlers/dashboard/page_response.h"
#include "runtime/password_checker.h"

namespace handlers::dashboard {

core::Result<PasswordCheck> confirm_password(Services& services, const fcgi::Request& request,
                                             const core::Session& session,
                                             std::string_view password) {
  const db::Attempt attempt{.subject = "confirm:" + session.user.to_string(),
                            .client_address = request.client_address()};
  if (const auto reserved = services.attempts.reserve(attempt); !reserved)
    return PasswordCheck{429, too_many_attempts(reserved.wait), reserved.wait};
  const auto user = services.users.find_for_sign_in(session.user);
  const auto matches =
      user && user->password_hash
          ? services.passwords.matches(password, *user->password_hash, session.account.to_string())
          : core::Result<bool>(false);
  if (!matches) {
    services.attempts.give_back(attempt);
    return matches.error();
  }
  if (!*matches) return PasswordCheck{400, "Incorrect password. Try again.", {}};
  services.attempts.give_back(attempt);
  return PasswordCheck{};
}

fcgi::Response with_refusal(const PasswordCheck& check, fcgi::Response response) {
  return check.wait.count() == 0 ? response : later(std::move(response), check.wait);
}

}  // namespace handlers::dashboard
