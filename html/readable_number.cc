#include "html/readable_number.h"

#include <array>
#include <charconv>

#include "html/amount.h"

namespace html {

std::string readable_number(std::string_view number) {
  const bool is_decimal = number.find_first_not_of("-.0123456789") == std::string_view::npos;
  const auto amount = is_decimal ? Amount::parse(number) : std::nullopt;
  return amount ? amount->as_number() : std::string(number);
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
