#include "core/text/sizes.h"

#include <array>
#include <charconv>
#include <limits>

#include "core/text/text.h"

namespace core {
namespace {

constexpr std::array<std::string_view, 4> kUnits{"kB", "MB", "GB", "TB"};
constexpr std::int64_t kStep = 1024;

}  // namespace

std::optional<std::int64_t> parse_size(std::string_view text) {
  std::int64_t bytes = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, bytes);
  if (problem != std::errc() || bytes < 0) return std::nullopt;
  std::string unit = in_lower_case(trim(std::string_view(rest, end)));
  if (unit.size() == 3 && unit[1] == 'i') unit.erase(1, 1);
  for (const std::string_view known : kUnits) {
    if (bytes > std::numeric_limits<std::int64_t>::max() / kStep) return std::nullopt;
    bytes *= kStep;
    if (unit == in_lower_case(known)) return bytes;
  }
  return std::nullopt;
}

std::string size_text(std::int64_t bytes) {
  if (bytes < kStep) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  std::int64_t unit = kStep;
  std::size_t power = 0;
  while (power + 1 < kUnits.size() && bytes / unit >= kStep) {
    unit *= kStep;
    ++power;
  }
  // A decimal for small numbers only.
  std::int64_t tenths = bytes / unit * 10 + (bytes % unit * 10 + unit / 2) / unit;
  if (tenths >= 1000) tenths = (tenths + 5) / 10 * 10;
  std::string text = std::to_string(tenths / 10);
  if (tenths % 10 != 0) text.append(".").append(std::to_string(tenths % 10));
  return text.append(" ").append(kUnits.at(power));
}

std::string exact_size_text(std::int64_t bytes) {
  std::string text = size_text(bytes);
  return parse_size(text) == bytes ? text : std::to_string(bytes);
}

}  // namespace core
