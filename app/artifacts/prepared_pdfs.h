// PreparedPdfs: queues the PDFs of artifacts to be made in advance.
//
// Not thread-safe. The queue must outlive it.
#pragma once

#include <optional>

#include "core/artifact/artifact.h"
#include "core/artifact/pdf_state.h"
#include "core/identity/public_id.h"

namespace rendering {
class PdfQueue;
}

namespace app {

class PreparedPdfs {
 public:
  explicit PreparedPdfs(rendering::PdfQueue& queue) : queue_(queue) {}

  // Queues an artifact that was written with this state, if its PDF is to be made. Its transaction
  // may still be open.
  void begin(const core::ArtifactId& id, const core::AccountId& account,
             const std::optional<core::PdfState>& state);

  // Queues the artifact again if its PDF is still missing a minute after the content was written,
  // as the process that had queued it may have ended.
  void remind(const core::Artifact& artifact);

 private:
  rendering::PdfQueue& queue_;
};

}  // namespace app
