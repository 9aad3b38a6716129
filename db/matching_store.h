// MatchingStore: deletes the artifacts that match a filter, and revokes their share links, in
// limited steps.
//
// A step is given the artifacts that a search has found. One statement locks them, checks each
// again, changes those that still match, and records an audit event for each. Uses its thread's
// connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <vector>

#include "core/audit.h"
#include "core/ids.h"
#include "core/lists.h"
#include "core/principal.h"
#include "db/artifact_removal.h"

namespace db {

class Postgres;

class MatchingStore {
 public:
  explicit MatchingStore(Postgres& postgres) : postgres_(postgres) {}

  using Ids = std::vector<core::ArtifactId>;

  // The number of their links that are not revoked.
  std::int64_t count_links(const Ids& artifacts);

  // As db::plan_removal(). ArtifactStore::remove() removes one that is large.
  RemovalStep plan_removal(const Ids& artifacts);

  // Returns those that it has deleted.
  Ids soft_delete(const core::AccountId& account, const core::ListFilter& filter,
                  const Ids& artifacts, const core::Principal& principal);
  // These return how many they have changed. What is removed loses its name in the audit log.
  std::int64_t remove(const core::AccountId& account, const core::ListFilter& filter,
                      const Ids& artifacts, const core::Principal& principal);
  // At most `limit` links.
  std::int64_t revoke_links(const core::AccountId& account, const core::ListFilter& filter,
                            const Ids& artifacts, std::int64_t limit,
                            const core::Principal& principal);

 private:
  Postgres& postgres_;
};

}  // namespace db
