#include "handlers/dashboard/audit.h"

#include "core/clock.h"
#include "db/accounts/audit_log.h"

namespace handlers::dashboard {

core::Actor audit_actor(const core::Session& session, const fcgi::Request& request) {
  return audit_actor(session.user, session.email, request);
}

core::Actor audit_actor(const core::UserId& user, const std::string& email,
                        const fcgi::Request& request) {
  return {.user = user,
          .key = std::nullopt,
          .name = email,
          .client_address = std::string(request.client_address())};
}

void record(Services& services, const fcgi::Request& request, const core::Session& session,
            core::AuditAction action, std::string subject, std::string subject_name) {
  record(services, session.account, audit_actor(session, request), action, std::move(subject),
         std::move(subject_name));
}

void record(Services& services, const core::AccountId& account, core::Actor actor,
            core::AuditAction action, std::string subject, std::string subject_name) {
  services.audit_log.record(core::Uuid::generate(core::now()),
                            {.account = account,
                             .action = action,
                             .actor = std::move(actor),
                             .subject = std::move(subject),
                             .subject_name = std::move(subject_name)});
}

}  // namespace handlers::dashboard
