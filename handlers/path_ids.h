// The ids in a request's path. The dispatcher has validated their form.
#pragma once

#include "core/artifact/external_id.h"
#include "core/identity/public_id.h"
#include "fcgi/request.h"

namespace handlers {

core::ArtifactId artifact_id(const fcgi::Request& request);
core::ExternalId external_id(const fcgi::Request& request);
core::ShareId share_id(const fcgi::Request& request);

}  // namespace handlers
