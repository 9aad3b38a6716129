// The artifact that a page of the dashboard is about.
#pragma once

#include "app/artifacts.h"
#include "core/identity/session.h"
#include "core/result.h"
#include "fcgi/request.h"

namespace handlers::dashboard {

using Content = app::Artifacts::Content;

// The artifact that the path names. Errors: not_found(), for another account's too.
core::Result<core::Artifact> own_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                          const core::Session& session, Content content);

}  // namespace handlers::dashboard
