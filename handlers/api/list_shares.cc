// GET /artifacts/{artifact_id}/shares
#include <array>

#include "core/artifact/share_list.h"
#include "core/operation/configuration.h"
#include "db/artifacts/share_store.h"
#include "db/counters/view_counter.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/api/query_parameters.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

constexpr std::int64_t kMostPerPage = 100;

constexpr std::array<std::pair<std::string_view, core::ShareLinkStatus>, 3> kStatuses{{
    {"active", core::ShareLinkStatus::active},
    {"ended", core::ShareLinkStatus::ended},
    {"revoked", core::ShareLinkStatus::revoked},
}};

core::Result<core::ShareListRequest> read_request(const fcgi::Request& request,
                                                  const core::SigningKeys& keys) {
  core::ShareListRequest list;
  const auto limit = whole_number(request, "limit", 1, kMostPerPage);
  if (!limit) return limit.error();
  if (*limit) list.limit = static_cast<int>(**limit);
  const auto status = choice(request, "status", kStatuses);
  if (!status) return status.error();
  list.status = *status;
  if (const auto text = request.query("cursor")) {
    const auto after = core::read_share_cursor(*text, artifact_id(request), list.status, keys);
    if (!after) return after.error();
    list.after = *after;
  }
  return list;
}

}  // namespace

core::Result<fcgi::Response> list_shares(Services& services, const fcgi::Request& request,
                                         const core::Caller& caller) {
  const core::SigningKeys& keys = services.configuration.signing_keys;
  const auto list = read_request(request, keys);
  if (!list) return list.error();
  const auto artifact = own_artifact(services, request, caller, Content::without);
  if (!artifact) return artifact.error();
  const db::ShareLinkPage page = services.shares.list(artifact->id, *list);
  std::vector<core::ShareId> ids;
  ids.reserve(page.links.size());
  for (const core::ShareLinkState& state : page.links) ids.push_back(state.link.id);
  const std::vector<db::Views> waiting = services.views.waiting(ids);

  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (std::size_t i = 0; i < page.links.size(); ++i)
    write_share_link(json, page.links[i], waiting[i], services.configuration);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("limit", list->limit);
  json.member("hasMore", page.has_more);
  std::optional<std::string> next;
  if (page.has_more) {
    const core::ShareLink& last = page.links.back().link;
    next = core::write_share_cursor({last.created_at, last.id}, artifact->id, list->status, keys);
  }
  json.member("nextCursor", next);
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
