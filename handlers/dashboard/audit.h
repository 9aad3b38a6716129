// What handlers of the dashboard write into the audit log.
#pragma once

#include <string>

#include "core/identity/audit.h"
#include "core/identity/session.h"
#include "fcgi/request.h"
#include "handlers/services.h"

namespace handlers::dashboard {

core::Actor audit_actor(const core::Session& session, const fcgi::Request& request);

// A user who has no session, or none yet.
core::Actor audit_actor(const core::UserId& user, const std::string& email,
                        const fcgi::Request& request);

// Records that the session's user did something, to `subject` (a public id) if not to themselves.
void record(Services& services, const fcgi::Request& request, const core::Session& session,
            core::AuditAction action, std::string subject = {}, std::string subject_name = {});

// The same of whoever it was, in this account.
void record(Services& services, const core::AccountId& account, core::Actor actor,
            core::AuditAction action, std::string subject = {}, std::string subject_name = {});

}  // namespace handlers::dashboard
