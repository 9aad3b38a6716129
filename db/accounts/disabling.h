// Disabling: what the operator takes down, and lets back: an account, an artifact or a share link.
//
// The statement that does it records it in the account's audit log, as done by the operator, with
// the reason. Throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <variant>

#include "core/identity/audit.h"
#include "core/identity/disabled.h"
#include "core/identity/public_id.h"

namespace db {

class Postgres;
class Row;

using DisabledSubject = std::variant<core::AccountId, core::ArtifactId, core::ShareId>;

// False if there is no such thing. What is disabled already keeps its moment and gets the new
// reason.
bool disable(Postgres& postgres, const DisabledSubject& subject,
             const core::DisablingReason& reason, const core::EventId& event);

// False if there is no such thing, or it is not disabled.
bool enable(Postgres& postgres, const DisabledSubject& subject, const core::EventId& event);

// What a row says in this column and the next: disabled_at, disabled_reason.
std::optional<core::Disabled> disabled_in(const Row& row, int column);

}  // namespace db
