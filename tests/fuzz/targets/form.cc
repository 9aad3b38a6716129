// Forms and query strings, read and written again.
#include "core/text/form.h"

#include "core/text/encodings.h"
#include "core/text/text.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  core::percent_decode(text);
  const auto fields = core::parse_form(text);
  if (!fields) return 0;
  for (const auto& [name, value] : *fields) {
    fuzz::require(core::is_utf8(name) && core::is_utf8(value), "fields are UTF-8");
    fuzz::require(value.find('\0') == std::string::npos, "fields have no NUL");
    if (value.empty()) continue;
    const auto again = core::parse_form(core::write_form({{name, value}}));
    fuzz::require(again && again->size() == 1 && again->begin()->first == name &&
                      again->begin()->second == value,
                  "a written field is read again");
  }
  return 0;
}
