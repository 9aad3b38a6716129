#include "app/artifact_input.h"

#include <utility>

#include "templates/content.h"

namespace app {
namespace {

using core::ErrorCode;
using core::FieldReader;

constexpr std::size_t kTitleLength = 255;
constexpr std::size_t kDescriptionLength = 2000;

std::optional<std::string> title_in(FieldReader& reader) {
  return reader.text("title", kTitleLength, FieldReader::Lines::one);
}

std::optional<std::string> description_in(FieldReader& reader) {
  return reader.text("description", kDescriptionLength, FieldReader::Lines::many);
}

void refuse_content_beside(const File& file, FieldReader& reader) {
  if (file && reader.is_given("content"))
    reader.fail(ErrorCode::invalid_request, "content", "cannot be sent together with a file");
}

std::optional<core::ExternalId> external_id_in(FieldReader& reader) {
  const auto text = reader.text("externalId", std::string::npos, FieldReader::Lines::many);
  if (!text) return std::nullopt;
  auto id = core::ExternalId::parse(*text);
  if (!id) reader.fail(core::invalid_external_id("externalId"));
  return id;
}

// Content is validated by the use case. If the input is rejected anyway, it is validated here too,
// so that the client learns of all problems at once.
void check_content_too(FieldReader& reader, core::Template content_template,
                       const std::string& content) {
  if (!reader.error() || reader.has_error("template") || reader.has_error("content")) return;
  if (const auto findings = templates::check_content(content_template, content); !findings)
    reader.fail(findings.error());
}

}  // namespace

core::Result<core::NewArtifact> read_new_artifact(FieldReader& reader, const File& file) {
  core::NewArtifact artifact;
  const auto implied =
      file && !reader.is_given("template") ? templates::template_for(*file) : std::nullopt;
  artifact.content_template = implied ? *implied : reader.content_template("template");
  if (!file) artifact.content = reader.required_object("content", ErrorCode::invalid_content);
  refuse_content_beside(file, reader);
  artifact.title = title_in(reader);
  artifact.description = description_in(reader);
  artifact.metadata = reader.metadata("metadata").value_or("{}");
  artifact.expiry = reader.expiry("expiresIn").value_or(core::Expiry::never());
  artifact.external_id = external_id_in(reader);
  if (!file) check_content_too(reader, artifact.content_template, artifact.content);
  if (auto problem = reader.problem()) return *std::move(problem);
  if (file) {
    auto content = templates::content_of(artifact.content_template, *file);
    if (!content) return content.error();
    artifact.content = *std::move(content);
  }
  return artifact;
}

core::Result<ArtifactChange> read_artifact_change(FieldReader& reader, const File& file) {
  ArtifactChange change;
  change.file = file;
  refuse_content_beside(file, reader);
  change.content_template = reader.optional_template("template");
  if (reader.is_given("title")) change.fields.title = title_in(reader);
  if (reader.is_given("description")) change.fields.description = description_in(reader);
  change.fields.content = reader.object("content", ErrorCode::invalid_content);
  if (reader.is_given("expiresIn"))
    change.fields.expiry = reader.expiry("expiresIn").value_or(core::Expiry::never());
  change.external_id = external_id_in(reader);
  change.metadata = reader.metadata("metadata");
  if (change.content_template && change.fields.content)
    check_content_too(reader, *change.content_template, *change.fields.content);
  if (auto problem = reader.problem()) return *std::move(problem);
  return change;
}

core::Result<ArtifactChange> read_whole_artifact_change(FieldReader& reader) {
  auto change = read_artifact_change(reader);
  if (!change) return change;
  if (!change->content_template) change->content_template = reader.content_template("template");
  if (!change->fields.content) reader.required_object("content", ErrorCode::invalid_content);
  if (auto problem = reader.problem()) return *std::move(problem);
  return change;
}

}  // namespace app
