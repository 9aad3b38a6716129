// GET /artifacts
#include <array>

#include "core/operation/configuration.h"
#include "db/artifacts/artifact_store.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/api/query_parameters.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::int64_t kMostPerPage = 100;
constexpr std::int64_t kLargestOffset = 1000000000;

constexpr std::array<std::pair<std::string_view, core::Template>, 4> kTemplates{{
    {"markdown", core::Template::markdown},
    {"chart", core::Template::chart},
    {"table", core::Template::table},
    {"pdf", core::Template::pdf},
}};
constexpr std::array<std::pair<std::string_view, core::ArtifactStatus>, 3> kStatuses{{
    {"active", core::ArtifactStatus::active},
    {"expired", core::ArtifactStatus::expired},
    {"deleted", core::ArtifactStatus::deleted},
}};
constexpr std::array<std::pair<std::string_view, core::ListOrder>, 2> kOrders{{
    {"createdAt", core::ListOrder::oldest_first},
    {"-createdAt", core::ListOrder::newest_first},
}};

core::Result<core::ListRequest> read_request(const fcgi::Request& request,
                                             const core::SigningKeys& keys) {
  const auto limit = whole_number(request, "limit", 1, kMostPerPage);
  if (!limit) return limit.error();
  const auto offset = whole_number(request, "offset", 0, kLargestOffset);
  if (!offset) return offset.error();
  const auto content_template = choice(request, "template", kTemplates);
  if (!content_template) return content_template.error();
  const auto status = choice(request, "status", kStatuses);
  if (!status) return status.error();
  const auto order = choice(request, "sort", kOrders);
  if (!order) return order.error();

  core::ListRequest list;
  list.filter = {*content_template, *status, order->value_or(core::ListOrder::newest_first)};
  list.offset = offset->value_or(0);
  if (*limit) list.limit = static_cast<int>(**limit);
  const auto cursor = request.query("cursor");
  if (!cursor) return list;
  if (*offset) return Error{ErrorCode::invalid_cursor, "cursor and offset cannot be combined"};
  const auto after = core::read_cursor(*cursor, list.filter, keys);
  if (!after) return after.error();
  list.after = *after;
  return list;
}

}  // namespace

core::Result<fcgi::Response> list_artifacts(Services& services, const fcgi::Request& request,
                                            const core::Caller& caller) {
  const core::SigningKeys& keys = services.configuration.signing_keys;
  const auto list = read_request(request, keys);
  if (!list) return list.error();
  const db::ArtifactPage page = services.artifacts.list(caller.account, *list);

  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const core::Artifact& artifact : page.artifacts)
    write_artifact(json, artifact, Content::without);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("total", page.total);
  json.member("limit", list->limit);
  json.member("offset", list->passed());
  json.member("hasMore", page.has_more);
  std::optional<std::string> next;
  if (page.has_more) {
    const core::Artifact& last = page.artifacts.back();
    const auto passed = list->passed() + static_cast<std::int64_t>(page.artifacts.size());
    next = core::write_cursor({last.created_at, last.id, passed}, list->filter, keys);
  }
  json.member("nextCursor", next);
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
