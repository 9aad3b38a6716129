// FirstHeadingStore: Markdown artifacts of which no first heading is stored, as a release before
// migration 0026 wrote them.
//
// Storing a heading does not update the artifact: its version and the time of its last update
// remain. Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/identity/public_id.h"

namespace db {

class Postgres;

struct UnreadArtifact {
  core::ArtifactId id;
  std::int64_t version = 0;
  std::string content;
  std::string first_heading;  // to be recorded
};

class FirstHeadingStore {
 public:
  explicit FirstHeadingStore(Postgres& postgres) : postgres_(postgres) {}

  // Some of them by ascending ID, after `last`; none if there are no more.
  std::vector<UnreadArtifact> next_after(const core::ArtifactId& last);

  // Stores their first headings, except of those that have changed since or that another
  // transaction has locked.
  void record(const std::vector<UnreadArtifact>& artifacts);

 private:
  Postgres& postgres_;
};

}  // namespace db
