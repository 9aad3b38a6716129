// GET and POST /dashboard/sign-in
#include "core/identity/email.h"
#include "core/operation/configuration.h"
#include "core/text/encoding.h"
#include "db/accounts/session_store.h"
#include "db/accounts/user_store.h"
#include "db/connection/postgres.h"
#include "db/counters/attempt_counter.h"
#include "handlers/client_network.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/notices.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/sign_in/begin_session.h"
#include "handlers/dashboard/sign_in/known_browser.h"
#include "pages/dashboard/sign_in_page.h"
#include "runtime/password_checker.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kWrong = "Incorrect email or password. Try again.";

fcgi::Response sign_in_form(int status, Services& services, const core::SecretToken& visitor,
                            pages::dashboard::SignInForm form) {
  const std::string form_token = core::form_token(visitor);
  form.form_token = form_token;
  form.offers_sign_up = services.configuration.sign_up;
  return page(status, pages::dashboard::sign_in_page(form));
}

// What attempts are counted by. Addresses that nobody has are counted as others are, so that
// nothing can be told from the answer; hashed, as people type passwords in the wrong field.
std::string subject_of(std::string_view email) {
  return "email:" + core::to_hexadecimal(core::sha256(email));
}

}  // namespace

core::Result<fcgi::Response> show_sign_in(Services& services, const fcgi::Request& request,
                                          const core::SecretToken& visitor) {
  const std::string next = request.query("next").value_or("");
  return sign_in_form(200, services, visitor, {.next = next, .done = notice_of(request)});
}

core::Result<fcgi::Response> sign_in(Services& services, const fcgi::Request& request,
                                     const core::SecretToken& visitor) {
  const std::string_view typed = request.form_field("email");
  const std::string_view next = request.form_field("next");
  const auto form = [&](int status, std::string_view problem) {
    return sign_in_form(status, services, visitor,
                        {.email = typed, .next = next, .problem = problem});
  };
  const std::string network = client_network(services, request);
  if (services.passwords.is_busy(network)) return runtime::too_busy();
  const auto email = core::Email::parse(typed);
  const db::Attempt attempt{
      .subject = subject_of(email ? std::string_view(email->text()) : typed),
      .client_address = request.client_address(),
      .known_browser = email ? known_browser(services, request, email->text()) : std::string()};
  if (const auto reserved = services.attempts.reserve(attempt); !reserved)
    return later(form(429, too_many_attempts(reserved.wait)), reserved.wait);

  const auto user = email ? services.users.find_for_sign_in(*email) : std::nullopt;
  // A password that nobody has takes as long to check as one that somebody has.
  const bool has_password = user && user->password_hash;
  const std::string& stored =
      has_password ? *user->password_hash : services.passwords.nobodys_hash();
  const auto matches = services.passwords.matches(request.form_field("password"), stored, network);
  if (!matches) {
    services.attempts.give_back(attempt);
    return matches.error();
  }
  if (!*matches || !has_password) {
    if (user) note_failed_sign_in(services, request, *user, email->text());
    return form(401, kWrong);
  }
  services.attempts.give_back(attempt);
  if (user->has_second_factor) {
    services.sessions.await_second_factor(visitor, user->user);
    return redirect("/dashboard/sign-in/code" +
                    (is_dashboard_path(next) ? "?next=" + std::string(next) : std::string()));
  }
  db::Transaction transaction(services.postgres);
  fcgi::Response response = begin_session(services, request, *user, email->text(), next);
  transaction.commit();
  return response;
}

}  // namespace handlers::dashboard
