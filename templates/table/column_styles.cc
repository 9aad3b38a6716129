#include "templates/table/column_styles.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/fields.h"
#include "core/text/text.h"
#include "html/amount.h"
#include "html/iso_date.h"

namespace templates {
namespace {

// Numbers of this length and longer, all equally long, are article numbers or times.
constexpr std::size_t kIdentifierDigits = 8;
// Fewer consecutive values, each one more than the previous, can be a coincidence.
constexpr std::size_t kFewestCounted = 3;

// The text of a number, or of a string without escapes; others are not numbers.
std::string_view plain_text(const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return *field;
  const auto* value = std::get_if<core::JsonValue>(&cell);
  if (value == nullptr) return {};
  std::string_view text = value->text();
  if (text.starts_with('"') && text.ends_with('"')) text = text.substr(1, text.size() - 2);
  return text;
}

std::string sent_text(const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return std::string(*field);
  const auto* value = std::get_if<core::JsonValue>(&cell);
  return value == nullptr ? std::string() : core::FieldReader::shown_text(*value);
}

// A number may be shown without its last digits.
std::size_t shown_size(std::string_view text) {
  constexpr std::size_t kLongestWhole = 16;
  if (text.size() <= kLongestWhole) return text.size();
  const auto amount = html::Amount::parse(text);
  return amount ? amount->as_number().size() : text.size();
}

// Whether a number is written as only amounts are: with separators, decimals or signs. 12345.0 is
// an integer that a program has stored in a column with missing values.
bool is_written_as_amount(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.ends_with(".0")) text.remove_suffix(2);
  return text.find_first_not_of("0123456789") != std::string_view::npos;
}

std::optional<std::int64_t> integer_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

// The notations in which all values of a column can be read, of those in which each one can.
class CommonNotations {
 public:
  // False, once and for all, if a value can be read in none.
  bool add(Notations readable, const TableCell& cell) {
    if (readable.empty()) is_something_else_ = true;
    if (is_something_else_) return false;
    const Notations rest = count_++ == 0 ? readable : all_ & readable;
    if (rest.empty() && !all_.empty()) contradicting_ = sent_text(cell);
    if (!rest.empty() && !(rest == all_)) narrowing_ = sent_text(cell);
    all_ = rest;
    return true;
  }

  // Whether there are values, and all are numbers or dates.
  bool are_values() const { return !is_something_else_ && count_ > 0; }
  Notations all() const { return all_; }
  // The value that excluded most of them last, and one that excludes the rest.
  const std::string& narrowing() const { return narrowing_; }
  const std::string& contradicting() const { return contradicting_; }

 private:
  bool is_something_else_ = false;
  std::size_t count_ = 0;
  Notations all_;
  std::string narrowing_;
  std::string contradicting_;
};

// The facts about one column after its first cells. Cells without a value are ignored.
class ColumnValues {
 public:
  void add(const TableCell& cell) {
    if (is_empty(cell)) return;
    const std::string_view text = plain_text(cell);
    const std::size_t size = shown_size(text);
    if (!text.starts_with('{') && is_long_text(text)) ++long_count_;
    if (size > longest_size_ || std::holds_alternative<std::monostate>(longest_)) {
      longest_size_ = size;
      longest_ = cell;
    }
    if ((are_numbers_ || are_dates_ || are_clock_times_) && is_placeholder(cell)) return;
    ++count_;
    if (are_dates_) {
      const bool is_iso_date = add_iso_date(text);
      are_iso_dates_ &= is_iso_date;
      are_dates_ = dates_.add(is_iso_date ? kAllOfDates : date_notations_of(cell), cell);
    }
    are_clock_times_ = are_clock_times_ && is_clock_time(text);
    if (are_clock_times_) has_halves_ |= text.find_first_of("aApP") != std::string_view::npos;
    if (!are_numbers_ || !(are_numbers_ = numbers_.add(number_notations_of(cell), cell))) return;
    are_texts_ |= !is_json_number(cell);
    add_number_form(text.find('\\') == std::string_view::npos ? std::string(text) : sent_text(cell),
                    is_json_number(cell));
    are_all_in_parentheses_ &= core::trim(text, " ").starts_with('(');
    are_amounts_ |= is_written_as_amount(text);
    if (text.ends_with('-')) longest_with_minus_ = std::max(longest_with_minus_, text.size());
    const auto number = integer_in(text);
    if (!number) {
      are_integers_ = false;
      has_signs_ |= text.find_first_not_of("0123456789.,-+eE") != std::string_view::npos;
      return;
    }
    are_years_ &= *number >= 1000 && *number < 3000;
    are_counted_ &= count_ == 1 || *number == last_ + 1;
    shortest_number_ = count_ == 1 ? text.size() : std::min(shortest_number_, text.size());
    longest_number_ = std::max(longest_number_, text.size());
    last_ = *number;
  }

