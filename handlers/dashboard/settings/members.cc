// GET and POST /dashboard/settings/members
#include "handlers/dashboard/settings/members.h"

#include "core/clock.h"
#include "core/identity/email.h"
#include "core/operation/configuration.h"
#include "db/accounts/member_store.h"
#include "db/accounts/user_store.h"
#include "db/connection/postgres.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/members_page.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kNoEmail = "Enter an email address, such as name@example.org.";
constexpr std::string_view kTaken = "That email address is already in use.";

}  // namespace

std::optional<core::Member> member(Services& services, const fcgi::Request& request,
                                   const core::Session& session) {
  const core::UserId user = core::UserId::parse(request.path_part("user_id")).value();
  return db::MemberStore(services.postgres).find(session.account, user);
}

core::Error no_such_member() {
  return {core::ErrorCode::not_found, "no such member in this account"};
}

fcgi::Response members_page(int status, Services& services, const core::Session& session,
                            const MembersForm& form) {
  const std::vector<core::Member> members =
      db::MemberStore(services.postgres).list(session.account);
  const std::string form_token = core::form_token(session.token);
  return page(status, pages::dashboard::members_page(
                          viewer(session, form_token),
                          {members, session.user, form.problem, form.email, form.role}));
}

fcgi::Response new_password_link(Services& services, const core::Session& session,
                                 const core::UserId& user, std::string_view email) {
  const core::SecretToken link = core::SecretToken::generate();
  services.users.add_password_link(user, link.hash(), db::kPasswordLinkLifetime);
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::password_link_page(
                       viewer(session, form_token), email,
                       services.configuration.public_base_url +
                           "/dashboard/set-password?token=" + link.text()));
}

core::Result<fcgi::Response> show_members(Services& services, const fcgi::Request& /*request*/,
                                          const core::Session& session) {
  return members_page(200, services, session, {});
}

// Answers with a page and no redirect: the link is nowhere but in this answer.
core::Result<fcgi::Response> add_member(Services& services, const fcgi::Request& request,
                                        const core::Session& session) {
  const std::string_view typed = request.form_field("email");
  const core::Role role = core::parse_role(request.form_field("role")).value_or(core::Role::member);
  const auto email = core::Email::parse(typed);
  if (!email) return members_page(400, services, session, {kNoEmail, typed, role});
  const auto id = core::UserId::generate(core::now());
  db::Transaction transaction(services.postgres);
  if (!services.users.create(id, session.account, *email, role))
    return members_page(400, services, session, {kTaken, typed, role});
  record(services, request, session, core::AuditAction::user_added, id.to_string(), email->text());
  fcgi::Response response = new_password_link(services, session, id, email->text());
  transaction.commit();
  return response;
}

}  // namespace handlers::dashboard
