// Disabling: the operator disables and enables accounts, artifacts and share links.
//
// The statement that makes a change also records it in the account's audit log, with the reason and
// the operator as the actor. Throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <variant>

#include "core/account/audit.h"
#include "core/account/disabled.h"
#include "core/identity/public_id.h"

namespace db {

class Postgres;
class Row;

using DisabledSubject = std::variant<core::AccountId, core::ArtifactId, core::ShareId>;

// False if there is no such subject. Disabling it again keeps the first time and sets the new
// reason.
bool disable(Postgres& postgres, const DisabledSubject& subject,
             const core::DisablingReason& reason, const core::EventId& event);

// False if there is no such subject, or it is not disabled.
bool enable(Postgres& postgres, const DisabledSubject& subject, const core::EventId& event);

// Reads disabled_at and disabled_reason from this column and the next.
std::optional<core::Disabled> disabled_in(const Row& row, int column);

}  // namespace db
