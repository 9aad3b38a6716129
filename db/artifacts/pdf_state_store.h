// PdfStateStore: how far the PDFs are that are made of artifacts' documents.
//
// A state belongs to the artifact's row, and is no change of the artifact: neither its version nor
// the moment of its last update differ afterwards. Uses its thread's connection; throws what
// db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>

#include "core/artifact/pdf_state.h"
#include "core/identity/public_id.h"

namespace db {

class Postgres;

class PdfStateStore {
 public:
  explicit PdfStateStore(Postgres& postgres) : postgres_(postgres) {}

  // Nothing: no PDF is made of what the artifact is now.
  void set(const core::ArtifactId& id, const std::optional<core::PdfState>& state);

  // What came of making one, of that version of the artifact; ignored if it has another now.
  void record(const core::ArtifactId& id, std::int64_t version, const core::PdfState& state);

 private:
  Postgres& postgres_;
};

}  // namespace db
