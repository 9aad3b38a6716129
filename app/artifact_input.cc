#include "app/artifact_input.h"

#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "core/artifact.h"
#include "templates/content.h"
#include "templates/registry.h"

namespace app {
namespace {

using core::ErrorCode;
using core::FieldReader;

constexpr std::size_t kMaximumTitleLength = 255;
constexpr std::size_t kMaximumDescriptionLength = 2000;

std::optional<std::string> title_in(FieldReader& reader) {
  return reader.text("title", kMaximumTitleLength, FieldReader::Lines::one);
}

std::optional<std::string> description_in(FieldReader& reader) {
  return reader.text("description", kMaximumDescriptionLength, FieldReader::Lines::many);
}

void refuse_content_beside(const File& file, FieldReader& reader) {
  if (file && reader.has_value("content"))
    reader.fail(ErrorCode::invalid_request, "content", "cannot be sent together with a file");
}

std::optional<core::ExternalId> external_id_in(FieldReader& reader) {
  const auto text = reader.text("externalId", std::string::npos, FieldReader::Lines::many);
  if (!text) return std::nullopt;
  auto id = core::ExternalId::parse(*text);
  if (!id) reader.fail(core::invalid_external_id("externalId"));
  return id;
}

// The template that is given, or that the file implies; nothing if that is an error.
std::optional<core::Template> template_in(FieldReader& reader, const File& file) {
  if (file && !reader.has_value("template")) return templates::template_for(*file);
  const core::Template given = reader.content_template("template");
  return reader.has_error("template") ? std::nullopt : std::optional(given);
}

// If the content is missing or not an object, the message says what it could be.
void give_example(FieldReader& reader, const std::optional<core::Template>& content_template) {
  if (content_template) reader.explain("content", content_example(*content_template));
}

// A member of the content beside the fields of the artifact would be ignored, and change nothing.
void refuse_parts_of_content(FieldReader& reader, const File& file) {
  if (file || reader.has_value("content")) return;
  constexpr std::array<std::string_view, 8> kParts{"text", "markdown", "html", "csv",
                                                   "rows", "columns",  "code", "data"};
  for (const std::string_view part : kParts) {
    if (!reader.has_value(part)) continue;
    const std::string name(part);
    reader.fail(ErrorCode::invalid_request, part,
                "is not a field of this request; did you mean \"content\": {\"" + name + "\": …}?");
  }
}

// Content is validated by the use case. If the input is rejected anyway, it is validated here too,
// so that the client learns of all problems at once.
void check_content_too(FieldReader& reader, const std::optional<core::Template>& content_template,
                       const std::optional<core::JsonTree>& content) {
  if (!reader.error() || !content_template || !content || reader.has_error("content")) return;
  if (const auto findings = templates::check_content(*content_template, *content); !findings)
    reader.fail(findings.error());
}

// Nothing if the template does not accept the file, which is an error.
std::optional<core::JsonTree> content_in(FieldReader& reader,
                                         const std::optional<core::Template>& content_template,
                                         const templates::SentFile& file) {
  if (!content_template) return std::nullopt;
  auto content = templates::content_of(*content_template, file);
  if (content) return *std::move(content);
  reader.fail(content.error());
  return std::nullopt;
}

// The metadata, unless it is invalid.
std::optional<core::JsonTree> valid_metadata_in(FieldReader& reader) {
  const std::size_t errors = reader.errors().size();
  auto metadata = reader.metadata("metadata");
  if (reader.errors().size() > errors) metadata.reset();
  return metadata;
}

ArtifactChangeInput read_fields(FieldReader& reader, const File& file) {
  ArtifactChangeInput change;
  change.file = file;
  refuse_parts_of_content(reader, file);
  refuse_content_beside(file, reader);
  change.content_template = reader.optional_template("template");
  if (reader.has_error("template")) change.content_template.reset();
  if (reader.is_given("title")) change.fields.title = title_in(reader);
  if (reader.is_given("description")) change.fields.description = description_in(reader);
  change.fields.content = reader.object("content", ErrorCode::invalid_content);
  give_example(reader, change.content_template);
  if (reader.has_error("content")) change.fields.content.reset();
  if (reader.is_given("expiresIn"))
    change.fields.expiry = reader.expiry("expiresIn").value_or(core::Expiry::never());
  if (reader.is_given("externalId")) change.fields.external_id = external_id_in(reader);
  change.fields.note = note_in(reader);
  change.base_version = version_in(reader, "baseVersion");
  change.metadata = valid_metadata_in(reader);
  if (const auto sent = reader.value("expiresAt")) change.expires_at = sent->root().string();
  return change;
}

}  // namespace

std::optional<std::string> note_in(FieldReader& reader) {
  return reader.text("note", core::kMaximumNoteLength, FieldReader::Lines::one);
}

std::optional<core::VersionNumber> version_in(FieldReader& reader, std::string_view name) {
  const auto number = reader.integer(name, 1, std::numeric_limits<int>::max());
  return number ? std::optional(core::VersionNumber(*number)) : std::nullopt;
}

std::string content_example(core::Template content_template) {
  return "; the template " + std::string(core::to_string(content_template)) +
         " has, for example, " + std::string(templates::definition_of(content_template).example);
}

core::Result<core::NewArtifact> read_new_artifact(FieldReader& reader, const File& file) {
  core::NewArtifact artifact;
  const auto content_template = template_in(reader, file);
  std::optional<core::JsonTree> content;
  if (!file) {
    content = reader.required_object("content", ErrorCode::invalid_content);
    give_example(reader, content_template);
  }
  refuse_parts_of_content(reader, file);
  refuse_content_beside(file, reader);
  artifact.title = title_in(reader);
  artifact.description = description_in(reader);
  artifact.metadata = reader.metadata("metadata").value_or(core::JsonTree()).text();
  artifact.expiry = reader.expiry("expiresIn");
  artifact.external_id = external_id_in(reader);
  artifact.note = note_in(reader);
  if (file) content = content_in(reader, content_template, *file);
  check_content_too(reader, content_template, content);
  if (auto problem = reader.problem()) return *std::move(problem);
  artifact.content_template = content_template.value();
  artifact.content = std::move(content).value();
  return artifact;
}

ArtifactChangeInput read_artifact_change(FieldReader& reader, const File& file) {
  ArtifactChangeInput change = read_fields(reader, file);
  change.problem = reader.problem();
  return change;
}

ArtifactChangeInput read_artifact_upsert(FieldReader& reader, const core::ExternalId& id,
                                         const File& file) {
  ArtifactChangeInput change = read_fields(reader, file);
  if (change.fields.external_id && change.fields.external_id != id) {
    reader.fail(ErrorCode::invalid_request, "externalId",
                "must match the one in the path, or be omitted; PATCH changes it");
  }
  change.fields.external_id = id;
  return change;
}

std::optional<core::Error> problem_of_new(FieldReader& reader, const ArtifactChangeInput& change) {
  const auto content_template = template_in(reader, change.file);
  if (!change.file && !change.fields.content)
    reader.required_object("content", ErrorCode::invalid_content);
  const bool reads_file = change.file && reader.error();
  check_content_too(
      reader, content_template,
      reads_file ? content_in(reader, content_template, *change.file) : change.fields.content);
  return reader.problem();
}

core::Result<core::NewArtifact> new_artifact_of(const ArtifactChangeInput& change) {
  // Without the keys that it removes, so that repeating the request changes nothing.
  auto metadata = core::merge_metadata("{}", change.metadata.value_or(core::JsonTree()));
  if (!metadata) return metadata.error();
  core::NewArtifact artifact{
      .content_template = change.content_template.value_or(core::Template::markdown),
      .title = change.fields.title.value_or(std::nullopt),
      .description = change.fields.description.value_or(std::nullopt),
      .content = change.fields.content.value_or(core::JsonTree()),
      .metadata = *std::move(metadata),
      .expiry = change.fields.expiry,
      .external_id = change.fields.external_id.value_or(std::nullopt),
      .note = change.fields.note};
  if (!change.file) return artifact;
  if (!change.content_template)
    artifact.content_template = templates::template_for(*change.file).value();
  auto content = templates::content_of(artifact.content_template, *change.file);
  if (!content) return content.error();
  artifact.content = *std::move(content);
  return artifact;
}

}  // namespace app
