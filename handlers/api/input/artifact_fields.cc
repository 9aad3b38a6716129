#include "handlers/api/input/artifact_fields.h"

#include <array>
#include <string>

#include "core/text/split.h"

namespace handlers {
namespace {

using core::Artifact;
using core::JsonWriter;

struct ArtifactField {
  std::string_view name;
  void (*write)(JsonWriter& json, const Artifact& artifact);
};

void write_if_set(JsonWriter& json, std::string_view name,
                  const std::optional<core::Timestamp>& moment) {
  if (moment) json.member(name, moment->rfc3339());
}

constexpr std::array<ArtifactField, 14> kArtifactFields{{
    {"id", [](JsonWriter& json, const Artifact& one) { json.member("id", one.id.to_string()); }},
    {"externalId",
     [](JsonWriter& json, const Artifact& one) {
       if (one.external_id) json.member("externalId", one.external_id->text());
     }},
    {"template",
     [](JsonWriter& json, const Artifact& one) {
       json.member("template", core::to_string(one.content_template));
     }},
    {"title", [](JsonWriter& json, const Artifact& one) { json.member("title", one.title); }},
    {"displayTitle",
     [](JsonWriter& json, const Artifact& one) {
       json.member("displayTitle", core::display_title(one));
     }},
    {"description",
     [](JsonWriter& json, const Artifact& one) { json.member("description", one.description); }},
    {"status", [](JsonWriter& json,
                  const Artifact& one) { json.member("status", core::to_string(one.status)); }},
    {"metadata",
     [](JsonWriter& json, const Artifact& one) { json.key("metadata").raw(one.metadata); }},
    {"createdAt", [](JsonWriter& json,
                     const Artifact& one) { json.member("createdAt", one.created_at.rfc3339()); }},
    {"updatedAt", [](JsonWriter& json,
                     const Artifact& one) { json.member("updatedAt", one.updated_at.rfc3339()); }},
    {"expiresAt", [](JsonWriter& json,
                     const Artifact& one) { write_if_set(json, "expiresAt", one.expires_at); }},
    {"deletedAt", [](JsonWriter& json,
                     const Artifact& one) { write_if_set(json, "deletedAt", one.deleted_at); }},
    {"disabledAt",
     [](JsonWriter& json, const Artifact& one) {
       if (one.disabled) json.member("disabledAt", one.disabled->since.rfc3339());
     }},
    {"disabledReason",
     [](JsonWriter& json, const Artifact& one) {
       if (one.disabled) json.member("disabledReason", one.disabled->reason);
     }},
}};

std::string field_names() {
  std::string text;
  for (const ArtifactField& field : kArtifactFields)
    text.append(text.empty() ? "" : ", ").append(field.name);
  return text;
}

}  // namespace

core::Result<ArtifactFields> ArtifactFields::parse(std::string_view text) {
  static_assert(kArtifactFields.size() <= kMaximum);
  ArtifactFields fields;
  fields.chosen_.set(0);
  do {
    const std::string_view name = core::take_until(text, ',');
    std::size_t place = 0;
    while (place < kArtifactFields.size() && kArtifactFields.at(place).name != name) ++place;
    if (place == kArtifactFields.size()) {
      return core::Error{
          core::ErrorCode::invalid_request,
          "fields must be names separated by commas, out of " + field_names() +
              (name == "content" ? "; GET /artifacts/{artifact_id} has the content" : "")};
    }
    fields.chosen_.set(place);
  } while (!text.empty());
  return fields;
}

void ArtifactFields::write(JsonWriter& json, const Artifact& artifact) const {
  json.begin_object();
  for (std::size_t i = 0; i < kArtifactFields.size(); ++i)
    if (chosen_.test(i)) kArtifactFields.at(i).write(json, artifact);
  json.end_object();
}

}  // namespace handlers
