#include "handlers/dashboard/audit.h"

#include "handlers/artifact_fields.h"

namespace handlers::dashboard {

core::Actor actor(const core::Session& session, const fcgi::Request& request) {
  return {.user = session.user,
          .key = std::nullopt,
          .name = session.email,
          .client_address = std::string(request.client_address())};
}

core::AuditNote audit_note(const core::Session& session, const fcgi::Request& request) {
  return {core::EventId::generate(now()), actor(session, request)};
}

void record(Services& services, const fcgi::Request& request, const core::Session& session,
            core::AuditAction action, std::string subject, std::string subject_name) {
  services.audit_log.record(core::Uuid::generate(now()), {.account = session.account,
                                                          .action = action,
                                                          .actor = actor(session, request),
                                                          .subject = std::move(subject),
                                                          .subject_name = std::move(subject_name)});
}

}  // namespace handlers::dashboard
