#include "rendering/pdf_preparation.h"

namespace rendering {

PdfPreparation::PdfPreparation(db::Connector& connector, PdfCache& cache, PdfMaker& maker,
                               RenderingLimit& limit, runtime::Admission& admission,
                               core::Metrics& metrics)
    : postgres_(connector, metrics),
      artifacts_(postgres_, {}),
      contents_(postgres_),
      states_(postgres_),
      pdfs_(contents_, cache, maker, limit, admission, metrics) {}

PdfQueue::Outcome PdfPreparation::prepare(const core::ArtifactId& id) {
  using Outcome = PdfQueue::Outcome;
  // The transaction that creates it may still be open.
  const auto artifact = artifacts_.find(id, db::ArtifactStore::Content::without);
  if (!artifact) return Outcome::later;
  const bool is_waiting = artifact->status != core::ArtifactStatus::deleted && artifact->pdf &&
                          artifact->pdf->progress == core::PdfProgress::rendering;
  if (!is_waiting) return Outcome::done;
  const auto pdf = pdfs_.find({id, artifact->version, artifact->title, artifact->account},
                              PdfMaker::Pace::in_advance);
  if (!pdf && pdf.error().code == core::ErrorCode::unavailable) return Outcome::later;
  const core::PdfState state = pdf ? core::PdfState{core::PdfProgress::ready, {}}
                                   : core::PdfState{core::PdfProgress::failed, pdf.error().message};
  // A change of the title or the expiry leaves the state as it is, and adds nothing to the queue.
  return states_.record(id, artifact->version, state) ? Outcome::done : Outcome::later;
}

}  // namespace rendering
