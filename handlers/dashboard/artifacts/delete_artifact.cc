// GET and POST /dashboard/artifacts/{artifact_id}/delete, and POST …/delete-permanently
#include "handlers/dashboard/artifacts/delete_artifact.html.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;
using Deletion = app::Artifacts::Deletion;

Html permanent_deletion(const Context& context, const core::Artifact& artifact,
                        std::string_view why) {
  const std::string id = artifact.id.to_string();
  const auto title = core::display_title(artifact);
  const Html what = title ? delete_artifact_html::title_to_type({.title = *title, .id = id})
                          : delete_artifact_html::id_to_type({id});
  return delete_artifact_html::permanent_deletion(
      {.delete_permanently_path = path_of(artifact.id, "/delete-permanently"),
       .form_token = form_token_field(context),
       .problem = pages::problem_note(why),
       .what = what,
       .autofocus = why.empty() ? Html() : Html(" autofocus aria-describedby=\"problem\"")});
}

// Asks for confirmation of what cannot be undone. `problem` is the error in the submitted form.
fcgi::Response delete_form(int status, const Context& context, const core::Artifact& artifact,
                           std::string_view problem) {
  return framed_page(context, status, "Delete artifact", pages::Section::artifacts,
                     delete_artifact_html::delete_form(
                         {.breadcrumb = breadcrumb(artifact),
                          .permanent_deletion = permanent_deletion(context, artifact, problem)}));
}

// Browsers collapse spaces in a title, and people add or omit those at its ends.
std::string with_single_spaces(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

bool is_confirmation(std::string_view typed, const core::Artifact& artifact) {
  const std::string text = with_single_spaces(typed);
  if (text.empty()) return false;
  return text == artifact.id.to_string() ||
         text == with_single_spaces(core::display_title(artifact).value_or(""));
}

core::Result<fcgi::Response> show_delete_artifact(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  return delete_form(200, context, *artifact, {});
}

core::Result<fcgi::Response> delete_artifact(const Context& context) {
  const core::ArtifactId id = artifact_id(context);
  const auto deleted_at = context.app.artifacts.remove(context.principal, id, Deletion::soft);
  if (!deleted_at) return page_problem(deleted_at.error());
  return redirect(with_notice(path_of(id), Notice::deleted));
}

core::Result<fcgi::Response> delete_artifact_permanently(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  if (!is_confirmation(context.request.form_field("confirmation"), *artifact)) {
    return delete_form(400, context, *artifact,
                       "The text does not match the title or ID. Nothing was deleted.");
  }
  const auto deleted_at =
      context.app.artifacts.remove(context.principal, artifact->id, Deletion::permanent);
  if (!deleted_at) return page_problem(deleted_at.error());
  return redirect(with_notice("/dashboard/artifacts", Notice::deleted_permanently));
}

}  // namespace

std::vector<Endpoint> deletion_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/delete",
            .access = Access::user},
           show_delete_artifact},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/delete",
            .access = Access::user},
           delete_artifact},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/delete-permanently",
            .access = Access::user},
           delete_artifact_permanently}};
}

}  // namespace handlers::dashboard
