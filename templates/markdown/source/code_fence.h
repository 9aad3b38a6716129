// CodeFence: which lines of a Markdown source belong to fenced code.
#pragma once

#include <cstddef>
#include <string_view>

namespace templates {

// Follows a source line by line, for syntax that is extracted before parsing. Fences may be nested
// in block quotes and lists.
class CodeFence {
 public:
  // Whether `line`, the next one, is code or one of its fences.
  bool takes(std::string_view line);

 private:
  char mark_ = 0;  // character of the open fence, ` or ~; 0 outside code
  std::size_t length_ = 0;
  std::size_t quotations_ = 0;  // number of block quotes around it
};

}  // namespace templates
