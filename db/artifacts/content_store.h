// ContentStore: the content of artifacts in PostgreSQL, to be rendered.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "core/identity/public_id.h"

namespace db {

class Postgres;

struct StoredContent {
  std::int64_t artifact_version = 0;
  std::optional<std::string> content;  // absent if it is larger than requested
};

class ContentStore {
 public:
  explicit ContentStore(Postgres& postgres) : postgres_(postgres) {}

  // The content if it has fewer bytes than the limit; larger content is not read. Nothing if the
  // artifact was removed meanwhile.
  std::optional<StoredContent> find(
      const core::ArtifactId& artifact,
      std::int64_t below_bytes = std::numeric_limits<std::int64_t>::max());

 private:
  Postgres& postgres_;
};

}  // namespace db
