// GET and POST /dashboard/artifacts/{artifact_id}/edit
#include "core/fields.h"
#include "handlers/dashboard/artifacts/edit_artifact.html.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

// The form's value for an unchanged expiry.
constexpr std::string_view kKeepExpiry = "keep";

// As the form shows it.
struct Typed {
  std::string_view title;
  std::string_view description;
  std::string_view expires_in;  // kKeepExpiry, a duration, or empty: never
};

Html expiry_field(const core::Artifact& artifact, std::string_view chosen) {
  Html options;
  if (artifact.expires_at) {
    options =
        pages::choice(kKeepExpiry, "Keep: " + html::readable_moment_text(*artifact.expires_at),
                      chosen == kKeepExpiry, artifact.expires_at);
    options += pages::choice("", "Never", chosen.empty());
  } else {
    options = pages::choice("", "Never", chosen.empty() || chosen == kKeepExpiry);
  }
  return pages::expiry_choice(options, chosen);
}

fcgi::Response edit_form(int status, const Context& context, const core::Artifact& artifact,
                         const Typed& typed, std::string_view problem) {
  const pages::SignedInUser user = signed_in_user(context);
  return page(
      status,
      pages::frame("Edit details", pages::Section::artifacts, user,
                   edit_artifact_html::edit({.breadcrumb = breadcrumb(artifact),
                                             .edit_path = path_of(artifact.id, "/edit"),
                                             .form_token = pages::form_token_field(user.form_token),
                                             .problem = pages::problem_note(problem),
                                             .title = typed.title,
                                             .description = typed.description,
                                             .expiry = expiry_field(artifact, typed.expires_in),
                                             .path = path_of(artifact.id)})));
}

core::Result<fcgi::Response> show_edit_artifact(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  const std::string title = artifact->title.value_or("");
  const std::string description = artifact->description.value_or("");
  return edit_form(200, context, *artifact, {title, description, kKeepExpiry}, {});
}

core::Result<fcgi::Response> edit_artifact(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  core::FormFields fields = context.request.form();
  if (context.request.form_field("expiresIn") == kKeepExpiry) fields.erase("expiresIn");
  core::FieldReader reader(fields);
  const auto changed = context.app.artifacts.change(context.principal, artifact->id,
                                                    app::read_artifact_change(reader));
  if (!changed) {
    return form_refusal(page_problem(changed.error()), [&](int status, std::string_view problem) {
      const Typed typed{.title = context.request.form_field("title"),
                        .description = context.request.form_field("description"),
                        .expires_in = context.request.form_field("expiresIn")};
      return edit_form(status, context, *artifact, typed, problem);
    });
  }
  return redirect(with_notice(path_of(changed->id), Notice::edited));
}

}  // namespace

std::vector<Endpoint> edit_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/edit",
            .access = Access::user},
           show_edit_artifact},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/edit",
            .access = Access::user,
            .adds = true},
           edit_artifact}};
}

}  // namespace handlers::dashboard
