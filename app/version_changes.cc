#include "app/version_changes.h"

#include <optional>
#include <utility>

#include "html/readable.h"
#include "templates/differences/difference_forms.h"

namespace app {
namespace {

// Comparing tables takes up to a second for each MB, 32 times as long as reading them.
constexpr std::size_t kCostOfComparing = 32;
constexpr std::size_t kMostBytes = std::size_t{256} << 10;

std::optional<templates::Compared> content_of(db::VersionStore& store,
                                              const core::ArtifactId& artifact,
                                              core::VersionNumber number) {
  auto version = store.find(artifact, number);
  if (!version || version->erased_at) return std::nullopt;
  auto content = core::JsonTree::parse(std::move(version->content));
  if (!content) return std::nullopt;
  return templates::Compared{std::move(version->title), std::move(version->description),
                             *std::move(content)};
}

}  // namespace

ComparedVersions compared_versions(const std::vector<core::Version>& versions) {
  ComparedVersions compared;
  std::size_t bytes = 0;
  for (const core::Version& version : versions) {
    bytes += static_cast<std::size_t>(version.bytes);
    if (bytes > kMostBytes) break;
    ++compared.count;
    compared.cost = bytes * kCostOfComparing;
  }
  return compared;
}

std::vector<std::string> changes_in_words(db::VersionStore& store, const core::ArtifactId& artifact,
                                          core::Template content_template,
                                          const std::vector<core::Version>& versions,
                                          const ComparedVersions& compared,
                                          html::Language language) {
  std::vector<std::string> words;
  for (const core::Version& version : versions)
    words.push_back(html::changes_in_words(version, language));
  std::optional<templates::Compared> later;
  for (std::size_t i = 0; i < compared.count; ++i) {
    std::optional<templates::Compared> here = content_of(store, artifact, versions[i].number);
    if (i > 0 && here && later) {
      const std::string change =
          templates::summary_of(templates::difference(content_template, *here, *later), language);
      if (!change.empty()) words[i - 1] = change;
    }
    later = std::move(here);
  }
  return words;
}

}  // namespace app
