// change_link
#include <array>

#include "app/sharing/share_link_input.h"
#include "app/sharing/share_links.h"
#include "core/input/json_field_reader.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/tools/all_tools.h"
#include "handlers/mcp/tools/link_arguments.h"
#include "handlers/mcp/tools/warning_text.h"

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
  json.begin_object();
  write_link_members(json, *link);
  core::write_warnings(json, link->warnings);
  json.end_object();
  return ToolAnswer{"Changed: " + describe(*link) + warning_lines(link->warnings), json.text()};
}

constexpr std::array kChangeLinkArguments{
    Argument{"link", R"({"type":"string","description":"The link's URL."})", Required::yes},
    Argument{
        "expiresIn",
        R"({"type":"string","description":"How long the link works from now, such as 12h, 7d or 30d; no longer than its artifact, unless extendArtifact is given too."})"},
    Argument{"extendArtifact", kExtendArtifactSchema},
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
  static const std::string output_schema =
      link_schema(R"("warnings":)" + std::string(kWarningsSchema));
  static const Tool kTool{
      .name = "change_link",
      .title = "Change a link",
      .description =
          "Changes a link without changing its URL: when it expires, its password, how often it "
          "can be opened, whether a PDF can be downloaded. Omitted fields stay unchanged.",
      .arguments = kChangeLinkArguments,
      .output_schema = output_schema,
      .nature = {.is_destructive = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_share},
      .scopes_for_extension = {core::Scope::artifacts_write},
      .adds = true,
      .call = change_link,
  };
  return kTool;
}

}  // namespace handlers::mcp
