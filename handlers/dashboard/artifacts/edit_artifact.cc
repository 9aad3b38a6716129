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

// An empty expiry stays as it is.
Html expiry_field(const core::Artifact& artifact, std::string_view chosen) {
  Html options;
  if (artifact.expires_at)
    options = pages::choice("", "Keep: " + html::readable_moment_text(*artifact.expires_at),
                            chosen.empty(), artifact.expires_at);
  options += pages::choice("never", "Never",
                           chosen == "never" || (chosen.empty() && !artifact.expires_at));
  return pages::expiry_choice(options, chosen);
}

fcgi::Response edit_form(int status, const Context& context, const core::Artifact& artifact,
                         const core::FormFields& fields, std::string_view problem) {
  return framed_page(context, status, "Title, description, expiry", pages::Section::artifacts,
                     edit_artifact_html::edit(
                         {.breadcrumb = breadcrumb(artifact),
                          .edit_path = path_of(artifact.id, "/edit"),
                          .form_token = form_token_field(context),
                          .problem = pages::problem_note(problem),
                          .title = core::form_value(fields, "title"),
                          .description = core::form_value(fields, "description"),
                          .expiry = expiry_field(artifact, core::form_value(fields, "expiresIn")),
                          .path = path_of(artifact.id)}));
}

core::Result<fcgi::Response> show_edit_artifact(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  return edit_form(200, context, *artifact,
                   {{"title", artifact->title.value_or("")},
                    {"description", artifact->description.value_or("")}},
                   {});
}

core::Result<fcgi::Response> edit_artifact(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  core::FormFields fields = context.request.form();
  if (context.request.form_field("expiresIn").empty()) fields.erase("expiresIn");
  core::FieldReader reader(fields);
  const auto changed = context.app.artifacts.change(context.principal, artifact->id,
                                                    app::read_artifact_change(reader));
  if (!changed) {
    return form_refusal(page_problem(changed.error()), [&](int status, std::string_view problem) {
      return edit_form(status, context, *artifact, context.request.form(), problem);
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
