// GET and POST /dashboard/artifacts/{artifact_id}/delete, and POST …/delete-permanently
#include "handlers/binding.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/artifacts/artifact_forms.h"
#include "pages/dashboard/artifacts/artifact_labels.h"

namespace handlers::dashboard {
namespace {

using Deletion = app::Artifacts::Deletion;
using pages::dashboard::path_of;

fcgi::Response delete_form(int status, const core::Session& session, const core::Artifact& artifact,
                           std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  return page(status, pages::dashboard::delete_artifact_page(viewer(session, form_token), artifact,
                                                             problem));
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

}  // namespace

core::Result<fcgi::Response> show_delete_artifact(app::Artifacts& artifacts,
                                                  const fcgi::Request& request,
                                                  const core::Session& session) {
  const auto artifact = own_artifact(artifacts, request, session, Content::without);
  if (!artifact) return artifact.error();
  return delete_form(200, session, *artifact, {});
}

core::Result<fcgi::Response> delete_artifact(app::Artifacts& artifacts,
                                             const fcgi::Request& request,
                                             const core::Session& session) {
  const core::ArtifactId id = artifact_id(request);
  const auto deleted_at = artifacts.remove(actor(session, request), id, Deletion::soft);
  if (!deleted_at) return page_problem(deleted_at.error());
  return redirect(with_notice(path_of(id), Notice::deleted));
}

core::Result<fcgi::Response> delete_artifact_permanently(app::Artifacts& artifacts,
                                                         const fcgi::Request& request,
                                                         const core::Session& session) {
  const auto artifact = own_artifact(artifacts, request, session, Content::without);
  if (!artifact) return artifact.error();
  if (!is_confirmation(request.form_field("confirmation"), *artifact)) {
    return delete_form(400, session, *artifact,
                       "The text does not match the title or ID. Nothing was deleted.");
  }
  const auto deleted_at =
      artifacts.remove(actor(session, request), artifact->id, Deletion::permanent);
  if (!deleted_at) return page_problem(deleted_at.error());
  return redirect(with_notice("/dashboard/artifacts", Notice::deleted_permanently));
}

}  // namespace handlers::dashboard
