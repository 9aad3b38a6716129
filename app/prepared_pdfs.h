// PreparedPdfs: has the PDFs that are made of artifacts made in advance, and remembers how far they
// are.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.
#pragma once

#include <optional>

#include "core/artifact/artifact.h"
#include "core/artifact/pdf_state.h"
#include "core/identity/public_id.h"

namespace db {
class PdfStateStore;
}
namespace rendering {
class PdfQueue;
}

namespace app {

class PreparedPdfs {
 public:
  PreparedPdfs(db::PdfStateStore& states, rendering::PdfQueue& queue)
      : states_(states), queue_(queue) {}

  // For an artifact that has just got its content. Gives the state of the PDF, if one is made of
  // it.
  std::optional<core::PdfState> begin(const core::ArtifactId& id, const core::AccountId& account,
                                      bool makes_pdf);
  // The same where the content has been replaced. `before` is the state until then.
  std::optional<core::PdfState> begin_again(const core::Artifact& artifact,
                                            const std::optional<core::PdfState>& before,
                                            bool makes_pdf);

  // Has the PDF made if it still waits for that a minute after the artifact was written, as the
  // process that was to make it may have ended.
  void remind(const core::Artifact& artifact);

 private:
  db::PdfStateStore& states_;
  rendering::PdfQueue& queue_;
};

}  // namespace app
