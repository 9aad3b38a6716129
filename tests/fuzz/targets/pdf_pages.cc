// PDF files whose pages are counted, whole or broken.
#include "templates/pdf/pdf_pages.h"

#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto pages = templates::count_pdf_pages(fuzz::Input(data, size).rest());
  fuzz::require(!pages || *pages >= 0, "a number of pages is never negative");
  return 0;
}
