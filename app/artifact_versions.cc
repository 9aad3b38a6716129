#include "app/artifact_versions.h"

#include <utility>

#include "app/version_changes.h"
#include "core/lists.h"
#include "core/text/json.h"
#include "db/connection/postgres.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::Scope;

Error without_version(core::VersionNumber number, core::VersionNumber present) {
  if (number > present) {
    return {ErrorCode::not_found, "there is no version " + number.to_string() +
                                      " of this artifact; the current one is version " +
                                      present.to_string()};
  }
  return {ErrorCode::not_found, "version " + number.to_string() +
                                    " was not kept; the list of versions has those that were"};
}

Error version_erased(core::VersionNumber number) {
  return {ErrorCode::version_erased, "version " + number.to_string() + " was erased"};
}

}  // namespace

core::Result<VersionList> ArtifactVersions::list(const core::Principal& principal,
                                                 const core::ArtifactId& id,
                                                 const std::optional<std::string>& cursor,
                                                 int limit) {
  if (auto refusal = principal.refuse(Scope::artifacts_read)) return *std::move(refusal);
  const std::string of = "versions of " + id.to_string();
  std::optional<core::VersionNumber> below;
  if (cursor) {
    const auto place = core::read_list_cursor(*cursor, of, keys_);
    below = place ? core::VersionNumber::parse(*place) : std::nullopt;
    if (!below) {
      return Error{ErrorCode::invalid_cursor,
                   "cursor must be the nextCursor of a page of this artifact's versions"};
    }
  }
  const auto artifact = own_artifact(artifacts_, principal, id, Content::without);
  if (!artifact) return artifact.error();
  db::VersionPage page = versions_.list(id, below, limit);
  VersionList list;
  if (page.has_more)
    list.next_cursor = core::write_list_cursor(of, page.versions.back().number.to_string(), keys_);
  list.versions = std::move(page.versions);
  return list;
}

core::Result<VersionList> ArtifactVersions::history(const core::Principal& principal,
                                                    const core::ArtifactId& id,
                                                    const std::optional<std::string>& cursor,
                                                    int limit) {
  auto found = list(principal, id, cursor, limit);
  if (!found) return found;
  const auto artifact = own_artifact(artifacts_, principal, id, Content::without);
  if (!artifact) return artifact.error();
  using Words = std::vector<std::string>;
  const auto words = [&](const ComparedVersions& compared) -> core::Result<Words> {
    return changes_in_words(versions_, id, artifact->content_template, found->versions, compared);
  };
  const ComparedVersions compared = compared_versions(found->versions);
  auto changes = admission_.run(compared.cost, principal.account, [&] { return words(compared); });
  // Without a turn, which parts have changed has to do.
  if (!changes) changes = words({});
  found->changes = *std::move(changes);
  return found;
}

core::Result<std::vector<core::Version>> ArtifactVersions::list_before(
    const core::Principal& principal, const core::ArtifactId& id, core::VersionNumber below,
    int limit) {
  if (auto refusal = principal.refuse(Scope::artifacts_read)) return *std::move(refusal);
  const auto artifact = own_artifact(artifacts_, principal, id, Content::without);
  if (!artifact) return artifact.error();
  return std::move(versions_.list(id, below, limit).versions);
}

core::Result<ArtifactVersion> ArtifactVersions::read(const core::Principal& principal,
                                                     const core::ArtifactId& id,
                                                     core::VersionNumber number, Content content) {
  auto artifact = own_artifact(artifacts_, principal, id, Content::without);
  if (!artifact) return artifact.error();
  auto version = versions_.find(id, number, content);
  if (!version) return without_version(number, artifact->version);
  if (version->erased_at) return version_erased(number);
  return ArtifactVersion{*std::move(artifact), *std::move(version)};
}

bool ArtifactVersions::is_erased(const core::ArtifactId& id, core::VersionNumber number) {
  return versions_.is_erased(id, number);
}

core::Result<ArtifactVersion> ArtifactVersions::find(const core::Principal& principal,
                                                     const core::ArtifactId& id,
                                                     core::VersionNumber number, Content content) {
  if (auto refusal = principal.refuse(Scope::artifacts_read)) return *std::move(refusal);
  return read(principal, id, number, content);
}

