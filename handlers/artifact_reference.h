// References by which people and programs name an artifact: an id, the URL of a share link or of a
// dashboard page, or the URI of a resource of MCP.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"

namespace handlers {

struct ArtifactReference {
  core::ArtifactId artifact;
  std::optional<std::string> token;  // of a link; not verified
};

// Nothing for a text that is none of these, or a URL that does not begin with `base_url`.
std::optional<ArtifactReference> parse_reference(std::string_view base_url, std::string_view text);

}  // namespace handlers
