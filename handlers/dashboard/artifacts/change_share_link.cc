// GET and POST /dashboard/artifacts/{artifact_id}/shares/{share_id}/edit and …/revoke
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

// A link that can be changed, with its artifact.
struct LiveLink {
  core::Artifact artifact;
  core::ShareLinkState state;
  bool may_never_expire = false;
};

// The link in the path. Errors: not_found(), also for a revoked link.
core::Result<LiveLink> find_link(app::Artifacts& artifacts, app::ShareLinks& share_links,
                                 const fcgi::Request& request, const core::Session& session) {
  auto artifact = own_artifact(artifacts, request, session, Content::without);
  if (!artifact) return artifact.error();
  auto link = share_links.find(actor(session, request), artifact->id, share_id(request));
  if (!link) return page_problem(link.error());
  return LiveLink{*std::move(artifact), std::move(link->state),
                  share_links.may_never_expire(actor(session, request))};
}

fcgi::Response change_form(int status, const fcgi::Request& request, const core::Session& session,
                           const LiveLink& link, std::string_view problem) {
  const std::string form_token = core::form_token(session.token);
  const bool is_new = request.method() != fcgi::Method::post;
  const std::string expires_in(is_new ? std::string_view() : request.form_field("expiresIn"));
  const bool extends = is_new || !request.form_field("extendArtifact").empty();
  return page(status,
              pages::dashboard::change_share_link_page({.viewer = viewer(session, form_token),
                                                        .artifact = link.artifact,
                                                        .link = link.state,
                                                        .expires_in = expires_in,
                                                        .extends_artifact = extends,
                                                        .may_never_expire = link.may_never_expire,
                                                        .problem = problem}));
}

fcgi::Response done(const core::ArtifactId& artifact, Notice notice) {
  return redirect(with_notice(pages::dashboard::path_of(artifact), notice) + "#links");
}

}  // namespace

core::Result<fcgi::Response> show_change_share_link(app::Artifacts& artifacts,
                                                    app::ShareLinks& share_links,
                                                    const fcgi::Request& request,
                                                    const core::Session& session) {
  const auto link = find_link(artifacts, share_links, request, session);
  if (!link) return link.error();
  return change_form(200, request, session, *link, {});
}

core::Result<fcgi::Response> change_share_link(app::Artifacts& artifacts,
                                               app::ShareLinks& share_links,
                                               const fcgi::Request& request,
                                               const core::Session& session) {
  const auto link = find_link(artifacts, share_links, request, session);
  if (!link) return link.error();
  core::FormFieldReader reader(request.form());
  const auto change = app::read_share_link_change(reader);
  const auto changed = change ? share_links.change(actor(session, request), link->artifact.id,
                                                   share_id(request), *change)
                              : core::Result<app::ChangedShareLink>(change.error());
  if (!changed) {
    return form_refusal(page_problem(changed.error()), [&](int status, std::string_view problem) {
      return change_form(status, request, session, *link, problem);
    });
  }
  return done(link->artifact.id, changed->state.link.ends_by_artifact ? Notice::link_changed_shorter
                                                                      : Notice::link_changed);
}

core::Result<fcgi::Response> show_revoke_share_link(app::Artifacts& artifacts,
                                                    app::ShareLinks& share_links,
                                                    const fcgi::Request& request,
                                                    const core::Session& session) {
  const auto link = find_link(artifacts, share_links, request, session);
  if (!link) return link.error();
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::revoke_share_link_page(viewer(session, form_token),
                                                            link->artifact, link->state));
}

core::Result<fcgi::Response> revoke_share_link(app::ShareLinks& share_links,
                                               const fcgi::Request& request,
                                               const core::Session& session) {
  const core::ArtifactId artifact = artifact_id(request);
  const auto revoked = share_links.revoke(actor(session, request), artifact, share_id(request));
  if (!revoked) return page_problem(revoked.error());
  return done(artifact, Notice::link_revoked);
}

}  // namespace handlers::dashboard