  // Each value is a number, though perhaps in another notation than others. Parentheses make a
  // number negative only if others have none: "(1)", "(2)", "(3)" count something. So does a hyphen
  // after a number only if one has more than one digit: "1-", "2", "2-" are marks. "1E2" is a name
  // unless others are powers of ten for sure, and "+4930123456" is a telephone number.
  bool are_numbers() const {
    return are_numbers_ && numbers_.are_values() && !are_all_in_parentheses_ &&
           longest_with_minus_ != kMark && (has_exponents_ || !has_bare_exponents_) &&
           !are_long_with_plus_;
  }
  // An amount with words around it is shown as it was sent, and so is its column.
  bool have_words() const { return have_words_; }
  bool are_dates() const { return are_dates_ && dates_.are_values(); }
  // Times of day, some of them in halves of a day: 9:05 AM. Others are sorted rightly as texts.
  bool are_clock_times() const { return count_ > 0 && are_clock_times_ && has_halves_; }
  // Each is in ISO's form, and a time with its zone, which may be UTC everywhere.
  bool are_iso_dates() const { return are_iso_dates_; }
  bool are_times() const { return are_times_; }
  bool are_in_utc() const { return are_in_utc_; }
  std::size_t long_count() const { return long_count_; }
  const CommonNotations& numbers() const { return numbers_; }
  const CommonNotations& dates() const { return dates_; }
  // Not all of them are numbers in JSON, whose notation is known.
  bool are_texts() const { return are_texts_; }
  bool are_amounts() const { return are_amounts_; }
  // Without a currency or percent sign, with which they are amounts.
  bool are_identifiers() const {
    if (!are_integers_ || has_signs_) return false;
    if (are_years_ || (are_counted_ && count_ >= kFewestCounted)) return true;
    return count_ >= kFewestCounted && shortest_number_ == longest_number_ &&
           shortest_number_ >= kIdentifierDigits;
  }
  const TableCell& longest() const { return longest_; }

 private:
  static constexpr std::size_t kMark = 2;       // the length of "2-"
  static constexpr std::size_t kTelephone = 9;  // the least length of "+4930123456"

  static bool is_json_number(const TableCell& cell) {
    const auto* value = std::get_if<core::JsonValue>(&cell);
    return value != nullptr && value->is(core::JsonType::number);
  }

  void add_number_form(const std::string& text, bool is_json) {
    have_words_ |= has_words(text);
    const Exponent exponent = exponent_in(text);
    has_bare_exponents_ |= exponent == Exponent::bare && !is_json;
    has_exponents_ |= exponent == Exponent::sure || (exponent == Exponent::bare && is_json);
    are_long_with_plus_ &= text.starts_with('+') && text.size() >= kTelephone &&
                           text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  }

  bool add_iso_date(std::string_view text) {
    const auto date = html::read_iso_date(text);
    if (!date) return false;
    are_times_ &= !date->zone.empty();
    are_in_utc_ &= date->zone == "UTC";
    return true;
  }

