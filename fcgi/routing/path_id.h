// PathId: an ID in a path, parsed.
#pragma once

#include <variant>

#include "core/artifact/external_id.h"
#include "core/identity/public_id.h"
#include "core/oauth/grant.h"

namespace fcgi {

using PathId = std::variant<core::ArtifactId, core::ExternalId, core::ShareId, core::KeyId,
                            core::GrantId, core::UserId>;

}  // namespace fcgi
