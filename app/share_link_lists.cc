#include "app/share_link_lists.h"

#include <algorithm>

#include "app/artifacts.h"
#include "core/artifact.h"
#include "db/connection/postgres.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::Scope;
using Content = db::ArtifactStore::Content;

// Names the list of the links of an account, for its cursors.
std::string name_of_list(const core::AccountId& account, const core::AccountLinkRequest& request) {
  std::string name = account.to_string();
  if (!request.is_descending) name += " oldest first";
  if (request.filter.has_password) name += " with a password";
  if (!request.filter.text.empty()) name += " with the text " + request.filter.text;
  return name;
}

}  // namespace

Error no_such_link() {
  return {ErrorCode::not_found,
          "the artifact has no share link with this id, or the link was revoked"};
}

std::vector<core::ListedShareLink> ShareLinkLists::with_views(
    std::vector<core::ShareLinkState> states) {
  std::vector<core::ShareId> ids;
  ids.reserve(states.size());
  for (const core::ShareLinkState& state : states) ids.push_back(state.link.id);
  const std::vector<db::Views> waiting = stores_.views.waiting(ids);

  std::vector<core::ListedShareLink> links;
  links.reserve(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    core::ShareLinkState& state = states[i];
    state.view_count += waiting[i].count;
    state.last_viewed_at = std::max(state.last_viewed_at, waiting[i].last_at);
    std::optional<std::string> url;
    if (const auto token = core::share_token_of(state.link, keys_))
      url = core::share_url(public_base_url_, state.link.artifact, *token);
    links.push_back({std::move(state), std::move(url)});
  }
  return links;
}

std::vector<AccountShareLink> ShareLinkLists::listed(std::vector<db::LinkOfAccount> links) {
  std::vector<core::ShareLinkState> states;
  states.reserve(links.size());
  for (db::LinkOfAccount& link : links) states.push_back(std::move(link.state));
  std::vector<core::ListedShareLink> viewed = with_views(std::move(states));
  std::vector<AccountShareLink> all;
  all.reserve(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    db::LinkOfAccount& from = links[i];
    auto display_title = core::display_title(from.title, from.first_heading);
    all.push_back({std::move(viewed[i]), std::move(from.title), std::move(display_title),
                   from.artifact_status});
  }
  return all;
}

core::Result<ShareLinkList> ShareLinkLists::list(const core::Principal& principal,
                                                 const core::ArtifactId& artifact,
                                                 const Query& query) {
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return *std::move(refusal);
  core::ShareListRequest request{
      .status = query.status, .after = std::nullopt, .limit = query.limit};
  if (query.cursor) {
    const auto after =
        core::read_share_cursor(*query.cursor, artifact.to_string(), query.status, keys_);
    if (!after) return after.error();
    request.after = *after;
  }
  const auto owned = own_artifact(stores_.artifacts, principal, artifact, Content::without);
  if (!owned) return owned.error();
  db::ShareLinkPage page = db::list_links(stores_.postgres, artifact, request);
  ShareLinkList list;
  if (page.has_more) {
    const core::ShareLink& last = page.links.back().link;
    list.next_cursor = core::write_share_cursor({last.created_at, last.id}, artifact.to_string(),
                                                query.status, keys_);
  }
  list.links = with_views(std::move(page.links));
  return list;
}

core::Result<AccountShareLinkList> ShareLinkLists::list(const core::Principal& principal,
                                                        const Query& query) {
  return list(principal, {.filter = {.status = query.status}, .limit = query.limit}, query.cursor);
}

core::Result<AccountShareLinkList> ShareLinkLists::list(const core::Principal& principal,
                                                        core::AccountLinkRequest request,
                                                        const std::optional<std::string>& cursor) {
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return *std::move(refusal);
  const std::string of = name_of_list(principal.account, request);
  const auto& status = request.filter.status;
  if (cursor) {
    const auto after = core::read_share_cursor(*cursor, of, status, keys_);
    if (!after) return after.error();
    request.after = *after;
  }
  db::AccountLinkPage page = db::list_links(stores_.postgres, principal.account, request);
  if (request.sort != core::ShareLinkSort::created && !page.total) {
    return Error{ErrorCode::too_many_to_sort,
                 "there are too many share links to sort them by anything but their creation"};
  }
  AccountShareLinkList list{.links = listed(std::move(page.links)), .total = page.total};
  if (page.next) list.next_cursor = core::write_share_cursor(*page.next, of, status, keys_);
  return list;
}

core::Result<std::vector<AccountShareLink>> ShareLinkLists::find_all(
    const core::Principal& principal, const std::vector<core::ShareId>& ids) {
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return *std::move(refusal);
  return listed(db::find_links(stores_.postgres, principal.account, ids));
}

