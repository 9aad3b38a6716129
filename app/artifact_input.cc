#include "app/artifact_input.h"

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

}  // namespace

core::Result<core::NewArtifact> read_new_artifact(FieldReader& reader) {
  core::NewArtifact artifact;
  artifact.content_template = reader.content_template("template");
  artifact.content = reader.required_object("content", ErrorCode::invalid_content);
  artifact.title = title_in(reader);
  artifact.description = description_in(reader);
  artifact.metadata = reader.metadata("metadata").value_or("{}");
  artifact.lifetime = reader.duration("expiresIn");
  if (reader.error()) return *reader.error();
  return artifact;
}

core::Result<ArtifactChange> read_artifact_change(FieldReader& reader) {
  ArtifactChange change;
  change.content_template = reader.optional_template("template");
  if (reader.is_given("title")) change.fields.title = title_in(reader);
  if (reader.is_given("description")) change.fields.description = description_in(reader);
  change.fields.content = reader.object("content", ErrorCode::invalid_content);
  if (reader.is_given("expiresIn")) change.fields.lifetime = reader.duration("expiresIn");
  change.metadata = reader.metadata("metadata");
  if (reader.error()) return *reader.error();
  return change;
}

}  // namespace app
