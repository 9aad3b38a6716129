#include "handlers/api/resource_json.h"

#include <utility>

#include "handlers/request.h"

namespace handlers {
namespace {

using Content = db::ArtifactStore::Content;

void write_external_id(core::JsonWriter& json, const std::optional<core::ExternalId>& id) {
  if (id) json.member("externalId", id->text());
}

void write_artifact_members(core::JsonWriter& json, const core::Artifact& artifact,
                            Content content) {
  json.member("id", artifact.id.to_string());
  write_external_id(json, artifact.external_id);
  json.member("template", core::to_string(artifact.content_template));
  json.member("title", artifact.title);
  json.member("displayTitle", core::display_title(artifact));
  json.member("description", artifact.description);
  if (content == Content::with) json.key("content").raw(artifact.content);
  json.member("status", core::to_string(artifact.status));
  json.key("metadata").raw(artifact.metadata);
  json.member("createdAt", artifact.created_at.rfc3339());
  json.member("updatedAt", artifact.updated_at.rfc3339());
  json.member("version", artifact.version.value());
  if (artifact.expires_at) json.member("expiresAt", artifact.expires_at->rfc3339());
  if (artifact.deleted_at) json.member("deletedAt", artifact.deleted_at->rfc3339());
  core::write_disabled(json, artifact.disabled);
  core::write_pdf_state(json, artifact.pdf);
}

void write_artifact(core::JsonWriter& json, const core::Artifact& artifact, Content content,
                    const std::vector<core::Warning>& warnings = {},
                    const std::optional<core::ListedShareLink>& share = {}) {
  json.begin_object();
  write_artifact_members(json, artifact, content);
  if (share) {
    json.member("url", share->url);
    json.key("share");
    write_share_link(json, *share);
  }
  core::write_warnings(json, warnings);
  json.end_object();
}

}  // namespace

void write_version(core::JsonWriter& json, const core::Version& version) {
  if (version.author) {
    json.key("by").begin_object();
    json.member("type", version.author->type);
    json.member("name", version.author->name);
    json.end_object();
  }
  json.member("bytes", version.bytes);
  json.key("changed").begin_array();
  for (const std::string& change : version.changes) json.value(change);
  json.end_array();
  if (version.note) json.member("note", *version.note);
  if (version.erased_at) json.member("erasedAt", version.erased_at->rfc3339());
}

fcgi::Response version_response(const app::ArtifactVersion& found) {
  core::Artifact artifact = found.artifact;
  artifact.title = found.version.title;
  artifact.description = found.version.description;
  artifact.content = found.version.content;
  artifact.version = found.version.number;
  artifact.updated_at = found.version.created_at;
  core::JsonWriter json;
  json.begin_object();
  write_artifact_members(json, artifact, Content::with);
  write_version(json, found.version);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

void write_listed_artifact(core::JsonWriter& json, const core::Artifact& artifact) {
  write_artifact(json, artifact, Content::without);
}

fcgi::Response artifact_response(const core::Artifact& artifact,
                                 const std::vector<core::Warning>& warnings,
                                 const std::optional<core::ListedShareLink>& share) {
  core::JsonWriter json;
  write_artifact(json, artifact, Content::with, warnings, share);
  fcgi::Response response = fcgi::Response::json(200, json.text());
  response.header("ETag", core::entity_tag(artifact));
  return response;
}

void write_changed_artifact(core::JsonWriter& json, const core::Artifact& artifact) {
  json.member("id", artifact.id.to_string());
  write_external_id(json, artifact.external_id);
  json.member("template", core::to_string(artifact.content_template));
  json.member("title", artifact.title);
  json.member("status", core::to_string(artifact.status));
  json.member("createdAt", artifact.created_at.rfc3339());
  json.member("updatedAt", artifact.updated_at.rfc3339());
  json.member("version", artifact.version.value());
  if (artifact.expires_at) json.member("expiresAt", artifact.expires_at->rfc3339());
  core::write_pdf_state(json, artifact.pdf);
}

fcgi::Response changed_response(const app::ChangedArtifact& artifact,
                                const std::vector<core::Warning>& warnings) {
  core::JsonWriter json;
  json.begin_object();
  write_changed_artifact(json, artifact);
  core::write_warnings(json, warnings, artifact.warnings);
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  response.header("ETag", core::entity_tag(artifact));
  return response;
}

fcgi::Response upserted_response(const fcgi::Request& request,
                                 const app::UpsertedArtifact& upserted,
                                 const std::vector<core::Warning>& warnings) {
  const app::ChangedArtifact& artifact = upserted.artifact;
  core::JsonWriter json;
  json.begin_object();
  write_changed_artifact(json, artifact);
  if (const auto& link = upserted.link) {
    json.member("url", link->url);
    json.key("share");
    write_share_link(json, *link);
  }
  core::write_warnings(json, warnings, artifact.warnings);
  json.end_object();
  fcgi::Response response = upserted.is_new
                                ? created_response(request, artifact.id.to_string(), json.text())
                                : fcgi::Response::json(200, json.text());
  response.header("ETag", core::entity_tag(artifact));
  return response;
}

void write_end(core::JsonWriter& json, const core::ShareLink& link) {
  if (link.expires_at) json.member("expiresAt", link.expires_at->rfc3339());
  if (link.ends_by_artifact) json.member("expiresBecause", "artifact");
}

fcgi::Response created_response(const fcgi::Request& request, std::string_view artifact_id,
                                std::string body) {
  fcgi::Response response = fcgi::Response::json(201, std::move(body));
  std::string path(request.path().starts_with("/api/") ? "/api/artifacts/" : "/artifacts/");
  response.header("Location", path.append(artifact_id));
  return response;
}

void write_created_share_link(core::JsonWriter& json, const app::NewShareLink& made_with,
                              const app::CreatedShareLink& created) {
  json.member("id", created.link.id.to_string());
  json.member("url", created.url);
  json.member("token", created.token);
  json.member("createdAt", created.link.created_at.rfc3339());
  write_end(json, created.link);
  json.member("hasPassword", made_with.password.has_value());
  core::write_link_options(json, made_with.options);
}

void write_share_link(core::JsonWriter& json, const core::ListedShareLink& link) {
  json.begin_object();
  write_share_link_members(json, link);
  json.end_object();
}

void write_share_link_members(core::JsonWriter& json, const core::ListedShareLink& link) {
  const core::ShareLinkState& state = link.state;
  json.member("id", state.link.id.to_string());
  json.member("url", link.url);
  json.member("isActive", core::is_active(link));
  if (const auto reason = core::invalid_reason(link); !reason.empty())
    json.member("invalidReason", reason);
  json.member("createdAt", state.link.created_at.rfc3339());
  write_end(json, state.link);
  json.member("hasPassword", state.has_password);
  core::write_link_options(json, state.options);
  json.member("viewCount", state.view_count);
  if (state.last_viewed_at) json.member("lastViewedAt", state.last_viewed_at->rfc3339());
  if (state.revoked_at) json.member("revokedAt", state.revoked_at->rfc3339());
  core::write_disabled(json, state.disabled);
}

namespace {

constexpr std::int64_t kMaximumPerPage = 100;

}  // namespace

core::Result<int> page_limit(const fcgi::Request& request, int usual) {
  const auto limit = whole_number(request, "limit", 1, kMaximumPerPage);
  if (!limit) return limit.error();
  return static_cast<int>(limit->value_or(usual));
}

namespace {

// The query of the next page, with all that the request asks for.
std::string query_of_next_page(const fcgi::Request& request, const std::string& cursor) {
  std::string query;
  for (const auto& [name, value] : request.query_fields()) {
    if (name != "cursor" && name != "offset") query += core::write_form({{name, value}}) + '&';
  }
  return query + core::write_form({{"cursor", cursor}});
}

}  // namespace

fcgi::Response list_response(const Context& context, core::JsonWriter& json,
                             const std::optional<std::string>& next_cursor) {
  json.member("hasMore", next_cursor.has_value());
  json.member("nextCursor", next_cursor);
  json.end_object();
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  const std::string& base = context.configuration.public_base_url;
  std::string links;
  if (next_cursor)
    links = "<" + base + std::string(context.request.path()) + '?' +
            query_of_next_page(context.request, *next_cursor) + ">; rel=\"next\", ";
  response.header("Link", links + "<" + base +
                              "/openapi.json>; rel=\"service-desc\"; type=\"application/json\"");
  return response;
}

}  // namespace handlers
