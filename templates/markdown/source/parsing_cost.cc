#include "templates/markdown/source/parsing_cost.h"

#include <algorithm>
#include <cstddef>

namespace templates {
namespace {

constexpr std::size_t kMaximumContainersInLine = 64;
constexpr std::size_t kMaximumDefinitions = 2000;

}  // namespace

bool is_costly_to_parse(std::string_view source) {
  std::size_t definitions = 0;
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    std::string_view line = source.substr(0, end);
    source.remove_prefix(std::min(end + 1, source.size()));

    std::size_t containers = 0;
    for (;;) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
      const std::string_view rest = line.substr(digits);
      const bool is_quotation = line.starts_with('>');
      const bool ends_marker = rest.size() <= 1 || rest[1] == ' ' || rest[1] == '\t';
      const bool is_bullet = digits == 0 && ends_marker && !rest.empty() &&
                             std::string_view("-+*").find(rest.front()) != std::string_view::npos;
      const bool is_number = digits > 0 && digits < 10 && ends_marker &&
                             (rest.starts_with('.') || rest.starts_with(')'));
      if (!is_quotation && !is_bullet && !is_number) break;
      line.remove_prefix(digits + 1);
      if (++containers > kMaximumContainersInLine) return true;
    }
    if (line.starts_with('[') && line.find("]:") != std::string_view::npos &&
        ++definitions > kMaximumDefinitions)
      return true;
  }
  return false;
}

}  // namespace templates
