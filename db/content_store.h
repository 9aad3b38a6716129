// The content of artifacts, and what is made of it: the state of the PDF, the first heading.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/artifact.h"
#include "core/ids.h"
#include "core/version.h"

namespace db {

// ContentStore: the content of artifacts in PostgreSQL, to be rendered.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.

class Postgres;

struct StoredContent {
  std::int64_t artifact_revision = 0;  // 0 for a version, which never changes
  std::optional<std::string> content;  // absent if it is larger than requested
};

class ContentStore {
 public:
  explicit ContentStore(Postgres& postgres) : postgres_(postgres) {}

  // The content if it has fewer bytes than the limit; larger content is not read. Nothing if the
  // artifact was removed meanwhile, or the version erased.
  std::optional<StoredContent> find(
      const core::ContentId& id,
      std::int64_t below_bytes = std::numeric_limits<std::int64_t>::max());

 private:
  Postgres& postgres_;
};

// PdfStateStore: the states of the PDFs that are generated from artifacts.
//
// The statement that writes the content also writes the first state (ArtifactStore, ShareStore).
// The state is a part of the artifact's row, but changing it does not update the artifact: its
// revision and the time of its last update remain. Uses its thread's connection; throws what
// db/connection/postgres.h says.

class Postgres;

class PdfStateStore {
 public:
  explicit PdfStateStore(Postgres& postgres) : postgres_(postgres) {}

  // Records the result for a revision of the artifact. False, without a change, if the artifact has
  // changed since or its PDF is not expected any more.
  bool record(const core::ArtifactId& id, std::int64_t revision, const core::PdfState& state);

 private:
  Postgres& postgres_;
};

}  // namespace db
