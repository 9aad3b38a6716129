#include "templates/markdown/source/line.h"

#include <algorithm>

#include "core/cpu_limit.h"

namespace templates {
namespace {

constexpr std::size_t kMaximumDigits = 9;  // CommonMark 5.2

// The length of the list marker at the beginning of `text`; 0 if there is none.
std::size_t item_marker(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view marks = digits == 0 ? "-+*" : ".)";
  if (digits > kMaximumDigits || digits + 1 >= text.size()) return 0;
  const bool is_marked = marks.find(text[digits]) != std::string_view::npos;
  const bool is_ended = text[digits + 1] == ' ' || text[digits + 1] == '\t';
  return is_marked && is_ended ? digits + 1 : 0;
}

}  // namespace

std::string_view take_line(std::string_view& source) {
  core::CpuLimit::check();
  const std::size_t end = std::min(source.find('\n'), source.size());
  std::string_view line = source.substr(0, end);
  source.remove_prefix(std::min(end + 1, source.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

std::size_t container_prefix(std::string_view line) {
  std::size_t at = 0;
  for (;;) {
    at = std::min(line.find_first_not_of(" \t>", at), line.size());
    const std::size_t marker = item_marker(line.substr(at));
    if (marker == 0) return at;
    at += marker;
  }
}

}  // namespace templates
