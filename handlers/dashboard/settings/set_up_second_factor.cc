// GET and POST /dashboard/settings/second-factor
//
// The secret that is offered is stored nowhere until a code has shown that the app has it: the form
// carries it, sealed, for this user alone. It asks for the password too, so that nobody who finds a
// browser open can shut its user out. The answer to the right code is the one page that shows the
// recovery codes; all other sessions are over then.
#include "core/operation/configuration.h"
#include "core/security/sealed_text.h"
#include "core/security/totp.h"
#include "db/accounts/second_factor_store.h"
#include "db/accounts/user_store.h"
#include "db/connection/postgres.h"
#include "db/counters/attempt_counter.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/settings/confirm_password.h"
#include "handlers/dashboard/sign_in/begin_session.h"
#include "pages/dashboard/second_factor_page.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kWrong =
    "Incorrect or expired code. Check that your phone’s clock is set automatically.";

// What the form's sealed text begins with, so that one made for somebody else is worth nothing.
std::string purpose(const core::Session& session) {
  return "second factor of " + session.user.to_string() + ':';
}

std::optional<std::string> offered_secret(Services& services, const core::Session& session,
                                          std::string_view sealed) {
  const std::string expected = purpose(session);
  for (const core::SigningKey& key : services.configuration.signing_keys.all()) {
    const auto text = core::unseal(sealed, key);
    if (text && text->starts_with(expected)) return text->substr(expected.size());
  }
  return std::nullopt;
}

fcgi::Response set_up_form(int status, Services& services, const core::Session& session,
                           const std::string& secret, std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  return page(status,
              pages::dashboard::set_up_second_factor_page(
                  viewer(session, form_token),
                  {.secret_text = core::to_base32(secret),
                   .otpauth_uri = core::otpauth_uri(secret, session.email),
                   .sealed_secret = core::seal(purpose(session) + secret,
                                               services.configuration.signing_keys.current()),
                   .problem = problem}));
}

}  // namespace

core::Result<fcgi::Response> show_set_up_second_factor(Services& services,
                                                       const fcgi::Request& /*request*/,
                                                       const core::Session& session) {
  if (services.second_factors.find(session.user)) return redirect("/dashboard/settings/profile");
  return set_up_form(200, services, session, core::generate_totp_secret(), {});
}

core::Result<fcgi::Response> set_up_second_factor(Services& services, const fcgi::Request& request,
                                                  const core::Session& session) {
  if (services.second_factors.find(session.user)) return redirect("/dashboard/settings/profile");
  const auto secret = offered_secret(services, session, request.form_field("secret"));
  if (!secret) return redirect("/dashboard/settings/second-factor");
  const auto check = confirm_password(services, request, session, request.form_field("present"));
  if (!check) return check.error();
  if (check->refusal != 0) {
    return with_refusal(*check,
                        set_up_form(check->refusal, services, session, *secret, check->problem));
  }
  const std::string subject = "second_factor:" + session.user.to_string();
  const db::Attempt attempt{.subject = subject, .client_address = request.client_address()};
  if (const auto reserved = services.attempts.reserve(attempt); !reserved) {
    return later(set_up_form(429, services, session, *secret, too_many_attempts(reserved.wait)),
                 reserved.wait);
  }
  const auto step = core::matching_totp_step(*secret, request.form_field("code"),
                                             services.second_factors.now(), 0);
  if (!step) return set_up_form(400, services, session, *secret, kWrong);
  services.attempts.give_back(attempt);

  const std::vector<std::string> codes = core::generate_recovery_codes();
  std::vector<core::Sha256> hashes;
  hashes.reserve(codes.size());
  for (const std::string& code : codes)
    hashes.push_back(core::sha256(core::canonical_recovery_code(code).value()));
  const core::SigningKey& key = services.configuration.signing_keys.current();
  db::Transaction transaction(services.postgres);
  if (!services.second_factors.turn_on(session.user, core::seal(*secret, key), key.id, *step,
                                       hashes))
    return redirect("/dashboard/settings/profile");
  record(services, request, session, core::AuditAction::second_factor_enabled);
  const std::int64_t epoch = services.users.end_sessions(session.user);
  const core::SecretToken token = replace_session(services, request, session.user, epoch);
  transaction.commit();
  const std::string form_token = core::form_token(token);
  fcgi::Response response =
      page(200, pages::dashboard::recovery_codes_page(viewer(session, form_token), codes));
  add_session_cookie(services, token, response);
  return response;
}

}  // namespace handlers::dashboard
