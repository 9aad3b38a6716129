#include "core/json/json_pointer.h"

namespace core {

bool append_step(std::string_view name, std::string& pointer) {
  if (pointer.size() + 1 + name.size() > kLongestPointer) return false;
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
  return true;
}

std::string pointer_to(std::string_view name) {
  std::string pointer;
  append_step(name, pointer);
  return pointer;
}

}  // namespace core
