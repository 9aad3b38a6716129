// share

#include <array>

#include "app/artifact_input.h"
#include "app/artifact_upserts.h"
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
  std::string url;
  const core::ShareLink& link;
  const core::LinkOptions& options;
  bool has_password = false;
  std::vector<core::Warning> warnings = {};
  std::optional<core::VersionNumber> updated = {};  // what existed, which now has this version
};

// Brief, as it stays in the model's context: what the model has given is not repeated.
ToolAnswer answer(const Shared& shared) {
  const std::optional<core::Timestamp>& expires_at = shared.link.expires_at;
  core::JsonWriter json;
  json.begin_object();
  json.member("url", shared.url);
  json.member("artifact", shared.artifact.to_string());
  if (shared.updated) json.member("version", shared.updated->value());
  if (expires_at) json.member("expiresAt", expires_at->rfc3339());
  if (shared.link.ends_by_artifact) json.member("expiresBecause", "artifact");
  core::write_warnings(json, shared.warnings);
  json.end_object();

  std::string text = shared.url + '\n';
  if (shared.updated)
    text +=
        "What had this externalId was updated, to version " + shared.updated->to_string() + ". ";
  text += expires_at ? "Until " + expires_at->rfc3339() : "Never expires";
  if (shared.link.ends_by_artifact) text += ", when its artifact expires";
  if (shared.has_password) text += ", with the password";
  if (const auto& most = shared.options.max_views)
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
  const auto created = call.app.share_links.create(call.principal, reference->artifact, options);
  if (!created) return created.error();
  return answer({reference->artifact, created->url, created->link, options.options,
                 options.password.has_value(), created->warnings});
}

// Creates what has the external ID, or updates it and keeps its link.
core::Result<ToolAnswer> put(Call& call, FieldReader& arguments, const core::ExternalId& id,
                             const std::optional<ContentArgument>& content) {
  app::ArtifactUpsert upsert;
  upsert.change = app::read_artifact_upsert(arguments, id, {});
  auto link = app::read_share_link_change(arguments);
  if (auto problem = app::problem_of_new(arguments, upsert.change))
    return as_argument(*std::move(problem), content);
  if (!link) return as_argument(link.error(), content);
  if (auto refusal = refuse_without_effect(content)) return *std::move(refusal);
  link->extends_artifact = true;
  upsert.link = *std::move(link);
  const auto upserted = call.app.artifact_upserts.put(call.principal, id, upsert, {});
  if (!upserted) return as_argument(upserted.error(), content);
  const core::ShareLinkState& state = upserted->link->state;
  return answer({upserted->artifact.id, upserted->link->url.value_or(""), state.link, state.options,
                 state.has_password, as_argument(upserted->artifact.warnings, content),
                 upserted->is_new ? std::nullopt : std::optional(upserted->artifact.version)});
}

core::Result<ToolAnswer> share(Call& call, FieldReader& arguments) {
  const auto content = read_content_argument(arguments);
  if (!content) return content.error();
  const bool has_artifact = arguments.is_given("artifact");
  if (has_artifact && content->has_value()) {
    return Error{ErrorCode::invalid_request,
                 "cannot be given with content; leave one out, or use update to change the content",
                 "artifact"};
  }
  if (!has_artifact && !content->has_value()) {
    return Error{ErrorCode::invalid_request,
                 "give one of " + content_arguments() +
                     " with the content, or artifact to make another link to what exists"};
  }
  if (!has_artifact && arguments.has_value("externalId"))
    if (const auto id = core::ExternalId::parse(arguments.word("externalId").value_or("")))
      return put(call, arguments, *id, *content);
  const auto options = app::read_new_share_link(arguments, call.principal.link_defaults);
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
  if (!created) return as_argument(created.error(), *content);
  std::vector<core::Warning> warnings = as_argument(created->warnings, *content);
  core::append(warnings, created->link.warnings);
  return answer({created->artifact.id, created->link.url, created->link.link, options->options,
                 options->password.has_value(), std::move(warnings)});
}

constexpr std::array kShareArguments{
    kTitle,
    kDescription,
    kMetadata,
    kNote,
    Argument{
        "externalId",
        R"({"type":"string","description":"Your own key for it, such as nightly-sales. If something has this key, it is updated under the same link. Other tools take it as artifact ext:nightly-sales."})"},
    Argument{
        "artifact",
        R"({"type":"string","description":"Instead of content, to make another link to what was shared before: its id (art_… or ext:externalId) or one of its links."})"},
    Argument{
        "expiresIn",
        R"({"type":"string","description":"How long the link works, such as 12h or 30d; default: 7d. What is shared expires with it."})"},
    kPassword,
    kIdempotencyKey,
};

}  // namespace

