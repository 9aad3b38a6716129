// GET and POST /dashboard/settings/members/{user_id}/remove
#include "db/accounts/member_store.h"
#include "db/connection/postgres.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/settings/members.h"
#include "pages/dashboard/members_page.h"

namespace handlers::dashboard {
namespace {

fcgi::Response confirmation(int status, const core::Session& session, const core::Member& member,
                            std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  return page(status, pages::dashboard::remove_member_page(viewer(session, form_token), member,
                                                           member.id == session.user, problem));
}

}  // namespace

core::Result<fcgi::Response> show_remove_member(Services& services, const fcgi::Request& request,
                                                const core::Session& session) {
  const auto found = member(services, request, session);
  if (!found) return no_such_member();
  return confirmation(200, session, *found, {});
}

core::Result<fcgi::Response> remove_member(Services& services, const fcgi::Request& request,
                                           const core::Session& session) {
  db::Transaction transaction(services.postgres);
  const auto found = member(services, request, session);
  if (!found) return no_such_member();
  switch (db::MemberStore(services.postgres).remove(session.account, found->id)) {
    case db::MemberChange::unknown_user:
      return no_such_member();
    case db::MemberChange::is_last_owner:
      return confirmation(400, session, *found, kLastOwner);
    case db::MemberChange::done:
      break;
  }
  record(services, request, session, core::AuditAction::user_removed, found->id.to_string(),
         found->email);
  transaction.commit();
  return redirect(std::string(kMembersPath));
}

}  // namespace handlers::dashboard
