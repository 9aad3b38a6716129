// PdfCache: the PDF files that this worker process has lately served, decoded from their artifacts
// or made of them.
#pragma once

#include <optional>
#include <string>

#include "rendering/version_cache.h"

namespace rendering {

struct Pdf {
  std::string data;
  std::optional<std::string> filename;  // as the content has it

  std::size_t bytes() const {
    return sizeof *this + data.size() + (filename ? filename->size() : 0);
  }
};

class PdfCache : public VersionCache<Pdf> {
 public:
  // Viewers ask for a PDF in many pieces, and to make one takes seconds: any that fits is kept.
  explicit PdfCache(std::size_t maximum_bytes) : VersionCache(maximum_bytes, maximum_bytes) {}
};

}  // namespace rendering
