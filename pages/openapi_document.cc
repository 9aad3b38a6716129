#include "pages/openapi_document.h"

namespace pages {

std::string_view openapi_document() {
  static constexpr std::string_view kDocument =
#include "pages/openapi_document.inc"
      ;
  return kDocument;
}

}  // namespace pages
