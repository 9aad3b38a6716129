// delete
#include <array>

#include "app/artifacts/artifacts.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/tools/all_tools.h"

namespace handlers::mcp {
namespace {

core::Result<ToolAnswer> delete_artifact(Call& call, const core::JsonObject& arguments) {
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  const auto deleted_at = call.use_cases.artifacts.remove(call.actor, reference->artifact,
                                                          app::Artifacts::Deletion::soft);
  if (!deleted_at) return deleted_at.error();
  core::JsonWriter json;
  json.begin_object();
  json.member("artifact", reference->artifact.to_string());
  json.member("deletedAt", deleted_at->rfc3339());
  json.end_object();
  return ToolAnswer{"Deleted " + reference->artifact.to_string() +
                        ". Its links no longer work. restore brings it back within 30 days.",
                    json.text()};
}

constexpr std::array kDeleteArguments{
    Argument{"artifact", R"({"type":"string","description":"The id (art_…) or one of its links."})",
             Required::yes},
};

}  // namespace

const Tool& delete_tool() {
  static const Tool kTool{
      .name = "delete",
      .title = "Delete what was shared",
      .description =
          "Deletes something that was shared, so that its links stop working. restore "
          "brings it and its links back within 30 days.",
      .arguments = kDeleteArguments,
      .output_schema =
          R"({"type":"object","properties":{"artifact":{"type":"string"},"deletedAt":{"type":"string"}},"required":["artifact","deletedAt"]})",
      .nature = {.is_destructive = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_delete},
      .call = delete_artifact,
  };
  return kTool;
}

}  // namespace handlers::mcp
