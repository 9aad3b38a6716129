// What versions have changed: how two of them differ, and for each of a list a few words: "2 lines
// added, 270 removed".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/artifact.h"
#include "core/version.h"
#include "db/version_store.h"
#include "html/message.h"
#include "templates/differences/difference.h"

namespace app {

// How two versions differ, neither of which is erased. Errors: none that a caller can cause.
core::Result<templates::Difference> difference(core::Template content_template,
                                               db::StoredVersion from, db::StoredVersion to);

// The cost of comparing versions of so many bytes together, as RequestAdmission::run() counts it:
// comparing tables takes up to a second for each MB, 32 times as long as reading them.
constexpr std::size_t cost_of_comparing(std::size_t bytes) { return bytes * 32; }

// The newest of the versions, which are newest first and in a row, as far as their contents are
// compared with one another, and the cost of that.
struct ComparedVersions {
  std::size_t count = 0;
  std::size_t cost = 0;
};
ComparedVersions compared_versions(const std::vector<core::Version>& versions);

// Of the others, which parts have changed. Throws what the store throws.
std::vector<std::string> changes_in_words(db::VersionStore& store, const core::ArtifactId& artifact,
                                          core::Template content_template,
                                          const std::vector<core::Version>& versions,
                                          const ComparedVersions& newest,
                                          html::Language language = html::Language::english);

}  // namespace app
