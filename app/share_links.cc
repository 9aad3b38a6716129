#include "app/share_links.h"

#include <cstdint>

#include "app/artifacts.h"
#include "app/publishing_rules.h"
#include "core/share_link.h"
#include "core/time.h"
#include "db/connection/postgres.h"
#include "db/counters/view_counter.h"
#include "runtime/password_checker.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::Scope;
using Content = db::ArtifactStore::Content;

constexpr core::Duration kUsualLifetime = core::Duration::default_for_share();

core::Duration usual_lifetime(const core::Principal& principal) {
  return app::usual_expiry(principal, core::Expiry::after(kUsualLifetime)).duration().value();
}

// A link that should end more than this after its artifact has a warning: programs compute the two
// expiries a moment apart.
constexpr std::int64_t kUnremarkableMilliseconds = 60'000;

// For a link whose expiry was given.
void warn_of_limit(const core::ShareLink& link, std::vector<core::Warning>& warnings) {
  if (!link.ends_by_artifact) return;
  if (link.own_end && link.own_end->unix_milliseconds() - link.expires_at->unix_milliseconds() <=
                          kUnremarkableMilliseconds)
    return;
  warnings.push_back({core::WarningCode::expiry_limited_by_artifact,
                      "the link ends at " + link.expires_at->rfc3339() + ", when its artifact " +
                          link.artifact.to_string() +
                          " expires, earlier than asked for; extendArtifact: true keeps the "
                          "artifact until then too",
                      "/expiresIn"});
}

// The artifact now lasts as long as the link.
void end_by_itself(core::ShareLink& link) {
  link.expires_at = link.own_end;
  link.ends_by_artifact = false;
}

// Whether a change that is refused for one link may be possible for others.
bool is_of_one_link(ErrorCode code) {
  return code == ErrorCode::not_found || code == ErrorCode::artifact_deleted ||
         code == ErrorCode::secret_detected || code == ErrorCode::password_required ||
         code == ErrorCode::invalid_request;  // refuse_history()
}

template <typename Value>
bool is_given(const db::LinkRowChange& change, Value core::LinkOptions::*member) {
  return change.options.find(member) != nullptr;
}

// Runs `work` in a transaction, which takes effect only if it succeeds.
template <typename Work>
auto commit_if_successful(db::Postgres& postgres, const Work& work) {
  return db::retry_conflicts([&] {
    db::Transaction transaction(postgres);
    auto result = work();
    if (result) transaction.commit();
    return result;
  });
}

}  // namespace

core::Result<std::optional<std::string>> ShareLinks::hash(
    const core::Principal& principal, const std::optional<std::string>& password) {
  if (!password) return std::optional<std::string>();
  auto hash = passwords_.hash(*password, principal.account.to_string());
  if (!hash) return hash.error();
  return std::optional(*std::move(hash));
}

void ShareLinks::warn_of_hidden_sender(const core::Principal& principal,
                                       std::optional<bool> shows_sender,
                                       std::vector<core::Warning>& warnings) {
  if (shows_sender.value_or(false))
    warn_of_sender(stores_.senders.find(principal.account), warnings);
}

CreatedShareLink ShareLinks::with_address(const core::ShareLink& link) const {
  // Cannot fail: it was signed with the current key.
  std::string token = core::share_token_of(link, keys_).value();
  std::string url = core::share_url(public_base_url_, link.artifact, token);
  return {.link = link, .token = std::move(token), .url = std::move(url)};
}

std::optional<Error> ShareLinks::refuse(const core::Principal& principal,
                                        const core::Expiry& expiry) const {
  if (auto refusal = refuse_expiry(principal, expiry, stores_.artifacts)) return refusal;
  if (!expiry.is_never() || may_never_expire(principal)) return std::nullopt;
  return Error{ErrorCode::invalid_expires_in,
               "cannot be \"never\" for a share link on the plan " +
                   std::string(core::to_string(principal.plan)) +
                   "; give a duration or a date and time, at most 3650 days from now",
               "expiresIn"};
}

core::Expiry ShareLinks::usual_expiry(const core::Principal& principal) const {
  return core::Expiry::after(usual_lifetime(principal));
}

