// Content of the template "html", from JSON to its page and its other forms.
#include "content_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::run_content(core::Template::html, {reinterpret_cast<const char*>(data), size});
  return 0;
}
