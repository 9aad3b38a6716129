// list_links
#include <array>

#include "app/sharing/share_links.h"
#include "core/input/json_field_reader.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/tools/all_tools.h"
#include "handlers/mcp/tools/link_arguments.h"

namespace handlers::mcp {
namespace {

constexpr std::size_t kLongestLinksCursor = 1024;

core::Result<ToolAnswer> list_links(Call& call, const core::JsonObject& arguments) {
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  core::JsonFieldReader reader(arguments);
  app::ShareLinks::Query query;
  query.cursor = reader.text("cursor", kLongestLinksCursor, core::FieldReader::Lines::one);
  if (reader.error()) return *reader.error();
  const auto list = call.use_cases.share_links.list(call.actor, reference->artifact, query);
  if (!list) return list.error();

  core::JsonWriter json;
  std::string text =
      list->links.empty() ? "There is no link to it; share makes one." : "Links, newest first:";
  json.begin_object();
  json.key("links").begin_array();
  for (const core::ListedShareLink& link : list->links) {
    write_link(json, link);
    text += "\n- " + describe(link);
  }
  json.end_array();
  json.member("nextCursor", list->next_cursor);
  json.end_object();
  if (list->next_cursor)
    text += "\nThere are more: call list_links again with cursor \"" + *list->next_cursor + "\".";
  return ToolAnswer{std::move(text), json.text()};
}

constexpr std::array kListLinksArguments{
    Argument{"artifact", R"({"type":"string","description":"The id (art_…) or one of its links."})",
             Required::yes},
    Argument{"cursor",
             R"({"type":"string","description":"nextCursor of the previous call, to continue."})"},
};

const std::string& output_schema() {
  static const std::string kSchema =
      R"({"type":"object","properties":{"links":{"type":"array","items":)" +
      std::string(kListedLinkSchema) +
      R"(},"nextCursor":{"type":["string","null"],"description":"null: this was the last page."}},"required":["links","nextCursor"]})";
  return kSchema;
}

}  // namespace

const Tool& list_links_tool() {
  static const Tool kTool{
      .name = "list_links",
      .title = "List links",
      .description =
          "Lists the links to something that was shared, newest first: when each expires, whether "
          "it has a password, and how often it was opened. Ended and revoked links are listed too.",
      .arguments = kListLinksArguments,
      .output_schema = output_schema(),
      .nature = {.is_read_only = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_share},
      .call = list_links,
  };
  return kTool;
}

}  // namespace handlers::mcp
