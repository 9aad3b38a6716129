// The artifacts and links that the session's user may reach: those of their account.
#pragma once

#include "core/artifact/artifact.h"
#include "core/artifact/share_link.h"
#include "core/identity/session.h"
#include "core/result.h"
#include "db/artifacts/artifact_store.h"
#include "fcgi/request.h"
#include "handlers/dashboard/form_problem.h"
#include "handlers/services.h"

namespace handlers::dashboard {

using Content = db::ArtifactStore::Content;

// The artifact that the path names. Errors: not_found().
core::Result<core::Artifact> own_artifact(Services& services, const fcgi::Request& request,
                                          const core::Session& session,
                                          db::ArtifactStore::Content content);

}  // namespace handlers::dashboard
