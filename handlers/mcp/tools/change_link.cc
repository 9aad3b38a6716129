// change_link
#include <array>

#include "app/sharing/share_link_input.h"
#include "app/sharing/share_links.h"
#include "core/input/json_field_reader.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/tools/all_tools.h"
#include "handlers/mcp/tools/link_arguments.h"

namespace handlers::mcp {
namespace {

core::Result<ToolAnswer> change_link(Call& call, const core::JsonObject& arguments) {
  core::JsonFieldReader reader(arguments);
  const auto change = app::read_share_link_change(reader);
  const auto reference = read_link(call, arguments);
  if (!reference) {
    std::optional<core::Error> found = reference.error();
    if (!change) core::add_problem(found, change.error());
    return *std::move(found);
  }
  if (!change) return change.error();
  const auto link =
      call.use_cases.share_links.change(call.actor, reference->artifact, reference->link, *change);
  if (!link) return link.error();
  core::JsonWriter json;
  write_link(json, *link);
  return ToolAnswer{"Changed: " + describe(*link), json.text()};
}

constexpr std::array kChangeLinkArguments{
    Argument{"link", R"({"type":"string","description":"The link's URL."})", Required::yes},
    Argument{
        "expiresIn",
        R"({"type":"string","description":"How long the link works from now, such as 12h, 7d or 30d; at most as long as its artifact, which update makes last longer."})"},
    Argument{
        "password",
        R"({"type":["string","null"],"description":"A new password; null removes it, which the user should have asked for."})"},
    Argument{
        "maxViews",
        R"({"type":["integer","null"],"minimum":1,"description":"How many times the link can be opened in total; null removes the limit."})"},
    Argument{"allowDownload", kAllowDownloadSchema},
};

}  // namespace

const Tool& change_link_tool() {
  static const Tool kTool{
      .name = "change_link",
      .title = "Change a link",
      .description =
          "Changes a link without changing its URL: when it expires, its password, how often it "
          "can be opened, whether a PDF can be downloaded. Omitted fields stay unchanged.",
      .arguments = kChangeLinkArguments,
      .output_schema = kListedLinkSchema,
      .nature = {.is_destructive = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_share},
      .adds = true,
      .call = change_link,
  };
  return kTool;
}

}  // namespace handlers::mcp
