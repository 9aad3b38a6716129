// POST /dashboard/settings/members/{user_id}/password-link
#include "db/connection/postgres.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/settings/members.h"

namespace handlers::dashboard {

// Answers with a page and no redirect: the link is nowhere but in this answer.
core::Result<fcgi::Response> make_member_password_link(Services& services,
                                                       const fcgi::Request& request,
                                                       const core::Session& session) {
  db::Transaction transaction(services.postgres);
  const auto found = member(services, request, session);
  if (!found) return no_such_member();
  fcgi::Response response = new_password_link(services, session, found->id, found->email);
  record(services, request, session, core::AuditAction::password_link_created,
         found->id.to_string(), found->email);
  transaction.commit();
  return response;
}

}  // namespace handlers::dashboard