// The row of a new link that the principal may create. Hashing is the last step, as
// it is slow.
core::Result<db::NewLinkRow> ShareLinks::prepare(const core::Principal& principal,
                                                 const NewShareLink& link,
                                                 std::vector<core::Warning>& warnings) {
  if (auto refusal = refuse_without_password(principal, link.password.has_value()))
    return *std::move(refusal);
  if (link.expiry)
    if (auto refusal = refuse(principal, *link.expiry)) return *std::move(refusal);
  const auto expiry = choose_expiry(principal, link.expiry, core::Expiry::after(kUsualLifetime),
                                    stores_.artifacts, warnings);
  if (!expiry) return expiry.error();
  auto hashed = hash(principal, link.password);
  if (!hashed) return hashed.error();
  return db::NewLinkRow{link.options, *expiry, *std::move(hashed)};
}

core::Result<CreatedShareLink> ShareLinks::create(const core::Principal& principal,
                                                  const core::ArtifactId& artifact,
                                                  const NewShareLink& link) {
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return *std::move(refusal);
  if (link.extends_artifact)
    if (auto refusal = principal.refuse(Scope::artifacts_write)) return *std::move(refusal);
  if (auto refusal = refuse_secrets(principal, artifact, link.options, searched()))
    return *std::move(refusal);
  std::vector<core::Warning> warnings;
  const auto row = prepare(principal, link, warnings);
  if (!row) return row.error();
  const auto write = [&] {
    return stores_.links.create(core::ShareId::generate(core::now()), artifact, principal.account,
                                *row, keys_.current().id, principal);
  };
  const auto write_both = [&]() -> core::Result<core::ShareLink> {
    auto made = write();
    if (!made) return made;
    if (auto refusal = extend(principal, artifact, row->expiry)) return *std::move(refusal);
    end_by_itself(*made);
    return made;
  };
  const auto created =
      link.extends_artifact
          ? with_turn_for_search(principal, admission_,
                                 [&] { return commit_if_successful(stores_.postgres, write_both); })
          : write();
  if (!created) return created.error();
  if (link.expiry) warn_of_limit(*created, warnings);
  warn_of_password(link.password, warnings);
  if (link.options.allow_download) {
    const auto owned = own_artifact(stores_.artifacts, principal, artifact, Content::without);
    if (owned) warn_of_download(owned->content_template, warnings);
  }
  warn_of_hidden_sender(principal, link.options.show_sender, warnings);
  CreatedShareLink with_warnings = with_address(*created);
  with_warnings.warnings = std::move(warnings);
  return with_warnings;
}

core::Result<CreatedArtifactAndLink> ShareLinks::create_with_artifact(
    const core::Principal& principal, core::NewArtifact artifact, const NewShareLink& link) {
  for (const Scope scope : {Scope::artifacts_write, Scope::artifacts_share})
    if (auto refusal = principal.refuse(scope)) return *std::move(refusal);
  auto checked = check_new_artifact(principal, artifact, stores_.artifacts, web_pages_);
  if (!checked) return checked.error();
  if (auto refusal = refuse_history(principal, link.options)) return *std::move(refusal);
  std::vector<core::Warning> warnings;
  const auto row = prepare(principal, link, warnings);
  if (!row) return row.error();
  // Where neither has an expiry, one warning tells of both.
  if (!artifact.expiry) warnings.clear();
  const auto created = stores_.artifacts.create_with_link(
      core::ArtifactId::generate(core::now()), artifact, checked->expiry, checked->facts,
      core::ShareId::generate(core::now()), *row, keys_.current().id, principal);
  if (!created)
    return with_existing_artifact(created.error(), stores_.artifacts, principal,
                                  artifact.external_id);
  pdfs_.begin(created->artifact.id, principal.account, checked->facts.pdf);
  CreatedShareLink with_warnings = with_address(created->link);
  with_warnings.warnings = std::move(warnings);
  if (link.expiry) warn_of_limit(created->link, with_warnings.warnings);
  warn_of_password(link.password, with_warnings.warnings);
  if (link.options.allow_download)
    warn_of_download(artifact.content_template, with_warnings.warnings);
  warn_of_hidden_sender(principal, link.options.show_sender, with_warnings.warnings);
  return CreatedArtifactAndLink{created->artifact, std::move(with_warnings),
                                std::move(checked->facts.pdf), std::move(checked->warnings)};
}

