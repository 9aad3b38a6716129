// GET /artifacts/{artifact_id}/shares and /artifacts/shares
#include <array>

#include "app/sharing/share_links.h"
#include "handlers/api/input/query_parameters.h"
#include "handlers/api/list_page.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {
namespace {

// Links end by their time or by their views, and both are called expired elsewhere.
constexpr std::array<std::pair<std::string_view, core::ShareLinkStatus>, 4> kLinkStatuses{{
    {"active", core::ShareLinkStatus::active},
    {"expired", core::ShareLinkStatus::ended},
    {"ended", core::ShareLinkStatus::ended},
    {"revoked", core::ShareLinkStatus::revoked},
}};

core::Result<app::ShareLinks::Query> read_share_query(const fcgi::Request& request) {
  app::ShareLinks::Query query;
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
fcgi::Response links_response(const List& list, int limit, const Write& write) {
  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const auto& link : list.links) write(json, link);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("limit", limit);
  write_next_page(json, list.next_cursor);
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace

core::Result<fcgi::Response> list_account_shares(app::ShareLinks& share_links,
                                                 const fcgi::Request& request,
                                                 const app::Actor& actor) {
  const auto query = read_share_query(request);
  if (!query) return query.error();
  const auto list = share_links.list(actor, *query);
  if (!list) return list.error();
  return links_response(*list, query->limit, write_account_link);
}

core::Result<fcgi::Response> list_shares(app::ShareLinks& share_links, const fcgi::Request& request,
                                         const app::Actor& actor) {
  const auto query = read_share_query(request);
  if (!query) return query.error();
  const auto list = share_links.list(actor, artifact_id(request), *query);
  if (!list) return list.error();
  return links_response(*list, query->limit, write_share_link);
}

}  // namespace handlers
