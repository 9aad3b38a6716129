#include "app/prepared_pdfs.h"

#include "db/artifacts/pdf_state_store.h"
#include "rendering/pdf_queue.h"

namespace app {

std::optional<core::PdfState> PreparedPdfs::begin(const core::ArtifactId& id,
                                                  const core::AccountId& account, bool makes_pdf) {
  if (!makes_pdf) return std::nullopt;
  const core::PdfState state{core::PdfProgress::rendering, {}};
  states_.set(id, state);
  queue_.add(id, account);
  return state;
}

std::optional<core::PdfState> PreparedPdfs::begin_again(const core::Artifact& artifact,
                                                        const std::optional<core::PdfState>& before,
                                                        bool makes_pdf) {
  if (before && !makes_pdf) states_.set(artifact.id, std::nullopt);
  return begin(artifact.id, artifact.account, makes_pdf);
}

void PreparedPdfs::remind(const core::Artifact& artifact) {
  if (artifact.pdf && artifact.pdf->progress == core::PdfProgress::rendering &&
      artifact.status != core::ArtifactStatus::deleted)
    queue_.add(artifact.id, artifact.account);
}

}  // namespace app
