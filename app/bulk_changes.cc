#include "app/bulk_changes.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/publishing_rules.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;
using core::Scope;

// Artifacts per step that revokes links, and per statement of its dry run.
constexpr int kArtifactsPerRevocation = 100;
constexpr int kArtifactsPerCount = 500;
constexpr int kCounts = 20;
// Links that are revoked by one statement, of artifacts that were chosen.
constexpr std::int64_t kLinksAtOnce = 500;
constexpr std::chrono::milliseconds kLongestCount{1500};

std::optional<Error> refuse_bulk_change(const core::Principal& principal, Scope scope) {
  for (const Scope needed : {Scope::artifacts_read, scope})
    if (auto refusal = principal.refuse(needed)) return refusal;
  return std::nullopt;
}

db::MatchingStore::Ids ids_of(const std::vector<core::Artifact>& artifacts) {
  db::MatchingStore::Ids ids;
  ids.reserve(artifacts.size());
  for (const core::Artifact& artifact : artifacts) ids.push_back(artifact.id);
  return ids;
}

}  // namespace

core::Result<core::ListRequest> BulkChanges::list_request(const Request& request) const {
  core::ListRequest list{
      .filter = request.filter, .after = std::nullopt, .offset = 0, .limit = request.limit};
  if (list.filter.is_empty())
    return Error{ErrorCode::invalid_request, "must have at least one condition", "filter"};
  list.filter.order = core::ListOrder::oldest_first;
  if (!request.cursor) return list;
  const auto after = core::read_cursor(*request.cursor, list.filter, keys_);
  if (!after) {
    return Error{ErrorCode::invalid_cursor,
                 "must be a nextCursor of the same operation with the same filter", "cursor"};
  }
  list.after = *after;
  return list;
}

std::optional<std::string> BulkChanges::cursor_at(const std::optional<core::ListCursor>& place,
                                                  const core::ListFilter& filter) const {
  return place ? std::optional(core::write_cursor(*place, filter, keys_)) : std::nullopt;
}

BulkChanges::Step BulkChanges::step(const db::CountedArtifacts& counted,
                                    const core::ListFilter& filter) const {
  return {.matching = counted.count, .changed = 0, .next_cursor = cursor_at(counted.next, filter)};
}

core::Result<BulkChanges::Step> BulkChanges::delete_artifacts(const core::Principal& principal,
                                                              const Request& request,
                                                              Deletion deletion) {
  if (auto refusal = refuse_bulk_change(principal, Scope::artifacts_delete))
    return *std::move(refusal);
  const auto list = list_request(request);
  if (!list) return list.error();
  const core::ListFilter& filter = list->filter;
  if (filter.status == core::ArtifactStatus::deleted && deletion == Deletion::soft) {
    return Error{ErrorCode::invalid_request,
                 "\"deleted\" needs \"permanent\": true, as these artifacts are deleted already",
                 "/filter/status"};
  }
  if (request.is_dry_run) {
    const auto counted = search_.count(principal.account, filter, list->after);
    if (!counted) return counted.error();
    return step(*counted, filter);
  }
  const auto found = search_.find(principal.account, *list);
  if (!found) return found.error();
  if (deletion == Deletion::permanent && !found->artifacts.empty())
    return remove(principal, filter, *found);
  Step done{.matching = static_cast<std::int64_t>(found->artifacts.size()),
            .changed = 0,
            .next_cursor = cursor_at(found->next, filter)};
  if (!found->artifacts.empty()) {
    const Ids deleted =
        matching_.soft_delete(principal.account, filter, ids_of(found->artifacts), principal);
    done.changed = static_cast<std::int64_t>(deleted.size());
  }
  return done;
}

// The first artifacts, as many as one statement removes. A large one is a step of its own.
BulkChanges::Removal BulkChanges::plan_removal(const std::vector<core::Artifact>& artifacts) {
  db::RemovalStep step = matching_.plan_removal(ids_of(artifacts));
  // Others have removed all.
  if (step.artifacts.empty()) return {.together = {}, .alone = {}, .count = artifacts.size()};
  const auto last = std::find_if(
      artifacts.begin(), artifacts.end(),
      [&](const core::Artifact& artifact) { return artifact.id == step.artifacts.back(); });
  Removal removal;
  removal.count = static_cast<std::size_t>(last - artifacts.begin()) + 1;
  if (step.is_large) {
    removal.alone = *last;
  } else {
    removal.together = std::move(step.artifacts);
  }
  return removal;
}

BulkChanges::Step BulkChanges::remove(const core::Principal& principal,
                                      const core::ListFilter& filter,
                                      const db::ArtifactPage& found) {
  const Removal removal = plan_removal(found.artifacts);
  Step done{.matching = static_cast<std::int64_t>(removal.count),
            .changed = 0,
            .next_cursor = cursor_at(found.next, filter)};
  if (removal.count < found.artifacts.size()) {
    done.next_cursor = cursor_at(
        core::cursor_after(found.artifacts.at(removal.count - 1), filter.order, 0), filter);
  }
  if (removal.alone) {
    // If it has been updated meanwhile, it may no longer match, and is kept.
    const auto removed_at =
        artifacts_.remove(removal.alone->id, removal.alone->revision, principal);
    done.changed = removed_at ? 1 : 0;
    pdfs_.remove_of({removal.alone->id});
  } else if (!removal.together.empty()) {
    done.changed = matching_.remove(principal.account, filter, removal.together, principal);
    pdfs_.remove_of(removal.together);
  }
  return done;
}

