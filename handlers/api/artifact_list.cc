// GET /artifacts

#include "app/artifacts.h"
#include "handlers/api/resource_json.h"
#include "handlers/artifact_filter.h"
#include "handlers/endpoint.h"
#include "handlers/request.h"

namespace handlers {
namespace {

constexpr std::int64_t kLargestOffset = 1000000000;

core::Result<app::Artifacts::Query> read_artifact_query(const fcgi::Request& request) {
  app::Artifacts::Query query;
  const auto limit = page_limit(request, query.limit);
  if (!limit) return limit.error();
  query.limit = *limit;
  const auto offset = whole_number(request, "offset", 0, kLargestOffset);
  if (!offset) return offset.error();
  query.offset = *offset;
  auto filter = filter_in(request);
  if (!filter) return filter.error();
  query.filter = *std::move(filter);
  const auto order = choice(request, "sort", core::kListOrders);
  if (!order) return order.error();
  query.filter.order = order->value_or(core::ListOrder::newest_first);
  query.cursor = request.query("cursor");
  return query;
}

core::Result<fcgi::Response> list_artifacts(const Context& context) {
  const auto query = read_artifact_query(context.request);
  if (!query) return query.error();
  const auto page = context.app.artifacts.list(context.principal, *query);
  if (!page) return page.error();

  core::JsonWriter json;
  json.begin_object();
  json.key("data").begin_array();
  for (const core::Artifact& artifact : page->artifacts) write_listed_artifact(json, artifact);
  json.end_array();
  json.key("pagination").begin_object();
  json.member("total", page->total);
  if (!page->total_is_exact) json.member("totalIsExact", false);
  json.member("limit", query->limit);
  json.member("offset", page->passed);
  return list_response(context, json, page->next_cursor);
}

}  // namespace

std::vector<Endpoint> artifact_list_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/artifacts",
            .scopes = {Scope::artifacts_read},
            .query_parameters = {"limit", "offset", "cursor", "sort", "template", "status",
                                 "externalId", "title", "text", "metadata[KEY]", "createdAfter",
                                 "createdBefore", "updatedAfter", "updatedBefore", "metadata.KEY",
                                 "q"}},
           list_artifacts}};
}

}  // namespace handlers
