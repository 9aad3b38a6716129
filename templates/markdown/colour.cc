#include "templates/markdown/colour.h"

#include <algorithm>

#include "core/text/ascii.h"

namespace templates {
namespace {

constexpr std::size_t kLongestColour = 40;

bool is_hexadecimal(std::string_view digits) {
  return digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

bool is_colour(std::string_view code) {
  if (code.starts_with('#'))
    return (code.size() == 4 || code.size() == 7 || code.size() == 9) &&
           is_hexadecimal(code.substr(1));
  if (code.size() > kLongestColour || !code.ends_with(')')) return false;
  for (const std::string_view function : {"rgb(", "rgba(", "hsl(", "hsla("}) {
    if (!core::starts_with_ignoring_case(code, function)) continue;
    const std::string_view values = code.substr(function.size(), code.size() - function.size() - 1);
    return std::any_of(values.begin(), values.end(), core::is_digit) &&
           values.find_first_not_of("0123456789.,%/ deg") == std::string_view::npos;
  }
  return false;
}

}  // namespace

html::Html colour_chip(std::string_view code) {
  if (!is_colour(code)) return {};
  return html::format(
      "<svg class=\"colour\" viewBox=\"0 0 10 10\" width=\"10\" height=\"10\" "
      "aria-hidden=\"true\"><rect width=\"10\" height=\"10\" rx=\"2\" fill=\"{}\"/></svg>",
      code);
}

}  // namespace templates
