// PdfPreparation: makes the PDF of an artifact in advance and records the result.
//
// Not thread-safe; has its own connection. Throws what its stores throw.
#pragma once

#include "core/identity/public_id.h"
#include "core/operation/metrics.h"
#include "db/artifacts/artifact_store.h"
#include "db/artifacts/content_store.h"
#include "db/artifacts/pdf_state_store.h"
#include "db/connection/connector.h"
#include "db/connection/postgres.h"
#include "rendering/artifact_pdfs.h"
#include "rendering/pdf_queue.h"

namespace rendering {

class PdfPreparation {
 public:
  // Everything it refers to must outlive it.
  PdfPreparation(db::Connector& connector, PdfCache& cache, PdfMaker& maker, RenderingLimit& limit,
                 runtime::Admission& admission, core::Metrics& metrics);

  // `later` if the artifact does not exist yet, its PDF cannot be made now, or the artifact has
  // changed while its PDF was made.
  PdfQueue::Outcome prepare(const core::ArtifactId& id);

 private:
  db::Postgres postgres_;
  db::ArtifactStore artifacts_;
  db::ContentStore contents_;
  db::PdfStateStore states_;
  ArtifactPdfs pdfs_;
};

}  // namespace rendering
