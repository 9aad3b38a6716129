// share

#include <algorithm>
#include <array>

#include "app/artifact_input.h"
#include "app/artifacts.h"
#include "app/share_links.h"
#include "core/text/text.h"
#include "handlers/mcp/arguments.h"
#include "handlers/mcp/idempotent_call.h"
#include "handlers/mcp/tool.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;
using core::FieldReader;

struct Shared {
  core::ArtifactId artifact;
  const app::CreatedShareLink& link;
  const app::NewShareLink& options;
  std::vector<core::Warning> warnings = {};
};

// Brief, as it stays in the model's context: what the model has given is not repeated.
ToolAnswer answer(const Shared& shared) {
  const std::optional<core::Timestamp>& expires_at = shared.link.link.expires_at;
  core::JsonWriter json;
  json.begin_object();
  json.member("url", shared.link.url);
  json.member("artifact", shared.artifact.to_string());
  if (expires_at) json.member("expiresAt", expires_at->rfc3339());
  if (shared.link.link.ends_by_artifact) json.member("expiresBecause", "artifact");
  core::write_warnings(json, shared.warnings);
  json.end_object();

  std::string text = shared.link.url + '\n';
  text += expires_at ? "Until " + expires_at->rfc3339() : "Never expires";
  if (shared.link.link.ends_by_artifact) text += ", when its artifact expires";
  if (shared.options.password) text += ", with the password";
  if (const auto& most = shared.options.options.max_views)
    text +=
        ", can be opened " + (*most == 1 ? std::string("once") : std::to_string(*most) + " times");
  text += '.' + warning_lines(shared.warnings);
  return {std::move(text), json.text()};
}

// Creates another link to an existing artifact.
core::Result<ToolAnswer> share_existing(Call& call, const FieldReader& arguments,
                                        const app::NewShareLink& options) {
  for (const char* const name : {"title", "description", "metadata", "note", "externalId"}) {
    if (arguments.is_given(name)) {
      return Error{ErrorCode::invalid_request,
                   "cannot be given with artifact; use update to change what exists", name};
    }
  }
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  const auto link = call.app.share_links.create(call.principal, reference->artifact, options);
  if (!link) return link.error();
  return answer({reference->artifact, *link, options, link->warnings});
}

// Which artifact has the external ID already, without the API's way to change it.
Error in_words_of_share(Error error) {
  if (error.code == ErrorCode::external_id_conflict)
    error.message.resize(std::min(error.message.find("; to change it"), error.message.size()));
  return error;
}

core::Result<ToolAnswer> share(Call& call, FieldReader& arguments) {
  const auto content = read_content_argument(arguments);
  if (!content) return content.error();
  const auto options = app::read_new_share_link(arguments);
  const bool has_artifact = arguments.is_given("artifact");
  if (has_artifact && content->has_value()) {
    return Error{ErrorCode::invalid_request,
                 "cannot be given with content; leave one out, or use update to change the content",
                 "artifact"};
  }
  if (!has_artifact && !content->has_value()) {
    return Error{ErrorCode::invalid_request,
                 "give one of " + core::template_names(", ") +
                     " with the content, or artifact to make another link to what exists"};
  }
  if (has_artifact) {
    if (!options) return options.error();
    return share_existing(call, arguments, *options);
  }

  // Its error has those of the options too, as they are read from the same arguments.
  auto artifact = app::read_new_artifact(arguments);
  if (!artifact) return as_argument(artifact.error(), *content);
  if (!options) return options.error();
  if (auto refusal = refuse_without_effect(*content)) return *std::move(refusal);
  // One expiry for both, as for POST /artifacts/share.
  artifact->expiry = options->expiry.value_or(call.app.share_links.usual_expiry(call.principal));
  const auto created =
      call.app.share_links.create_with_artifact(call.principal, *artifact, *options);
  if (!created) return as_argument(in_words_of_share(created.error()), *content);
  std::vector<core::Warning> warnings = as_argument(created->warnings, *content);
  core::append(warnings, created->link.warnings);
  return answer({created->artifact.id, created->link, *options, std::move(warnings)});
}

