#include "handlers/api/artifact_fields.h"

#include <algorithm>

#include "core/artifact/metadata.h"
#include "core/input/json_field_reader.h"
#include "db/artifacts/artifact_store.h"
#include "handlers/entity_tag.h"
#include "templates/content.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;
using core::FieldReader;
using core::JsonFieldReader;

constexpr std::size_t kTitleLength = 255;
constexpr std::size_t kDescriptionLength = 2000;

void write_disabled(core::JsonWriter& json, const std::optional<core::Disabled>& disabled) {
  if (!disabled) return;
  json.member("disabledAt", disabled->since.rfc3339());
  json.member("disabledReason", disabled->reason);
}

}  // namespace

core::ArtifactId artifact_id(const fcgi::Request& request) {
  return core::ArtifactId::parse(request.path_part("artifact_id")).value();
}

core::ShareId share_id(const fcgi::Request& request) {
  return core::ShareId::parse(request.path_part("share_id")).value();
}

core::Result<core::Artifact> own_artifact(Services& services, const fcgi::Request& request,
                                          const core::Caller& caller, Content content) {
  std::optional<core::Artifact> artifact = services.artifacts.find(artifact_id(request), content);
  if (!artifact) return Error{ErrorCode::not_found, "there is no artifact with this id"};
  if (artifact->account != caller.account)
    return Error{ErrorCode::forbidden, "this artifact belongs to another account"};
  return *std::move(artifact);
}

std::optional<Error> check_if_match(const fcgi::Request& request, const core::Artifact& artifact) {
  const std::string_view wanted = request.parameter("HTTP_IF_MATCH");
  if (wanted.empty() || names_entity_tag(wanted, core::entity_tag(artifact), TagComparison::strong))
    return std::nullopt;
  return Error{ErrorCode::precondition_failed,
               "the artifact has changed; fetch it again to get its current ETag"};
}

void write_artifact(core::JsonWriter& json, const core::Artifact& artifact, Content content) {
  json.begin_object();
  json.member("id", artifact.id.to_string());
  json.member("template", core::to_string(artifact.content_template));
  json.member("title", artifact.title);
  json.member("description", artifact.description);
  if (content == Content::with) json.key("content").raw(artifact.content);
  json.member("status", core::to_string(artifact.status));
  json.key("metadata").raw(artifact.metadata);
  json.member("createdAt", artifact.created_at.rfc3339());
  json.member("updatedAt", artifact.updated_at.rfc3339());
  if (artifact.expires_at) json.member("expiresAt", artifact.expires_at->rfc3339());
  if (artifact.deleted_at) json.member("deletedAt", artifact.deleted_at->rfc3339());
  write_disabled(json, artifact.disabled);
  json.end_object();
}

std::string full_json(const core::Artifact& artifact) {
  core::JsonWriter json;
  write_artifact(json, artifact, Content::with);
  return json.text();
}

core::Result<core::JsonObject> body_of(const fcgi::Request& request, core::BodyOf call, Body body) {
  if (request.body().empty()) {
    if (body == Body::optional) return core::JsonObject();
    return Error{ErrorCode::invalid_json, "the request body must be a JSON object"};
  }
  auto object = core::JsonObject::parse(request.body());
  if (!object) return object;
  if (auto problem = core::check_member_names(*object, call)) return *std::move(problem);
  return object;
}

core::Result<core::NewArtifact> read_new_artifact(const core::JsonObject& body) {
  JsonFieldReader reader(body);
  core::NewArtifact artifact;
  artifact.content_template = reader.content_template("template");
  artifact.content = reader.required_object("content", ErrorCode::invalid_content);
  artifact.title = reader.text("title", kTitleLength, FieldReader::Lines::one);
  artifact.description = reader.text("description", kDescriptionLength, FieldReader::Lines::many);
  artifact.metadata = reader.metadata("metadata").value_or("{}");
  artifact.lifetime = reader.duration("expiresIn");
  if (reader.error()) return *reader.error();
  if (auto problem = core::check_content(artifact.content_template, artifact.content))
    return *std::move(problem);
  return artifact;
}

core::Result<core::ArtifactChange> read_change(const core::JsonObject& body,
                                               const core::Artifact& artifact) {
  JsonFieldReader reader(body);
  core::ArtifactChange change;
  if (body.find("template") != nullptr &&
      reader.content_template("template") != artifact.content_template) {
    reader.fail(ErrorCode::template_immutable, "template",
                "cannot be changed; this artifact's template is \"" +
                    std::string(core::to_string(artifact.content_template)) + "\"");
  }
  if (body.find("title") != nullptr)
    change.title = reader.text("title", kTitleLength, FieldReader::Lines::one);
  if (body.find("description") != nullptr)
    change.description = reader.text("description", kDescriptionLength, FieldReader::Lines::many);
  if (reader.has("content"))
    change.content = reader.required_object("content", ErrorCode::invalid_content);
  if (body.find("expiresIn") != nullptr) change.lifetime = reader.duration("expiresIn");
  const std::optional<std::string> patch = reader.metadata("metadata");
  if (reader.error()) return *reader.error();

  if (change.content) {
    if (auto problem = core::check_content(artifact.content_template, *change.content))
      return *std::move(problem);
  }
  if (patch) {
    auto merged = core::merge_metadata(artifact.metadata, *patch);
    if (!merged) return merged.error();
    change.metadata = *std::move(merged);
  }
  return change;
}

void write_created_artifact(core::JsonWriter& json, const core::NewArtifact& artifact,
                            const db::CreatedArtifact& created) {
  json.member("id", created.id.to_string());
  json.member("template", core::to_string(artifact.content_template));
  json.member("title", artifact.title);
  json.member("status", core::to_string(core::ArtifactStatus::active));
  json.member("createdAt", created.created_at.rfc3339());
}

void write_share_link(core::JsonWriter& json, const core::ListedShareLink& link) {
  const core::ShareLinkState& state = link.state;
  json.begin_object();
  json.member("id", state.link.id.to_string());
  json.member("url", link.url);
  if (!link.url) json.member("invalidReason", "signing_key_removed");
  json.member("createdAt", state.link.created_at.rfc3339());
  json.member("expiresAt", state.link.expires_at.rfc3339());
  json.member("allowDownload", state.allow_download);
  json.member("hasPassword", state.has_password);
  if (state.max_views) json.member("maxViews", *state.max_views);
  if (state.remote_images) json.member("remoteImages", core::to_string(*state.remote_images));
  json.member("viewCount", state.view_count);
  if (state.last_viewed_at) json.member("lastViewedAt", state.last_viewed_at->rfc3339());
  if (state.revoked_at) json.member("revokedAt", state.revoked_at->rfc3339());
  write_disabled(json, state.disabled);
  json.end_object();
}

}  // namespace handlers