// Lets the artifact last as long as a link with this expiry, if it would end before. Its other
// links keep their own expiry.
std::optional<Error> ShareLinks::extend(const core::Principal& principal,
                                        const core::ArtifactId& artifact,
                                        const core::Expiry& expiry) {
  core::ArtifactChange change;
  change.expiry = expiry;
  for (;;) {
    const auto owned = own_artifact(stores_.artifacts, principal, artifact, Content::without);
    if (!owned) return owned.error();
    if (owned->status == core::ArtifactStatus::deleted) {
      return Error{ErrorCode::artifact_deleted,
                   "the artifact is deleted; restore it before extending it"};
    }
    if (!is_extension(expiry, owned->expires_at, stores_.artifacts)) return std::nullopt;
    if (auto refusal = refuse_extension(principal, *owned, change, searched())) return refusal;
    const auto extended = stores_.artifacts.update(
        *owned, change, {}, db::ArtifactStore::NeverExpiringLinks::unchanged, principal);
    if (!extended) return extended.error();
    if (*extended) return std::nullopt;
  }
}

core::Result<ChangedShareLinks> ShareLinks::revoke_all(const core::Principal& principal,
                                                       const std::vector<core::ShareId>& ids) {
  auto links = lists_.find_all(principal, ids);
  if (!links) return links.error();
  ChangedShareLinks result;
  for (AccountShareLink& link : *links) {
    const auto revoked = revoke(principal, link.state.link.artifact, link.state.link.id);
    if (!revoked) result.unchanged.push_back({std::move(link), revoked.error()});
  }
  return result;
}

core::Result<ChangedShareLinks> ShareLinks::extend_all(const core::Principal& principal,
                                                       const std::vector<core::ShareId>& ids,
                                                       const ShareLinkChange& change) {
  auto links = lists_.find_all(principal, ids);
  if (!links) return links.error();
  const core::Expiry& expiry = *change.expiry;
  if (const auto end = end_of(expiry, stores_.artifacts); end && *end <= stores_.artifacts.now())
    return core::invalid_expiry("expiresIn");
  ChangedShareLinks result;
  for (AccountShareLink& link : *links) {
    const core::ShareLink& one = link.state.link;
    if (link.state.revoked_at) {
      result.unchanged.push_back({std::move(link), {ErrorCode::gone, "it is revoked"}});
      continue;
    }
    if (!is_extension(expiry, one.expires_at, stores_.artifacts)) continue;
    const auto changed = this->change(principal, one.artifact, one.id, change);
    if (changed) continue;
    if (!is_of_one_link(changed.error().code)) return changed.error();
    result.unchanged.push_back({std::move(link), changed.error()});
  }
  return result;
}

core::Result<ChangedShareLink> ShareLinks::change(const core::Principal& principal,
                                                  const core::ArtifactId& artifact,
                                                  const core::ShareId& id,
                                                  const ShareLinkChange& change) {
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return *std::move(refusal);
  if (change.extends_artifact)
    if (auto refusal = principal.refuse(Scope::artifacts_write)) return *std::move(refusal);
  if (change.expiry)
    if (auto refusal = refuse(principal, *change.expiry)) return *std::move(refusal);
  db::LinkRowChange row{change.options, change.expiry, {}};
  if (change.password) {
    auto hashed = hash(principal, *change.password);
    if (!hashed) return hashed.error();
    row.password_hash = *std::move(hashed);
  }
  const auto owned = own_artifact(stores_.artifacts, principal, artifact, Content::without);
  if (!owned) return owned.error();
  if (auto refusal = refuse_unprotected(principal, artifact, id, change))
    return *std::move(refusal);
  if (auto refusal = refuse_widening(principal, artifact, id, row)) return *std::move(refusal);

  if (is_given(row, &core::LinkOptions::max_views)) {
    if (!stores_.links.find(id, artifact)) return no_such_link();
    // Pending views have to be in the link's row before the limit applies.
    stores_.views.fold_one(id);
  }
  if (auto refusal = refuse_reopening(principal, artifact, id, row)) return *std::move(refusal);
  auto changed = write_change(principal, artifact, id, row, change.extends_artifact);
  if (!changed) return changed.error();
  if (!*changed) return no_such_link();
  auto state = with_early_views(**std::move(changed), row);
  if (!state || state->revoked_at) return no_such_link();
  ChangedShareLink link{lists_.with_views({*std::move(state)}).front()};
  if (link.state.artifact_is_deleted) {
    link.warnings.push_back({core::WarningCode::artifact_deleted,
                             "the link does not open, as its artifact " + artifact.to_string() +
                                 " is deleted; it opens again once that is restored"});
  }
  if (change.expiry) warn_of_limit(link.state.link, link.warnings);
  if (change.password) warn_of_password(*change.password, link.warnings);
  const core::LinkOptions made = change.options.of_new_link();
  if (made.allow_download) warn_of_download(owned->content_template, link.warnings);
  warn_of_hidden_sender(principal, made.show_sender, link.warnings);
  return link;
}

