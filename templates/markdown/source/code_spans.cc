#include "templates/markdown/source/code_spans.h"

#include <algorithm>
#include <utility>

namespace templates {

std::unordered_map<std::size_t, std::size_t> ends_of_code(std::string_view paragraph) {
  std::unordered_map<std::size_t, std::size_t> ends;
  std::unordered_map<std::size_t, std::size_t> last_of_length;
  for (std::size_t at = paragraph.find('`'); at != std::string_view::npos;) {
    const std::size_t length =
        std::min(paragraph.find_first_not_of('`', at), paragraph.size()) - at;
    const auto [last, is_first] = last_of_length.emplace(length, at);
    if (!is_first) ends[std::exchange(last->second, at)] = at + length;
    at = paragraph.find('`', at + length);
  }
  return ends;
}

}  // namespace templates
