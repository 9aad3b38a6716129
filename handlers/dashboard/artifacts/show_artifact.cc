// GET /dashboard/artifacts/{artifact_id}, its content as JSON at …/json, and POST …/restore, whose
// form is on its page
#include <algorithm>

#include "app/share_links.h"
#include "handlers/binding.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/artifacts/artifact_labels.h"
#include "pages/dashboard/artifacts/artifact_page.h"

namespace handlers::dashboard {
namespace {

// The number of share links shown on a page.
constexpr int kLinksPerPage = 50;

// The link that the address marks. It is added in front of the page's links if it is not among them
// and still exists.
std::optional<core::ShareId> marked_link(app::ShareLinks& share_links, const app::Actor& actor,
                                         const core::ArtifactId& artifact,
                                         const fcgi::Request& request,
                                         std::vector<core::ListedShareLink>& links) {
  const auto id = core::ShareId::parse(request.query("link").value_or(""));
  if (!id) return std::nullopt;
  const bool is_shown =
      std::any_of(links.begin(), links.end(),
                  [&](const core::ListedShareLink& link) { return link.state.link.id == *id; });
  if (!is_shown)
    if (auto link = share_links.find(actor, artifact, *id)) links.insert(links.begin(), *link);
  return id;
}

core::Result<fcgi::Response> artifact_response(int status, app::Artifacts& artifacts,
                                               app::ShareLinks& share_links,
                                               const fcgi::Request& request,
                                               const core::Session& session,
                                               std::string_view problem) {
  const auto artifact = own_artifact(artifacts, request, session, Content::without);
  if (!artifact) return artifact.error();
  auto links = share_links.list(
      actor(session, request), artifact->id,
      {.status = std::nullopt, .cursor = request.query("links"), .limit = kLinksPerPage});
  if (!links) return links.error();
  const auto marked =
      marked_link(share_links, actor(session, request), artifact->id, request, links->links);
  const std::string form_token = core::form_token(session.token);
  return page(status,
              pages::dashboard::artifact_page({.viewer = viewer(session, form_token),
                                               .artifact = *artifact,
                                               .links = links->links,
                                               .marked = marked,
                                               .older_links = links->next_cursor,
                                               .shows_newest_links = !request.query("links"),
                                               .notice = notice_of(request),
                                               .problem = problem}));
}

}  // namespace

core::Result<fcgi::Response> show_artifact(app::Artifacts& artifacts, app::ShareLinks& share_links,
                                           const fcgi::Request& request,
                                           const core::Session& session) {
  return artifact_response(200, artifacts, share_links, request, session, {});
}

core::Result<fcgi::Response> restore_artifact(app::Artifacts& artifacts,
                                              app::ShareLinks& share_links,
                                              const fcgi::Request& request,
                                              const core::Session& session) {
  const core::ArtifactId id = artifact_id(request);
  const auto restored = artifacts.restore(actor(session, request), id, Content::without);
  if (restored) return redirect(with_notice(pages::dashboard::path_of(id), Notice::restored));
  // It is restored already, which was the intention.
  if (restored.error().code == core::ErrorCode::not_deleted)
    return redirect(pages::dashboard::path_of(id));
  return form_refusal(page_problem(restored.error()), [&](int status, std::string_view problem) {
    return artifact_response(status, artifacts, share_links, request, session, problem);
  });
}

core::Result<fcgi::Response> show_artifact_json(app::Artifacts& artifacts,
                                                const fcgi::Request& request,
                                                const core::Session& session) {
  const auto artifact = own_artifact(artifacts, request, session, Content::with);
  if (!artifact) return artifact.error();
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::artifact_json_page(viewer(session, form_token), *artifact));
}

}  // namespace handlers::dashboard
