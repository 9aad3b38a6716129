// What artifact-admin does in an account is in the account's audit log, as done by the operator.
#pragma once

#include <string>

#include "cli/connections.h"
#include "core/identity/audit.h"

namespace cli {

void record(Connections& connections, const core::AccountId& account, core::AuditAction action,
            std::string subject, std::string subject_name);

}  // namespace cli
