#include "core/artifact/artifact.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/text/invisible.h"

namespace core {
namespace {

// How much of an artifact's id is in its tag: of the random part, the end.
constexpr std::size_t kIdCharacters = 8;

std::string tag_with(const ArtifactId& artifact_id, std::int64_t version, ArtifactStatus status,
                     std::optional<PdfProgress> pdf) {
  // The status is part of it, as an artifact expires without being written to; and so is that of
  // its PDF. An external id may become that of another artifact.
  std::string tag = "\"" + std::to_string(version);
  tag += '-';
  tag += to_string(status);
  if (pdf) tag.append("-").append(to_string(*pdf));
  const std::string id = artifact_id.to_string();
  return tag.append("-").append(id, id.size() - kIdCharacters) + '"';
}

std::string tag_with(const Artifact& artifact, std::optional<PdfProgress> pdf) {
  return tag_with(artifact.id, artifact.version, artifact.status, pdf);
}

std::optional<PdfProgress> progress_of(const std::optional<PdfState>& pdf) {
  return pdf ? std::optional(pdf->progress) : std::nullopt;
}

}  // namespace

std::string_view to_string(ArtifactStatus status) {
  switch (status) {
    case ArtifactStatus::active:
      return "active";
    case ArtifactStatus::expired:
      return "expired";
    case ArtifactStatus::deleted:
      return "deleted";
  }
  return {};
}

std::optional<ArtifactStatus> parse_artifact_status(std::string_view name) {
  for (const auto status :
       {ArtifactStatus::active, ArtifactStatus::expired, ArtifactStatus::deleted})
    if (to_string(status) == name) return status;
  return std::nullopt;
}

std::optional<std::string> display_title(const Artifact& artifact) {
  return display_title(artifact.title, artifact.first_heading);
}

std::optional<std::string> display_title(const std::optional<std::string>& title,
                                         const std::optional<std::string>& first_heading) {
  for (const auto* name : {&title, &first_heading})
    if (*name && !is_blank(**name)) return *name;
  return std::nullopt;
}

std::string entity_tag(const Artifact& artifact) {
  return tag_with(artifact, progress_of(artifact.pdf));
}

std::string entity_tag_of_new(const ArtifactId& id, const std::optional<PdfState>& pdf) {
  return tag_with(id, kFirstVersion, ArtifactStatus::active, progress_of(pdf));
}

std::string version_word(const Artifact& artifact) {
  const std::string tag = tag_with(artifact, std::nullopt);
  return tag.substr(1, tag.size() - 2);
}

Preconditions if_still(std::string_view version_word) {
  return {.if_match = EntityTags::parse('"' + std::string(version_word) + '"'),
          .if_none_match = std::nullopt};
}

bool are_met(const Preconditions& conditions, const Artifact& artifact) {
  std::vector<std::string> tags{tag_with(artifact, std::nullopt)};
  if (artifact.pdf) {
    for (const PdfProgress progress :
         {PdfProgress::rendering, PdfProgress::ready, PdfProgress::failed})
      tags.push_back(tag_with(artifact, progress));
  }
  const auto is_wanted = [&](const std::string& tag) {
    return conditions.if_match->match_strongly(tag);
  };
  const auto is_unwanted = [&](const std::string& tag) {
    return conditions.if_none_match->match_weakly(tag);
  };
  if (conditions.if_match && std::none_of(tags.begin(), tags.end(), is_wanted)) return false;
  return !conditions.if_none_match || std::none_of(tags.begin(), tags.end(), is_unwanted);
}

}  // namespace core
