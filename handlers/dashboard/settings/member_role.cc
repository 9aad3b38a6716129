// POST /dashboard/settings/members/{user_id}/role
#include "db/accounts/member_store.h"
#include "db/connection/postgres.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "handlers/dashboard/settings/members.h"

namespace handlers::dashboard {

core::Result<fcgi::Response> change_member_role(Services& services, const fcgi::Request& request,
                                                const core::Session& session) {
  const auto role = core::parse_role(request.form_field("role"));
  if (!role)
    return core::Error{core::ErrorCode::invalid_request, "the role must be owner or member"};
  db::Transaction transaction(services.postgres);
  const auto found = member(services, request, session);
  if (!found) return no_such_member();
  switch (db::MemberStore(services.postgres).change_role(session.account, found->id, *role)) {
    case db::MemberChange::unknown_user:
      return no_such_member();
    case db::MemberChange::is_last_owner:
      return members_page(400, services, session, {.problem = kLastOwner, .email = {}});
    case db::MemberChange::done:
      break;
  }
  if (found->role != *role) {
    record(services, request, session, core::AuditAction::role_changed, found->id.to_string(),
           found->email + " changed to " + std::string(core::to_string(*role)));
  }
  transaction.commit();
  // Whoever is an owner no longer cannot see the members.
  const bool can_see = found->id != session.user || *role == core::Role::owner;
  return redirect(can_see ? std::string(kMembersPath) : std::string("/dashboard"));
}

}  // namespace handlers::dashboard
