#include "handlers/share_pages/byte_range.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace handlers {
namespace {

// A position; one too large for any file is the largest. Nothing for what is no number.
std::optional<std::size_t> parse_position(std::string_view text) {
  const bool is_number = !text.empty() && std::all_of(text.begin(), text.end(),
                                                      [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) return std::nullopt;
  std::size_t position = 0;
  const auto outcome = std::from_chars(text.data(), text.data() + text.size(), position);
  return outcome.ec == std::errc() ? position : std::numeric_limits<std::size_t>::max();
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// What stands behind "bytes=", the unit in any case; nothing for another unit.
std::optional<std::string_view> ranges_in(std::string_view header) {
  constexpr std::string_view kUnit = "bytes=";
  if (header.size() < kUnit.size()) return std::nullopt;
  const bool is_bytes = std::equal(kUnit.begin(), kUnit.end(), header.begin(), [](char a, char b) {
    return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b);
  });
  if (!is_bytes) return std::nullopt;
  return trim(header.substr(kUnit.size()));
}

}  // namespace

RequestedRange requested_range(std::string_view header, std::size_t size) {
  const auto range = ranges_in(header);
  if (!range) return WholeFile{};
  const std::size_t dash = range->find('-');
  if (dash == std::string_view::npos) return WholeFile{};
  const std::string_view before = range->substr(0, dash);
  const std::string_view behind = range->substr(dash + 1);

  const auto end = parse_position(behind);
  if (before.empty()) {  // so many bytes at the end
    if (!end) return WholeFile{};
    if (*end == 0 || size == 0) return UnsatisfiableRange{};
    return ByteRange{size - std::min(*end, size), size - 1};
  }
  const auto first = parse_position(before);
  if (!first || (!behind.empty() && !end) || (end && *end < *first)) return WholeFile{};
  if (*first >= size) return UnsatisfiableRange{};
  return ByteRange{*first, std::min(end.value_or(size - 1), size - 1)};
}

}  // namespace handlers
