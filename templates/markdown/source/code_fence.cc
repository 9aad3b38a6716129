#include "templates/markdown/source/code_fence.h"

#include <algorithm>

#include "templates/markdown/source/line.h"

namespace templates {

bool CodeFence::takes(std::string_view line) {
  const std::size_t prefix = container_prefix(line);
  const auto quotations = static_cast<std::size_t>(
      std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(prefix), '>'));
  // The end of a block quote ends the fence in it.
  if (mark_ != 0 && quotations < quotations_) mark_ = 0;

  const std::string_view text = line.substr(prefix);
  const char mark = text.empty() ? '\0' : text.front();
  if (mark != '`' && mark != '~') return mark_ != 0;
  const std::size_t length = std::min(text.find_first_not_of(mark), text.size());
  const std::string_view behind = text.substr(length);
  if (mark_ != 0) {
    if (mark == mark_ && length >= length_ && is_blank(behind)) mark_ = 0;
    return true;
  }
  // Inline `` ```a``` `` is a code span.
  if (length < 3 || (mark == '`' && behind.find('`') != std::string_view::npos)) return false;
  mark_ = mark;
  length_ = length;
  quotations_ = quotations;
  return true;
}

}  // namespace templates