std::vector<WorkingLinks> ShareLinkLists::working(const core::Principal& principal,
                                                  const std::vector<core::ArtifactId>& artifacts) {
  if (artifacts.empty() || principal.refuse(Scope::artifacts_share)) return {};
  auto found = db::working_links(stores_.postgres, principal.account, artifacts);
  std::vector<core::ShareLinkState> states;
  states.reserve(found.size());
  for (db::WorkingLinks& of_one : found) states.push_back(std::move(of_one.link));
  std::vector<core::ListedShareLink> links = with_views(std::move(states));
  std::vector<WorkingLinks> working;
  for (std::size_t i = 0; i < links.size(); ++i)
    if (links[i].url) working.push_back({std::move(links[i]), found[i].count});
  return working;
}

std::vector<db::LinkSummary> ShareLinkLists::summaries(
    const core::Principal& principal, const std::vector<core::ArtifactId>& artifacts) {
  if (artifacts.empty() || principal.refuse(Scope::artifacts_share)) return {};
  auto summaries = db::summarize_links(stores_.postgres, principal.account, artifacts);
  std::vector<core::ShareId> links;
  for (const db::LinkSummary& summary : summaries)
    links.insert(links.end(), summary.newest.begin(), summary.newest.end());
  if (links.empty()) return summaries;
  const std::vector<db::Views> waiting = stores_.views.waiting(links);
  auto views = waiting.begin();
  for (db::LinkSummary& summary : summaries) {
    for (std::size_t i = 0; i < summary.newest.size(); ++i, ++views) {
      summary.views += views->count;
      summary.last_viewed_at = std::max(summary.last_viewed_at, views->last_at);
    }
  }
  return summaries;
}

std::vector<core::ShareId> ShareLinkLists::at(const core::Principal& principal,
                                              const core::ArtifactId& artifact,
                                              const std::vector<core::VersionNumber>& versions) {
  if (versions.empty() || principal.refuse(Scope::artifacts_share)) return {};
  return db::links_at(stores_.postgres, principal.account, artifact, versions);
}

std::optional<core::ListedShareLink> ShareLinkLists::find_kept(const core::Principal& principal,
                                                               const core::ArtifactId& artifact) {
  if (principal.refuse(Scope::artifacts_share)) return std::nullopt;
  const auto kept = stores_.links.find_kept(artifact, core::Duration::default_for_share());
  auto state = kept ? stores_.links.find(kept->id, artifact) : std::nullopt;
  if (!state) return std::nullopt;
  return with_views({*std::move(state)}).front();
}

core::Result<ViewsByDay> ShareLinkLists::views(const core::Principal& principal,
                                               const core::ArtifactId& artifact,
                                               const std::optional<core::ShareId>& link) {
  if (auto refusal = principal.refuse(Scope::artifacts_read)) return *std::move(refusal);
  const auto owned = own_artifact(stores_.artifacts, principal, artifact, Content::without);
  if (!owned) return owned.error();
  auto state = link ? stores_.links.find(*link, artifact) : std::nullopt;
  if (link && !state)
    return Error{ErrorCode::not_found, "the artifact has no share link with this id"};
  return ViewsByDay{std::move(state), stores_.views.days(artifact, link)};
}

core::Result<core::ArtifactId> ShareLinkLists::artifact_of(const core::Principal& principal,
                                                           const core::ShareId& id) {
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return *std::move(refusal);
  const auto artifact = stores_.links.artifact_of(principal.account, id);
  if (!artifact) return no_such_link();
  return *artifact;
}

core::Result<core::ListedShareLink> ShareLinkLists::find(const core::Principal& principal,
                                                         const core::ArtifactId& artifact,
                                                         const core::ShareId& id) {
  auto link = find_any(principal, artifact, id);
  if (link && link->state.revoked_at) return no_such_link();
  return link;
}

core::Result<core::ListedShareLink> ShareLinkLists::find_any(const core::Principal& principal,
                                                             const core::ArtifactId& artifact,
                                                             const core::ShareId& id) {
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return *std::move(refusal);
  const auto owned = own_artifact(stores_.artifacts, principal, artifact, Content::without);
  if (!owned) return owned.error();
  auto state = stores_.links.find(id, artifact);
  if (!state) return no_such_link();
  return with_views({*std::move(state)}).front();
}

core::Result<core::ShareId> ShareLinkLists::link_with(const core::ArtifactId& artifact,
                                                      std::string_view token) const {
  const auto link = core::verify_share_token(token, artifact, keys_);
  if (!link) return Error{ErrorCode::not_found, "this is not the address of a share link"};
  return *link;
}

}  // namespace app
