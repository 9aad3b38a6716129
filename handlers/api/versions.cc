// The versions of an artifact: GET and DELETE /artifacts/{artifact_id}/versions and
// …/versions/{version}, GET …/diff, and POST …/restore

#include "app/artifact_input.h"
#include "app/artifact_versions.h"
#include "app/share_link_lists.h"
#include "core/fields.h"
#include "core/text/json_writer.h"
#include "fcgi/content_negotiation.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoint.h"
#include "handlers/request.h"
#include "templates/differences/difference_forms.h"

namespace handlers {
namespace {

using core::JsonWriter;

// GET /artifacts/{artifact_id}/versions

core::Result<fcgi::Response> list_versions(const Context& context) {
  const auto limit = page_limit(context.request, 20);
  if (!limit) return limit.error();
  const auto list = context.app.artifact_versions.list(context.principal, artifact_id(context),
                                                       context.request.query("cursor"), *limit);
  if (!list) return list.error();
  JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const core::Version& version : list->versions) {
    json.begin_object();
    json.member("version", version.number.value());
    json.member("createdAt", version.created_at.rfc3339());
    write_version(json, version);
    json.end_object();
  }
  json.end_array();
  json.key("pagination").begin_object();
  json.member("limit", *limit);
  return list_response(context, json, list->next_cursor);
}

// GET /artifacts/{artifact_id}/versions/{version}

core::Result<fcgi::Response> get_version(const Context& context) {
  const core::ArtifactId& id = artifact_id(context);
  const core::VersionNumber number = version_number(context.request);
  const auto found = context.app.artifact_versions.find(context.principal, id, number,
                                                        app::ArtifactVersions::Content::if_small);
  if (!found) return found.error();
  if (!found->version.content.empty()) return version_response(*found);
  return context.app.request_admission.run(
      static_cast<std::size_t>(found->version.bytes), context.principal.account,
      [&]() -> core::Result<fcgi::Response> {
        const auto whole = context.app.artifact_versions.find(context.principal, id, number);
        if (!whole) return whole.error();
        return version_response(*whole);
      });
}

// GET /artifacts/{artifact_id}/versions/{version}/diff

core::Result<fcgi::Response> compare_versions(const Context& context) {
  std::optional<core::VersionNumber> from;
  if (const auto text = context.request.query("from")) {
    from = core::VersionNumber::parse(*text);
    if (!from) {
      return core::Error{core::ErrorCode::invalid_request, "from must be the number of a version"};
    }
  }
  const auto compared = context.app.artifact_versions.compare(
      context.principal, artifact_id(context), version_number(context.request), from);
  if (!compared) return compared.error();
  const std::string_view accept = context.request.parameter("HTTP_ACCEPT");
  const bool wants_markdown = fcgi::preference_for(accept, "text/markdown") >
                              fcgi::preference_for(accept, "application/json");
  if (wants_markdown) {
    fcgi::Response response = fcgi::Response::plain(200, "text/markdown; charset=utf-8",
                                                    templates::to_markdown(compared->difference));
    response.header("Vary", "Accept");
    return response;
  }
  JsonWriter json;
  json.begin_object();
  json.member("from", compared->from.value());
  json.member("to", compared->to.value());
  templates::write_members(json, compared->difference);
  json.end_object();
  fcgi::Response response = fcgi::Response::json(200, json.text());
  response.header("Vary", "Accept");
  return response;
}

// POST /artifacts/{artifact_id}/versions/{version}/restore

core::Result<fcgi::Response> restore_version(const Context& context) {
  const auto conditions = preconditions(context.request);
  if (!conditions) return conditions.error();
  const auto body = body_of(context.request, Body::optional);
  if (!body) return body.error();
  core::FieldReader reader(*body, core::BodyOf::version_restoration);
  const app::ArtifactVersions::Restoration restoration{
      .note = app::note_in(reader), .base_version = app::version_in(reader, "baseVersion")};
  if (auto problem = reader.problem()) return *std::move(problem);
  const auto changed = context.app.artifact_versions.restore(
      context.principal, artifact_id(context), version_number(context.request), restoration,
      *conditions);
  if (!changed) return changed.error();
  return changed_response(*changed, reader.warnings());
}

// DELETE /artifacts/{artifact_id}/versions/{version}, and /versions?before=

void write_numbers(JsonWriter& json, std::string_view name,
                   const std::vector<core::VersionNumber>& numbers) {
  json.key(name).begin_array();
  for (const core::VersionNumber number : numbers) json.value(number.value());
  json.end_array();
}

fcgi::Response erased_response(const Context& context, const db::ErasedVersions& outcome) {
  const core::ArtifactId& id = artifact_id(context);
  const auto ended = context.app.share_link_lists.at(context.principal, id, outcome.erased);
  JsonWriter json;
  json.begin_object();
  json.member("id", id.to_string());
  write_numbers(json, "erased", outcome.erased);
  write_numbers(json, "sameContent", outcome.same_content);
  json.key("endedLinks").begin_array();
  for (const core::ShareId& link : ended) json.value(link.to_string());
  json.end_array();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

core::Result<fcgi::Response> erase_version(const Context& context) {
  const core::ArtifactId& id = artifact_id(context);
  const auto erased =
      context.app.artifact_versions.erase(context.principal, id, version_number(context.request));
  if (!erased) return erased.error();
  return erased_response(context, *erased);
}

core::Result<fcgi::Response> erase_versions_before(const Context& context) {
  const auto text = context.request.query("before");
  const auto before = text ? core::VersionNumber::parse(*text) : std::nullopt;
  if (!before) {
    return core::Error{core::ErrorCode::invalid_request,
                       "before is required and must be the number of a version: all versions "
                       "below it are erased, except for the current one"};
  }
  const core::ArtifactId& id = artifact_id(context);
  const auto erased = context.app.artifact_versions.erase_before(context.principal, id, *before);
  if (!erased) return erased.error();
  return erased_response(context, *erased);
}

}  // namespace

std::vector<Endpoint> version_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/artifacts/{artifact_id}/versions",
            .scopes = {Scope::artifacts_read},
            .query_parameters = {"limit", "cursor"}},
           list_versions},
          {{.method = Method::delete_,
            .pattern = "/artifacts/{artifact_id}/versions",
            .scopes = {Scope::artifacts_delete},
            .query_parameters = {"before"}},
           erase_versions_before},
          {{.method = Method::get,
            .pattern = "/artifacts/{artifact_id}/versions/{version}",
            .scopes = {Scope::artifacts_read}},
           get_version},
          {{.method = Method::delete_,
            .pattern = "/artifacts/{artifact_id}/versions/{version}",
            .scopes = {Scope::artifacts_delete}},
           erase_version},
          {{.method = Method::get,
            .pattern = "/artifacts/{artifact_id}/versions/{version}/diff",
            .scopes = {Scope::artifacts_read},
            .query_parameters = {"from"}},
           compare_versions},
          {{.method = Method::post,
            .pattern = "/artifacts/{artifact_id}/versions/{version}/restore",
            .scopes = {Scope::artifacts_read, Scope::artifacts_write},
            .adds = true},
           restore_version}};
}

}  // namespace handlers
