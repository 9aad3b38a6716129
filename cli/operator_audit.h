// Audit events for what artifact-admin does to an account; the actor is the operator.
#pragma once

#include <string>

#include "cli/connections.h"
#include "core/identity/audit.h"

namespace cli {

void record(Connections& connections, const core::AccountId& account, core::AuditAction action,
            std::string subject, std::string subject_name);

}  // namespace cli
