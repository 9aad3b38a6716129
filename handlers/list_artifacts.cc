// GET /artifacts
#include <array>
#include <charconv>

#include "handlers/artifact_fields.h"
#include "handlers/endpoints.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::int64_t kMostPerPage = 100;
constexpr std::int64_t kLargestOffset = 1000000000;

// A query parameter that has to be a whole number.
core::Result<std::optional<std::int64_t>> number(const fcgi::Request& request,
                                                 std::string_view name, std::int64_t least,
                                                 std::int64_t most) {
  const auto text = request.query(name);
  if (!text) return std::optional<std::int64_t>();
  const char* end = text->data() + text->size();
  std::int64_t value = 0;
  const auto [stop, problem] = std::from_chars(text->data(), end, value);
  if (problem == std::errc() && stop == end && value >= least && value <= most)
    return std::optional(value);
  return Error{ErrorCode::invalid_request, std::string(name) + " must be a whole number from " +
                                               std::to_string(least) + " to " +
                                               std::to_string(most)};
}

// A query parameter that has to be one of several names.
template <typename Value, std::size_t count>
core::Result<std::optional<Value>> choice(
    const fcgi::Request& request, std::string_view name,
    const std::array<std::pair<std::string_view, Value>, count>& choices) {
  const auto text = request.query(name);
  if (!text) return std::optional<Value>();
  std::string names;
  for (const auto& [known, value] : choices) {
    if (*text == known) return std::optional(value);
    names.append(names.empty() ? "" : ", ").append(known);
  }
  return Error{ErrorCode::invalid_request, std::string(name) + " must be one of " + names};
}

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
  const auto limit = number(request, "limit", 1, kMostPerPage);
  if (!limit) return limit.error();
  const auto offset = number(request, "offset", 0, kLargestOffset);
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
  if (*offset)
    return Error{ErrorCode::invalid_cursor, "cursor and offset cannot be given together"};
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
