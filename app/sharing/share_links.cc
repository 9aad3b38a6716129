#include "app/sharing/share_links.h"

#include <algorithm>

#include "app/artifacts/checked_artifact.h"
#include "app/artifacts/own_artifact.h"
#include "app/artifacts/secret_gate.h"
#include "app/publishing_rules.h"
#include "core/clock.h"
#include "core/security/share_token.h"
#include "db/counters/view_counter.h"
#include "db/sharing/share_store.h"
#include "runtime/password_checker.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::Scope;
using Content = db::ArtifactStore::Content;

constexpr core::Duration kUsualLifetime = core::Duration::default_for_share();

core::Duration usual_lifetime(const Actor& actor) {
  return app::usual_expiry(actor, core::Expiry::after(kUsualLifetime)).duration().value();
}

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
  return {.link = link, .token = std::move(token), .url = std::move(url)};
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

std::optional<Error> ShareLinks::refuse(const Actor& actor, const core::Expiry& expiry) const {
  if (auto refusal = refuse_expiry(actor, expiry, stores_.artifacts)) return refusal;
  if (!expiry.is_never() || may_never_expire(actor)) return std::nullopt;
  return Error{ErrorCode::invalid_expires_in,
               "cannot be \"never\" for a share link on the plan " +
                   std::string(core::to_string(actor.plan())) +
                   "; give a duration or a date and time, at most 3650 days from now",
               "expiresIn"};
}

core::Expiry ShareLinks::usual_expiry(const Actor& actor) const {
  return core::Expiry::after(usual_lifetime(actor));
}

// What the store needs for a new link that the actor may make. Hashing is the last step, as it is
// slow.
core::Result<core::NewShareLink> ShareLinks::prepare(const Actor& actor, const NewShareLink& link,
                                                     std::vector<core::Warning>& warnings) {
  if (auto refusal = refuse_without_password(actor, link.password.has_value()))
    return *std::move(refusal);
  if (link.expiry)
    if (auto refusal = refuse(actor, *link.expiry)) return *std::move(refusal);
  const auto expiry = choose_expiry(actor, link.expiry, core::Expiry::after(kUsualLifetime),
                                    stores_.artifacts, warnings);
  if (!expiry) return expiry.error();
  core::NewShareLink options = link.options;
  options.expiry = *expiry;
  auto hashed = hash(actor, link.password);
  if (!hashed) return hashed.error();
  options.password_hash = *std::move(hashed);
  return options;
}

core::Result<CreatedShareLink> ShareLinks::create(const Actor& actor,
                                                  const core::ArtifactId& artifact,
                                                  const NewShareLink& link) {
  if (auto refusal = actor.refuse(Scope::artifacts_share)) return *std::move(refusal);
  if (auto refusal = refuse_secrets_in(actor, artifact, stores_.artifacts))
    return *std::move(refusal);
  std::vector<core::Warning> warnings;
  const auto options = prepare(actor, link, warnings);
  if (!options) return options.error();
  const core::Result<core::ShareLink> created =
      stores_.links.create(core::ShareId::generate(core::now()), artifact, actor.account(),
                           *options, keys_.current().id, actor.note());
  if (!created) return created.error();
  CreatedShareLink with_warnings = with_address(*created);
  with_warnings.warnings = std::move(warnings);
  return with_warnings;
}

