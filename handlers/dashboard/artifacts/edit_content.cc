// GET and POST /dashboard/artifacts/{artifact_id}/content, and GET …/content/file, the text of a
// content that is too large for the form
#include "app/artifact_input.h"
#include "app/artifacts.h"
#include "core/artifact.h"
#include "handlers/dashboard/artifacts/artifact_form.h"
#include "handlers/dashboard/artifacts/edit_content.html.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/artifacts/sent_content.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/frame.h"
#include "templates/documents/document_content.h"

namespace handlers::dashboard {
namespace {

using core::ErrorCode;
using html::Html;

// The artifact as it is, and what of it is edited.
struct EditedArtifact {
  core::Artifact artifact;
  ContentOrigin origin;
};

core::Result<EditedArtifact> edited_artifact(const Context& context) {
  const auto edited = [&](const core::Artifact& artifact) -> core::Result<EditedArtifact> {
    auto origin = content_origin(artifact);
    if (!origin) return origin.error();
    return EditedArtifact{artifact, *std::move(origin)};
  };
  return with_content(context, artifact_id(context), edited);
}

// The version that somebody else has saved since the form was opened.
Html theirs(const EditedArtifact& edited) {
  const Html content = edited.origin.source.is_file
                           ? edit_content_html::their_file()
                           : edit_content_html::their_text({edited.origin.source.text});
  return edit_content_html::theirs(
      {.updated_at = html::readable_moment(edited.artifact.updated_at), .content = content});
}

Html way_to_edit_file(const EditedArtifact& edited) {
  const bool is_too_large = edited.origin.source.is_file &&
                            !templates::definition_of(edited.artifact.content_template).has_file;
  if (!is_too_large) return {};
  return edit_content_html::way_to_edit_file(
      {.content_file_path = path_of(edited.artifact.id, "/content/file")});
}

// A picture's text stays, unless it is replaced too.
core::FormFields fields_of(const Context& context, const EditedArtifact& edited) {
  const core::Artifact& artifact = edited.artifact;
  core::FormFields fields{{"template", std::string(core::to_string(artifact.content_template))},
                          {"title", artifact.title.value_or("")}};
  const auto& definition = templates::definition_of(artifact.content_template);
  if (!definition.has_form(templates::Form::picture)) return fields;
  const std::string_view sent = context.request.form_field("alt");
  const auto alt = edited.origin.content.root().find("alt");
  const bool has_alt = sent.empty() && alt && alt->is(core::JsonType::string);
  fields.emplace("alt", has_alt ? alt->string() : std::string(sent));
  return fields;
}

fcgi::Response content_page(const Context& context, int status, const EditedArtifact& edited,
                            std::string_view text, const FormProblems& problems,
                            const Html& before = {}) {
  const pages::SignedInUser user = signed_in_user(context);
  const core::Artifact& artifact = edited.artifact;
  const std::string id = artifact.id.to_string();
  return framed_page(
      context, status, "Edit content", pages::Section::artifacts,
      edit_content_html::edit_content(
          {.breadcrumb = breadcrumb(artifact),
           .before = before,
           .file = way_to_edit_file(edited),
           .form = artifact_form({.fields = fields_of(context, edited),
                                  .text = text,
                                  .problems = problems,
                                  .from = id,
                                  .version = artifact.version.to_string(),
                                  .keeps_file = edited.origin.source.is_file,
                                  .chosen_file = name_of_file(context.request),
                                  .form_token = user.form_token,
                                  .draft = draft_name(context.principal, id),
                                  .most_bytes = context.configuration.max_file_bytes})}),
      artifact_form_head());
}

core::Result<fcgi::Response> show_edit_content(const Context& context) {
  const auto edited = edited_artifact(context);
  if (!edited) return edited.error();
  return content_page(context, 200, *edited, edited->origin.source.text, {});
}

core::Result<fcgi::Response> download_text(const Context& context) {
  const auto answer = [&](const core::Artifact& artifact) -> core::Result<fcgi::Response> {
    const auto content = core::JsonTree::parse(artifact.content);
    if (!content) return content.error();
    const auto source = templates::source_of(artifact.content_template, content->root());
    if (source.is_file) return not_found();
    const std::string extension = source.member.empty()                                   ? "json"
                                  : source.member == "csv"                                ? "csv"
                                  : artifact.content_template == core::Template::markdown ? "md"
                                                                                          : "txt";
    return file("text/plain; charset=utf-8", "content." + extension, source.text);
  };
  return with_content(context, artifact_id(context), answer);
}

core::Result<app::ChangedArtifact> change_content(const Context& context,
                                                  const EditedArtifact& edited) {
  const fcgi::Request& request = context.request;
  core::FieldReader reader(request.form());
  const auto& definition = templates::definition_of(edited.artifact.content_template);
  if (edited.origin.source.is_file && !definition.has_form(templates::Form::picture) &&
      request.form_file() == nullptr)
    reader.fail(ErrorCode::invalid_request, "file",
                "is missing; choose the one to replace it with");
  auto content = reader.error()
                     ? std::nullopt
                     : read_content(request, context.configuration, &edited.origin, reader);
  if (!content) return reader.problem().value();
  app::ArtifactChangeInput change;
  change.fields.content = std::move(content->content);
  change.content_template = content->content_template;
  change.base_version = core::VersionNumber::parse(request.form_field("version"));
  // Without it, what others changed meanwhile would be lost.
  if (!change.base_version)
    return core::Error{ErrorCode::version_conflict, "the form does not say which version it edits"};
  return context.app.artifacts.change(context.principal, edited.artifact.id, std::move(change));
}

core::Result<fcgi::Response> edit_content(const Context& context) {
  const auto edited = edited_artifact(context);
  if (!edited) return edited.error();
  const auto changed =
      context.app.request_admission.run(context.request.body().size(), context.principal.account,
                                        [&] { return change_content(context, *edited); });
  if (changed) {
    return saved_page(context, changed->warnings,
                      with_notice(path_of(changed->id), Notice::content_edited), {});
  }
  core::Error error = page_problem(changed.error());
  const bool is_overtaken = error.code == ErrorCode::version_conflict;
  if (is_overtaken) {
    error.field.clear();
    error.message =
        "somebody else saved this artifact while you were writing; nothing was saved yet";
  }
  return form_refusal(error, [&](int status, std::string_view) -> core::Result<fcgi::Response> {
    // As it is now: it may have been overtaken only just before it was to be written.
    const auto now = edited_artifact(context);
    if (!now) return now.error();
    return content_page(context, status, *now, context.request.form_field("text"),
                        FormProblems(context.request, error), is_overtaken ? theirs(*now) : Html());
  });
}

}  // namespace

std::vector<Endpoint> content_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/content",
            .access = Access::user},
           show_edit_content},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/content/file",
            .access = Access::user},
           download_text},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/content",
            .access = Access::user,
            .adds = true,
            .takes_files = true},
           edit_content}};
}

}  // namespace handlers::dashboard
