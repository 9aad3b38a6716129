#include "app/artifact_upserts.h"

#include "app/publishing_rules.h"
#include "db/artifact_store.h"
#include "db/connection/postgres.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::Scope;

ChangedArtifact artifact_of(core::NewArtifact fresh, CreatedArtifact created) {
  ChangedArtifact artifact;
  artifact.id = created.id;
  artifact.external_id = std::move(fresh.external_id);
  artifact.content_template = fresh.content_template;
  artifact.title = std::move(fresh.title);
  artifact.description = std::move(fresh.description);
  artifact.metadata = std::move(fresh.metadata);
  artifact.created_at = created.created_at;
  artifact.updated_at = created.created_at;
  artifact.expires_at = created.expires_at;
  artifact.pdf = std::move(created.pdf);
  artifact.warnings = std::move(created.warnings);
  return artifact;
}

NewShareLink new_link_of(const core::Principal& principal, const ShareLinkChange& change) {
  return {.options = change.options.of_new_link(principal.link_defaults),
          .expiry = change.expiry,
          .password = change.password.value_or(std::nullopt)};
}

core::ListedShareLink listed(const CreatedShareLink& created, const NewShareLink& made_with) {
  core::ShareLinkState state;
  state.link = created.link;
  state.options = made_with.options;
  state.has_password = made_with.password.has_value();
  return {std::move(state), created.url};
}

// The field of an error, as seen from the whole body.
Error within_share(Error error) {
  if (!error.field.empty() && error.field.front() != '/') error.field = "/share/" + error.field;
  return error;
}

void add_of_link(std::vector<core::Warning>& warnings, std::vector<core::Warning> of_link) {
  for (core::Warning& warning : of_link)
    if (!warning.field.empty()) warning.field = "/share" + warning.field;
  core::append(warnings, std::move(of_link));
}

}  // namespace

core::Result<UpsertedArtifact> ArtifactUpserts::create(const core::Principal& principal,
                                                       core::NewArtifact artifact,
                                                       const std::optional<ShareLinkChange>& link) {
  if (auto refusal = refuse(principal, link)) return *std::move(refusal);
  return create_unrefused(principal, std::move(artifact), link);
}

core::Result<UpsertedArtifact> ArtifactUpserts::create_unrefused(
    const core::Principal& principal, core::NewArtifact artifact,
    const std::optional<ShareLinkChange>& link) {
  if (!link) {
    auto created = artifacts_.create(principal, artifact);
    if (!created) return created.error();
    return UpsertedArtifact{true, artifact_of(std::move(artifact), *std::move(created)),
                            std::nullopt};
  }
  if (link->has_expires_at) return not_expires_at("/share/expiresAt");
  if (link->extends_artifact)
    artifact.expiry = extended(principal, *link, artifact.expiry, std::nullopt);
  const NewShareLink fresh = new_link_of(principal, *link);
  if (auto refusal = refuse_without_password(principal, fresh.password.has_value()))
    return within_share(*std::move(refusal));
  auto created = share_links_.create_with_artifact(principal, artifact, fresh);
  if (!created) return created.error();
  add_of_link(created->warnings, created->link.warnings);
  return UpsertedArtifact{
      true,
      artifact_of(std::move(artifact),
                  {created->artifact, std::move(created->pdf), std::move(created->warnings)}),
      listed(created->link, fresh)};
}

core::Result<UpsertedArtifact> ArtifactUpserts::create(const core::Principal& principal,
                                                       const ArtifactUpsert& upsert) {
  if (upsert.problem_of_new) return *upsert.problem_of_new;
  if (upsert.change.expires_at) return not_expires_at("expiresAt");
  auto artifact = new_artifact_of(upsert.change);
  if (!artifact) return artifact.error();
  return create_unrefused(principal, *std::move(artifact), upsert.link);
}

core::Result<UpsertedArtifact> ArtifactUpserts::change(const core::Principal& principal,
                                                       const core::ArtifactId& id,
                                                       const ArtifactUpsert& upsert,
                                                       const core::Preconditions& conditions) {
  auto changed = artifacts_.change(principal, id, upsert.change, conditions);
  if (!changed) return changed.error();
  return UpsertedArtifact{false, *std::move(changed), std::nullopt};
}

core::Result<UpsertedArtifact> ArtifactUpserts::change_with_link(
    const core::Principal& principal, const core::ArtifactId& id, const ArtifactUpsert& upsert,
    const core::Preconditions& conditions) {
  // Slow work, such as hashing a password, comes before the artifact is locked.
  const auto link_upsert = share_links_.prepare_upsert(principal, id, *upsert.link);
  if (!link_upsert) return within_share(link_upsert.error());
  const auto change_both = [&]() -> core::Result<UpsertedArtifact> {
    db::Transaction transaction(postgres_);
    auto changed = change(principal, id, upsert, conditions);
    if (!changed) return changed;
    auto link = share_links_.upsert(principal, changed->artifact, *link_upsert);
    if (!link) return within_share(link.error());
    transaction.commit();
    changed->link = core::ListedShareLink{*std::move(link), std::nullopt};
    return changed;
  };
  auto upserted =
      with_turn_for_search(principal, admission_, [&] { return db::retry_conflicts(change_both); });
  if (!upserted) return upserted;
  ChangedShareLink link =
      share_links_.upserted(principal, std::move(upserted->link->state), *link_upsert);
  if (upsert.link->password) warn_of_password(*upsert.link->password, link.warnings);
  if (upsert.link->options.of_new_link().allow_download)
    warn_of_download(upserted->artifact.content_template, link.warnings);
  add_of_link(upserted->artifact.warnings, std::move(link.warnings));
  upserted->link = std::move(link);
  return upserted;
}