core::Result<core::VersionNumber> ArtifactVersions::version_before(const core::ArtifactId& id,
                                                                   core::VersionNumber number) {
  const db::VersionPage earlier = versions_.list(id, number, 1);
  if (!earlier.versions.empty()) return earlier.versions.front().number;
  return Error{ErrorCode::not_found,
               "version " + number.to_string() +
                   " is the first that was kept; give from, the version to compare it with"};
}

core::Result<ArtifactVersions::Comparison> ArtifactVersions::compare(
    const core::Principal& principal, const core::ArtifactId& id, core::VersionNumber number,
    const std::optional<core::VersionNumber>& from) {
  const auto fresh = find(principal, id, number, Content::without);
  if (!fresh) return fresh.error();
  const auto before = from ? core::Result(*from) : version_before(id, number);
  if (!before) return before.error();
  const auto old = find(principal, id, *before, Content::without);
  if (!old) return old.error();
  const auto bytes = static_cast<std::size_t>(fresh->version.bytes + old->version.bytes);
  return admission_.run(
      cost_of_comparing(bytes), principal.account, [&]() -> core::Result<Comparison> {
        auto from_version = read(principal, id, *before);
        if (!from_version) return from_version.error();
        auto to_version = read(principal, id, number);
        if (!to_version) return to_version.error();
        auto found = difference(to_version->artifact.content_template,
                                std::move(from_version->version), std::move(to_version->version));
        if (!found) return found.error();
        return Comparison{*before, number, *std::move(found)};
      });
}

core::Result<ChangedArtifact> ArtifactVersions::restore(const core::Principal& principal,
                                                        const core::ArtifactId& id,
                                                        core::VersionNumber number,
                                                        const Restoration& restoration,
                                                        const core::Preconditions& conditions) {
  for (const Scope needed : {Scope::artifacts_write, Scope::artifacts_read})
    if (auto refusal = principal.refuse(needed)) return *std::move(refusal);
  const auto found = read(principal, id, number, Content::without);
  if (!found) return found.error();
  // It is read twice: here, and when it is checked.
  return admission_.run(2 * static_cast<std::size_t>(found->version.bytes), principal.account, [&] {
    // It begins once the content has been read and checked.
    return db::in_transaction(
        postgres_, [&] { return restore_held(principal, id, number, restoration, conditions); });
  });
}

core::Result<ChangedArtifact> ArtifactVersions::restore_held(
    const core::Principal& principal, const core::ArtifactId& id, core::VersionNumber number,
    const Restoration& restoration, const core::Preconditions& conditions) {
  auto found = read(principal, id, number);
  if (!found) return found.error();
  auto content = core::JsonTree::parse(std::move(found->version.content));
  if (!content) return content.error();
  ArtifactChangeInput change;
  change.fields.title = std::move(found->version.title);
  change.fields.description = std::move(found->version.description);
  change.fields.content = *std::move(content);
  change.fields.note =
      restoration.note ? restoration.note : "Version " + number.to_string() + " restored";
  change.base_version = restoration.base_version;
  change.restored = number;
  return changes_.change(principal, id, std::move(change), conditions);
}

core::Result<db::ErasedVersions> ArtifactVersions::erase(const core::Principal& principal,
                                                         const core::ArtifactId& id,
                                                         core::VersionNumber number) {
  if (auto refusal = principal.refuse(Scope::artifacts_delete)) return *std::move(refusal);
  const auto artifact = own_artifact(artifacts_, principal, id, Content::without);
  if (!artifact) return artifact.error();
  if (number == artifact->version) {
    return Error{ErrorCode::version_current,
                 "version " + number.to_string() +
                     " is the current one; change the artifact first, or delete it permanently"};
  }
  db::ErasedVersions outcome = versions_.erase(id, number, principal);
  if (!outcome.erased.empty()) {
    pdfs_.remove_of({id});
    return outcome;
  }
  const auto version = versions_.find(id, number);
  if (!version) return without_version(number, artifact->version);
  return outcome;
}

core::Result<db::ErasedVersions> ArtifactVersions::erase_before(const core::Principal& principal,
                                                                const core::ArtifactId& id,
                                                                core::VersionNumber before) {
  if (auto refusal = principal.refuse(Scope::artifacts_delete)) return *std::move(refusal);
  const auto artifact = own_artifact(artifacts_, principal, id, Content::without);
  if (!artifact) return artifact.error();
  db::ErasedVersions outcome = versions_.erase_before(id, before, principal);
  if (!outcome.erased.empty()) pdfs_.remove_of({id});
  return outcome;
}

}  // namespace app