core::Result<CreatedArtifactAndLink> ShareLinks::create_with_artifact(
    const Actor& actor, const core::NewArtifact& artifact, const NewShareLink& link) {
  for (const Scope scope : {Scope::artifacts_write, Scope::artifacts_share})
    if (auto refusal = actor.refuse(scope)) return *std::move(refusal);
  auto checked = check_new_artifact(actor, artifact, stores_.artifacts);
  if (!checked) return checked.error();
  const auto options = prepare(actor, link, checked->warnings);
  if (!options) return options.error();
  const auto created = stores_.links.create_with_artifact(
      core::ArtifactId::generate(core::now()), actor.account(), artifact, checked->expiry,
      checked->facts, core::ShareId::generate(core::now()), *options, keys_.current().id,
      actor.note());
  if (!created)
    return naming_holder(created.error(), stores_.artifacts, actor, artifact.external_id);
  pdfs_.begin(created->artifact.id, actor.account(), checked->facts.pdf);
  return CreatedArtifactAndLink{created->artifact, with_address(created->link),
                                std::move(checked->facts.pdf), std::move(checked->warnings)};
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
  if (change.options.expiry)
    if (auto refusal = refuse(actor, *change.options.expiry)) return *std::move(refusal);
  if (change.password) {
    auto hashed = hash(actor, *change.password);
    if (!hashed) return hashed.error();
    change.options.password_hash = *std::move(hashed);
  }
  const auto owned = own_artifact(stores_.artifacts, actor, artifact, Content::without);
  if (!owned) return owned.error();
  if (auto refusal = refuse_unprotected(actor, artifact, id, change)) return *std::move(refusal);
  if (auto refusal = refuse_widening(actor, artifact, id, change.options))
    return *std::move(refusal);

  if (change.options.max_views) {
    if (!stores_.links.find(id, artifact)) return no_such_link();
    // Pending views have to be in the link's row before the limit applies.
    stores_.views.fold_one(id);
  }
  if (auto refusal = refuse_reopening(actor, artifact, id, change.options))
    return *std::move(refusal);
  auto changed = stores_.links.change(id, artifact, change.options, actor.note());
  if (!changed) return changed.error();
  if (!*changed) return no_such_link();
  auto state = with_early_views(**std::move(changed), change.options);
  if (!state || state->revoked_at) return no_such_link();
  return with_views({*std::move(state)}).front();
}

// A link whose views are used up would be usable for longer than the actor may allow.
std::optional<Error> ShareLinks::refuse_reopening(const Actor& actor,
                                                  const core::ArtifactId& artifact,
                                                  const core::ShareId& id,
                                                  const core::ShareLinkChange& change) {
  if (!change.max_views || !actor.limits().maximum_expiry || change.expiry) return std::nullopt;
  const auto state = stores_.links.find(id, artifact);
  if (!state || !state->max_views || state->view_count < *state->max_views) return std::nullopt;
  const auto& end = state->link.expires_at;
  return refuse_expiry(actor, end ? core::Expiry::at(*end) : core::Expiry::never(),
                       stores_.artifacts);
}

// A link to a secret must not become available to more people, or for longer.
std::optional<Error> ShareLinks::refuse_widening(const Actor& actor,
                                                 const core::ArtifactId& artifact,
                                                 const core::ShareId& id,
                                                 const core::ShareLinkChange& change) {
  if (!actor.limits().refuses_secrets) return std::nullopt;
  const auto state = stores_.links.find(id, artifact);
  if (!state) return std::nullopt;  // refused later
  const bool loses_password = change.password_hash && !*change.password_hash;
  const bool has_more_views = change.max_views && state->max_views &&
                              (!*change.max_views || **change.max_views > *state->max_views);
  const bool is_widened =
      loses_password || change.allow_download.value_or(false) || has_more_views ||
      (change.expiry && is_extension(*change.expiry, state->link.expires_at, stores_.artifacts));
  return is_widened ? refuse_secrets_in(actor, artifact, stores_.artifacts) : std::nullopt;
}

// A link that must keep its password, or get one.
std::optional<Error> ShareLinks::refuse_unprotected(const Actor& actor,
                                                    const core::ArtifactId& artifact,
                                                    const core::ShareId& id,
                                                    const ShareLinkChange& change) {
  if (!actor.limits().password_required) return std::nullopt;
  if (change.password) return refuse_without_password(actor, change.password->has_value());
  // A link that does not exist is refused later.
  const auto state = stores_.links.find(id, artifact);
  return state ? refuse_without_password(actor, state->has_password) : std::nullopt;
}

// A new view limit includes views that were counted in Redis before it was set.
std::optional<core::ShareLinkState> ShareLinks::with_early_views(
    core::ShareLinkState state, const core::ShareLinkChange& change) {
  if (!change.max_views || !stores_.views.fold_one(state.link.id)) return state;
  return stores_.links.find(state.link.id, state.link.artifact);
}

