// GET /artifacts
#include <array>

#include "app/artifacts.h"
#include "handlers/api/list_page.h"
#include "handlers/api/query_parameters.h"
#include "handlers/api/resource_json.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

constexpr std::int64_t kLargestOffset = 1000000000;

constexpr std::array<std::pair<std::string_view, core::ArtifactStatus>, 3> kArtifactStatuses{{
    {"active", core::ArtifactStatus::active},
    {"expired", core::ArtifactStatus::expired},
    {"deleted", core::ArtifactStatus::deleted},
}};
constexpr std::array<std::pair<std::string_view, core::ListOrder>, 2> kOrders{{
    {"createdAt", core::ListOrder::oldest_first},
    {"-createdAt", core::ListOrder::newest_first},
}};

core::Result<app::Artifacts::Query> read_artifact_query(const fcgi::Request& request) {
  app::Artifacts::Query query;
  const auto limit = page_limit(request, query.limit);
  if (!limit) return limit.error();
  query.limit = *limit;
  const auto offset = whole_number(request, "offset", 0, kLargestOffset);
  if (!offset) return offset.error();
  query.offset = *offset;
  const auto content_template = choice(request, "template", core::kTemplates);
  if (!content_template) return content_template.error();
  const auto status = choice(request, "status", kArtifactStatuses);
  if (!status) return status.error();
  const auto order = choice(request, "sort", kOrders);
  if (!order) return order.error();
  query.filter = {*content_template, *status, order->value_or(core::ListOrder::newest_first)};
  query.cursor = request.query("cursor");
  return query;
}

}  // namespace

core::Result<fcgi::Response> list_artifacts(app::Artifacts& artifacts, const fcgi::Request& request,
                                            const app::Actor& actor) {
  const auto query = read_artifact_query(request);
  if (!query) return query.error();
  const auto list = artifacts.list(actor, *query);
  if (!list) return list.error();

  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const core::Artifact& artifact : list->artifacts) write_listed_artifact(json, artifact);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("total", list->total);
  json.member("limit", query->limit);
  json.member("offset", list->passed);
  write_next_page(json, list->next_cursor);
  json.end_object();
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

}  // namespace handlers
