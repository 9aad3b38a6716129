// revoke_link
#include <array>

#include "app/sharing/share_links.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/tools/all_tools.h"

namespace handlers::mcp {
namespace {

core::Result<ToolAnswer> revoke_link(Call& call, const core::JsonObject& arguments) {
  const auto reference = read_link(call, arguments);
  if (!reference) return reference.error();
  const auto revoked_at =
      call.use_cases.share_links.revoke(call.actor, reference->artifact, reference->link);
  if (!revoked_at) return revoked_at.error();
  core::JsonWriter json;
  json.begin_object();
  json.member("artifact", reference->artifact.to_string());
  json.member("revokedAt", revoked_at->rfc3339());
  json.end_object();
  return ToolAnswer{"Revoked. The link no longer works; the content and its other links stay.",
                    json.text()};
}

constexpr std::array kRevokeLinkArguments{
    Argument{"link", R"({"type":"string","description":"The link's URL."})", Required::yes},
};

}  // namespace

const Tool& revoke_link_tool() {
  static const Tool kTool{
      .name = "revoke_link",
      .title = "Revoke a link",
      .description =
          "Revokes one link permanently: nobody can open it any more. The content stays, and so do "
          "its other links. This cannot be undone, but share can create a new link.",
      .arguments = kRevokeLinkArguments,
      .output_schema =
          R"({"type":"object","properties":{"artifact":{"type":"string"},"revokedAt":{"type":"string"}},"required":["artifact","revokedAt"]})",
      .nature = {.is_destructive = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_share},
      .call = revoke_link,
  };
  return kTool;
}

}  // namespace handlers::mcp
