#include "html/readable_number.h"

#include <array>
#include <charconv>
#include <cmath>

#include "html/amount.h"

namespace html {

std::string readable_number(std::string_view number) {
  const bool is_decimal = number.find_first_not_of("-.0123456789") == std::string_view::npos;
  const auto amount = is_decimal ? Amount::parse(number) : std::nullopt;
  return amount ? amount->as_number() : std::string(number);
}

std::string exact_number(double number) {
  // An exponent from where JavaScript writes one; std::to_chars alone has 1e+06 for a million.
  const double size = std::abs(number);
  const bool is_plain = size == 0 || (size >= 1e-6 && size < 1e21);
  std::array<char, 32> text{};
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), number,
                    is_plain ? std::chars_format::fixed : std::chars_format::general);
  return {text.data(), written.ptr};
}

Html number_html(std::string_view number) {
  const std::string readable = readable_number(number);
  if (readable == number) return Html::text(number);
  return html::format("<data value=\"{}\">{}</data>", number, readable);
}

}  // namespace html
