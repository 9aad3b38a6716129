// POST /artifacts/delete-matching and /artifacts/shares/revoke-matching

#include <optional>
#include <string>
#include <string_view>

#include "app/bulk_changes.h"
#include "core/error.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "handlers/artifact_filter.h"
#include "handlers/endpoint.h"
#include "handlers/request.h"

namespace handlers {
namespace {

// Requests and responses of bulk changes.

struct BulkRequest {
  app::BulkChanges::Request change;
  bool permanent = false;
};

// Reads filter, dryRun, limit and cursor, and `permanent` if the operation takes it. Any other
// member is an error. Errors: invalid_json, invalid_request.
enum class TakesPermanent : bool { no, yes };

using core::Error;
using core::ErrorCode;
using core::JsonType;
using core::JsonValue;

Error invalid_member(std::string_view field, std::string_view rule) {
  return {ErrorCode::invalid_request, rule, field};
}

Error wrong_type(JsonValue member, JsonType right) {
  return invalid_member(member.name(), "must be " + std::string(to_string(right)) + ", not " +
                                           std::string(to_string(member.type())));
}

std::optional<Error> read_filter(JsonValue member, BulkRequest& request) {
  if (!member.is(JsonType::object)) return wrong_type(member, JsonType::object);
  if (auto problem = core::check_members(member)) return problem;
  auto filter = filter_in(member, member.name());
  if (!filter) return filter.error();
  request.change.filter = *std::move(filter);
  return std::nullopt;
}

std::optional<Error> read_boolean(JsonValue member, bool& value) {
  if (!member.is(JsonType::boolean)) return wrong_type(member, JsonType::boolean);
  value = member.text() == "true";
  return std::nullopt;
}

std::optional<Error> read_limit(JsonValue member, BulkRequest& request) {
  constexpr int kMaximum = app::BulkChanges::kMaximumPerStep;
  const auto limit = core::parse_integer(member.text());
  if (!limit || *limit < 1 || *limit > kMaximum)
    return invalid_member(member.name(),
                          "must be a whole number from 1 to " + std::to_string(kMaximum));
  request.change.limit = static_cast<int>(*limit);
  return std::nullopt;
}

// As in responses, so null starts from the beginning.
std::optional<Error> read_cursor(JsonValue member, BulkRequest& request) {
  if (member.is(JsonType::null)) return std::nullopt;
  if (!member.is(JsonType::string)) return wrong_type(member, JsonType::string);
  request.change.cursor = member.exact_string();
  return std::nullopt;
}

std::optional<Error> read_member(JsonValue member, TakesPermanent permanent, BulkRequest& request) {
  const std::string name = member.name();
  if (name == "filter") return read_filter(member, request);
  if (name == "dryRun") return read_boolean(member, request.change.is_dry_run);
  if (name == "limit") return read_limit(member, request);
  if (name == "cursor") return read_cursor(member, request);
  if (name == "permanent" && permanent == TakesPermanent::yes)
    return read_boolean(member, request.permanent);
  const std::string names = std::string("this operation takes filter, dryRun, ") +
                            (permanent == TakesPermanent::yes ? "permanent, " : "") +
                            "limit and cursor";
  constexpr std::size_t kLongestName = 64;
  if (name.size() > kLongestName)
    return Error{ErrorCode::invalid_request, "the request has an unknown field; " + names};
  return invalid_member(name, "is unknown; " + names);
}

core::Result<BulkRequest> read_bulk_request(const fcgi::Request& request,
                                            TakesPermanent permanent) {
  const auto body = body_of(request);
  if (!body) return body.error();
  BulkRequest bulk;
  std::optional<Error> problem;
  for (const JsonValue& member : body->root())
    if (auto found = read_member(member, permanent, bulk)) core::add_problem(problem, *found);
  for (const std::string_view name : {"filter", "dryRun"})
    if (!body->root().find(name)) core::add_problem(problem, invalid_member(name, "is required"));
  if (problem) return *std::move(problem);
  return bulk;
}

// `changed` is the name of the member with the number of changes.
fcgi::Response bulk_response(const BulkRequest& request, const app::BulkChanges::Step& step,
                             std::string_view changed) {
  core::JsonWriter json;
  json.begin_object();
  json.member("dryRun", request.change.is_dry_run);
  json.member("matching", step.matching);
  json.member(changed, step.changed);
  json.member("hasMore", step.next_cursor.has_value());
  json.member("nextCursor", step.next_cursor);
  json.end_object();
  return fcgi::Response::json(200, json.text());
}

// POST /artifacts/delete-matching

core::Result<fcgi::Response> delete_matching(const Context& context) {
  using Deletion = app::BulkChanges::Deletion;
  const auto bulk = read_bulk_request(context.request, TakesPermanent::yes);
  if (!bulk) return bulk.error();
  const auto step = context.app.bulk_changes.delete_artifacts(
      context.principal, bulk->change, bulk->permanent ? Deletion::permanent : Deletion::soft);
  if (!step) return step.error();
  return bulk_response(*bulk, *step, "deleted");
}

// POST /artifacts/shares/revoke-matching

core::Result<fcgi::Response> revoke_matching(const Context& context) {
  const auto bulk = read_bulk_request(context.request, TakesPermanent::no);
  if (!bulk) return bulk.error();
  const auto step = context.app.bulk_changes.revoke_links(context.principal, bulk->change);
  if (!step) return step.error();
  return bulk_response(*bulk, *step, "revoked");
}

}  // namespace

std::vector<Endpoint> bulk_endpoints() {
  return {{{.method = Method::post,
            .pattern = "/artifacts/delete-matching",
            .scopes = {Scope::artifacts_read, Scope::artifacts_delete}},
           delete_matching},
          {{.method = Method::post,
            .pattern = "/artifacts/shares/revoke-matching",
            .scopes = {Scope::artifacts_read, Scope::artifacts_share}},
           revoke_matching}};
}

}  // namespace handlers
