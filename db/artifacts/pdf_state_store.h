// PdfStateStore: the states of the PDFs that are generated from artifacts.
//
// The statement that writes the content also writes the first state (ArtifactStore, ShareStore).
// The state is a part of the artifact's row, but changing it does not update the artifact: its
// version and the time of its last update remain. Uses its thread's connection; throws what
// db/connection/postgres.h says.
#pragma once

#include <cstdint>

#include "core/artifact/pdf_state.h"
#include "core/identity/public_id.h"

namespace db {

class Postgres;

class PdfStateStore {
 public:
  explicit PdfStateStore(Postgres& postgres) : postgres_(postgres) {}

  // Records the result for a version of the artifact. False, without a change, if the artifact has
  // changed since or its PDF is not expected any more.
  bool record(const core::ArtifactId& id, std::int64_t version, const core::PdfState& state);

 private:
  Postgres& postgres_;
};

}  // namespace db
