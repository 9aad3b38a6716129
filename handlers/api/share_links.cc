// The share links of an artifact: POST /artifacts/{artifact_id}/share, GET …/shares and …/views,
// and GET, PATCH and DELETE …/shares/{share_id}; GET /artifacts/shares, those of the account

#include "app/share_links.h"

#include <array>
#include <string_view>

#include "core/fields.h"
#include "core/text/json_writer.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoint.h"
#include "handlers/request.h"

namespace handlers {
namespace {

core::Result<fcgi::Response> share_artifact(const Context& context) {
  const auto body = body_of(context.request, Body::optional);
  if (!body) return body.error();
  core::FieldReader reader(*body, core::BodyOf::new_link);
  const auto link = app::read_new_share_link(reader, context.principal.link_defaults);
  if (!link) return link.error();
  const auto created =
      context.app.share_links.create(context.principal, artifact_id(context), *link);
  if (!created) return created.error();

  core::JsonWriter json;
  json.begin_object();
  write_created_share_link(json, *link, *created);
  core::write_warnings(json, reader.warnings(), created->warnings);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

// GET /artifacts/{artifact_id}/shares and /artifacts/shares

// Links end by their time or by their views, and both are called expired elsewhere.
constexpr std::array<std::pair<std::string_view, core::ShareLinkStatus>, 4> kLinkStatuses{{
    {"active", core::ShareLinkStatus::active},
    {"expired", core::ShareLinkStatus::ended},
    {"ended", core::ShareLinkStatus::ended},
    {"revoked", core::ShareLinkStatus::revoked},
}};

core::Result<app::ShareLinkLists::Query> read_share_query(const fcgi::Request& request) {
  app::ShareLinkLists::Query query;
  const auto limit = page_limit(request, query.limit);
  if (!limit) return limit.error();
  query.limit = *limit;
  const auto status = choice(request, "status", kLinkStatuses);
  if (!status) return status.error();
  query.status = *status;
  query.cursor = request.query("cursor");
  return query;
}

void write_account_link(core::JsonWriter& json, const app::AccountShareLink& link) {
  json.begin_object();
  write_share_link_members(json, link);
  json.key("artifact").begin_object();
  json.member("id", link.state.link.artifact.to_string());
  json.member("title", link.title);
  json.member("displayTitle", link.display_title);
  json.member("status", core::to_string(link.artifact_status));
  json.end_object();
  json.end_object();
}

// One page of links, each written by `write`.
template <typename List, typename Write>
fcgi::Response links_response(const Context& context, const List& list, int limit,
                              const Write& write) {
  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const auto& link : list.links) write(json, link);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("limit", limit);
  return list_response(context, json, list.next_cursor);
}

core::Result<fcgi::Response> list_account_shares(const Context& context) {
  const auto query = read_share_query(context.request);
  if (!query) return query.error();
  const auto list = context.app.share_link_lists.list(context.principal, *query);
  if (!list) return list.error();
  return links_response(context, *list, query->limit, write_account_link);
}

core::Result<fcgi::Response> list_shares(const Context& context) {
  const auto query = read_share_query(context.request);
  if (!query) return query.error();
  const auto list =
      context.app.share_link_lists.list(context.principal, artifact_id(context), *query);
  if (!list) return list.error();
  return links_response(context, *list, query->limit, write_share_link);
}

// GET /artifacts/{artifact_id}/views

// A day of UTC, such as 2026-11-27, or nothing; these texts sort as the days do.
core::Result<std::optional<std::string>> read_day(const fcgi::Request& request,
                                                  std::string_view name) {
  auto day = request.query(name);
  if (!day || core::Timestamp::parse(*day + "T00:00:00Z")) return day;
  return core::Error{core::ErrorCode::invalid_request,
                     std::string(name) + " must be a date, such as 2026-11-27"};
}

core::Result<fcgi::Response> get_views(const Context& context) {
  const auto from = read_day(context.request, "from");
  if (!from) return from.error();
  const auto to = read_day(context.request, "to");
  if (!to) return to.error();
  std::optional<core::ShareId> link;
  if (const auto id = context.request.query("share")) {
    link = core::ShareId::parse(*id);
    if (!link)
      return core::Error{core::ErrorCode::invalid_request, "share must be the id of a share link"};
  }
  const auto views =
      context.app.share_link_lists.views(context.principal, artifact_id(context), link);
  if (!views) return views.error();
  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const db::ViewDay& day : views->days) {
    const std::string date =
        day.begins_at.rfc3339().substr(0, std::string_view("2026-11-27").size());
    if (date < from->value_or(date) || date > to->value_or(date)) continue;
    json.begin_object();
    json.member("date", date);
    json.member("people", day.people);
    json.member("programs", day.programs);
    json.member("previewers", day.previewers);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

// GET /artifacts/{artifact_id}/shares/{share_id}

core::Result<fcgi::Response> get_share(const Context& context) {
  const auto link = context.app.share_link_lists.find_any(context.principal, artifact_id(context),
                                                          share_id(context.request));
  if (!link) return link.error();
  core::JsonWriter json;
  write_share_link(json, *link);
  return fcgi::Response::json(200, json.text());
}

// PATCH /artifacts/{artifact_id}/shares/{share_id}

core::Result<fcgi::Response> change_share(const Context& context) {
  const auto body = body_of(context.request);
  if (!body) return body.error();
  core::FieldReader reader(*body, core::BodyOf::link_change);
  const auto change = app::read_share_link_change(reader);
  if (!change) return change.error();
  const auto link = context.app.share_links.change(context.principal, artifact_id(context),
                                                   share_id(context.request), *change);
  if (!link) return link.error();
  core::JsonWriter json;
  json.begin_object();
  write_share_link_members(json, *link);
  core::write_warnings(json, reader.warnings(), link->warnings);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

// DELETE /artifacts/{artifact_id}/shares/{share_id}

core::Result<fcgi::Response> revoke_share(const Context& context) {
  const core::ShareId id = share_id(context.request);
  const auto revoked_at =
      context.app.share_links.revoke(context.principal, artifact_id(context), id);
  if (!revoked_at) return revoked_at.error();
  core::JsonWriter json;
  json.begin_object();
  json.member("id", id.to_string());
  json.member("revokedAt", revoked_at->rfc3339());
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace

std::vector<Endpoint> share_link_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/artifacts/shares",
            .scopes = {Scope::artifacts_share},
            .query_parameters = {"limit", "cursor", "status"}},
           list_account_shares},
          {{.method = Method::post,
            .pattern = "/artifacts/{artifact_id}/share",
            .scopes = {Scope::artifacts_share},
            .adds = true},
           share_artifact},
          {{.method = Method::get,
            .pattern = "/artifacts/{artifact_id}/shares",
            .scopes = {Scope::artifacts_share},
            .query_parameters = {"limit", "cursor", "status"}},
           list_shares},
          {{.method = Method::get,
            .pattern = "/artifacts/{artifact_id}/views",
            .scopes = {Scope::artifacts_read},
            .query_parameters = {"share", "from", "to"}},
           get_views},
          {{.method = Method::get,
            .pattern = "/artifacts/{artifact_id}/shares/{share_id}",
            .scopes = {Scope::artifacts_share}},
           get_share},
          {{.method = Method::patch,
            .pattern = "/artifacts/{artifact_id}/shares/{share_id}",
            .scopes = {Scope::artifacts_share},
            .adds = true},
           change_share},
          {{.method = Method::delete_,
            .pattern = "/artifacts/{artifact_id}/shares/{share_id}",
            .scopes = {Scope::artifacts_share}},
           revoke_share}};
}

}  // namespace handlers
