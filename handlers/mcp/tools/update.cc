// update
#include <array>

#include "app/artifacts/artifacts.h"
#include "core/text/split.h"
#include "handlers/mcp/artifact_reference.h"
#include "handlers/mcp/content_argument.h"
#include "handlers/mcp/tools/all_tools.h"
#include "handlers/mcp/tools/warning_text.h"

namespace handlers::mcp {
namespace {

constexpr std::size_t kLongestVersion = 64;

// Models send an empty text for arguments that they do not use, which would remove what is there.
void refuse_empty_texts(const core::JsonObject& arguments, ArtifactFields& fields) {
  for (const std::string_view name : {"title", "description"}) {
    const core::JsonMember* const member = arguments.find(name);
    if (member == nullptr || member->type != core::JsonType::string) continue;
    if (!core::trim(member->string).empty()) continue;
    fields.fail(core::ErrorCode::invalid_request, name,
                "is empty; leave it out to keep what is there, or give null to remove it");
  }
}

// The artifact that is to change, by its argument or by its own key.
core::Result<core::ArtifactId> find_target(const Call& call, const core::JsonObject& arguments,
                                           const app::ArtifactChange& change) {
  if (arguments.find("artifact") != nullptr) {
    const auto reference = read_artifact(call, arguments);
    if (!reference) return reference.error();
    return reference->artifact;
  }
  if (!change.external_id)
    return core::Error{core::ErrorCode::invalid_request, "is required, or externalId", "artifact"};
  return call.use_cases.artifacts.id_of(call.actor, *change.external_id);
}

// The error of a change, in the words of this tool.
core::Error in_words_of_update(core::Error error, const std::string& base_version) {
  if (error.code != core::ErrorCode::precondition_failed) return error;
  return {error.code, "is " + base_version + ", but the artifact was changed since that was read",
          "baseVersion"};
}

core::Result<ToolAnswer> update(Call& call, const core::JsonObject& arguments) {
  const auto content = read_content_argument(arguments);
  if (!content) return content.error();
  ArtifactFields fields(arguments, *content);
  refuse_empty_texts(arguments, fields);
  const auto base_version =
      fields.text("baseVersion", kLongestVersion, core::FieldReader::Lines::one);
  const auto change = app::read_artifact_change(fields);
  if (!content->has_value() && !fields.is_given("title") && !fields.is_given("description") &&
      !fields.is_given("expiresIn") && !fields.is_given("metadata")) {
    return core::Error{core::ErrorCode::invalid_request,
                       "give what is to change: one of " + core::template_names(", ") +
                           " with the new content, title, description, metadata or expiresIn"};
  }
  if (auto refusal = refuse_without_effect(*content)) return *std::move(refusal);
  if (fields.is_given("externalId") && !change.external_id && change.problem)
    return as_argument(*change.problem, *content);
  const auto target = find_target(call, arguments, change);
  if (!target) {
    std::optional<core::Error> found = target.error();
    if (change.problem) core::add_problem(found, *change.problem);
    return as_argument(*found, *content);
  }
  const auto changed = call.use_cases.artifacts.change(
      call.actor, *target, change,
      base_version ? core::if_still(*base_version) : core::Preconditions());
  if (!changed)
    return as_argument(in_words_of_update(changed.error(), base_version.value_or("")), *content);
  const auto warnings = as_argument(changed->warnings, *content);

  const std::string dashboard = dashboard_url(call.configuration, changed->id);
  const std::string version = core::version_word(*changed);
  core::JsonWriter json;
  json.begin_object();
  json.member("artifact", changed->id.to_string());
  json.member("title", core::display_title(*changed));
  json.member("template", core::to_string(changed->content_template));
  json.member("version", version);
  json.member("updatedAt", changed->updated_at.rfc3339());
  if (changed->expires_at) json.member("expiresAt", changed->expires_at->rfc3339());
  json.member("dashboardUrl", dashboard);
  core::write_warnings(json, warnings);
  json.end_object();
  return ToolAnswer{"Updated " + changed->id.to_string() +
                        ". Everyone who opens one of its links sees the new version; the links "
                        "are the same. Its version is now " +
                        version + '.' + warning_lines(warnings),
                    json.text()};
}

constexpr std::array kUpdateArguments{
    Argument{"artifact",
             R"({"type":"string","description":"The id (art_…) or a link of what is to change."})"},
    Argument{
        "externalId",
        R"({"type":"string","description":"In place of artifact: the externalId that it was shared with."})"},
    Argument{
        "baseVersion",
        R"({"type":"string","description":"The version that read returned. If somebody else has changed it since, nothing is changed and the result says so. Give it whenever the new content was made from what was read."})"},
    Argument{"title",
             R"({"type":["string","null"],"description":"A new title; null removes it."})"},
    Argument{"description",
             R"({"type":["string","null"],"description":"A new description; null removes it."})"},
    Argument{
        "metadata",
        R"({"type":"object","description":"Entries to add or change; null as a value removes an entry.","additionalProperties":{"type":["string","number","boolean","null"]}})"},
    Argument{
        "expiresIn",
        R"({"type":"string","description":"How long the artifact lasts from now, such as 12h, 7d or 30d, or never. Its links end with it at the latest. The link that was created with it gets the same expiry; others keep theirs, which change_link changes."})"},
};

const std::string& update_output_schema() {
  static const std::string kSchema =
      R"({"type":"object","properties":{"artifact":{"type":"string"},"title":{"type":["string","null"]},"template":{"type":"string"},"version":{"type":"string","description":"For the next update as baseVersion."},"updatedAt":{"type":"string"},"expiresAt":{"type":"string","description":"When it ends, with its links, in UTC; absent if it never does."},"dashboardUrl":{"type":"string"},"warnings":)" +
      std::string(kWarningsSchema) +
      R"(},"required":["artifact","title","template","version","updatedAt","dashboardUrl"]})";
  return kSchema;
}

}  // namespace

const Tool& update_tool() {
  static const Tool kTool{
      .name = "update",
      .title = "Update what was shared",
      .description =
          "Changes what was shared before, under the same link: the content, the title, the "
          "description or the expiry. The new content replaces the old as a whole and must be of "
          "the same kind "
          "(markdown, chart, table, pdf or code); give it in the argument of that name. Omitted "
          "fields stay unchanged. There is no way back to the old content, so read it first if "
          "only a part is to change, and give the version that was read as baseVersion.",
      .takes_content = true,
      .arguments = kUpdateArguments,
      .output_schema = update_output_schema(),
      .nature = {.is_destructive = true, .is_idempotent = true},
      .scopes = {core::Scope::artifacts_write},
      .adds = true,
      .call = update,
  };
  return kTool;
}

}  // namespace handlers::mcp
