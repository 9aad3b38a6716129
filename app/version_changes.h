// What each version of a list has changed, in a few words: "2 lines added, 270 removed".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/artifact.h"
#include "core/version.h"
#include "db/version_store.h"
#include "html/message.h"

namespace app {

// The newest of the versions, which are newest first and in a row, as far as their contents are
// compared with one another, and the cost of that, as RequestAdmission::run() counts it.
struct ComparedVersions {
  std::size_t count = 0;
  std::size_t cost = 0;
};
ComparedVersions compared_versions(const std::vector<core::Version>& versions);

// Of the others, which parts have changed. Throws what the store throws.
std::vector<std::string> changes_in_words(db::VersionStore& store, const core::ArtifactId& artifact,
                                          core::Template content_template,
                                          const std::vector<core::Version>& versions,
                                          const ComparedVersions& compared,
                                          html::Language language = html::Language::english);

}  // namespace app
