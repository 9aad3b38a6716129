// list_links
#include <algorithm>
#include <array>
#include <utility>

#include "app/sharing/share_links.h"
#include "core/input/json_field_reader.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/tools/all_tools.h"
#include "handlers/mcp/tools/link_arguments.h"

namespace handlers::mcp {
namespace {

constexpr std::size_t kLongestLinksCursor = 1024;

constexpr std::array<std::pair<std::string_view, core::ShareLinkStatus>, 3> kStatuses{{
    {"active", core::ShareLinkStatus::active},
    {"expired", core::ShareLinkStatus::ended},
    {"revoked", core::ShareLinkStatus::revoked},
}};

core::Result<app::ShareLinks::Query> read_links_query(const core::JsonObject& arguments) {
  core::JsonFieldReader reader(arguments);
  app::ShareLinks::Query query;
  query.cursor = reader.text("cursor", kLongestLinksCursor, core::FieldReader::Lines::one);
  if (const auto name = reader.text("status", kLongestLinksCursor, core::FieldReader::Lines::one)) {
    const auto* const known = std::find_if(kStatuses.begin(), kStatuses.end(),
                                           [&](const auto& one) { return one.first == *name; });
    if (known == kStatuses.end()) {
      reader.fail(core::ErrorCode::invalid_request, "status",
                  "must be one of active, expired, revoked");
    } else {
      query.status = known->second;
    }
  }
  if (auto problem = reader.problem()) return *std::move(problem);
  return query;
}

// The links of one artifact, or of all.
core::Result<app::AccountShareLinkList> read_links(const Call& call,
                                                   const core::JsonObject& arguments,
                                                   const app::ShareLinks::Query& query) {
  app::ShareLinks& share_links = call.use_cases.share_links;
  if (arguments.find("artifact") == nullptr) return share_links.list(call.actor, query);
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  auto list = share_links.list(call.actor, reference->artifact, query);
  if (!list) return list.error();
  app::AccountShareLinkList links;
  links.next_cursor = std::move(list->next_cursor);
  for (core::ListedShareLink& link : list->links) links.links.push_back({std::move(link)});
  return links;
}

core::Result<ToolAnswer> list_links(Call& call, const core::JsonObject& arguments) {
  const auto query = read_links_query(arguments);
  if (!query) return query.error();
  const auto list = read_links(call, arguments, *query);
  if (!list) return list.error();

  const bool is_of_account = arguments.find("artifact") == nullptr;
  core::JsonWriter json;
  std::string text = !list->links.empty()             ? "Links, newest first:"
                     : is_of_account || query->status ? "There is no such link."
                                                      : "There is no link to it; share makes one.";
  json.begin_object();
  json.key("links").begin_array();
  for (const app::AccountShareLink& link : list->links) {
    json.begin_object();
    write_link_members(json, link);
    text += "\n- " + describe(link);
    if (is_of_account) {
      const std::string artifact = link.state.link.artifact.to_string();
      json.member("artifact", artifact);
      json.member("title", link.display_title);
      text += ", to " + link.display_title.value_or("(no title)") + " (" + artifact + ')';
      if (link.artifact_status != core::ArtifactStatus::active)
        text += ", which is " + std::string(core::to_string(link.artifact_status));
    }
    json.end_object();
  }
  json.end_array();
  json.member("nextCursor", list->next_cursor);
  json.end_object();
  if (list->next_cursor)
    text += "\nThere are more: call list_links again with cursor \"" + *list->next_cursor + "\".";
  return ToolAnswer{std::move(text), json.text()};
}

constexpr std::array kListLinksArguments{
    Argument{
        "artifact",
        R"({"type":"string","description":"The id (art_…) or one of its links; without it, the links to everything that this account has shared are listed."})"},
    Argument{
        "status",
        R"({"type":"string","enum":["active","expired","revoked"],"description":"Only links that work, that have ended, or that were revoked."})"},
    Argument{"cursor",
             R"({"type":"string","description":"nextCursor of the previous call, to continue."})"},
};

const std::string& output_schema() {
  static const std::string kSchema =
      R"({"type":"object","properties":{"links":{"type":"array","items":)" +
      link_schema(
          R"("artifact":{"type":"string","description":"Where all links are listed."},"title":{"type":["string","null"]})") +
      R"(},"nextCursor":{"type":["string","null"],"description":"null: this was the last page."}},"required":["links","nextCursor"]})";
  return kSchema;
}

}  // namespace

const Tool& list_links_tool() {
  static const Tool kTool{
      .name = "list_links",
      .title = "List links",
      .description =
          "Lists the links to something that was shared, or to everything, newest first: when each "
          "expires, whether it has a password, and how often it was opened. Ended and revoked "
          "links "
          "are listed too.",
      .arguments = kListLinksArguments,
      .output_schema = output_schema(),
      .nature = {.is_read_only = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_share},
      .call = list_links,
  };
  return kTool;
}

}  // namespace handlers::mcp