core::Result<std::optional<core::ShareLinkState>> ShareLinks::write_change(
    const core::Principal& principal, const core::ArtifactId& artifact, const core::ShareId& id,
    const db::LinkRowChange& change, bool extends_artifact) {
  using Written = core::Result<std::optional<core::ShareLinkState>>;
  const auto write = [&] { return stores_.links.change(id, artifact, change, principal); };
  if (!extends_artifact || !change.expiry) return write();
  const auto write_both = [&]() -> Written {
    auto written = write();
    if (!written || !*written) return written;
    if (auto refusal = extend(principal, artifact, *change.expiry)) return *std::move(refusal);
    core::ShareLinkState& state = **written;
    end_by_itself(state.link);
    const auto& most = state.options.max_views;
    state.has_ended = most && state.view_count >= *most;
    return written;
  };
  return with_turn_for_search(principal, admission_,
                              [&] { return commit_if_successful(stores_.postgres, write_both); });
}

// A link whose views are used up would be usable for longer than the principal may allow.
std::optional<Error> ShareLinks::refuse_reopening(const core::Principal& principal,
                                                  const core::ArtifactId& artifact,
                                                  const core::ShareId& id,
                                                  const db::LinkRowChange& change) {
  if (!is_given(change, &core::LinkOptions::max_views) || !principal.limits.maximum_expiry ||
      change.expiry)
    return std::nullopt;
  const auto state = stores_.links.find(id, artifact);
  if (!state || !state->options.max_views || state->view_count < *state->options.max_views)
    return std::nullopt;
  const auto& end = state->link.expires_at;
  return refuse_expiry(principal, end ? core::Expiry::at(*end) : core::Expiry::never(),
                       stores_.artifacts);
}

// A link to a secret must not become available to more people, or for longer.
std::optional<Error> ShareLinks::refuse_widening(const core::Principal& principal,
                                                 const core::ArtifactId& artifact,
                                                 const core::ShareId& id,
                                                 const db::LinkRowChange& change) {
  if (!principal.limits.refuses_secrets) return std::nullopt;
  const auto state = stores_.links.find(id, artifact);
  if (!state) return std::nullopt;  // refused later
  const core::LinkOptions& before = state->options;
  core::LinkOptions after = change.options.applied_to(before);
  const bool loses_password = change.password_hash && !*change.password_hash;
  const bool has_more_views =
      before.max_views && (!after.max_views || *after.max_views > *before.max_views);
  const bool allows_download =
      is_given(change, &core::LinkOptions::allow_download) && after.allow_download;
  const bool is_widened =
      loses_password || allows_download || has_more_views ||
      (change.expiry && is_extension(*change.expiry, state->link.expires_at, stores_.artifacts));
  if (!is_given(change, &core::LinkOptions::show_history)) after.show_history &= is_widened;
  if (!is_widened && !is_given(change, &core::LinkOptions::version) && !after.show_history)
    return std::nullopt;
  return refuse_secrets(principal, artifact, after, searched());
}

// A link that must have a password after the change.
std::optional<Error> ShareLinks::refuse_unprotected(const core::Principal& principal,
                                                    const core::ArtifactId& artifact,
                                                    const core::ShareId& id,
                                                    const ShareLinkChange& change) {
  if (!principal.limits.password_required) return std::nullopt;
  if (change.password) return refuse_without_password(principal, change.password->has_value());
  // A link that does not exist is refused later.
  const auto state = stores_.links.find(id, artifact);
  return state ? refuse_without_password(principal, state->has_password) : std::nullopt;
}

// A new view limit includes views that were counted in Redis before it was set.
std::optional<core::ShareLinkState> ShareLinks::with_early_views(core::ShareLinkState state,
                                                                 const db::LinkRowChange& change) {
  if (!is_given(change, &core::LinkOptions::max_views) || !stores_.views.fold_one(state.link.id))
    return state;
  return stores_.links.find(state.link.id, state.link.artifact);
}

