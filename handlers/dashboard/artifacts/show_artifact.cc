// GET /dashboard/artifacts/{artifact_id}, and its content as JSON at …/json
#include <algorithm>

#include "core/artifact/share_list.h"
#include "core/operation/configuration.h"
#include "db/artifacts/share_store.h"
#include "db/counters/view_counter.h"
#include "handlers/api/artifact_fields.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/notices.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/artifact_page.h"

namespace handlers::dashboard {
namespace {

// So many of an artifact's links are shown at once.
constexpr int kLinksPerPage = 50;

std::vector<pages::dashboard::ListedLink> listed(Services& services,
                                                 const std::vector<core::ShareLinkState>& states) {
  std::vector<core::ShareId> ids;
  ids.reserve(states.size());
  for (const core::ShareLinkState& state : states) ids.push_back(state.link.id);
  const std::vector<db::Views> waiting = services.views.waiting(ids);
  std::vector<pages::dashboard::ListedLink> links;
  links.reserve(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const core::ShareLinkState& state = states[i];
    const auto address = address_of(state.link, services.configuration);
    links.push_back({.state = state,
                     .url = address ? std::optional(address->url) : std::nullopt,
                     .view_count = state.view_count + waiting[i].count,
                     .last_viewed_at = std::max(state.last_viewed_at, waiting[i].last_at)});
  }
  return links;
}

}  // namespace

core::Result<fcgi::Response> show_artifact(Services& services, const fcgi::Request& request,
                                           const core::Session& session) {
  const auto artifact = own_artifact(services, request, session, Content::without);
  if (!artifact) return artifact.error();
  const core::SigningKeys& keys = services.configuration.signing_keys;
  core::ShareListRequest list{
      .status = std::nullopt, .after = std::nullopt, .limit = kLinksPerPage};
  if (const auto text = request.query("links")) {
    const auto after = core::read_share_cursor(*text, artifact->id, list.status, keys);
    if (!after) return after.error();
    list.after = *after;
  }
  const db::ShareLinkPage links = services.shares.list(artifact->id, list);
  std::optional<std::string> older;
  if (links.has_more) {
    const core::ShareLink& last = links.links.back().link;
    older = core::write_share_cursor({last.created_at, last.id}, artifact->id, list.status, keys);
  }
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::artifact_page({.viewer = viewer(session, form_token),
                                                    .artifact = *artifact,
                                                    .links = listed(services, links.links),
                                                    .older_links = older,
                                                    .shows_newest_links = !list.after.has_value(),
                                                    .notice = notice_of(request)}));
}

core::Result<fcgi::Response> show_artifact_json(Services& services, const fcgi::Request& request,
                                                const core::Session& session) {
  const auto artifact = own_artifact(services, request, session, Content::with);
  if (!artifact) return artifact.error();
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::artifact_json_page(viewer(session, form_token), *artifact));
}

}  // namespace handlers::dashboard
