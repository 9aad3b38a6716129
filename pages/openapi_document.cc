#include "pages/openapi_document.h"

namespace pages {

std::string openapi_document(std::string_view base_url) {
  // The document without its base URL, which stands between each two of these.
  static constexpr std::string_view kParts[] = {
#include "pages/openapi_document.inc"
  };
  std::size_t size = 0;
  for (const std::string_view part : kParts) size += part.size() + base_url.size();
  std::string document;
  document.reserve(size);
  for (const std::string_view& part : kParts) {
    if (&part != kParts) document += base_url;
    document += part;
  }
  return document;
}

}  // namespace pages
