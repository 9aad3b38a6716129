// Amounts: numbers as they stand in tables, with the currency or percent sign beside them:
// 1234.5, "-$1,234.50", "12 %".
//
// Worked out on the digits themselves, so that nothing is lost that a double cannot hold.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace html {

class Amount {
 public:
  // A number in JSON's grammar, its thousands perhaps grouped by commas, with a sign in front or
  // behind. Nothing for any other text.
  static std::optional<Amount> parse(std::string_view text);

  bool is_percentage() const { return unit_ == "%"; }

  // 1,234.5: grouped by thousands, with the digits as given.
  std::string as_number() const;
  // 0.123 is 12.3%, with two decimals at most.
  std::string as_percentage() const;
  // 1,234.50, with the sign that it had.
  std::string as_currency() const;

 private:
  bool read_digits(std::string_view text);
  void expand(int exponent);
  std::string with_signs(std::string_view digits) const;

  std::string text_;  // as it was given
  bool is_negative_ = false;
  std::string currency_;      // in front
  std::string integer_;       // the digits before the point
  std::string fraction_;      // and those behind it
  std::string unit_;          // behind all, with a space if there was one
  bool is_too_long_ = false;  // 1e300: shown as it was given
};

// "1234567" as "1,234,567".
std::string group_thousands(std::string_view digits);
std::string group_thousands(std::size_t number);

}  // namespace html
