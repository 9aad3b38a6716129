#include "app/share_links.h"

#include <algorithm>

#include "app/own_artifact.h"
#include "core/clock.h"
#include "db/artifacts/share_store.h"
#include "db/counters/view_counter.h"
#include "runtime/password_checker.h"
#include "templates/content.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::Scope;
using Content = db::ArtifactStore::Content;

Error no_such_link() {
  return {ErrorCode::not_found,
          "the artifact has no share link with this id, or the link was revoked"};
}

}  // namespace

core::Result<std::optional<std::string>> ShareLinks::hash(
    const Actor& actor, const std::optional<std::string>& password) {
  if (!password) return std::optional<std::string>();
  auto hash = passwords_.hash(*password, actor.account().to_string());
  if (!hash) return hash.error();
  return std::optional(*std::move(hash));
}

CreatedShareLink ShareLinks::with_address(const core::ShareLink& link) const {
  // Cannot fail: it was signed with the current key.
  std::string token = core::share_token_of(link, keys_).value();
  std::string url = core::share_url(public_base_url_, link.artifact, token);
  return {link, std::move(token), std::move(url)};
}

std::vector<core::ListedShareLink> ShareLinks::with_views(
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

core::Result<CreatedShareLink> ShareLinks::create(const Actor& actor,
                                                  const core::ArtifactId& artifact,
                                                  const NewShareLink& link) {
  if (auto refusal = actor.refuse(Scope::artifacts_share)) return *std::move(refusal);
  core::NewShareLink options = link.options;
  auto hashed = hash(actor, link.password);
  if (!hashed) return hashed.error();
  options.password_hash = *std::move(hashed);
  const core::Result<core::ShareLink> created =
      stores_.links.create(core::ShareId::generate(core::now()), artifact, actor.account(), options,
                           keys_.current().id, actor.note());
  if (!created) return created.error();
  return with_address(*created);
}

core::Result<CreatedArtifactAndLink> ShareLinks::create_with_artifact(const Actor& actor,
                                                                      core::NewArtifact artifact,
                                                                      const NewShareLink& link) {
  for (const Scope scope : {Scope::artifacts_write, Scope::artifacts_share})
    if (auto refusal = actor.refuse(scope)) return *std::move(refusal);
  auto findings = templates::check_content(artifact.content_template, artifact.content);
  if (!findings) return findings.error();
  core::NewShareLink options = link.options;
  auto hashed = hash(actor, link.password);
  if (!hashed) return hashed.error();
  options.password_hash = *std::move(hashed);
  // Both get the same expiry.
  artifact.lifetime = options.lifetime;
  const auto created = stores_.links.create_with_artifact(
      core::ArtifactId::generate(core::now()), actor.account(), artifact,
      core::ShareId::generate(core::now()), options, keys_.current().id, actor.note());
  if (!created) return created.error();
  return CreatedArtifactAndLink{
      created->artifact, with_address(created->link),
      pdfs_.begin(created->artifact.id, actor.account(), findings->makes_pdf),
      std::move(findings->warnings)};
}

core::Result<ShareLinkList> ShareLinks::list(const Actor& actor, const core::ArtifactId& artifact,
                                             const Query& query) {
  if (auto refusal = actor.refuse(Scope::artifacts_share)) return *std::move(refusal);
  core::ShareListRequest request{
      .status = query.status, .after = std::nullopt, .limit = query.limit};
  if (query.cursor) {
    const auto after = core::read_share_cursor(*query.cursor, artifact, query.status, keys_);
    if (!after) return after.error();
    request.after = *after;
  }
  const auto owned = own_artifact(stores_.artifacts, actor, artifact, Content::without);
  if (!owned) return owned.error();
  db::ShareLinkPage page = stores_.links.list(artifact, request);
  ShareLinkList list;
  if (page.has_more) {
    const core::ShareLink& last = page.links.back().link;
    list.next_cursor =
        core::write_share_cursor({last.created_at, last.id}, artifact, query.status, keys_);
  }
  list.links = with_views(std::move(page.links));
  return list;
}

core::Result<core::ListedShareLink> ShareLinks::find(const Actor& actor,
                                                     const core::ArtifactId& artifact,
                                                     const core::ShareId& id) {
  if (auto refusal = actor.refuse(Scope::artifacts_share)) return *std::move(refusal);
  const auto owned = own_artifact(stores_.artifacts, actor, artifact, Content::without);
  if (!owned) return owned.error();
  auto state = stores_.links.find(id, artifact);
  if (!state || state->revoked_at) return no_such_link();
  return with_views({*std::move(state)}).front();
}

core::Result<core::ShareId> ShareLinks::link_with(const core::ArtifactId& artifact,
                                                  std::string_view token) const {
  const auto claims = core::verify_share_token(token, keys_);
  if (!claims || claims->artifact != artifact)
    return Error{ErrorCode::not_found, "this is not the address of a share link"};
  return claims->share;
}

core::Result<core::ListedShareLink> ShareLinks::change(const Actor& actor,
                                                       const core::ArtifactId& artifact,
                                                       const core::ShareId& id,
                                                       ShareLinkChange change) {
  if (auto refusal = actor.refuse(Scope::artifacts_share)) return *std::move(refusal);
  if (change.password) {
    auto hashed = hash(actor, *change.password);
    if (!hashed) return hashed.error();
    change.options.password_hash = *std::move(hashed);
  }
  const auto owned = own_artifact(stores_.artifacts, actor, artifact, Content::without);
  if (!owned) return owned.error();

  // Pending views have to be in the link's row before the limit applies.
  if (change.options.max_views) stores_.views.fold_one(id);
  auto state = stores_.links.change(id, artifact, change.options, actor.note());
  // Also those counted in Redis before the limit was set.
  if (state && change.options.max_views && stores_.views.fold_one(id))
    state = stores_.links.find(id, artifact);
  if (!state || state->revoked_at) return no_such_link();
  return with_views({*std::move(state)}).front();
}

core::Result<core::Timestamp> ShareLinks::revoke(const Actor& actor,
                                                 const core::ArtifactId& artifact,
                                                 const core::ShareId& id) {
  if (auto refusal = actor.refuse(Scope::artifacts_share)) return *std::move(refusal);
  const auto owned = own_artifact(stores_.artifacts, actor, artifact, Content::without);
  if (!owned) return owned.error();
  const auto revoked_at = stores_.links.revoke(id, artifact, actor.note());
  if (!revoked_at) return no_such_link();
  return *revoked_at;
}

}  // namespace app
