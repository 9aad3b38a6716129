// The page New artifact where its form could not be saved at all.
#pragma once

#include "core/configuration.h"
#include "core/error.h"
#include "fcgi/request.h"
#include "fcgi/response.h"

namespace handlers::dashboard {

// Whether the error concerns the form as a whole, which the person may send again.
bool is_unsaved_artifact(const core::Configuration& configuration, const fcgi::Request& request,
                         const core::Error& error);

// The error with the form as it was sent, without anything of the user: the database may be gone.
fcgi::Response unsaved_artifact_page(const core::Configuration& configuration,
                                     const fcgi::Request& request, const core::Error& error);

}  // namespace handlers::dashboard
