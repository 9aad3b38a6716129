#include "app/artifacts/prepared_pdfs.h"

#include "core/clock.h"
#include "rendering/pdf_queue.h"

namespace app {
namespace {

// How long to wait for the process that queued the PDF.
constexpr std::int64_t kPatienceMilliseconds = 60'000;

}  // namespace

void PreparedPdfs::begin(const core::ArtifactId& id, const core::AccountId& account,
                         const std::optional<core::PdfState>& state) {
  if (state && state->progress == core::PdfProgress::rendering) queue_.add(id, account);
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