  std::size_t count_ = 0;
  std::size_t long_count_ = 0;
  bool are_numbers_ = true;
  bool are_dates_ = true;
  bool are_iso_dates_ = true;
  bool are_times_ = true;
  bool are_in_utc_ = true;
  bool are_clock_times_ = true;
  bool has_halves_ = false;
  bool have_words_ = false;
  CommonNotations numbers_;
  CommonNotations dates_;
  bool are_texts_ = false;
  bool are_all_in_parentheses_ = true;
  bool are_amounts_ = false;
  bool has_bare_exponents_ = false;
  bool has_exponents_ = false;
  bool are_long_with_plus_ = true;
  std::size_t longest_with_minus_ = 0;
  bool are_integers_ = true;
  bool are_years_ = true;
  bool are_counted_ = true;
  bool has_signs_ = false;
  std::int64_t last_ = 0;
  std::size_t shortest_number_ = 0;
  std::size_t longest_number_ = 0;
  std::size_t longest_size_ = 0;
  TableCell longest_;
};

std::string unclear_values(const std::string& what, std::string_view means) {
  return what + ", so it is shown and sorted as text; " + std::string(means);
}

// Decides how the numbers of a column are written; false if they contradict each other.
bool choose_number_notation(const ColumnValues& values, std::string_view language,
                            ColumnStyle& style) {
  const CommonNotations& numbers = values.numbers();
  if (numbers.all().empty()) {
    style.unclear = unclear_values(
        "has numbers in different notations, such as " + numbers.narrowing() + " and " +
            numbers.contradicting(),
        "send them as JSON numbers, or write all in one notation, or set its format to text");
    return false;
  }
  if (values.are_texts()) style.cells.notation = chosen_number_notation(numbers.all(), language);
  return true;
}

// The same for dates, which can also be unclear by themselves.
bool choose_date_notation(const ColumnValues& values, std::string_view language,
                          ColumnStyle& style) {
  const CommonNotations& dates = values.dates();
  if (dates.all().empty()) {
    style.unclear = unclear_values("has dates in different orders, such as " + dates.narrowing() +
                                       " and " + dates.contradicting(),
                                   "write them as 2026-01-31");
    return false;
  }
  if (const auto notation = chosen_date_notation(dates.all(), language)) {
    style.cells.notation = *notation;
    return true;
  }
  style.unclear = unclear_values(
      "has dates such as " + dates.narrowing() + ", whose day may be either number",
      "set lang of the column or the table, such as en-US or en-GB, or write them as 2026-01-31");
  return false;
}

ColumnStyle style_of(const TableColumn& column, const std::string& table_language,
                     const ColumnValues& values) {
  const std::string& language = column.language.empty() ? table_language : column.language;
  ColumnStyle style;
  style.cells.format = column.format;
  style.cells.currency = column.currency;
  style.longest = values.longest();
  style.long_count = values.long_count();
  style.alignment = column.align;
  const bool is_text = column.format == CellFormat::link || column.format == CellFormat::image ||
                       column.format == CellFormat::text;
  if (is_text) return style;
  const bool is_date = column.format == CellFormat::date;
  const bool are_dates = values.are_dates() && (is_date || !column.format) &&
                         choose_date_notation(values, language, style);
  style.has_dates = is_date || are_dates;
  if (are_dates && values.are_iso_dates()) {
    style.cells.format = CellFormat::date;
    style.has_times = values.are_times();
    style.cells.has_zone_in_heading = style.has_times && values.are_in_utc();
    if (style.cells.has_zone_in_heading) style.unit = "UTC";
  }
  const bool are_numbers =
      !style.has_dates && values.are_numbers() && choose_number_notation(values, language, style);
  style.has_numbers = are_numbers || (column.format && !is_date);
  style.has_clock_times = !style.has_dates && !style.has_numbers && values.are_clock_times();
  style.is_quantity =
      are_numbers && !values.have_words() && (column.format || !values.are_identifiers());
  style.cells.is_quantity = style.is_quantity;
  if (!column.format && style.is_quantity && values.are_amounts() &&
      style.cells.notation == Notation::plain)
    style.cells.format = CellFormat::number;
  if (!style.alignment && style.has_numbers) style.alignment = CellAlignment::right;
  return style;
}

// Whether the amounts of a column are money or percentages that are all written alike.
class CommonAmounts {
 public:
  explicit CommonAmounts(const ColumnStyle& style)
      : style_(style.cells),
        is_possible_(style.is_quantity &&
                     (style.cells.format || style.cells.notation != Notation::plain)) {}