const Tool& share_tool() {
  static const std::vector<Argument> kArguments =
      together({kShareArguments, link_arguments(LinkUse::create)});
  static const Tool kTool{
      .name = "share",
      .title = "Share as a web page",
      .description =
          "Publishes content as a web page and returns its url, which anyone can open without an "
          "account; give it to the user. Give exactly one of markdown (reports and text), chart "
          "(numbers to compare), table (rows to sort and filter), pdf (for print), code (source "
          "files) and html (interactive pages). To change it later under the same url, use edit, "
          "append or update. change_link sets further options of the link.",
      .content = ContentArguments::by_schema,
      .arguments = kArguments,
      .nature = {},
      .scopes = {core::Scope::artifacts_share},
      .scopes_for_content = {core::Scope::artifacts_write},
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

core::Result<ToolAnswer> update(Call& call, FieldReader& arguments) {
  const auto content = read_content_argument(arguments);
  if (!content) return content.error();
  refuse_empty_texts(arguments);
  const auto change = app::read_artifact_change(arguments);
  if (!content->has_value() && !arguments.is_given("title") && !arguments.is_given("description") &&
      !arguments.is_given("expiresIn") && !arguments.is_given("metadata") &&
      !arguments.is_given("externalId")) {
    return core::Error{
        core::ErrorCode::invalid_request,
        "give what is to change: one of " + content_arguments() +
            " with the new content, title, description, metadata, expiresIn or externalId"};
  }
  if (auto refusal = refuse_without_effect(*content)) return *std::move(refusal);
  const auto target = read_artifact(call, arguments);
  if (!target) {
    std::optional<core::Error> found = target.error();
    if (change.problem) core::add_problem(found, *change.problem);
    return as_argument(*found, *content);
  }
  const auto changed = call.app.artifacts.change(call.principal, target->artifact, change);
  if (!changed) return as_argument(changed.error(), *content);
  const auto warnings = as_argument(changed->warnings, *content);

  const auto url = find_open_url(call, changed->id);
  core::JsonWriter json;
  json.begin_object();
  json.member("artifact", changed->id.to_string());
  if (url) json.member("url", *url);
  // Without a title, it is the content's first heading.
  json.member("title",
              call.principal.may_read_artifacts() ? core::display_title(*changed) : changed->title);
  json.member("template", core::to_string(changed->content_template));
  json.member("version", changed->version.value());
  json.member("updatedAt", changed->updated_at.rfc3339());
  if (changed->expires_at) json.member("expiresAt", changed->expires_at->rfc3339());
  json.member("dashboardUrl", dashboard_url(call.configuration, changed->id));
  core::write_warnings(json, warnings);
  json.end_object();
  return ToolAnswer{"Updated " + changed->id.to_string() +
                        ". Its links are the same and show the new version, except those pinned "
                        "to another. Its version is now " +
                        changed->version.to_string() + '.' + open_url_line(url) +
                        warning_lines(warnings),
                    json.text()};
}

constexpr std::array kUpdateArguments{
    kArtifact,
    kBaseVersion,
    kNote,
    Argument{"title", R"({"type":["string","null"],"description":"null removes it."})"},
    Argument{"description", R"({"type":["string","null"],"description":"null removes it."})"},
    Argument{
        "metadata",
        R"({"type":"object","description":"Entries to add or change. The value null removes an entry."})"},
    Argument{
        "externalId",
        R"({"type":["string","null"],"description":"A new key of your own; null removes it."})"},
    Argument{
        "expiresIn",
        R"({"type":"string","description":"How long it lasts from now, such as 12h, 30d or never; so does the link that was made with it. Other links end with it at the latest."})"},
};

}  // namespace

const Tool& update_tool() {
  static const Tool kTool{
      .name = "update",
      .title = "Update what was shared",
      .description =
          "Changes the content, title, description, metadata, expiry or externalId of what was "
          "shared, under the same links. What you leave out stays. New content must be of the same "
          "kind and replaces all of the old: to change a part, use edit, and to add to the end, "
          "append. Before you replace content, read it, and give the version that you read as "
          "baseVersion.",
      .content = ContentArguments::by_example,
      .arguments = kUpdateArguments,
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

constexpr std::array kOneArtifact{kArtifact};

}  // namespace

const Tool& delete_tool() {
  static const Tool kTool{
      .name = "delete",
      .title = "Delete what was shared",
      .description =
          "Deletes something that was shared, so that its links stop working. Within 30 days, "
          "restore brings it and its links back.",
      .arguments = kOneArtifact,
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
  const auto url = find_open_url(call, restored->id);
  if (url) json.member("url", *url);
  if (call.principal.may_read_artifacts()) json.member("title", core::display_title(*restored));
  json.member("status", core::to_string(restored->status));
  json.end_object();
  return ToolAnswer{"Restored " + restored->id.to_string() +
                        ". The links that it had work again, unless they have expired meanwhile." +
                        open_url_line(url),
                    json.text()};
}

}  // namespace

const Tool& restore_tool() {
  static const Tool kTool{
      .name = "restore",
      .title = "Restore what was deleted",
      .description =
          "Restores something that was deleted within the last 30 days, and those of its links "
          "that have not expired. find with status deleted lists what can be restored.",
      .arguments = kOneArtifact,
      .nature = {},
      .scopes = {core::Scope::artifacts_delete},
      .adds = true,
      .call = restore,
  };
  return kTool;
}

}  // namespace handlers::mcp
