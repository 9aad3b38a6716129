// The page of one artifact: what it looks like, what it is, and its share links.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/artifact/artifact.h"
#include "core/artifact/share_link.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

struct ArtifactPage {
  Viewer viewer;
  const core::Artifact& artifact;            // its content is not looked at
  std::vector<core::ListedShareLink> links;  // one page of them, newest first
  // The cursor of the next page; nothing if this is the last.
  std::optional<std::string> older_links;
  bool shows_newest_links = true;
  std::string_view notice;  // what was done just now; may be empty
};

html::Html artifact_page(const ArtifactPage& page);

// The artifact's content, to be read as JSON.
html::Html artifact_json_page(const Viewer& viewer, const core::Artifact& artifact);

}  // namespace pages::dashboard
