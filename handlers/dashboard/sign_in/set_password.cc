// GET and POST /dashboard/set-password?token=…, behind a link that is good once
#include "core/identity/password_rule.h"
#include "db/accounts/user_store.h"
#include "db/connection/postgres.h"
#include "handlers/client_network.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/sign_in/begin_session.h"
#include "pages/dashboard/set_password_page.h"
#include "runtime/password_checker.h"

namespace handlers::dashboard {
namespace {

core::Error dead_link() {
  return {core::ErrorCode::gone,
          "this link has expired or was already used; ask for a new one, or sign in"};
}

fcgi::Response set_password_form(int status, const core::SecretToken& visitor,
                                 const core::SecretToken& link, const std::string& email,
                                 std::string_view problem) {
  const std::string form_token = core::form_token(visitor);
  return page(status,
              pages::dashboard::set_password_page({form_token, link.text(), email, problem}));
}

}  // namespace

core::Result<fcgi::Response> show_set_password(Services& services, const fcgi::Request& request,
                                               const core::SecretToken& visitor) {
  const auto link = core::SecretToken::parse(request.query("token").value_or(""));
  const auto user = link ? services.users.find_password_link(link->hash()) : std::nullopt;
  if (!user) return dead_link();
  return set_password_form(200, visitor, *link, user->email, {});
}

core::Result<fcgi::Response> set_password(Services& services, const fcgi::Request& request,
                                          const core::SecretToken& visitor) {
  const auto link = core::SecretToken::parse(request.form_field("token"));
  const auto user = link ? services.users.find_password_link(link->hash()) : std::nullopt;
  if (!user) return dead_link();
  const std::string_view password = request.form_field("password");
  if (const auto problem = core::problem_of_password(password))
    return set_password_form(400, visitor, *link, user->email, *problem);
  const auto hash = services.passwords.hash(password, client_network(services, request));
  if (!hash) return hash.error();
  db::Transaction transaction(services.postgres);
  if (!services.users.use_password_link(link->hash(), *hash)) return dead_link();
  const auto record = services.users.find_for_sign_in(user->user);
  if (!record) return dead_link();
  note_changed_password(services, request, *record, user->email);
  // Whoever has a second factor shows it before they are in.
  fcgi::Response response = record->has_second_factor
                                ? redirect("/dashboard/sign-in")
                                : begin_session(services, request, *record, user->email, {});
  transaction.commit();
  return response;
}

}  // namespace handlers::dashboard
