#include "app/prepared_pdfs.h"

#include "core/clock.h"
#include "db/artifacts/pdf_state_store.h"
#include "rendering/pdf_queue.h"

namespace app {
namespace {

// How long the process that was told of it has to make a PDF, before another is told too.
constexpr std::int64_t kPatienceMilliseconds = 60'000;

}  // namespace

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
  if (!artifact.pdf || artifact.pdf->progress != core::PdfProgress::rendering ||
      artifact.status == core::ArtifactStatus::deleted)
    return;
  if (core::now().unix_milliseconds() - artifact.updated_at.unix_milliseconds() >
      kPatienceMilliseconds)
    queue_.add(artifact.id, artifact.account);
}

}  // namespace app
