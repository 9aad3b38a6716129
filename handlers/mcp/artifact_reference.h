// References to artifacts and share links in a tool's arguments: an id, the URL of a share link or
// of a dashboard page, or the URI of a resource.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/sharing/share_views.h"
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

// Nothing for a text that is none of these.
std::optional<ArtifactReference> parse_reference(std::string_view base_url, std::string_view text);

// The argument `artifact`. Errors: invalid_request, also for a URL of another service.
core::Result<ArtifactReference> read_artifact(const Call& call, const core::JsonObject& arguments);

// The argument `link`, the URL of a share link. Errors: invalid_request; not_found if the URL was
// not issued by this service.
struct LinkReference {
  core::ArtifactId artifact;
  core::ShareId link;
};
core::Result<LinkReference> read_link(const Call& call, const core::JsonObject& arguments);

// "artifact://art_…", the URI of an artifact as a resource, without a form.
std::string resource_uri(const core::ArtifactId& artifact);

// The artifact's page in the dashboard.
std::string dashboard_url(const core::Configuration& configuration,
                          const core::ArtifactId& artifact);

}  // namespace handlers::mcp
