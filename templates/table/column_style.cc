#include "templates/table/column_style.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>

#include "core/input/content_reader.h"
#include "core/text/split.h"
#include "html/amount.h"
#include "templates/table/table_cell.h"

namespace templates {
namespace {

// Numbers of this length and longer, all equally long, are article numbers or times.
constexpr std::size_t kIdentifierDigits = 8;
// Fewer values in a row, each one more than the one before, can be so by chance.
constexpr std::size_t kFewestCounted = 3;

// The text of a number or a text without escapes; others are no numbers.
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
  return value == nullptr ? std::string() : core::ContentReader::shown_text(*value);
}

// A number may be shown without its last digits.
std::size_t shown_size(std::string_view text) {
  constexpr std::size_t kLongestWhole = 16;
  if (text.size() <= kLongestWhole) return text.size();
  const auto amount = html::Amount::parse(text);
  return amount ? amount->as_number().size() : text.size();
}

// Whether a number is written with something that only amounts have: separators, decimals, signs.
// 12345.0 is an integer that a program has stored beside missing values.
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

  // Of columns with values, none of which is anything else.
  bool are_values() const { return !is_something_else_ && count_ > 0; }
  Notations all() const { return all_; }
  // The value that has excluded most of them last, and one that excludes the rest.
  const std::string& narrowing() const { return narrowing_; }
  const std::string& contradicting() const { return contradicting_; }

 private:
  bool is_something_else_ = false;
  std::size_t count_ = 0;
  Notations all_;
  std::string narrowing_;
  std::string contradicting_;
};

// What is known of one column after its first cells. Cells without a value say nothing of the
// others.
class ColumnValues {
 public:
  void add(const TableCell& cell) {
    if (is_empty(cell)) return;
    const std::string_view text = plain_text(cell);
    const std::size_t size = shown_size(text);
    if (size > longest_size_ || std::holds_alternative<std::monostate>(longest_)) {
      longest_size_ = size;
      longest_ = cell;
    }
    if ((are_numbers_ || are_dates_) && is_placeholder(cell)) return;
    ++count_;
    if (are_dates_) are_dates_ = dates_.add(date_notations_of(cell), cell);
    if (!are_numbers_ || !(are_numbers_ = numbers_.add(number_notations_of(cell), cell))) return;
    are_texts_ |= !is_json_number(cell);
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
  // behind a number only if one has more than one digit: "1-", "2", "2-" are marks.
  bool are_numbers() const {
    return are_numbers_ && numbers_.are_values() && !are_all_in_parentheses_ &&
           longest_with_minus_ != kMark;
  }
  bool are_dates() const { return are_dates_ && dates_.are_values(); }
  const CommonNotations& numbers() const { return numbers_; }
  const CommonNotations& dates() const { return dates_; }
  // Not all of them are numbers in JSON, whose notation is known.
  bool are_texts() const { return are_texts_; }
  bool are_amounts() const { return are_amounts_; }
  // Without a currency or percent sign, which says that they are none.
  bool are_identifiers() const {
    if (!are_integers_ || has_signs_) return false;
    if (are_years_ || (are_counted_ && count_ >= kFewestCounted)) return true;
    return count_ >= kFewestCounted && shortest_number_ == longest_number_ &&
           shortest_number_ >= kIdentifierDigits;
  }
  const TableCell& longest() const { return longest_; }

 private:
  static constexpr std::size_t kMark = 2;  // the length of "2-"

  static bool is_json_number(const TableCell& cell) {
    const auto* value = std::get_if<core::JsonValue>(&cell);
    return value != nullptr && value->is(core::JsonType::number);
  }

  std::size_t count_ = 0;
  bool are_numbers_ = true;
  bool are_dates_ = true;
  CommonNotations numbers_;
  CommonNotations dates_;
  bool are_texts_ = false;
  bool are_all_in_parentheses_ = true;
  bool are_amounts_ = false;
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
  style.alignment = column.align;
  const bool is_text = column.format == CellFormat::link || column.format == CellFormat::image ||
                       column.format == CellFormat::text;
  if (is_text) return style;
  const bool is_date = column.format == CellFormat::date;
  const bool are_dates = values.are_dates() && (is_date || !column.format) &&
                         choose_date_notation(values, language, style);
  style.has_dates = is_date || are_dates;
  const bool are_numbers =
      !style.has_dates && values.are_numbers() && choose_number_notation(values, language, style);
  style.has_numbers = are_numbers || (column.format && !is_date);
  style.is_quantity = are_numbers && (column.format || !values.are_identifiers());
  if (!column.format && style.is_quantity && values.are_amounts() &&
      style.cells.notation == Notation::plain)
    style.cells.format = CellFormat::number;
  if (!style.alignment && style.has_numbers) style.alignment = CellAlignment::right;
  return style;
}

}  // namespace

std::vector<ColumnStyle> styles_of(const Table& table) {
  std::vector<ColumnValues> values(table.columns().size());
  for (TableRows rows(table); rows.next();) {
    for (const std::size_t i : rows.columns_with_cells()) values[i].add(rows.cells()[i]);
  }
  std::vector<ColumnStyle> styles;
  styles.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    styles.push_back(style_of(table.columns()[i], table.language(), values[i]));
  return styles;
}

}  // namespace templates
