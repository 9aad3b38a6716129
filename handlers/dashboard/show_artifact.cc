// GET /dashboard/artifacts/{artifact_id}, and its content as JSON at …/json
#include <algorithm>

#include "core/configuration.h"
#include "db/share_store.h"
#include "db/view_counter.h"
#include "handlers/artifact_fields.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/notices.h"
#include "handlers/dashboard/own_artifact.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/artifact_page.h"

namespace handlers::dashboard {
namespace {

// So many of an artifact's links are shown.
constexpr std::size_t kMostLinks = 100;

std::vector<pages::dashboard::ListedLink> listed(Services& services,
                                                 std::vector<core::ShareLinkState> states) {
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
  std::vector<core::ShareLinkState> states = services.shares.list(artifact->id);
  const std::size_t all = states.size();
  if (all > kMostLinks) states.erase(states.begin() + kMostLinks, states.end());
  const std::size_t left_out = all - states.size();
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::artifact_page({viewer(session, form_token), *artifact,
                                                    listed(services, std::move(states)), left_out,
                                                    notice_of(request)}));
}

core::Result<fcgi::Response> show_artifact_json(Services& services, const fcgi::Request& request,
                                                const core::Session& session) {
  const auto artifact = own_artifact(services, request, session, Content::with);
  if (!artifact) return artifact.error();
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::artifact_json_page(viewer(session, form_token), *artifact));
}

}  // namespace handlers::dashboard