  bool is_possible() const { return is_possible_; }

  void add(const TableCell& cell) {
    if (!is_possible_ || is_empty(cell) || is_placeholder(cell)) return;
    const auto amount = html::Amount::parse(plain_number(sent_text(cell), style_.notation));
    const bool is_first = count_++ == 0;
    is_possible_ = amount.has_value();
    if (!amount) return;
    if (is_first) {
      currency_ = amount->currency();
      is_percentage_ = amount->is_percentage();
    }
    const bool is_alike =
        currency_ == amount->currency() && is_percentage_ == amount->is_percentage();
    const bool is_plain = currency_.empty() && !is_percentage_;
    if (style_.format == CellFormat::percent) {
      is_possible_ = is_alike && is_plain;
      decimals_ = std::max(decimals_, std::min(decimals_in(amount->as_percentage()), kPercent));
    } else if (style_.format == CellFormat::currency) {
      is_possible_ = is_alike && !is_percentage_;
      are_whole_ &= amount->is_whole();
    } else {
      is_possible_ = is_alike && !is_plain;
      decimals_ = std::max(decimals_, decimals_in(amount->as_number()));
    }
  }

  void apply(ColumnStyle& style) const {
    if (!is_possible_ || count_ == 0) return;
    if (!style.cells.format) style.cells.format = CellFormat::number;
    if (style.cells.format == CellFormat::currency || !currency_.empty()) {
      style.unit = currency_.empty() ? std::string(style_.currency) : currency_;
      style.cells.has_currency_in_heading = !style.unit.empty();
      style.cells.is_whole = are_whole_;
    }
    if (decimals_ > kMost) return;
    style.cells.decimals =
        currency_.empty() || decimals_ == 0 ? decimals_ : std::max(decimals_, kCents);
  }

 private:
  static constexpr std::size_t kPercent = 2;
  static constexpr std::size_t kCents = 2;
  // More would be the rest of a division, and zeros up to there only noise.
  static constexpr std::size_t kMost = 6;

  static std::size_t decimals_in(std::string_view amount) {
    const std::size_t point = amount.find('.');
    if (point == std::string_view::npos) return 0;
    const std::string_view rest = amount.substr(point + 1);
    return std::min(rest.find_first_not_of("0123456789"), rest.size());
  }

  CellStyle style_;
  bool is_possible_;
  std::size_t count_ = 0;
  std::size_t decimals_ = 0;
  bool are_whole_ = true;
  std::string currency_;
  bool is_percentage_ = false;
};

void apply_common_amounts(const Table& table, std::vector<ColumnStyle>& styles) {
  std::vector<CommonAmounts> amounts(styles.begin(), styles.end());
  const auto is_possible = [](const CommonAmounts& column) { return column.is_possible(); };
  if (std::none_of(amounts.begin(), amounts.end(), is_possible)) return;
  for (TableRows rows(table); rows.next();)
    for (const std::size_t i : rows.columns_with_cells()) amounts[i].add(rows.cells()[i]);
  for (std::size_t i = 0; i < styles.size(); ++i) amounts[i].apply(styles[i]);
}

}  // namespace

bool is_long_text(std::string_view text) {
  constexpr std::size_t kTwoLines = 40;
  return text.size() > kTwoLines || std::count(text.begin(), text.end(), '\n') > 1;
}

std::vector<ColumnStyle> styles_of(const Table& table) {
  std::vector<ColumnValues> values(table.columns().size());
  for (TableRows rows(table); rows.next();) {
    for (const std::size_t i : rows.columns_with_cells()) values[i].add(rows.cells()[i]);
  }
  std::vector<ColumnStyle> styles;
  styles.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    styles.push_back(style_of(table.columns()[i], table.language(), values[i]));
  apply_common_amounts(table, styles);
  return styles;
}

}  // namespace templates
