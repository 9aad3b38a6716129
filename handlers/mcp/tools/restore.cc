// restore
#include <array>

#include "app/artifacts/artifacts.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/tools/all_tools.h"

namespace handlers::mcp {
namespace {

core::Result<ToolAnswer> restore(Call& call, const core::JsonObject& arguments) {
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  const auto restored = call.use_cases.artifacts.restore(call.actor, reference->artifact,
                                                         app::Artifacts::Content::without);
  if (!restored) return restored.error();
  core::JsonWriter json;
  json.begin_object();
  json.member("artifact", restored->id.to_string());
  json.member("title", core::display_title(*restored));
  json.member("status", core::to_string(restored->status));
  json.end_object();
  return ToolAnswer{"Restored " + restored->id.to_string() +
                        ". The links that it had work again, unless they have expired meanwhile.",
                    json.text()};
}

constexpr std::array kRestoreArguments{
    Argument{
        "artifact",
        R"({"type":"string","description":"The id (art_…) or one of its links; find with status deleted lists what can be restored."})",
        Required::yes},
};

}  // namespace

const Tool& restore_tool() {
  static const Tool kTool{
      .name = "restore",
      .title = "Restore what was deleted",
      .description =
          "Restores something that was deleted, within 30 days: its content is back, and its links "
          "work again unless they or the artifact have expired.",
      .arguments = kRestoreArguments,
      .output_schema =
          R"({"type":"object","properties":{"artifact":{"type":"string"},"title":{"type":["string","null"]},"status":{"type":"string"}},"required":["artifact","title","status"]})",
      .nature = {},
      .scopes = {core::Scope::artifacts_delete},
      .adds = true,
      .call = restore,
  };
  return kTool;
}

}  // namespace handlers::mcp
