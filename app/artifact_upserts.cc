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

NewShareLink new_link_of(const ShareLinkChange& change) {
  return {.options = change.options.of_new_link(),
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

// Rejects the expiresAt of a response: the caller expects that expiry, and it would be ignored.
std::optional<Error> refuse_expires_at(const ArtifactUpsert& upsert) {
  const bool is_of_link = upsert.link && upsert.link->has_expires_at;
  if (!is_of_link && !upsert.change.has_expires_at) return std::nullopt;
  return Error{ErrorCode::invalid_request,
               "is not a field of a request that creates; did you mean \"expiresIn\"?",
               upsert.change.has_expires_at ? "expiresAt" : "/share/expiresAt"};
}

}  // namespace

core::Result<UpsertedArtifact> ArtifactUpserts::create(const core::Principal& principal,
                                                       const ArtifactUpsert& upsert) {
  if (auto refusal = refuse_expires_at(upsert)) return *std::move(refusal);
  auto fresh = new_artifact_of(upsert.change);
  if (!fresh) return fresh.error();
  if (!upsert.link) {
    auto created = artifacts_.create(principal, *fresh);
    if (!created) return created.error();
    return UpsertedArtifact{true, artifact_of(*std::move(fresh), *std::move(created)),
                            std::nullopt};
  }
  const NewShareLink link = new_link_of(*upsert.link);
  if (auto refusal = refuse_without_password(principal, link.password.has_value()))
    return within_share(*std::move(refusal));
  auto created = share_links_.create_with_artifact(principal, *fresh, link);
  if (!created) return created.error();
  add_of_link(created->warnings, created->link.warnings);
  return UpsertedArtifact{
      true,
      artifact_of(*std::move(fresh),
                  {created->artifact, std::move(created->pdf), std::move(created->warnings)}),
      listed(created->link, link)};
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
                                             const ArtifactUpsert& upsert) const {
  if (auto refusal = principal.refuse(Scope::artifacts_write)) return refusal;
  if (!upsert.link) return std::nullopt;
  if (auto refusal = principal.refuse(Scope::artifacts_share)) return refusal;
  const auto& expiry = upsert.link->expiry;
  if (auto refusal = expiry ? share_links_.refuse(principal, *expiry) : std::nullopt)
    return within_share(*std::move(refusal));
  if (auto refusal = refuse_history(principal, upsert.link->options.of_new_link()))
    return within_share(*std::move(refusal));
  // Without a password in the change, it depends on the link that there is.
  if (upsert.link->password)
    if (auto refusal = refuse_without_password(principal, upsert.link->password->has_value()))
      return within_share(*std::move(refusal));
  return std::nullopt;
}

core::Result<UpsertedArtifact> ArtifactUpserts::change_as_asked(
    const core::Principal& principal, const core::ArtifactId& id, const ArtifactUpsert& upsert,
    const core::Preconditions& conditions) {
  return upsert.link ? change_with_link(principal, id, upsert, conditions)
                     : change(principal, id, upsert, conditions);
}

// Extends the artifact to last as long as its link, if it would end before.
ArtifactUpsert ArtifactUpserts::extended(const core::Principal& principal,
                                         const ArtifactUpsert& upsert,
                                         const std::optional<core::Artifact>& artifact) {
  ArtifactUpsert longer = upsert;
  const auto& asked = upsert.change.fields.expiry;
  const auto end = asked ? end_of(*asked, store_) : artifact ? artifact->expires_at : std::nullopt;
  const auto of_link = upsert.link->expiry.value_or(share_links_.usual_expiry(principal));
  if (is_extension(of_link, end, store_)) longer.change.fields.expiry = of_link;
  return longer;
}

core::Result<UpsertedArtifact> ArtifactUpserts::put(const core::Principal& principal,
                                                    const core::ExternalId& id,
                                                    const ArtifactUpsert& upsert,
                                                    const core::Preconditions& conditions) {
  if (auto refusal = refuse(principal, upsert)) return *std::move(refusal);
  // A round fails only if another call created or removed the artifact meanwhile.
  for (;;) {
    const auto found = store_.find(principal.account, id, db::ArtifactStore::Content::without);
    if (!found && conditions.if_match) {
      return Error{ErrorCode::precondition_failed, "there is no artifact with this externalId yet"};
    }
    if (!found && upsert.change.base_version) {
      return Error{ErrorCode::version_conflict,
                   "is given, but there is no artifact with this externalId yet", "baseVersion"};
    }
    const bool extends = upsert.link && upsert.link->extends_artifact;
    const ArtifactUpsert longer = extends ? extended(principal, upsert, found) : ArtifactUpsert();
    const ArtifactUpsert& wanted = extends ? longer : upsert;
    auto upserted = !found ? create(principal, wanted)
                           : change_as_asked(principal, found->id, wanted, conditions);
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
  if (auto refusal = refuse(principal, upsert)) return *std::move(refusal);
  if (!upsert.link || !upsert.link->extends_artifact)
    return change_as_asked(principal, id, upsert, conditions);
  const auto found = own_artifact(store_, principal, id, db::ArtifactStore::Content::without);
  if (!found) return found.error();
  return change_as_asked(principal, id, extended(principal, upsert, *found), conditions);
}

core::Result<UpsertedArtifact> ArtifactUpserts::put(const core::Principal& principal,
                                                    const ArtifactUpsert& upsert) {
  if (auto refusal = refuse(principal, upsert)) return *std::move(refusal);
  const bool extends = upsert.link && upsert.link->extends_artifact;
  return create(principal, extends ? extended(principal, upsert, std::nullopt) : upsert);
}

}  // namespace app