core::Result<ShareLinks::LinkUpsert> ShareLinks::prepare_upsert(const core::Principal& principal,
                                                                const core::ArtifactId& artifact,
                                                                const ShareLinkChange& change) {
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return *std::move(refusal);
  if (change.expiry)
    if (auto refusal = refuse(principal, *change.expiry)) return *std::move(refusal);
  LinkUpsert upsert{stores_.links.find_kept(artifact, usual_lifetime(principal)),
                    {change.options, change.expiry, {}}};
  if (auto refusal = refuse_without_password(
          principal, change.password ? change.password->has_value()
                                     : upsert.current && upsert.current->password_hash))
    return *std::move(refusal);
  if (change.password) {
    auto password_hash = hash_unless_same(principal, *change.password, upsert.current);
    if (!password_hash) return password_hash.error();
    upsert.change.password_hash = *std::move(password_hash);
  }
  if (upsert.current && is_given(upsert.change, &core::LinkOptions::max_views))
    stores_.views.fold_one(upsert.current->id);
  return upsert;
}

core::Result<std::optional<std::string>> ShareLinks::hash_unless_same(
    const core::Principal& principal, const std::optional<std::string>& password,
    const std::optional<db::KeptLink>& link) {
  if (password && link && link->password_hash) {
    const auto matches =
        passwords_.matches(*password, *link->password_hash, principal.account.to_string());
    if (!matches) return matches.error();
    if (*matches) return link->password_hash;
  }
  return hash(principal, password);
}

core::Result<core::ShareLinkState> ShareLinks::upsert(const core::Principal& principal,
                                                      const core::Artifact& artifact,
                                                      const LinkUpsert& upsert) {
  if (artifact.status == core::ArtifactStatus::expired) return core::not_shared_expired();
  if (artifact.disabled) return core::not_shared_disabled(artifact.disabled->reason);
  if (auto refusal = refuse_secrets(principal, artifact.id, searched())) return *std::move(refusal);
  // The artifact is locked, so no other upsert creates a link now. The link that was found before
  // may have been revoked since, and another upsert may have created one.
  const auto& password = upsert.change.password_hash;
  while (const auto current = stores_.links.find_kept(artifact.id, usual_lifetime(principal))) {
    if (auto refusal = refuse_without_password(
            principal, password ? password->has_value() : current->password_hash.has_value()))
      return *std::move(refusal);
    db::LinkRowChange change = upsert.change;
    if (!change.expiry && current->ends_soon) change.expiry = usual_expiry(principal);
    if (auto refusal = refuse_reopening(principal, artifact.id, current->id, change))
      return *std::move(refusal);
    if (auto refusal = refuse_widening(principal, artifact.id, current->id, change))
      return *std::move(refusal);
    auto changed = stores_.links.change(current->id, artifact.id, change, principal);
    if (!changed) return changed.error();
    if (*changed) return **std::move(changed);
  }
  if (auto refusal = refuse_without_password(principal, password && *password))
    return *std::move(refusal);
  const db::NewLinkRow fresh{upsert.change.options.of_new_link(principal.link_defaults),
                             upsert.change.expiry.value_or(usual_expiry(principal)),
                             password.value_or(std::nullopt)};
  if (auto refusal = refuse_secrets(principal, artifact.id, fresh.options, searched()))
    return *std::move(refusal);
  const auto created =
      stores_.links.create(core::ShareId::generate(core::now()), artifact.id, principal.account,
                           fresh, keys_.current().id, principal, db::KeptAlive::yes);
  if (!created) return created.error();
  return stores_.links.find(created->id, artifact.id).value();
}

ChangedShareLink ShareLinks::upserted(const core::Principal& principal, core::ShareLinkState state,
                                      const LinkUpsert& upsert) {
  auto with_all = with_early_views(state, upsert.change);
  ChangedShareLink link{
      lists_.with_views({with_all ? *std::move(with_all) : std::move(state)}).front()};
  if (upsert.change.expiry) warn_of_limit(link.state.link, link.warnings);
  warn_of_hidden_sender(principal, upsert.change.options.of_new_link().show_sender, link.warnings);
  return link;
}

core::Result<core::Timestamp> ShareLinks::revoke(const core::Principal& principal,
                                                 const core::ArtifactId& artifact,
                                                 const core::ShareId& id) {
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return *std::move(refusal);
  const auto owned = own_artifact(stores_.artifacts, principal, artifact, Content::without);
  if (!owned) return owned.error();
  const auto revoked_at = stores_.links.revoke(id, artifact, principal);
  if (!revoked_at) return no_such_link();
  return *revoked_at;
}

}  // namespace app
