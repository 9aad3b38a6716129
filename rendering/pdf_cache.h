// PdfCache: recently served PDF files, decoded or generated.
#pragma once

#include <optional>
#include <string>

#include "runtime/version_cache.h"

namespace rendering {

struct Pdf {
  std::string data;
  std::optional<std::string> filename;  // from the content

  std::size_t bytes() const {
    return sizeof *this + data.size() + (filename ? filename->size() : 0);
  }
};

class PdfCache : public runtime::VersionCache<Pdf> {
 public:
  // Viewers fetch a PDF in many ranges, and generating one takes seconds: every one that fits is
  // cached.
  explicit PdfCache(std::size_t maximum_bytes) : VersionCache(maximum_bytes, maximum_bytes) {}
};

}  // namespace rendering
