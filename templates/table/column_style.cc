#include "templates/table/column_style.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "core/text/ascii.h"
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

// A number may be shown without its last digits.
std::size_t shown_size(std::string_view text) {
  constexpr std::size_t kLongestWhole = 16;
  if (text.size() <= kLongestWhole) return text.size();
  const auto amount = html::Amount::parse(text);
  return amount ? amount->as_number().size() : text.size();
}

std::optional<std::int64_t> integer_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

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
    are_dates_ = are_dates_ && is_date(cell);
    if (!are_numbers_ || !(are_numbers_ = is_number(cell))) return;
    are_all_in_parentheses_ &= core::trim(text, " ").starts_with('(');
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

  // Parentheses make a number negative only if others have none: "(1)", "(2)", "(3)" count
  // something.
  bool are_numbers() const { return are_numbers_ && !are_all_in_parentheses_ && count_ > 0; }
  bool are_dates() const { return are_dates_ && count_ > 0; }
  // With a currency or percent sign, which says that they are no identifiers.
  bool have_signs() const { return has_signs_; }
  bool are_identifiers() const {
    if (!are_integers_) return false;
    if (are_years_ || (are_counted_ && count_ >= kFewestCounted)) return true;
    return count_ >= kFewestCounted && shortest_number_ == longest_number_ &&
           shortest_number_ >= kIdentifierDigits;
  }
  const TableCell& longest() const { return longest_; }

 private:
  std::size_t count_ = 0;
  bool are_numbers_ = true;
  bool are_all_in_parentheses_ = true;
  bool are_dates_ = true;
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

constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// The words of a label in lower case: "orderId" and "Order ID" are "order" and "id".
std::vector<std::string> words_of(std::string_view label) {
  std::vector<std::string> words(1);
  char last = ' ';
  for (const char c : label) {
    const bool is_letter =
        core::is_letter_or_digit(c) || c == '#' || static_cast<unsigned char>(c) >= 0x80;
    const bool begins = is_lower(last) && c != core::lower_case(c);
    if ((!is_letter || begins) && !words.back().empty()) words.emplace_back();
    if (is_letter) words.back() += core::lower_case(c);
    last = c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

ColumnStyle style_of(const TableColumn& column, const ColumnValues& values) {
  ColumnStyle style;
  style.format = column.format;
  style.currency = column.currency;
  style.longest = values.longest();
  style.has_dates = column.format ? column.format == CellFormat::date : values.are_dates();
  const bool is_text = column.format == CellFormat::link || column.format == CellFormat::image ||
                       column.format == CellFormat::text;
  style.has_numbers =
      column.format && !is_text ? !style.has_dates : values.are_numbers() && !is_text;
  const bool has_identifiers =
      !values.have_signs() && (names_identifiers(column.label) || values.are_identifiers());
  style.is_quantity =
      style.has_numbers && values.are_numbers() && (column.format || !has_identifiers);
  if (!column.format && style.is_quantity) style.format = CellFormat::number;
  style.alignment = column.align;
  if (!style.alignment && style.has_numbers) style.alignment = CellAlignment::right;
  return style;
}

}  // namespace

bool names_identifiers(std::string_view label) {
  constexpr std::array<std::string_view, 34> kAnywhere{
      "id",   "ids",  "uid",  "gid", "pid",  "zip",       "zipcode", "postcode", "postal",
      "plz",  "year", "yr",   "fy",  "jahr", "année",     "año",     "phone",    "tel",
      "fax",  "isbn", "issn", "ean", "gtin", "sku",       "iban",    "imei",     "port",
      "code", "pin",  "asn",  "lat", "lon",  "timestamp", "epoch"};
  constexpr std::array<std::string_view, 7> kAtTheEnd{"no",  "nr",  "num", "number",
                                                      "key", "ref", "#"};
  const std::vector<std::string> words = words_of(label);
  if (words.empty()) return false;
  return std::find(kAtTheEnd.begin(), kAtTheEnd.end(), words.back()) != kAtTheEnd.end() ||
         std::find_first_of(words.begin(), words.end(), kAnywhere.begin(), kAnywhere.end()) !=
             words.end();
}

std::vector<ColumnStyle> styles_of(const Table& table) {
  std::vector<ColumnValues> values(table.columns().size());
  for (TableRows rows(table); rows.next();) {
    for (const std::size_t i : rows.columns_with_cells()) values[i].add(rows.cells()[i]);
  }
  std::vector<ColumnStyle> styles;
  styles.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    styles.push_back(style_of(table.columns()[i], values[i]));
  return styles;
}

}  // namespace templates
