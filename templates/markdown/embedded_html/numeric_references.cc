#include "templates/markdown/embedded_html/numeric_references.h"

#include <algorithm>
#include <string_view>

#include "core/text/ascii.h"

namespace templates {
namespace {

constexpr std::string_view kFirstBeyond = "1114112";
constexpr std::string_view kFirstBeyondInHex = "110000";

bool is_hex_digit(char c) {
  const char lower = core::lower_case(c);
  return core::is_digit(c) || (lower >= 'a' && lower <= 'f');
}

}  // namespace

void bound_numeric_references(std::string& html) {
  for (std::size_t at = html.find("&#"); at != std::string::npos; at = html.find("&#", at)) {
    at += 2;
    const bool is_hex = at < html.size() && core::lower_case(html[at]) == 'x';
    if (is_hex) ++at;
    const auto begin = html.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = std::find_if_not(begin, html.end(), is_hex ? is_hex_digit : core::is_digit);
    const auto first = std::find_if_not(begin, end, [](char c) { return c == '0'; });
    const std::string_view limit = is_hex ? kFirstBeyondInHex : kFirstBeyond;
    if (end - first <= static_cast<std::ptrdiff_t>(limit.size())) continue;
    std::fill(first, end, '0');
    std::copy(limit.begin(), limit.end(), end - static_cast<std::ptrdiff_t>(limit.size()));
  }
}

}  // namespace templates
