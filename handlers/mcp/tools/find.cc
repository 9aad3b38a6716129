// find
#include <algorithm>
#include <array>
#include <utility>

#include "app/artifacts/artifacts.h"
#include "app/sharing/share_links.h"
#include "core/artifact/artifact.h"
#include "core/input/json_field_reader.h"
#include "handlers/api/input/artifact_filter.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/tools/all_tools.h"

namespace handlers::mcp {
namespace {

using core::ErrorCode;

using core::ListOrder;

constexpr int kMaximumPerPage = 100;
constexpr std::size_t kMaximumQueryLength = 255;
constexpr std::size_t kMaximumCursorLength = 1024;
constexpr std::array<std::pair<std::string_view, ListOrder>, 3> kOrders{{
    {"newest", ListOrder::newest_first},
    {"oldest", ListOrder::oldest_first},
    {"updated", ListOrder::last_updated_first},
}};

struct Found {
  std::vector<core::Artifact> artifacts;
  std::optional<std::string> next_cursor;
  std::vector<core::ListedShareLink> links = {};  // one at most of each artifact
};

std::optional<ListOrder> parse_order(std::string_view name) {
  for (const auto& [known, order] : kOrders)
    if (name == known) return order;
  return std::nullopt;
}

core::Result<app::Artifacts::Query> read_query(const core::JsonObject& arguments) {
  auto filter = filter_among(arguments);
  core::JsonFieldReader reader(arguments);
  app::Artifacts::Query query;
  using Lines = core::FieldReader::Lines;
  if (filter) {
    query.filter = *std::move(filter);
  } else {
    reader.fail(filter.error());
  }
  query.filter.text = reader.text("query", kMaximumQueryLength, Lines::one).value_or("");
  const auto order =
      parse_order(reader.text("sort", kMaximumQueryLength, Lines::one).value_or("newest"));
  if (!order)
    reader.fail(ErrorCode::invalid_request, "sort", "must be one of newest, oldest, updated");
  query.filter.order = order.value_or(ListOrder::newest_first);
  query.limit = reader.integer("limit", 1, kMaximumPerPage).value_or(query.limit);
  query.cursor = reader.text("cursor", kMaximumCursorLength, Lines::one);
  if (auto problem = reader.problem()) return *std::move(problem);
  return query;
}

core::Result<Found> find_artifacts(Call& call, const app::Artifacts::Query& query) {
  app::Artifacts& artifacts = call.use_cases.artifacts;
  if (!query.filter.is_search()) {
    auto list = artifacts.list(call.actor, query);
    if (!list) return list.error();
    return Found{std::move(list->artifacts), std::move(list->next_cursor)};
  }
  auto found = artifacts.search(call.actor, query);
  if (!found) return found.error();
  return Found{std::move(found->artifacts), std::move(found->next_cursor)};
}

// The address under which people can open the artifact now; empty if there is none.
std::string url_of(const Found& found, const core::ArtifactId& artifact) {
  const auto link = std::find_if(found.links.begin(), found.links.end(), [&](const auto& one) {
    return one.state.link.artifact == artifact;
  });
  return link == found.links.end() ? std::string() : link->url.value_or("");
}

void write_artifact(const Call& call, core::JsonWriter& json, const core::Artifact& artifact,
                    const std::string& url) {
  json.begin_object();
  json.member("artifact", artifact.id.to_string());
  json.member("title", core::display_title(artifact));
  json.member("template", core::to_string(artifact.content_template));
  json.member("status", core::to_string(artifact.status));
  json.member("createdAt", artifact.created_at.rfc3339());
  json.member("updatedAt", artifact.updated_at.rfc3339());
  if (artifact.expires_at) json.member("expiresAt", artifact.expires_at->rfc3339());
  if (!url.empty()) json.member("url", url);
  json.member("dashboardUrl", dashboard_url(call.configuration, artifact.id));
  json.end_object();
}

std::string line_of(const core::Artifact& artifact, const std::string& url) {
  std::string text = "- " + core::display_title(artifact).value_or("(no title)") + ": " +
                     std::string(core::to_string(artifact.content_template)) + ", " +
                     artifact.id.to_string() + ", updated " + artifact.updated_at.rfc3339();
  if (artifact.status != core::ArtifactStatus::active)
    text.append(", ").append(core::to_string(artifact.status));
  if (!url.empty()) text.append(", ").append(url);
  return text;
}

core::Result<ToolAnswer> find(Call& call, const core::JsonObject& arguments) {
  const auto query = read_query(arguments);
  if (!query) return query.error();
  auto found = find_artifacts(call, *query);
  if (!found) return found.error();
  std::vector<core::ArtifactId> ids;
  for (const core::Artifact& artifact : found->artifacts) ids.push_back(artifact.id);
  found->links = call.use_cases.share_links.newest_working(call.actor, ids);

  core::JsonWriter json;
  std::string text = found->artifacts.empty() ? "Nothing was found." : "Found:";
  json.begin_object();
  json.key("artifacts").begin_array();
  for (const core::Artifact& artifact : found->artifacts) {
    const std::string url = url_of(*found, artifact.id);
    write_artifact(call, json, artifact, url);
    text += "\n" + line_of(artifact, url);
  }
  json.end_array();
  json.member("nextCursor", found->next_cursor);
  json.end_object();
  if (found->next_cursor)
    text += "\nThere may be more: call find again with cursor \"" + *found->next_cursor + "\".";
  return ToolAnswer{std::move(text), json.text()};
}

const std::string& template_schema() {
  static const std::string kSchema = R"({"type":"string","enum":[")" +
                                     core::template_names(R"(",")") +
                                     R"("],"description":"Only this kind."})";
  return kSchema;
}

