// GET and POST /dashboard/artifacts/{artifact_id}/edit
#include "core/fields.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/artifacts/artifact_forms.h"
#include "pages/dashboard/artifacts/artifact_labels.h"

namespace handlers::dashboard {
namespace {

using pages::dashboard::kKeepExpiry;

struct Typed {
  std::string_view title;
  std::string_view description;
  std::string_view expires_in;
};

fcgi::Response edit_form(int status, const core::Session& session, const core::Artifact& artifact,
                         const Typed& typed, std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  return page(status, pages::dashboard::edit_artifact_page({viewer(session, form_token), artifact,
                                                            typed.title, typed.description,
                                                            typed.expires_in, problem}));
}

}  // namespace

core::Result<fcgi::Response> show_edit_artifact(app::Artifacts& artifacts,
                                                const fcgi::Request& request,
                                                const core::Session& session) {
  const auto artifact = own_artifact(artifacts, request, session, Content::without);
  if (!artifact) return artifact.error();
  const std::string title = artifact->title.value_or("");
  const std::string description = artifact->description.value_or("");
  return edit_form(200, session, *artifact, {title, description, kKeepExpiry}, {});
}

core::Result<fcgi::Response> edit_artifact(app::Artifacts& artifacts, const fcgi::Request& request,
                                           const core::Session& session) {
  const auto artifact = own_artifact(artifacts, request, session, Content::without);
  if (!artifact) return artifact.error();
  core::FormFields fields = request.form();
  if (request.form_field("expiresIn") == kKeepExpiry) fields.erase("expiresIn");
  core::FormFieldReader reader(fields);
  const auto changed =
      artifacts.change(actor(session, request), artifact->id, app::read_artifact_change(reader));
  if (!changed) {
    return form_refusal(page_problem(changed.error()), [&](int status, std::string_view problem) {
      const Typed typed{.title = request.form_field("title"),
                        .description = request.form_field("description"),
                        .expires_in = request.form_field("expiresIn")};
      return edit_form(status, session, *artifact, typed, problem);
    });
  }
  return redirect(with_notice(pages::dashboard::path_of(changed->id), Notice::edited));
}

}  // namespace handlers::dashboard