core::Result<ShareLinks::Keeping> ShareLinks::prepare_kept(const Actor& actor,
                                                           const core::ArtifactId& artifact,
                                                           const ShareLinkChange& change) {
  if (auto refusal = actor.refuse(Scope::artifacts_share)) return *std::move(refusal);
  if (change.options.expiry)
    if (auto refusal = refuse(actor, *change.options.expiry)) return *std::move(refusal);
  Keeping keeping{stores_.links.find_kept(artifact, usual_lifetime(actor)), change.options};
  if (auto refusal = refuse_without_password(
          actor, change.password ? change.password->has_value()
                                 : keeping.current && keeping.current->password_hash))
    return *std::move(refusal);
  if (change.password) {
    auto password_hash = hash_unless_same(actor, *change.password, keeping.current);
    if (!password_hash) return password_hash.error();
    keeping.change.password_hash = *std::move(password_hash);
  }
  if (keeping.current && keeping.change.max_views) stores_.views.fold_one(keeping.current->id);
  return keeping;
}

core::Result<std::optional<std::string>> ShareLinks::hash_unless_same(
    const Actor& actor, const std::optional<std::string>& password,
    const std::optional<db::KeptLink>& link) {
  if (password && link && link->password_hash) {
    const auto matches =
        passwords_.matches(*password, *link->password_hash, actor.account().to_string());
    if (!matches) return matches.error();
    if (*matches) return link->password_hash;
  }
  return hash(actor, password);
}

core::Result<core::ShareLinkState> ShareLinks::keep(const Actor& actor,
                                                    const core::Artifact& artifact,
                                                    const Keeping& keeping) {
  if (artifact.status == core::ArtifactStatus::expired) return core::not_shared_expired();
  if (artifact.disabled) return core::not_shared_disabled(artifact.disabled->reason);
  if (auto refusal = refuse_secrets_in(actor, artifact.id, stores_.artifacts))
    return *std::move(refusal);
  // The artifact is locked, so no other upsert creates a link now. The link that was found before
  // may have been revoked since, and another upsert may have created one.
  const auto& password = keeping.change.password_hash;
  while (const auto current = stores_.links.find_kept(artifact.id, usual_lifetime(actor))) {
    if (auto refusal = refuse_without_password(
            actor, password ? password->has_value() : current->password_hash.has_value()))
      return *std::move(refusal);
    core::ShareLinkChange change = keeping.change;
    if (!change.expiry && current->ends_soon) change.expiry = usual_expiry(actor);
    if (auto refusal = refuse_reopening(actor, artifact.id, current->id, change))
      return *std::move(refusal);
    auto changed = stores_.links.change(current->id, artifact.id, change, actor.note());
    if (!changed) return changed.error();
    if (*changed) return **std::move(changed);
  }
  if (auto refusal = refuse_without_password(actor, password && *password))
    return *std::move(refusal);
  core::NewShareLink fresh = new_link_options(keeping.change);
  if (!keeping.change.expiry) fresh.expiry = usual_expiry(actor);
  const auto created =
      stores_.links.create(core::ShareId::generate(core::now()), artifact.id, actor.account(),
                           fresh, keys_.current().id, actor.note(), db::KeptAlive::yes);
  if (!created) return created.error();
  return stores_.links.find(created->id, artifact.id).value();
}

core::ListedShareLink ShareLinks::kept(core::ShareLinkState state, const Keeping& keeping) {
  auto with_all = with_early_views(state, keeping.change);
  return with_views({with_all ? *std::move(with_all) : std::move(state)}).front();
}

core::NewShareLink new_link_options(const core::ShareLinkChange& change) {
  core::NewShareLink link;
  if (change.expiry) link.expiry = *change.expiry;
  link.allow_download = change.allow_download.value_or(false);
  link.password_hash = change.password_hash.value_or(std::nullopt);
  link.max_views = change.max_views.value_or(std::nullopt);
  link.remote_images = change.remote_images.value_or(std::nullopt);
  return link;
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
