// ArtifactReference: an artifact as the user names it, by its ID or by a link to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "client/service/service_url.h"
#include "core/identity/public_id.h"

namespace client {

struct ArtifactReference {
  std::string text;  // as it was given
  core::ArtifactId id;
  // The service that a link leads to; nothing for an ID.
  std::optional<ServiceUrl> service = std::nullopt;

  // art_…, the URL of a share link, or the address of the artifact in the dashboard. Throws
  // WrongUsage for any other text.
  static ArtifactReference parse(const std::string& text);

  bool is_link() const { return service.has_value(); }
  // The path of the API.
  std::string path() const { return "/api/artifacts/" + id.to_string(); }
};

// The token in the URL of a share link, which tells the links of an artifact apart; empty if it has
// none.
std::string_view token_in(std::string_view link);

}  // namespace client
