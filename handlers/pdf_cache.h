// PdfCache: the PDFs that were made of artifacts.
#pragma once

#include "handlers/pdf_maker.h"
#include "handlers/version_cache.h"

namespace handlers {

class PdfCache : public VersionCache<MadePdf> {
 public:
  // Viewers ask for a PDF in many pieces, and to make it takes seconds: any that fits is kept.
  explicit PdfCache(std::size_t maximum_bytes) : VersionCache(maximum_bytes, maximum_bytes) {}
};

}  // namespace handlers
