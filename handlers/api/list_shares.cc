// GET /artifacts/{artifact_id}/shares
#include <array>

#include "app/sharing/share_links.h"
#include "handlers/api/input/query_parameters.h"
#include "handlers/api/list_page.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"
#include "handlers/path_ids.h"

namespace handlers {
namespace {

constexpr std::array<std::pair<std::string_view, core::ShareLinkStatus>, 3> kLinkStatuses{{
    {"active", core::ShareLinkStatus::active},
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

}  // namespace

core::Result<fcgi::Response> list_shares(app::ShareLinks& share_links, const fcgi::Request& request,
                                         const app::Actor& actor) {
  const auto query = read_share_query(request);
  if (!query) return query.error();
  const auto list = share_links.list(actor, artifact_id(request), *query);
  if (!list) return list.error();

  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const core::ListedShareLink& link : list->links) write_share_link(json, link);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("limit", query->limit);
  write_next_page(json, list->next_cursor);
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
