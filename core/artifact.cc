#include "core/artifact.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace core {
namespace {

// How much of an artifact's id is in its tag: the end of the random part.
constexpr std::size_t kIdCharacters = 8;

std::string tag_with(const ArtifactId& artifact_id, std::int64_t revision, Timestamp updated_at,
                     ArtifactStatus status, std::optional<PdfProgress> pdf) {
  // The status is part of it, as an artifact expires without a write, and so is the state of its
  // PDF. An external id may later name another artifact, and a database that was restored gives
  // revisions out again.
  std::string tag = "\"" + std::to_string(revision);
  tag += '-';
  tag += to_string(status);
  if (pdf) tag.append("-").append(to_string(*pdf));
  const std::string id = artifact_id.to_string();
  return tag.append("-")
             .append(id, id.size() - kIdCharacters)
             .append("-")
             .append(std::to_string(updated_at.unix_milliseconds())) +
         '"';
}

std::string tag_with(const Artifact& artifact, std::optional<PdfProgress> pdf) {
  return tag_with(artifact.id, artifact.revision, artifact.updated_at, artifact.status, pdf);
}

std::optional<PdfProgress> progress_of(const std::optional<PdfState>& pdf) {
  return pdf ? std::optional(pdf->progress) : std::nullopt;
}

constexpr bool are_in_order() {
  for (std::size_t i = 0; i < kTemplates.size(); ++i)
    if (static_cast<std::size_t>(kTemplates[i].second) != i) return false;
  return true;
}
static_assert(are_in_order(), "to_string() finds a name by its place");

// Names that others use for a template, or for the form of its content.
struct OtherName {
  std::string_view name;
  std::string_view advice;
};
constexpr std::array kOtherNames{
    OtherName{"csv", R"(csv is the template table with {"csv": …})"},
    OtherName{"md", R"(md is the template markdown with {"text": …})"},
    OtherName{"text", R"(plain text is the template markdown, or code, with {"text": …})"},
    OtherName{"json", R"(json is the template code with {"text": …, "language": "json"})"},
};

constexpr std::size_t kBytes = std::size_t{16} * 1024;
constexpr std::size_t kKeys = 50;
constexpr std::size_t kKeyLength = 64;

Error invalid(std::string_view name, const std::string& rule) {
  return {ErrorCode::invalid_request, rule, std::string(name)};
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

std::string entity_tag(const Artifact& artifact, std::string_view form) {
  std::string tag = tag_with(artifact, std::nullopt);
  tag.pop_back();
  return tag.append("-").append(form) + '"';
}

bool are_met(const Preconditions& conditions, const Artifact& artifact) {
  std::vector<std::string> tags{tag_with(artifact, std::nullopt)};
  for (const std::string_view form : {"csv", "md", "txt", "file"})
    tags.push_back(entity_tag(artifact, form));
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

std::string advice_on_template(std::string_view name) {
  constexpr std::size_t kLongest = 16;
  if (name.size() > kLongest) return {};
  const std::string given = in_lower_case(std::string(name));
  if (parse_template(given)) return "names are in lower case: \"" + given + "\"";
  const auto* const found =
      std::find_if(kOtherNames.begin(), kOtherNames.end(),
                   [&](const OtherName& other) { return other.name == given; });
  return found == kOtherNames.end() ? std::string() : std::string(found->advice);
}

std::optional<Template> parse_template(std::string_view name) {
  for (const auto& [known, value] : kTemplates)
    if (known == name) return value;
  return std::nullopt;
}

std::string template_names(std::string_view separator) {
  std::string names;
  for (const auto& [name, value] : kTemplates) {
    if (!names.empty()) names += separator;
    names += name;
  }
  return names;
}

std::optional<Error> check_metadata(std::string_view name, const JsonTree& object) {
  if (object.text().size() > kBytes)
    return invalid(name, "must be at most " + std::to_string(kBytes) + " bytes of JSON");
  if (auto problem = check_members(object.root())) return problem;
  if (object.root().size() > kKeys)
    return invalid(name, "must have at most " + std::to_string(kKeys) + " keys");
  for (const JsonValue& entry : object.root()) {
    const std::string key = entry.name();
    if (key.empty() || count_code_points(key) > kKeyLength)
      return invalid(name, "keys must have 1 to " + std::to_string(kKeyLength) + " characters");
    if (const auto refused = refused_in_line(key))
      return invalid(name, "keys " + why_refused_in_line(*refused));
  }
  return std::nullopt;
}

Result<std::string> merge_metadata(const std::string& metadata, const JsonTree& patch) {
  const Result<JsonTree> stored = JsonTree::parse_object(metadata);
  if (!stored) return stored.error();
  const JsonValue before = stored->root();
  const JsonValue changes = patch.root();

  const bool changes_nothing =
      std::all_of(changes.begin(), changes.end(), [&](const JsonValue& entry) {
        const auto present = before.find(entry.name());
        return entry.is(JsonType::null) ? !present : present && present->text() == entry.text();
      });
  if (changes_nothing) return metadata;

  JsonWriter json;
  json.begin_object();
  for (const JsonValue& entry : before)
    if (!changes.find(entry.name())) json.key(entry.name()).raw(entry.text());
  for (const JsonValue& entry : changes)
    if (!entry.is(JsonType::null)) json.key(entry.name()).raw(entry.text());
  json.end_object();
  std::string merged = json.text();
  const Result<JsonTree> tree = JsonTree::parse(merged);
  if (!tree) return tree.error();
  if (auto problem = check_metadata("metadata", *tree)) return *std::move(problem);
  return merged;
}

std::string_view to_string(PdfProgress progress) {
  switch (progress) {
    case PdfProgress::rendering:
      return "rendering";
    case PdfProgress::ready:
      return "ready";
    case PdfProgress::failed:
      return "failed";
  }
  return {};
}

std::optional<PdfProgress> parse_pdf_progress(std::string_view name) {
  for (const auto progress : {PdfProgress::rendering, PdfProgress::ready, PdfProgress::failed})
    if (to_string(progress) == name) return progress;
  return std::nullopt;
}

void write_pdf_state(JsonWriter& json, const std::optional<PdfState>& state) {
  if (!state) return;
  json.key("pdf").begin_object();
  json.member("status", to_string(state->progress));
  if (!state->reason.empty()) json.member("reason", state->reason);
  json.end_object();
}

}  // namespace core
