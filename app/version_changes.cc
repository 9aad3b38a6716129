#include "app/version_changes.h"

#include <optional>
#include <utility>

#include "html/readable.h"
#include "templates/differences/difference_forms.h"

namespace app {
namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 10;

core::Result<templates::Compared> compared(db::StoredVersion version) {
  auto content = core::JsonTree::parse(std::move(version.content));
  if (!content) return content.error();
  return templates::Compared{std::move(version.title), std::move(version.description),
                             *std::move(content)};
}

}  // namespace

core::Result<templates::Difference> difference(core::Template content_template,
                                               db::StoredVersion from, db::StoredVersion to) {
  const auto from_content = compared(std::move(from));
  if (!from_content) return from_content.error();
  const auto to_content = compared(std::move(to));
  if (!to_content) return to_content.error();
  return templates::difference(content_template, *from_content, *to_content);
}

ComparedVersions compared_versions(const std::vector<core::Version>& versions) {
  ComparedVersions newest;
  std::size_t bytes = 0;
  for (const core::Version& version : versions) {
    bytes += static_cast<std::size_t>(version.bytes);
    if (bytes > kMostBytes) break;
    ++newest.count;
    newest.cost = cost_of_comparing(bytes);
  }
  return newest;
}

std::vector<std::string> changes_in_words(db::VersionStore& store, const core::ArtifactId& artifact,
                                          core::Template content_template,
                                          const std::vector<core::Version>& versions,
                                          const ComparedVersions& newest, html::Language language) {
  std::vector<std::string> words;
  words.reserve(versions.size());
  for (const core::Version& version : versions)
    words.push_back(html::changes_in_words(version, language));
  const auto content_of = [&](core::VersionNumber number) -> std::optional<templates::Compared> {
    auto version = store.find(artifact, number);
    if (!version || version->erased_at) return std::nullopt;
    auto content = compared(*std::move(version));
    return content ? std::optional(*std::move(content)) : std::nullopt;
  };
  std::optional<templates::Compared> later;
  for (std::size_t i = 0; i < newest.count; ++i) {
    std::optional<templates::Compared> here = content_of(versions[i].number);
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