core::Result<db::CountedArtifacts> BulkChanges::count_links(const core::Principal& principal,
                                                            core::ListRequest request) {
  db::CountedArtifacts counted;
  request.limit = kArtifactsPerCount;
  const auto end = std::chrono::steady_clock::now() + kLongestCount;
  for (int i = 0; i < kCounts; ++i) {
    const auto found = search_.find(principal.account, request);
    if (!found) return found.error();
    if (!found->artifacts.empty()) counted.count += matching_.count_links(ids_of(found->artifacts));
    counted.next = found->next;
    if (!found->next || std::chrono::steady_clock::now() > end) break;
    request.after = found->next;
  }
  return counted;
}

core::Result<BulkChanges::Step> BulkChanges::revoke_links(const core::Principal& principal,
                                                          const Request& request) {
  if (auto refusal = refuse_bulk_change(principal, Scope::artifacts_share))
    return *std::move(refusal);
  auto list = list_request(request);
  if (!list) return list.error();
  const core::ListFilter& filter = list->filter;
  if (request.is_dry_run) {
    const auto counted = count_links(principal, *list);
    if (!counted) return counted.error();
    return step(*counted, filter);
  }
  list->limit = kArtifactsPerRevocation;
  const auto found = search_.find(principal.account, *list);
  if (!found) return found.error();
  Step done{.matching = 0, .changed = 0, .next_cursor = cursor_at(found->next, filter)};
  if (found->artifacts.empty()) return done;
  done.changed = matching_.revoke_links(principal.account, filter, ids_of(found->artifacts),
                                        request.limit, principal);
  done.matching = done.changed;
  // The same artifacts may have more links, so the next step starts with them again.
  if (done.changed == request.limit)
    done.next_cursor = cursor_at(list->after.value_or(core::ListCursor()), filter);
  return done;
}

core::Result<BulkChanges::Outcome> BulkChanges::delete_chosen(const core::Principal& principal,
                                                              const Ids& artifacts) {
  if (auto refusal = refuse_bulk_change(principal, Scope::artifacts_delete))
    return *std::move(refusal);
  return Outcome{.changed = matching_.soft_delete(principal.account, {}, artifacts, principal)};
}

// One by one, as what may become available again depends on its content and links.
core::Result<BulkChanges::Outcome> BulkChanges::restore_chosen(const core::Principal& principal,
                                                               const Ids& artifacts) {
  if (auto refusal = refuse_bulk_change(principal, Scope::artifacts_delete))
    return *std::move(refusal);
  Outcome outcome;
  for (const core::ArtifactId& id : artifacts) {
    const auto restored = one_by_one_.restore(principal, id, Artifacts::Content::without);
    if (restored) {
      outcome.changed.push_back(id);
    } else if (restored.error().code != ErrorCode::not_deleted) {
      outcome.problems.push_back(restored.error());
    }
  }
  return outcome;
}

// One by one, for the same reason.
core::Result<BulkChanges::Outcome> BulkChanges::extend_chosen(const core::Principal& principal,
                                                              const Ids& artifacts,
                                                              const core::Expiry& expiry) {
  if (auto refusal = refuse_bulk_change(principal, Scope::artifacts_write))
    return *std::move(refusal);
  if (expiry.moment() && *expiry.moment() <= artifacts_.now())
    return core::invalid_expiry("expiresIn");
  Outcome outcome;
  for (const core::ArtifactId& id : artifacts) {
    const auto artifact = own_artifact(artifacts_, principal, id, Artifacts::Content::without);
    if (!artifact) {
      outcome.problems.push_back(artifact.error());
      continue;
    }
    if (!is_extension(expiry, artifact->expires_at, artifacts_)) continue;
    ArtifactChangeInput change;
    change.fields.expiry = expiry;
    const auto changed = one_by_one_.change(principal, id, std::move(change));
    if (changed) {
      outcome.changed.push_back(id);
    } else if (changed.error().code == ErrorCode::invalid_expires_in) {
      return changed.error();
    } else {
      outcome.problems.push_back(changed.error());
    }
  }
  return outcome;
}

core::Result<std::int64_t> BulkChanges::revoke_links_of_chosen(const core::Principal& principal,
                                                               const Ids& artifacts) {
  if (auto refusal = refuse_bulk_change(principal, Scope::artifacts_share))
    return *std::move(refusal);
  std::int64_t revoked = 0;
  for (std::int64_t step = kLinksAtOnce; step == kLinksAtOnce; revoked += step)
    step = matching_.revoke_links(principal.account, {}, artifacts, kLinksAtOnce, principal);
  return revoked;
}

}  // namespace app
