// Amounts: numbers as in tables, with a currency or percent sign: 1234.5, "-$1,234.50", "12 %".
// Negative ones have a hyphen or a minus sign (U+2212), also after the digits, or parentheses
// around them: "12-", "($5)".
//
// Computed on the digits, so no precision is lost.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace html {

class Amount {
 public:
  // A number in JSON's grammar or negative as above, perhaps with thousands separators, with a sign
  // before or after it.
  // Nothing for any other text.
  static std::optional<Amount> parse(std::string_view text);

  bool is_percentage() const { return unit_ == "%"; }
  // The sign of its currency, before or after it; empty if it has none.
  std::string_view currency() const;
  // The same without that sign.
  Amount without_currency() const;

  // 1,234.5: with thousands separators and the original digits, but without what binary arithmetic
  // adds: 112.05000000000001 is 112.05. With zeros up to so many decimals.
  std::string as_number(std::size_t decimals = 0) const;
  // 0.123 is 12.3%, with at most two decimals.
  std::string as_percentage(std::size_t decimals = 0) const;
  // 1,234.50, with its original sign, or without one and followed by this ISO 4217 code: "1,234.50
  // EUR", "1,235 JPY". Neither, if the currency is said elsewhere. 1,234, if it is to be whole.
  std::string as_currency(std::string_view code, bool has_code, bool is_whole) const;
  bool is_whole() const;

 private:
  bool is_in_parentheses() const { return minus_ == "("; }
  bool read_digits(std::string_view text);
  void expand(int exponent);
  // The digits before and after the decimal point.
  std::pair<std::string, std::string> without_noise() const;
  std::string with_signs(std::string_view digits) const;

  std::string text_;        // unchanged
  std::string_view minus_;  // what makes it negative: "-", "−" or "("; empty for others
  bool is_minus_behind_ = false;
  std::string currency_;      // before the number
  std::string integer_;       // digits before the decimal point
  std::string fraction_;      // and after it
  std::string unit_;          // after the number, with a space if there was one
  bool is_too_long_ = false;  // 1e300: shown unchanged
};

// Whether a text stands for a missing number or date: "N/A", "NULL", "#DIV/0!", "-", spaces.
bool is_placeholder(std::string_view text);

// The length of the currency sign at the beginning of the text, such as "€" or "US$"; 0 if there is
// none.
std::size_t currency_length(std::string_view text);

// "1234567" as "1,234,567".
std::string group_thousands(std::string_view digits);
std::string group_thousands(std::size_t number);
// A count. One that is below zero for a moment, as its changes are added up, is 0.
std::string group_thousands(std::int64_t count);

}  // namespace html