const std::array kFindArguments{
    Argument{
        "query",
        R"({"type":"string","description":"Words to look for, in upper or lower case: a part of the title, or words that are all in the title, the description or the text of the content. The last word may be only its beginning. Without it, everything is listed."})"},
    Argument{"template", template_schema()},
    Argument{
        "status",
        R"({"type":"string","enum":["active","expired","deleted"],"description":"Only those of this status; without it, active and expired ones."})"},
    Argument{
        "metadata",
        R"({"type":"object","additionalProperties":{"type":["string","number","boolean"]},"description":"Keys of the metadata and the values that they must have, such as {\"job\":\"nightly\"}."})"},
    Argument{
        "createdAfter",
        R"({"type":"string","description":"Only what was created later than this, such as 2026-01-15T12:00:00Z."})"},
    Argument{"createdBefore",
             R"({"type":"string","description":"Only what was created earlier than this."})"},
    Argument{
        "updatedAfter",
        R"({"type":"string","description":"Only what was created or last updated later than this."})"},
    Argument{
        "sort",
        R"({"type":"string","enum":["newest","oldest","updated"],"description":"newest or oldest first, or what was updated last first; newest by default."})"},
    Argument{
        "limit",
        R"({"type":"integer","minimum":1,"maximum":100,"description":"How many to return; 20 by default."})"},
    Argument{
        "cursor",
        R"({"type":"string","description":"nextCursor of the previous call, to continue; keep the other arguments unchanged."})"},
};

}  // namespace

const Tool& find_tool() {
  static const Tool kTool{
      .name = "find",
      .title = "Find what was shared",
      .description =
          "Looks for what this account has shared, by title or text, by metadata or by time. All "
          "conditions must hold. What was shared or changed in the last minute is found by its "
          "title, not yet by its text. Returns ids for read, update, list_links, delete and "
          "restore, and the newest link of each that works.",
      .arguments = kFindArguments,
      .output_schema =
          R"({"type":"object","properties":{"artifacts":{"type":"array","items":{"type":"object","properties":{"artifact":{"type":"string"},"title":{"type":["string","null"]},"template":{"type":"string"},"status":{"type":"string"},"createdAt":{"type":"string"},"updatedAt":{"type":"string"},"expiresAt":{"type":"string"},"url":{"type":"string","description":"The newest link that works; absent if there is none, or this connection may not see links."},"dashboardUrl":{"type":"string"}},"required":["artifact","title","template","status","createdAt","updatedAt","dashboardUrl"]}},"nextCursor":{"type":["string","null"],"description":"null: this was the last page."}},"required":["artifacts","nextCursor"]})",
      .nature = {.is_read_only = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_read},
      .call = find,
  };
  return kTool;
}

}  // namespace handlers::mcp
