// The page of one artifact: a preview, its details and its share links.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/artifact.h"
#include "core/share_link.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

struct ArtifactPage {
  Viewer viewer;
  const core::Artifact& artifact;            // its content is not read
  std::vector<core::ListedShareLink> links;  // one page of them, newest first
  std::optional<core::ShareId> marked = {};  // the one that was looked for
  // The cursor of the next page; absent on the last.
  std::optional<std::string> older_links;
  bool shows_newest_links = true;
  std::string_view notice;   // result of the last action; may be empty
  std::string_view problem;  // why it could not be restored; may be empty
};

html::Html artifact_page(const ArtifactPage& page);

// The artifact's content, as readable JSON.
html::Html artifact_json_page(const Viewer& viewer, const core::Artifact& artifact);

}  // namespace pages::dashboard
