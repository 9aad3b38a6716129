#include "handlers/dashboard/confirm_password.h"

#include "db/attempt_counter.h"
#include "db/user_store.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/password_checker.h"

namespace handlers::dashboard {

PasswordCheck confirm_password(Services& services, const fcgi::Request& request,
                               const core::Session& session, std::string_view password) {
  const std::string subject = "confirm:" + session.user.to_string();
  if (!services.attempts.reserve(subject, request.client_address()))
    return PasswordCheck::too_many_attempts;
  const auto user = services.users.find_for_sign_in(session.user);
  if (!user || !user->password_hash || !services.passwords.matches(password, *user->password_hash))
    return PasswordCheck::wrong;
  services.attempts.give_back(subject, request.client_address());
  return PasswordCheck::right;
}

std::string_view problem_of(PasswordCheck check) {
  return check == PasswordCheck::wrong ? "Your present password is not right. Please try again."
                                       : kTooManyAttempts;
}

int status_of(PasswordCheck check) { return check == PasswordCheck::wrong ? 400 : 429; }

}  // namespace handlers::dashboard
