// ArtifactStore: artifacts in PostgreSQL.
//
// Moments are the database's: whether something has expired is decided by its clock alone, whatever
// the workers' clocks say.
// Uses its thread's connection; throws what db/postgres.h says.
#pragma once

#include <optional>
#include <string>

#include "core/artifact.h"
#include "core/public_id.h"
#include "db/postgres.h"

namespace db {

struct CreatedArtifact {
  core::ArtifactId id;
  core::Timestamp created_at;
  std::optional<core::Timestamp> expires_at;
};

class ArtifactStore {
 public:
  explicit ArtifactStore(Postgres& postgres) : postgres_(postgres) {}

  CreatedArtifact create(const core::ArtifactId& id, const core::AccountId& account,
                         const core::NewArtifact& artifact);

  // Any account's artifact, expired and deleted ones too; not those deleted so long ago that they
  // only wait for the purge.
  std::optional<core::Artifact> find(const core::ArtifactId& id);

 private:
  Postgres& postgres_;
};

}  // namespace db
