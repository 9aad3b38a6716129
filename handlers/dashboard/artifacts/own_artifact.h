// The artifact of a dashboard page.
#pragma once

#include "app/artifacts.h"
#include "core/error.h"
#include "core/principal.h"
#include "fcgi/request.h"

namespace handlers::dashboard {

using Content = app::Artifacts::Content;

// The artifact in the path. Errors: not_found(), also for another account's artifact.
core::Result<core::Artifact> own_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                          const core::Session& session, Content content);

}  // namespace handlers::dashboard
