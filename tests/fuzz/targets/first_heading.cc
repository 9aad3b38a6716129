// The first heading of a Markdown document, in one line.
#include "core/text/text.h"
#include "property.h"
#include "templates/markdown/headings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  if (!core::is_utf8(source) || source.find('\0') != std::string_view::npos) return 0;
  const std::string heading = templates::first_heading(source);
  fuzz::require(core::is_utf8(heading), "the heading is UTF-8");
  fuzz::require(core::count_code_points(heading) <= 255, "the heading is short");
  fuzz::require(heading.find('\n') == std::string::npos, "the heading is one line");
  return 0;
}
