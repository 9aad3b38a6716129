#include "templates/markdown/source/parsing_cost.h"

#include <algorithm>
#include <cstddef>

#include "templates/markdown/source/block_lines.h"
#include "templates/markdown/source/line.h"

namespace templates {
namespace {

constexpr std::size_t kMaximumDefinitions = 2000;
// For each bracket, md4c searches the lines of its paragraph from the first one.
constexpr std::size_t kMaximumLinesSearched = 100'000'000;

}  // namespace

bool is_costly_to_parse(std::string_view source) {
  BlockLines lines;
  std::size_t definitions = 0;
  std::size_t brackets = 0;  // in the paragraph
  while (!source.empty()) {
    const std::string_view line = take_line(source);
    const LineKind kind = lines.take(line);
    if (lines.depth() > kMaximumContainers) return true;
    if (kind != LineKind::text) continue;
    if (lines.lines_of_paragraph() == 1) brackets = 0;
    brackets += static_cast<std::size_t>(std::count(line.begin(), line.end(), '['));
    if (brackets * lines.lines_of_paragraph() > kMaximumLinesSearched) return true;
    const std::string_view text = line.substr(container_prefix(line));
    if (text.starts_with('[') && text.find("]:") != std::string_view::npos &&
        ++definitions > kMaximumDefinitions)
      return true;
  }
  return false;
}

}  // namespace templates
