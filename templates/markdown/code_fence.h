// CodeFence: which lines of a Markdown source belong to fenced code.
#pragma once

#include <cstddef>
#include <string_view>

namespace templates {

// Follows a source line by line, for what has to be found in it before it is parsed. Fences may
// stand in quotations and lists.
class CodeFence {
 public:
  // Whether `line`, the next one, is code or one of the fences around it.
  bool takes(std::string_view line);

 private:
  char mark_ = 0;  // that the open fence is made of, ` or ~; 0 outside
  std::size_t length_ = 0;
  std::size_t quotations_ = 0;  // that it stands in
};

}  // namespace templates