constexpr const char* kMetadataSchema =
    R"({"type":"object","description":"Your own keys and values, by which find finds it again, such as {\"job\":\"nightly\"}. People do not see them.","additionalProperties":{"type":["string","number","boolean"]}})";

constexpr std::array kShareArguments{
    Argument{
        "title",
        R"({"type":"string","description":"The page's title, shown above the content and where the link is pasted."})"},
    Argument{
        "description",
        R"({"type":"string","description":"One or two sentences about the content, shown below the title."})"},
    Argument{"metadata", kMetadataSchema},
    Argument{"note", kNoteSchema},
    Argument{
        "externalId",
        R"({"type":"string","description":"Your own key for it, one for each thing that you share, such as nightly-sales; update finds it by that."})"},
    Argument{
        "artifact",
        R"({"type":"string","description":"Instead of content: the id (art_…) or a link of something shared before, to make another link to it."})"},
    Argument{"expiresIn", kExpiresInSchema},
    Argument{"password", kPasswordSchema},
    Argument{"extendArtifact", kExtendArtifactSchema},
    kIdempotencyKey,
};

const std::string& share_output_schema() {
  static const std::string kSchema =
      R"({"type":"object","properties":{"url":{"type":"string","description":"The link to give to people."},"artifact":{"type":"string","description":"The id, for update, read, list_links and delete."},"expiresAt":{"type":"string","description":"When the link stops working, in UTC; absent if it never does."},"expiresBecause":{"type":"string","description":"artifact: because its artifact expires then."},"warnings":)" +
      std::string(kWarningsSchema) + R"(},"required":["url","artifact"]})";
  return kSchema;
}

}  // namespace

const Tool& share_tool() {
  static const std::vector<Argument> kArguments =
      together({kShareArguments, link_arguments(LinkUse::create)});
  static const Tool kTool{
      .name = "share",
      .title = "Share as a web page",
      .description =
          "Publishes a document, chart, table, PDF or code as a web page and returns its link, "
          "which "
          "anyone can open without an account. Give exactly one of markdown, chart, table, pdf and "
          "code. Use markdown for reports and text, chart for numbers to compare, table for rows "
          "that people sort and filter, pdf for what is to be printed, code for source files. Give "
          "the returned url to the user. To change it later under the same link, use update.",
      .takes_content = true,
      .arguments = kArguments,
      .output_schema = share_output_schema(),
      .nature = {},
      .scopes = {core::Scope::artifacts_share},
      .scopes_for_content = {core::Scope::artifacts_write},
      .scopes_for_extension = {core::Scope::artifacts_write},
      .adds = true,
      .call = share,
  };
  return kTool;
}

// update

