// Changing artifacts while others may be changing them too.
//
// Each function looks at the artifact, checks it, and writes if it still is of the version that it
// saw; if it is not, it begins anew, so that nobody's change is lost. Every round lets somebody
// through, so the rounds are bounded by the callers.
#pragma once

#include <functional>

#include "core/artifact/artifact.h"
#include "core/identity/audit.h"
#include "core/json/json_object.h"
#include "core/result.h"
#include "handlers/services.h"

namespace handlers {

// The artifact as it is now, or why the caller may not have it.
using PeekArtifact = std::function<core::Result<core::Artifact>()>;
// What else the caller makes the write depend on; may be empty.
using Precondition = std::function<std::optional<core::Error>(const core::Artifact&)>;

// Changes what `body` says (see read_change()) and gives the artifact as it is then, without its
// content. Errors: artifact_deleted, quota_exceeded, and those of read_change(), `peek` and
// `precondition`.
core::Result<core::Artifact> change_latest(Services& services, const PeekArtifact& peek,
                                           const core::JsonObject& body,
                                           const Precondition& precondition = {});

// Deletes the artifact and gives the moment at which that was done. With a note it is recorded in
// the audit log together with the change.
enum class Deletion { soft, permanent };
core::Result<core::Timestamp> delete_latest(Services& services, const PeekArtifact& peek,
                                            Deletion deletion,
                                            const std::optional<core::AuditNote>& note,
                                            const Precondition& precondition = {});

// Takes a soft deletion back, and records it likewise. Errors: not_deleted, and those of `peek`.
std::optional<core::Error> restore_latest(Services& services, const PeekArtifact& peek,
                                          const std::optional<core::AuditNote>& note);

}  // namespace handlers
