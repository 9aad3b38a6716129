// GET and POST /dashboard/artifacts/{artifact_id}/shares/new
#include <algorithm>

#include "app/share_links.h"
#include "core/fields.h"
#include "handlers/binding.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/artifacts/artifact_labels.h"
#include "pages/dashboard/artifacts/share_link_forms.h"

namespace handlers::dashboard {
namespace {

constexpr std::string_view kUsualExpiry = "7d";

fcgi::Response link_form(int status, const app::ShareLinks& share_links,
                         const core::Session& session, const core::Artifact& artifact,
                         const fcgi::Request& request, std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  const bool is_new = request.method() != fcgi::Method::post;
  return page(status,
              pages::dashboard::new_share_link_page(
                  {.viewer = viewer(session, form_token),
                   .artifact = artifact,
                   .expires_in = is_new ? kUsualExpiry : request.form_field("expiresIn"),
                   .password = request.form_field("password"),
                   .max_views = request.form_field("maxViews"),
                   .remote_images = request.form_field("remoteImages"),
                   .allow_download = !request.form_field("allowDownload").empty(),
                   .extends_artifact = is_new || !request.form_field("extendArtifact").empty(),
                   .may_never_expire = share_links.may_never_expire(actor(session, request)),
                   .problem = problem}));
}

bool has_short_password(const app::CreatedShareLink& link) {
  return std::any_of(link.warnings.begin(), link.warnings.end(), [](const core::Warning& warning) {
    return warning.code == core::WarningCode::short_password;
  });
}

}  // namespace

core::Result<fcgi::Response> show_create_share_link(app::Artifacts& artifacts,
                                                    app::ShareLinks& share_links,
                                                    const fcgi::Request& request,
                                                    const core::Session& session) {
  const auto artifact = own_artifact(artifacts, request, session, Content::without);
  if (!artifact) return artifact.error();
  // The artifact's page says why no link can be created.
  if (artifact->status != core::ArtifactStatus::active || artifact->disabled)
    return redirect(pages::dashboard::path_of(artifact->id));
  return link_form(200, share_links, session, *artifact, request, {});
}

core::Result<fcgi::Response> create_share_link(app::Artifacts& artifacts,
                                               app::ShareLinks& share_links,
                                               const fcgi::Request& request,
                                               const core::Session& session) {
  const core::ArtifactId id = artifact_id(request);
  core::FormFieldReader reader(request.form());
  const auto link = app::read_new_share_link(reader);
  const auto created = link ? share_links.create(actor(session, request), id, *link)
                            : core::Result<app::CreatedShareLink>(link.error());
  if (created) {
    const Notice notice = created->link.ends_by_artifact ? Notice::link_created_shorter
                          : has_short_password(*created) ? Notice::link_with_short_password_created
                                                         : Notice::link_created;
    return redirect(with_notice(pages::dashboard::path_of(id), notice) + "#links");
  }
  return form_refusal(page_problem(created.error()),
                      [&](int status, std::string_view problem) -> core::Result<fcgi::Response> {
                        // Only the form needs the artifact itself.
                        const auto artifact =
                            own_artifact(artifacts, request, session, Content::without);
                        if (!artifact) return artifact.error();
                        return link_form(status, share_links, session, *artifact, request, problem);
                      });
}

}  // namespace handlers::dashboard