namespace {

// A text of spaces would remove what is there.
void refuse_empty_texts(FieldReader& arguments) {
  for (const std::string_view name : {"title", "description"}) {
    const auto text = arguments.value(name);
    if (!text || !text->root().is(core::JsonType::string)) continue;
    if (!core::trim(text->root().exact_string()).empty()) continue;
    arguments.fail(core::ErrorCode::invalid_request, name,
                   "is empty; leave it out to keep what is there, or give null to remove it");
  }
}

// The artifact that is to change, by its argument or by its own key.
core::Result<core::ArtifactId> find_target(const Call& call, const FieldReader& arguments,
                                           const app::ArtifactChangeInput& change) {
  if (arguments.is_given("artifact")) {
    const auto reference = read_artifact(call, arguments);
    if (!reference) return reference.error();
    return reference->artifact;
  }
  if (!change.external_id)
    return core::Error{core::ErrorCode::invalid_request, "is required, or externalId", "artifact"};
  return call.app.artifacts.id_of(call.principal, *change.external_id);
}

core::Result<ToolAnswer> update(Call& call, FieldReader& arguments) {
  const auto content = read_content_argument(arguments);
  if (!content) return content.error();
  refuse_empty_texts(arguments);
  const auto change = app::read_artifact_change(arguments);
  if (!content->has_value() && !arguments.is_given("title") && !arguments.is_given("description") &&
      !arguments.is_given("expiresIn") && !arguments.is_given("metadata")) {
    return core::Error{core::ErrorCode::invalid_request,
                       "give what is to change: one of " + core::template_names(", ") +
                           " with the new content, title, description, metadata or expiresIn"};
  }
  if (auto refusal = refuse_without_effect(*content)) return *std::move(refusal);
  if (arguments.is_given("externalId") && !change.external_id && change.problem)
    return as_argument(*change.problem, *content);
  const auto target = find_target(call, arguments, change);
  if (!target) {
    std::optional<core::Error> found = target.error();
    if (change.problem) core::add_problem(found, *change.problem);
    return as_argument(*found, *content);
  }
  const auto changed = call.app.artifacts.change(call.principal, *target, change);
  if (!changed) return as_argument(changed.error(), *content);
  const auto warnings = as_argument(changed->warnings, *content);

  const std::string dashboard = dashboard_url(call.configuration, changed->id);
  core::JsonWriter json;
  json.begin_object();
  json.member("artifact", changed->id.to_string());
  // Without a title, it is the content's first heading.
  json.member("title",
              call.principal.may_read_artifacts() ? core::display_title(*changed) : changed->title);
  json.member("template", core::to_string(changed->content_template));
  json.member("version", changed->version.value());
  json.member("updatedAt", changed->updated_at.rfc3339());
  if (changed->expires_at) json.member("expiresAt", changed->expires_at->rfc3339());
  json.member("dashboardUrl", dashboard);
  core::write_warnings(json, warnings);
  json.end_object();
  return ToolAnswer{"Updated " + changed->id.to_string() +
                        ". Its links are the same and show the new version, except those pinned "
                        "to another. Its version is now " +
                        changed->version.to_string() + '.' + warning_lines(warnings),
                    json.text()};
}

constexpr std::array kUpdateArguments{
    kArtifact,
    kExternalId,
    Argument{
        "baseVersion",
        R"({"type":"integer","minimum":1,"description":"The version that read returned. If somebody else has changed it since, nothing is changed and the result says so. Give it whenever the new content was made from what was read."})"},
    Argument{"note", kNoteSchema},
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
      R"({"type":"object","properties":{"artifact":{"type":"string"},"title":{"type":["string","null"]},"template":{"type":"string"},"version":{"type":"integer","description":"For the next update as baseVersion."},"updatedAt":{"type":"string"},"expiresAt":{"type":"string","description":"When it ends, with its links, in UTC; absent if it never does."},"dashboardUrl":{"type":"string"},"warnings":)" +
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
          "fields stay unchanged. If only a part is to change, use edit, and to add to the end, "
          "append; otherwise read it first, and give the version that was read as baseVersion. The "
          "versions before are kept: history lists them.",
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

// delete

namespace {

core::Result<ToolAnswer> delete_artifact(Call& call, FieldReader& arguments) {
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  const auto deleted_at = call.app.artifacts.remove(call.principal, reference->artifact,
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
    kArtifact,
    kExternalId,
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

// restore

namespace {

core::Result<ToolAnswer> restore(Call& call, FieldReader& arguments) {
  const auto reference = read_artifact(call, arguments);
  if (!reference) return reference.error();
  const auto restored = call.app.artifacts.restore(call.principal, reference->artifact,
                                                   app::Artifacts::Content::without);
  if (!restored) return restored.error();
  core::JsonWriter json;
  json.begin_object();
  json.member("artifact", restored->id.to_string());
  if (call.principal.may_read_artifacts()) json.member("title", core::display_title(*restored));
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
          R"({"type":"object","properties":{"artifact":{"type":"string"},"title":{"type":["string","null"]},"status":{"type":"string"}},"required":["artifact","status"]})",
      .nature = {},
      .scopes = {core::Scope::artifacts_delete},
      .adds = true,
      .call = restore,
  };
  return kTool;
}

}  // namespace handlers::mcp
