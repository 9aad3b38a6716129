// GET and POST /dashboard/artifacts/new, its preview, and GET
// /dashboard/artifacts/{artifact_id}/duplicate
#include <algorithm>
#include <vector>

#include "app/artifact_input.h"
#include "app/artifacts.h"
#include "app/idempotency.h"
#include "app/share_links.h"
#include "core/security/cryptography.h"
#include "core/security/tokens.h"
#include "core/text/encodings.h"
#include "core/text/text.h"
#include "handlers/dashboard/artifacts/artifact_form.h"
#include "handlers/dashboard/artifacts/new_artifact.html.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/artifacts/sent_content.h"
#include "handlers/dashboard/page.h"
#include "handlers/document_response.h"
#include "handlers/endpoint.h"
#include "handlers/page_response.h"
#include "pages/forms.h"
#include "pages/frame.h"
#include "pages/share_page.h"
#include "templates/content.h"
#include "templates/image/picture.h"
#include "templates/registry.h"

namespace handlers::dashboard {
namespace {

using core::ErrorCode;

constexpr std::string_view kTitle = "New artifact";

fcgi::Response form_page(const Context& context, int status, const core::FormFields& fields,
                         std::string_view text, const FormProblems& problems,
                         const ContentOrigin* origin) {
  const pages::SignedInUser user = signed_in_user(context);
  const std::string from = origin == nullptr ? std::string() : origin->artifact.to_string();
  return framed_page(
      context, status, kTitle, pages::Section::artifacts,
      new_artifact_html::new_artifact(
          {.title = kTitle,
           .form = artifact_form({.fields = fields,
                                  .text = text,
                                  .problems = problems,
                                  .from = from,
                                  .keeps_file = origin != nullptr && origin->source.is_file,
                                  .chosen_file = name_of_file(context.request),
                                  .form_token = user.form_token,
                                  .once = once_of(context.request),
                                  .draft = draft_name(context.principal, from),
                                  .most_bytes = context.configuration.max_file_bytes})}),
      artifact_form_head());
}

// The artifact whose content the form began with. Errors: not_found().
core::Result<std::optional<ContentOrigin>> origin_of(const Context& context,
                                                     const core::ArtifactId& id) {
  using Origin = core::Result<std::optional<ContentOrigin>>;
  return with_content(context, id, [&](const core::Artifact& artifact) -> Origin {
    auto origin = content_origin(artifact);
    if (!origin) return origin.error();
    return std::optional(*std::move(origin));
  });
}
core::Result<std::optional<ContentOrigin>> origin_sent(const Context& context) {
  const auto id = core::ArtifactId::parse(context.request.form_field("from"));
  if (!id) return std::optional<ContentOrigin>();
  return origin_of(context, *id);
}

core::Result<fcgi::Response> show_new_artifact(const Context& context) {
  return framed_page(
      context, 200, kTitle, pages::Section::artifacts,
      new_artifact_html::new_artifact({.title = kTitle, .form = new_artifact_form(context)}),
      artifact_form_head());
}

core::Result<fcgi::Response> show_duplicate(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  const auto origin = origin_of(context, artifact->id);
  if (!origin) return origin.error();
  const core::FormFields fields{
      {"template", std::string(core::to_string(artifact->content_template))},
      {"title", artifact->title.value_or("")},
      {"description", artifact->description.value_or("")}};
  return form_page(context, 200, fields, (*origin)->source.text, {}, &**origin);
}

struct SavedArtifact {
  std::string place;  // the path of its page, with a notice
  std::string url;    // of its link; may be empty
  std::vector<core::Warning> warnings;
};

core::JsonTree name_of(core::Template content_template) {
  return *core::JsonTree::parse('"' + std::string(core::to_string(content_template)) + '"');
}

// What is wrong with the content is said when it is saved.
bool has_no_heading(const SentContent& sent) {
  const auto found = templates::check_content(sent.content_template, sent.content);
  return found && found->first_heading.value_or("").empty();
}

core::Result<core::NewArtifact> read_artifact(const Context& context, const ContentOrigin* origin) {
  core::FieldReader reader(context.request.form());
  const auto sent = read_content(context.request, context.configuration, origin, reader);
  // If there is no content, the other fields are checked all the same.
  reader.replace("template", name_of(sent ? sent->content_template : core::Template::markdown));
  reader.replace("content", sent ? sent->content : core::JsonTree());
  if (sent && sent->title.empty() && core::is_blank(context.request.form_field("title")) &&
      has_no_heading(*sent))
    reader.fail(ErrorCode::invalid_request, "title", "is missing: the content has no heading");
  auto artifact = app::read_new_artifact(reader);
  if (artifact && !artifact->title && !sent->title.empty() &&
      core::count_code_points(sent->title) <= 255)
    artifact->title = sent->title;
  return artifact;
}

std::string place_with_link(const core::ArtifactId& id, const app::CreatedShareLink& created) {
  const Notice notice =
      created.link.ends_by_artifact ? Notice::link_created_shorter : Notice::link_created;
  return with_notice(path_of(id), notice) + "&link=" + created.link.id.to_string();
}

core::Result<SavedArtifact> save(const Context& context, const ContentOrigin* origin) {
  const auto artifact = read_artifact(context, origin);
  if (!artifact) return artifact.error();
  if (!context.request.form_field(kLinkExpiry).empty()) {
    core::FieldReader reader(context.request.form());
    app::NewShareLink link{};
    link.expiry = reader.expiry(kLinkExpiry);
    link.options.allow_download =
        templates::definition_of(artifact->content_template).limits_downloads;
    if (auto problem = reader.problem()) return *std::move(problem);
    auto created = context.app.share_links.create_with_artifact(context.principal, *artifact, link);
    if (!created) return created.error();
    return SavedArtifact{place_with_link(created->artifact.id, created->link), created->link.url,
                         std::move(created->warnings)};
  }
  auto created = context.app.artifacts.create(context.principal, *artifact);
  if (!created) return created.error();
  return SavedArtifact{
      with_notice(path_of(created->id), Notice::created), {}, std::move(created->warnings)};
}

// The fields and the file, without the token, which is new each time.
std::string text_of_form(const fcgi::Request& request) {
  std::string text;
  const auto append = [&](std::string_view part) {
    text.append(std::to_string(part.size())).append(":").append(part);
  };
  for (const auto& [name, value] : request.form()) {
    if (name == "form_token") continue;
    append(name);
    append(value);
  }
  if (const core::FormPart* file = request.form_file()) {
    append(name_of_file(request));
    append(file->content);
  }
  return text;
}

// Sent again, as by a second click, the form makes no other artifact. If anything was changed
// meanwhile, it does.
core::Result<SavedArtifact> save_once(const Context& context, const ContentOrigin* origin) {
  const auto once = core::SecretToken::parse(context.request.form_field("once"));
  if (!once) return save(context, origin);
  const std::string text = text_of_form(context.request);
  const std::string key = once->text() + '.' + core::to_hexadecimal(core::sha256(text));
  std::optional<core::Result<SavedArtifact>> saved;
  const auto outcome = context.app.idempotency.run(
      context.principal.account,
      {.sender = context.principal.user->to_string(), .key = key, .text = text},
      [&]() -> std::optional<app::Idempotency::StoredResponse> {
        saved = save(context, origin);
        if (!*saved) return std::nullopt;
        return app::Idempotency::StoredResponse{303, (*saved)->place};
      });
  if (!outcome) return outcome.error();
  if (const auto* repeated = std::get_if<app::Idempotency::Repeated>(&*outcome))
    return SavedArtifact{repeated->response.bytes, {}, {}};
  if (std::holds_alternative<app::Idempotency::InProgress>(*outcome))
    return core::Error{ErrorCode::idempotency_in_progress,
                       "this is being saved already; save again in a moment to see it"};
  return *std::move(saved);
}

core::Result<fcgi::Response> create_artifact(const Context& context) {
  std::optional<ContentOrigin> origin;
  const auto saved =
      context.app.request_admission.run(context.request.body().size(), context.principal.account,
                                        [&]() -> core::Result<SavedArtifact> {
                                          auto found = origin_sent(context);
                                          if (!found) return found.error();
                                          origin = *std::move(found);
                                          return save_once(context, origin ? &*origin : nullptr);
                                        });
  if (!saved) {
    return form_refusal(saved.error(), [&](int status, std::string_view) {
      return core::Result<fcgi::Response>(
          form_page(context, status, context.request.form(), context.request.form_field("text"),
                    FormProblems(context.request, saved.error()), origin ? &*origin : nullptr));
    });
  }
  return saved_page(context, saved->warnings, saved->place, saved->url);
}

// In place of a preview.
fcgi::Response preview_note(const Context& context, std::string_view title, std::string_view text) {
  return preview_page(
      pages::lay_out({context.configuration.installation,
                      title,
                      {},
                      new_artifact_html::preview_note({.title = title, .text = text}),
                      "notice"}),
      {});
}

std::string all_problems(const fcgi::Request& request, const core::Error& error) {
  const FormProblems problems(request, error);
  std::string text;
  for (const std::string_view field : {"text", "file", "template", ""}) {
    const std::string one = problems.text_of(field);
    if (!one.empty()) text.append(text.empty() ? "" : " ").append(one);
  }
  return text.empty() ? form_problem(error) : text;
}

// A picture that is not stored yet, as an address; empty for other content.
std::string address_of_picture(const SentContent& sent) {
  const auto picture = templates::content_as(templates::Form::picture, sent.content_template,
                                             std::string(sent.content.text()));
  const auto type = picture ? templates::picture_type_of(*picture) : std::nullopt;
  if (!type) return {};
  return "data:" + std::string(templates::kind_of(*type).media_type) + ";base64," +
         core::to_base64(core::as_bytes(*picture));
}

core::Result<fcgi::Response> preview_new_artifact(const Context& context) {
  const fcgi::Request& request = context.request;
  core::FieldReader reader(request.form());
  const auto sent = context.app.request_admission.run(
      request.body().size(), context.principal.account, [&]() -> core::Result<SentContent> {
        auto origin = origin_sent(context);
        if (!origin) return origin.error();
        auto content =
            read_content(request, context.configuration, *origin ? &**origin : nullptr, reader);
        if (!content) return reader.problem().value();
        const auto checked = templates::check_content(content->content_template, content->content);
        if (!checked) return checked.error();
        return *std::move(content);
      });
  if (!sent) {
    if (!is_shown_in_form(sent.error())) return sent.error();
    return preview_note(context, "No preview yet", all_problems(request, sent.error()));
  }
  if (sent->content_template == core::Template::pdf)
    return preview_note(context, "PDF document", "The document is shown here once it is saved.");
  if (templates::definition_of(sent->content_template).has_document)
    if (const auto html = sent->content.root().find("html");
        html && html->is(core::JsonType::string))
      return document_response(context.configuration, request, html->string());
  const auto rendered =
      context.app.artifact_previews.draft(context.principal, sent->content_template, sent->content);
  if (!rendered) {
    if (!is_shown_in_form(rendered.error())) return rendered.error();
    return preview_note(context, "No preview now", form_problem(rendered.error()));
  }
  const templates::RenderedContent& content = *rendered->entry;
  const auto typed = [&](std::string_view field, const std::string& otherwise) {
    const std::string text(request.form_field(field));
    return text.empty() ? otherwise : text;
  };
  const std::string title = typed("title", sent->title);
  const std::string description = typed("description", {});
  const core::Timestamp now = core::now();
  fcgi::Response response = preview_page(
      pages::share_page(
          context.configuration.installation,
          {.content_template = sent->content_template,
           .title = title.empty() ? std::nullopt : std::optional(title),
           .description = description.empty() ? std::nullopt : std::optional(description),
           .created_at = now,
           .link_expires_at = std::nullopt,
           .file_path = address_of_picture(*sent),
           .rows_path = {},
           .csv_path = {},
           .allow_download = false,
           .is_preview = true},
          content),
      {content.document_origin, content.has_remote_images,
       content.has_data_images || content.picture});
  response.keep_until_written(rendered->turn);
  return response;
}

}  // namespace

std::vector<Endpoint> new_artifact_endpoints() {
  return {{{.method = Method::get, .pattern = "/dashboard/artifacts/new", .access = Access::user},
           show_new_artifact},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/new",
            .access = Access::user,
            .adds = true,
            .takes_files = true},
           create_artifact},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/new/preview",
            .access = Access::user,
            .takes_files = true},
           preview_new_artifact},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/duplicate",
            .access = Access::user},
           show_duplicate}};
}

}  // namespace handlers::dashboard
