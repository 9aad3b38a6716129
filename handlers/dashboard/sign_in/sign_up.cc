// GET and POST /dashboard/sign-up, where the configuration lets people sign up by themselves
//
// Neither the answer nor the time that it takes tells whether somebody has the address: the
// password is hashed before the database is asked, and what that says changes nothing.
#include "core/clock.h"
#include "core/identity/display_name.h"
#include "core/identity/email.h"
#include "core/identity/password_rule.h"
#include "db/accounts/account_store.h"
#include "db/accounts/user_store.h"
#include "db/connection/postgres.h"
#include "db/counters/attempt_counter.h"
#include "handlers/client_network.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/notices.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/sign_up_page.h"
#include "runtime/password_checker.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kNoEmail = "Enter an email address, such as name@example.org.";
constexpr std::string_view kNoAccountName = "Enter a name of 1 to 100 characters on a single line.";

fcgi::Response sign_up_form(int status, const core::SecretToken& visitor,
                            pages::dashboard::SignUpForm form) {
  const std::string form_token = core::form_token(visitor);
  form.form_token = form_token;
  return page(status, pages::dashboard::sign_up_page(form));
}

// Makes the account and its owner. Where somebody has the address already, it does nothing.
void make_account(Services& services, const fcgi::Request& request, const core::Email& email,
                  const core::DisplayName& name, const std::string& password_hash) {
  const auto account = core::AccountId::generate(core::now());
  const auto user = core::UserId::generate(core::now());
  db::Transaction transaction(services.postgres);
  services.accounts.create(account, name.text(), core::Plan::free, std::nullopt);
  if (!services.users.create(user, account, email, core::Role::owner, password_hash)) return;
  record(services, account, audit_actor(user, email.text(), request),
         core::AuditAction::account_added, account.to_string(), name.text());
  transaction.commit();
}

}  // namespace

core::Result<fcgi::Response> show_sign_up(Services& /*services*/, const fcgi::Request& /*request*/,
                                          const core::SecretToken& visitor) {
  return sign_up_form(200, visitor, {});
}

core::Result<fcgi::Response> sign_up(Services& services, const fcgi::Request& request,
                                     const core::SecretToken& visitor) {
  const auto email = core::Email::parse(request.form_field("email"));
  const auto account_name = core::DisplayName::parse(request.form_field("account_name"));
  const std::string_view password = request.form_field("password");
  const auto password_problem = core::problem_of_password(password);
  pages::dashboard::SignUpForm form{.email = request.form_field("email"),
                                    .account_name = request.form_field("account_name")};
  if (!email) form.email_problem = kNoEmail;
  if (!account_name) form.account_name_problem = kNoAccountName;
  if (password_problem) form.password_problem = *password_problem;
  if (!email || !account_name || password_problem) return sign_up_form(400, visitor, form);

  const std::string network = client_network(services, request);
  if (services.passwords.is_busy(network)) return runtime::too_busy();
  const std::string_view address = request.client_address();
  if (const auto reserved = services.attempts.reserve_sign_up(address); !reserved) {
    const std::string problem = too_many_attempts(reserved.wait);
    form.problem = problem;
    return later(sign_up_form(429, visitor, form), reserved.wait);
  }
  const auto hash = services.passwords.hash(password, network);
  if (!hash) {
    services.attempts.give_back_sign_up(address);
    return hash.error();
  }
  try {
    make_account(services, request, *email, *account_name, *hash);
  } catch (...) {
    services.attempts.give_back_sign_up(address);
    throw;
  }
  return redirect(with_notice("/dashboard/sign-in", Notice::signed_up));
}

}  // namespace handlers::dashboard
