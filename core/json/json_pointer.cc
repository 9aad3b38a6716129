#include "core/json/json_pointer.h"

namespace core {

void append_step(std::string_view name, std::string& pointer) {
  pointer += '/';
  for (const char c : name) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

std::string pointer_to(std::string_view name) {
  std::string pointer;
  append_step(name, pointer);
  return pointer;
}

}  // namespace core
