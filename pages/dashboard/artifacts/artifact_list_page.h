// The list of an account's artifacts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "core/lists.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

struct ArtifactList {
  Viewer viewer;
  core::ListFilter filter;
  std::vector<core::Artifact> artifacts;
  bool is_first_page = true;
  std::int64_t passed = 0;  // number of artifacts before this page; unknown in a search
  std::optional<std::int64_t> total;
  std::string next;          // path and query of the next page; empty on the last
  std::string_view api_url;  // for the command that creates a first artifact
  std::string_view notice;   // result of the last action; may be empty
};

html::Html artifact_list_page(const ArtifactList& list);

}  // namespace pages::dashboard
