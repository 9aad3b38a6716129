// GET and POST /dashboard/sign-in/code: the second factor, after the password
#include "core/operation/configuration.h"
#include "core/security/sealed_text.h"
#include "core/security/totp.h"
#include "db/accounts/second_factor_store.h"
#include "db/accounts/session_store.h"
#include "db/accounts/user_store.h"
#include "db/connection/postgres.h"
#include "db/counters/attempt_counter.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/sign_in/begin_session.h"
#include "handlers/dashboard/sign_in/known_browser.h"
#include "pages/dashboard/second_factor_page.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kWrong =
    "Incorrect or already used code. Wait for the next code and try again.";
constexpr std::string_view kWrongRecoveryCode = "Incorrect or already used recovery code.";

fcgi::Response code_form(int status, const core::SecretToken& visitor, std::string_view next,
                         std::string_view problem) {
  const std::string form_token = core::form_token(visitor);
  return page(status, pages::dashboard::second_factor_page({form_token, next, problem}));
}

bool takes_code(Services& services, const core::UserId& user, const db::SecondFactor& factor,
                std::string_view code) {
  const core::SigningKeys& keys = services.configuration.signing_keys;
  const core::SigningKey* key = keys.find(factor.signing_key_id);
  const auto secret = key == nullptr ? std::nullopt : core::unseal(factor.sealed_secret, *key);
  if (!secret) return false;
  const auto step = core::matching_totp_step(*secret, code, factor.now, factor.last_step);
  if (!step || !services.second_factors.take_step(user, *step)) return false;
  // So that an old key is needed no longer than until the user's next sign-in.
  if (key->id != keys.current().id) {
    services.second_factors.replace_sealed_secret(
        user, factor.sealed_secret, core::seal(*secret, keys.current()), keys.current().id);
  }
  return true;
}

bool takes_recovery_code(Services& services, const core::UserId& user, std::string_view typed) {
  const auto code = core::canonical_recovery_code(typed);
  return code && services.second_factors.take_recovery_code(user, core::sha256(*code));
}

}  // namespace

core::Result<fcgi::Response> show_sign_in_code(Services& services, const fcgi::Request& request,
                                               const core::SecretToken& visitor) {
  if (!services.sessions.awaiting_second_factor(visitor)) return redirect("/dashboard/sign-in");
  return code_form(200, visitor, request.query("next").value_or(""), {});
}

core::Result<fcgi::Response> sign_in_code(Services& services, const fcgi::Request& request,
                                          const core::SecretToken& visitor) {
  const auto user = services.sessions.awaiting_second_factor(visitor);
  const auto record = user ? services.users.find_for_sign_in(*user) : std::nullopt;
  const auto factor = record ? services.second_factors.find(*user) : std::nullopt;
  if (!factor) return redirect("/dashboard/sign-in");
  const std::string_view next = request.form_field("next");
  const std::string subject = "second_factor:" + user->to_string();
  const db::Attempt attempt{.subject = subject,
                            .client_address = request.client_address(),
                            .known_browser = known_browser(services, request, factor->email)};
  if (const auto reserved = services.attempts.reserve(attempt); !reserved) {
    return later(code_form(429, visitor, next, too_many_attempts(reserved.wait)), reserved.wait);
  }
  const std::string_view recovery_code = request.form_field("recovery_code");
  db::Transaction transaction(services.postgres);
  const bool is_right = recovery_code.empty()
                            ? takes_code(services, *user, *factor, request.form_field("code"))
                            : takes_recovery_code(services, *user, recovery_code);
  if (!is_right) {
    note_failed_sign_in(services, request, *record, factor->email);
    transaction.commit();
    return code_form(401, visitor, next, recovery_code.empty() ? kWrong : kWrongRecoveryCode);
  }
  fcgi::Response response = begin_session(services, request, *record, factor->email, next);
  transaction.commit();
  services.attempts.give_back(attempt);
  services.sessions.forget_second_factor(visitor);
  return response;
}

}  // namespace handlers::dashboard
