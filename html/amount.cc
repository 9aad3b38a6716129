#include "html/amount.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/text/text.h"

namespace html {
namespace {

// With more digits before or after the decimal point, an exponent is easier to read.
constexpr int kLongestExponent = 30;

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), core::is_digit) -
                                  text.begin());
}

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

// Reads digits, in groups of three after commas if there are commas.
std::string take_integer(std::string_view& text) {
  std::size_t length = count_digits(text);
  std::string digits(text.substr(0, length));
  text.remove_prefix(length);
  if (length == 0 || length > 3) return digits;
  while (text.starts_with(',')) {
    if (count_digits(text.substr(1)) != 3) return {};
    digits += text.substr(1, 3);
    text.remove_prefix(4);
  }
  return digits;
}

// The error of binary arithmetic, as in 112.05000000000001: a number with more digits than a double
// can keep that has few digits when rounded. An integer part of this length would be rounded
// itself.
constexpr std::size_t kKeptDigits = 15;
constexpr std::size_t kRoundedDigits = 12;
constexpr std::size_t kMostSentDigits = 9;

std::string_view significant(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

void drop_leading_zeros(std::string& digits) {
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

// Rounds half away from zero.
void round(std::string& integer, std::string& fraction, std::size_t decimals) {
  if (fraction.size() <= decimals) return;
  const bool up = fraction[decimals] >= '5';
  fraction.resize(decimals);
  if (!up) return;
  std::string digits = '0' + integer + fraction;
  auto digit = digits.rbegin();
  for (; *digit == '9'; ++digit) *digit = '0';
  ++*digit;
  fraction = digits.substr(digits.size() - decimals);
  integer = digits.substr(0, digits.size() - decimals);
  drop_leading_zeros(integer);
}

std::string join(std::string_view integer, std::string_view fraction) {
  std::string joined = group_thousands(integer);
  if (!fraction.empty()) joined.append(1, '.').append(fraction);
  return joined;
}

// How many digits the amounts of a currency have after the decimal point (ISO 4217).
std::size_t decimals_of(std::string_view currency) {
  constexpr std::array<std::string_view, 17> kNone{"BIF", "CLP", "DJF", "GNF", "ISK", "JPY",
                                                   "KMF", "KRW", "PYG", "RWF", "UGX", "UYI",
                                                   "VND", "VUV", "XAF", "XOF", "XPF"};
  constexpr std::array<std::string_view, 7> kThree{"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"};
  if (std::find(kNone.begin(), kNone.end(), currency) != kNone.end()) return 0;
  return std::find(kThree.begin(), kThree.end(), currency) != kThree.end() ? 3 : 2;
}

bool is_zero(std::string_view digits) {
  return digits.find_first_not_of('0') == std::string_view::npos;
}

}  // namespace

// One of Unicode's, or a dollar sign with the letters of its country (US$, R$).
std::size_t currency_length(std::string_view text) {
  constexpr std::array<std::string_view, 4> kSigns{"¢", "£", "¥", "฿"};
  for (const std::string_view sign : kSigns)
    if (text.starts_with(sign)) return sign.size();
  // U+20A0 to U+20BF, and on to U+20CF.
  if (text.size() >= 3 && text.starts_with("\xe2\x82") &&
      static_cast<unsigned char>(text[2]) >= 0xa0)
    return 3;
  if (text.size() >= 3 && text.starts_with("\xe2\x83") &&
      static_cast<unsigned char>(text[2]) <= 0x8f)
    return 3;
  std::size_t letters = 0;
  while (letters < 3 && letters < text.size() && text[letters] >= 'A' && text[letters] <= 'Z')
    ++letters;
  return letters < text.size() && text[letters] == '$' ? letters + 1 : 0;
}

std::string group_thousands(std::string_view digits) {
  std::string grouped;
  grouped.reserve(digits.size() + digits.size() / 3);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

std::string group_thousands(std::size_t number) { return group_thousands(std::to_string(number)); }

std::string group_thousands(std::int64_t count) {
  return group_thousands(std::to_string(std::max<std::int64_t>(count, 0)));
}

std::optional<Amount> Amount::parse(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (text.size() > kLongest) return std::nullopt;
  Amount amount;
  amount.text_ = text;
  std::string_view rest = core::trim(text, " ");
  const auto take_sign = [&] {
    for (const std::string_view minus : {"-", "−"}) {
      if (!take(rest, minus)) continue;
      amount.minus_ = minus;
      return true;
    }
    return take(rest, "+");
  };
  if (rest.starts_with('(') && rest.ends_with(')')) {
    amount.minus_ = "(";
    rest = core::trim(rest.substr(1, rest.size() - 2), " ");
  }
  const bool has_sign = amount.is_in_parentheses() || take_sign();
  if (const std::size_t length = currency_length(rest)) {
    amount.currency_ = rest.substr(0, length);
    rest.remove_prefix(length);
    if (take(rest, " ")) amount.currency_ += ' ';
    if (!has_sign) take_sign();
  }
  const std::size_t number_end = rest.find_last_of("0123456789");
  if (number_end == std::string_view::npos) return std::nullopt;
  const std::string_view digits = rest.substr(0, number_end + 1);
  rest.remove_prefix(digits.size());
  if (!has_sign && amount.minus_.empty() && !rest.starts_with('+'))
    amount.is_minus_behind_ = take_sign();
  const std::string_view unit = rest;
  const std::string_view unit_sign = core::trim(unit, " ");
  if (!unit_sign.empty() && unit_sign != "%" && currency_length(unit_sign) != unit_sign.size())
    return std::nullopt;
  amount.unit_ = unit_sign == "%" ? unit_sign : unit;
  if (!amount.read_digits(digits)) return std::nullopt;
  return amount;
}

bool Amount::read_digits(std::string_view text) {
  integer_ = take_integer(text);
  if (integer_.empty() || (integer_.size() > 1 && integer_.front() == '0')) return false;
  if (take(text, ".")) {
    const std::size_t length = count_digits(text);
    if (length == 0) return false;
    fraction_ = text.substr(0, length);
    text.remove_prefix(length);
  }
  if (text.empty()) return true;
  if (!take(text, "e") && !take(text, "E")) return false;
  take(text, "+");
  int exponent = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (end != text.data() + text.size()) return false;
  if (problem != std::errc() || exponent > kLongestExponent || exponent < -kLongestExponent)
    is_too_long_ = true;
  else
    expand(exponent);
  return true;
}

// Moves the decimal point by `exponent` digits.
void Amount::expand(int exponent) {
  for (; exponent > 0; --exponent) {
    integer_ += fraction_.empty() ? '0' : fraction_.front();
    if (!fraction_.empty()) fraction_.erase(0, 1);
  }
  for (; exponent < 0; ++exponent) {
    fraction_.insert(fraction_.begin(), integer_.back());
    integer_.pop_back();
    if (integer_.empty()) integer_ = "0";
  }
  drop_leading_zeros(integer_);
}

std::string Amount::with_signs(std::string_view digits) const {
  std::string whole(is_minus_behind_ ? std::string_view() : minus_);
  whole.append(currency_).append(digits);
  if (is_minus_behind_) whole.append(minus_);
  whole.append(unit_);
  if (is_in_parentheses()) whole += ')';
  return whole;
}

std::string_view Amount::currency() const {
  // Without conditional operators, which would copy the strings.
  std::string_view sign = currency_;
  if (sign.empty() && !is_percentage()) sign = unit_;
  return core::trim(sign, " ");
}

Amount Amount::without_currency() const {
  Amount amount = *this;
  amount.currency_.clear();
  if (!is_percentage()) amount.unit_.clear();
  return amount;
}

std::string Amount::as_number(std::size_t decimals) const {
  if (is_too_long_) return text_;
  auto [integer, fraction] = without_noise();
  if (fraction.size() < decimals) fraction.resize(decimals, '0');
  return with_signs(join(integer, fraction));
}

std::pair<std::string, std::string> Amount::without_noise() const {
  std::pair<std::string, std::string> digits(integer_, fraction_);
  auto& [integer, fraction] = digits;
  const std::size_t count = significant(integer_ + fraction_).size();
  const std::size_t dropped = count - std::min(count, kRoundedDigits);
  if (count <= kKeptDigits || dropped >= fraction_.size()) return digits;
  round(integer, fraction, fraction_.size() - dropped);
  while (fraction.ends_with('0')) fraction.pop_back();
  if (significant(integer + fraction).size() <= kMostSentDigits) return digits;
  return {integer_, fraction_};
}

std::string Amount::as_percentage(std::size_t decimals) const {
  if (is_too_long_ || !unit_.empty() || !currency_.empty()) return text_;
  Amount percent = *this;
  percent.expand(2);
  percent.unit_ = "%";
  Amount rounded = percent;
  round(rounded.integer_, rounded.fraction_, 2);
  // A very small value must not become zero.
  const bool vanished = is_zero(rounded.integer_ + rounded.fraction_);
  if (!vanished) percent = rounded;
  while (percent.fraction_.ends_with('0')) percent.fraction_.pop_back();
  return percent.as_number(decimals);
}

bool Amount::is_whole() const { return fraction_.find_first_not_of('0') == std::string::npos; }

std::string Amount::as_currency(std::string_view code, bool has_code, bool is_whole) const {
  if (is_too_long_ || is_percentage()) return text_;
  const std::size_t decimals = is_whole ? 0 : decimals_of(code);
  Amount rounded = *this;
  round(rounded.integer_, rounded.fraction_, decimals);
  rounded.fraction_.resize(decimals, '0');
  // A no-break space keeps the code with its number.
  if (has_code && !code.empty() && currency_.empty() && unit_.empty())
    rounded.unit_ = "\u00a0" + std::string(code);
  return rounded.as_number();
}

bool is_placeholder(std::string_view text) {
  constexpr std::array<std::string_view, 25> kTexts{
      "",        "n/a",    "na",      "n.a.",   "nan",   "nat",   "<na>",   "null",    "(null)",
      "\\n",     "#n/a",   "#nv",     "#null!", "#num!", "#ref!", "#name?", "#value!", "#div/0!",
      "#error!", "#calc!", "#spill!", "--",     "-",     "–",     "—"};
  constexpr std::size_t kLongest = 8;
  const std::string_view trimmed = core::trim(text, " \t");
  // No digits, which most texts begin with where this is asked.
  return trimmed.size() <= kLongest && (trimmed.empty() || !core::is_digit(trimmed.front())) &&
         std::find(kTexts.begin(), kTexts.end(), core::in_lower_case(trimmed)) != kTexts.end();
}

}  // namespace html
