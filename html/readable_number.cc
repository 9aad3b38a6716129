#include "html/readable_number.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/text/ascii.h"
#include "html/amount.h"

namespace html {
namespace {}  // namespace

std::string readable_number(std::string_view number) {
  const bool negative = number.starts_with('-');
  const std::string_view unsigned_number = number.substr(negative ? 1 : 0);
  const auto* const whole_end =
      std::find_if_not(unsigned_number.begin(), unsigned_number.end(), core::is_digit);
  const std::string_view whole(unsigned_number.begin(), whole_end);
  const std::string_view rest = unsigned_number.substr(whole.size());
  const bool is_plain = rest.empty() || (rest.front() == '.' &&
                                         std::all_of(rest.begin() + 1, rest.end(), core::is_digit));
  if (!is_plain) return std::string(number);

  return (negative ? "-" : "") + group_thousands(whole).append(rest);
}

std::string exact_number(double number) {
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), written.ptr};
}

Html number_html(std::string_view number) {
  const std::string readable = readable_number(number);
  if (readable == number) return Html::text(number);
  return html::format("<data value=\"{}\">{}</data>", number, readable);
}

}  // namespace html