std::optional<Error> ArtifactUpserts::refuse(const core::Principal& principal,
                                             const std::optional<ShareLinkChange>& link) const {
  if (auto refusal = principal.refuse(Scope::artifacts_write)) return refusal;
  if (!link) return std::nullopt;
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return refusal;
  const auto& expiry = link->expiry;
  if (auto refusal = expiry ? share_links_.refuse(principal, *expiry) : std::nullopt)
    return within_share(*std::move(refusal));
  if (auto refusal = refuse_history(principal, link->options.of_new_link()))
    return within_share(*std::move(refusal));
  // Without a password in the change, it depends on the link that there is.
  if (link->password)
    if (auto refusal = refuse_without_password(principal, link->password->has_value()))
      return within_share(*std::move(refusal));
  return std::nullopt;
}

core::Result<UpsertedArtifact> ArtifactUpserts::change_as_asked(
    const core::Principal& principal, const core::Artifact& artifact, const ArtifactUpsert& upsert,
    const core::Preconditions& conditions) {
  if (!upsert.link) return change(principal, artifact.id, upsert, conditions);
  if (!upsert.link->extends_artifact)
    return change_with_link(principal, artifact.id, upsert, conditions);
  ArtifactUpsert longer = upsert;
  auto& expiry = longer.change.fields.expiry;
  expiry = extended(principal, *upsert.link, expiry, artifact.expires_at);
  return change_with_link(principal, artifact.id, longer, conditions);
}

// The expiry of an artifact that has to last as long as its link: the one that was asked for, if
// any, or that of the link, if the artifact would end before. `end` is when it ends now.
std::optional<core::Expiry> ArtifactUpserts::extended(const core::Principal& principal,
                                                      const ShareLinkChange& link,
                                                      const std::optional<core::Expiry>& asked,
                                                      const std::optional<core::Timestamp>& end) {
  const core::Expiry of_link = link.expiry.value_or(share_links_.usual_expiry(principal));
  const auto otherwise = asked ? end_of(*asked, store_) : end;
  return is_extension(of_link, otherwise, store_) ? of_link : asked;
}

core::Result<UpsertedArtifact> ArtifactUpserts::put(const core::Principal& principal,
                                                    const core::ExternalId& id,
                                                    const ArtifactUpsert& upsert,
                                                    const core::Preconditions& conditions) {
  if (auto refusal = refuse(principal, upsert.link)) return *std::move(refusal);
  ArtifactUpsert of_existing = upsert;
  of_existing.change.fields.external_id.reset();  // it has it
  of_existing.change.found_by = id;
  // A round fails only if another call created or removed the artifact meanwhile, or gave the
  // external ID to another one.
  for (;;) {
    const auto found = store_.find(principal.account, id, db::ArtifactStore::Content::without);
    if (!found && conditions.if_match) {
      return Error{ErrorCode::precondition_failed,
                   "there is no artifact with this external ID yet"};
    }
    if (!found && upsert.change.base_version) {
      return Error{ErrorCode::version_conflict,
                   "is given, but there is no artifact with this external ID yet", "baseVersion"};
    }
    auto upserted = !found ? create(principal, upsert)
                           : change_as_asked(principal, *found, of_existing, conditions);
    if (upserted) return upserted;
    const ErrorCode code = upserted.error().code;
    const bool was_outrun =
        code == (found ? ErrorCode::not_found : ErrorCode::external_id_conflict);
    if (!was_outrun) return upserted;
  }
}

core::Result<UpsertedArtifact> ArtifactUpserts::put(const core::Principal& principal,
                                                    const core::ArtifactId& id,
                                                    const ArtifactUpsert& upsert,
                                                    const core::Preconditions& conditions) {
  if (auto refusal = refuse(principal, upsert.link)) return *std::move(refusal);
  if (!upsert.link) return change(principal, id, upsert, conditions);
  const auto found = own_artifact(store_, principal, id, db::ArtifactStore::Content::without);
  if (!found) return found.error();
  return change_as_asked(principal, *found, upsert, conditions);
}

core::Result<UpsertedArtifact> ArtifactUpserts::put(const core::Principal& principal,
                                                    const ArtifactUpsert& upsert) {
  if (auto refusal = refuse(principal, upsert.link)) return *std::move(refusal);
  return create(principal, upsert);
}

}  // namespace app
