// How artifacts and links are named to a tool: by id, by the address of a link or of the
// dashboard's page, or by the address of a resource.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/share_views.h"
#include "core/artifact/share_link.h"
#include "core/identity/public_id.h"
#include "core/json/json_object.h"
#include "core/result.h"
#include "handlers/mcp/call.h"

namespace handlers::mcp {

struct ArtifactReference {
  core::ArtifactId artifact;
  std::optional<std::string> token;  // of a link; not verified
};

// The argument `artifact`. Errors: invalid_request, also for an address of another service.
core::Result<ArtifactReference> read_artifact(const Call& call, const core::JsonObject& arguments);

// The argument `link`, which is a link's address. Errors: invalid_request; not_found if this
// service has not made the address.
struct LinkReference {
  core::ArtifactId artifact;
  core::ShareId link;
};
core::Result<LinkReference> read_link(const Call& call, const core::JsonObject& arguments);

// "artifact://art_…", the address of an artifact as a resource, without its form.
std::string resource_uri(const core::ArtifactId& artifact);

// The page on which the account's users see and change the artifact.
std::string dashboard_url(const core::Configuration& configuration,
                          const core::ArtifactId& artifact);

}  // namespace handlers::mcp
