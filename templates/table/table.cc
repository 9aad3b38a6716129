#include "templates/table/table.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/fields.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "html/amount.h"
#include "html/html.h"
#include "templates/table/cell_output.h"
#include "templates/table/table_cell.h"

namespace templates {
namespace {

using html::Html;

constexpr html::Literal kNoRowsNote("<p class=\"note\">This table has no rows.</p>\n");

constexpr html::Literal kCutCellsNote(
    "<p class=\"note cut-cells\">Very long cells are truncated and end with …. Their full text is "
    "in the CSV.</p>\n");
// A table of at most this size is in the HTML as a whole. A larger one makes a phone wait.
constexpr std::size_t kWholeRows = 200;
constexpr std::size_t kWholeBytes = std::size_t{256} << 10;
// Of a larger one, the HTML has its first rows: at least as many as a screen shows.
constexpr std::size_t kFirstRows = 40;
constexpr std::size_t kFirstBytes = std::size_t{64} << 10;
// The limits of the script's data. Browsers limit the height of an element.
constexpr std::size_t kMaximumBytes = std::size_t{20} << 20;
constexpr std::size_t kMaximumRows = 400'000;
// The widest cell of a column is in the page to set the column's width. No column becomes wider
// than this many characters.
constexpr std::size_t kWidestCharacters = 60;

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
  return html::group_thousands(number).append(" ").append(number == 1 ? one : many);
}

std::string size_of(const Table& table, std::string_view between, bool columns_first) {
  const std::string rows = counted(table.row_count(), "row", "rows");
  const std::string columns = counted(table.columns().size(), "column", "columns");
  std::string size = columns_first ? columns : rows;
  return size.append(between).append(columns_first ? rows : columns);
}

std::string summary_of(const Table& table) {
  constexpr std::size_t kLongest = 200;
  std::string summary = "Table with " + size_of(table, " and ", true) + ": ";
  bool is_first = true;
  for (const TableColumn& column : table.columns()) {
    if (summary.size() + column.label.size() > kLongest) {
      if (is_first) summary.resize(summary.size() - 2);
      return is_first ? summary : summary + ", …";
    }
    if (!is_first) summary += ", ";
    summary += column.label;
    is_first = false;
  }
  return summary;
}

Html header_html(const TableColumn& column, const ColumnStyle& style) {
  Html result("<th scope=\"col\"");
  if (style.alignment) result += html::format(" class=\"{}\"", class_of(*style.alignment));
  if (style.has_numbers) result += " data-type=\"number\"";
  if (style.has_dates) result += " data-type=\"date\"";
  if (style.is_quantity) {
    if (style.cells.format == CellFormat::percent)
      result += " data-quantity=\"percent\"";
    else
      result += html::format(" data-quantity=\"{}\"", style.cells.currency.empty()
                                                          ? std::string_view("number")
                                                          : style.cells.currency);
  }
  if (style.cells.notation != Notation::plain)
    result += html::format(" data-notation=\"{}\"", to_string(style.cells.notation));
  result += html::format(">{}</th>", Html::exact_text(column.label));
  return result;
}

// The rows that the page has as HTML: all or the first.
class PageRows {
 public:
  PageRows(const Table& table, const std::vector<ColumnStyle>& styles, core::RemoteImages images) {
    TableRows rows(table);
    while (rows.next()) {
      if (count_ == kWholeRows || first_.size() + rest_.size() > kWholeBytes) {
        is_whole_ = false;
        return;
      }
      const bool is_first = count_ < kFirstRows && first_.size() < kFirstBytes;
      Html& html = is_first ? first_ : rest_;
      html += "<tr>";
      for (std::size_t i = 0; i < styles.size(); ++i) {
        const ShownCell cell = show_cell(rows.cells()[i], styles[i].cells);
        html += cell_html(cell, styles[i].alignment, images);
        has_cut_cells_ |= cell.is_cut;
      }
      html += "</tr>\n";
      ++count_;
      if (is_first) ++first_count_;
    }
  }

  bool is_whole() const { return is_whole_; }
  std::size_t count() const { return is_whole_ ? count_ : first_count_; }
  bool has_cut_cells() const { return has_cut_cells_; }
  std::size_t bytes() const { return first_.size() + rest_.size(); }

  Html html() const {
    Html rows = first_;
    if (is_whole_) rows += rest_;
    return rows;
  }

 private:
  Html first_;
  Html rest_;
  std::size_t count_ = 0;
  std::size_t first_count_ = 0;
  bool is_whole_ = true;
  bool has_cut_cells_ = false;
};

bool has_images(const Table& table, const std::vector<ColumnStyle>& styles) {
  for (TableRows rows(table); rows.next();) {
    for (const std::size_t i : rows.columns_with_cells())
      if (is_image(rows.cells()[i], styles[i].cells.format)) return true;
  }
  return false;
}

// A hidden row with the longest text of each column, so that the columns are as wide as all rows
// need.
Html widest_row(const std::vector<ColumnStyle>& styles) {
  Html row("<tr class=\"widest\" aria-hidden=\"true\">");
  for (const ColumnStyle& style : styles) {
    const ShownCell cell = show_cell(style.longest, style.cells);
    row += html::format("<td>{}</td>", core::first_code_points(cell.text, kWidestCharacters));
  }
  row += "</tr>\n";
  return row;
}

// Tables that are wider than a sheet of paper are printed smaller, or on its long side.
std::string_view paper_class(const std::vector<ColumnStyle>& styles) {
  constexpr std::size_t kFewest = 5;
  constexpr std::size_t kUpright = 90;
  constexpr std::size_t kSmall = 180;
  std::size_t characters = 0;
  for (const ColumnStyle& style : styles) {
    const std::size_t longest =
        core::first_code_points(show_cell(style.longest, style.cells).text, 30).size();
    characters += std::max(kFewest, longest) + 3;
  }
  if (characters <= kUpright) return "";
  return characters <= kSmall ? " on-long-side" : " on-long-side is-small-on-paper";
}

}  // namespace

RenderedContent render_table(const Table& table, core::RemoteImages images) {
  if (table.columns().empty()) {
    RenderedContent content;
    content.summary = "Table without rows";
    content.html += kNoRowsNote;
    return content;
  }
  const std::vector<ColumnStyle> styles = styles_of(table);
  const PageRows rows(table, styles, images);

  RenderedContent content;
  content.summary = summary_of(table);
  content.stylesheets.push_back(html::kTableStylesheet);
  content.scripts.push_back(html::kTableScript);
  content.has_rows = table.row_count() > 0;
  content.has_more_rows = !rows.is_whole();
  content.has_remote_images = images != core::RemoteImages::off && has_images(table, styles);

  Html& page = content.html;
  page.reserve(rows.bytes() + 2048);
  page +=
      html::format("<div class=\"data-table{}\" data-rows=\"{}\" data-images=\"{}\">\n",
                   paper_class(styles), std::to_string(table.row_count()), core::to_string(images));
  // There is nothing to sort, search or copy in a table without rows.
  if (table.row_count() > 0) page += "<div class=\"table-tools\"></div>\n";
  page +=
      // The first heading determines the table's direction.
      "<div dir=\"auto\" class=\"table-wrap\" role=\"group\" aria-label=\"Table\" "
      "tabindex=\"0\">\n";
  page += html::format("<table aria-label=\"Table with {}\"{}>\n<thead><tr>",
                       size_of(table, " and ", true),
                       rows.is_whole() ? Html() : Html(" class=\"is-windowed\""));
  for (std::size_t i = 0; i < styles.size(); ++i)
    page += header_html(table.columns()[i], styles[i]);
  page += "</tr></thead>\n<tbody>\n";
  page += rows.html();
  if (!rows.is_whole()) page += widest_row(styles);
  page += "</tbody>\n</table>\n</div>\n";
  if (table.row_count() == 0) page += kNoRowsNote;
  page += html::format("<p class=\"table-size\" role=\"status\">{}</p>\n",
                       size_of(table, " · ", false));
  if (!rows.is_whole())
    page +=
        html::format("<p class=\"first-rows\">The first {} of {} rows are shown.</p>\n",
                     html::group_thousands(rows.count()), html::group_thousands(table.row_count()));
  if (rows.has_cut_cells()) page += kCutCellsNote;
  page += "</div>\n";
  return content;
}

std::string write_table_rows(const Table& table) {
  const std::vector<ColumnStyle> styles = styles_of(table);
  core::JsonWriter labels;
  labels.begin_array();
  for (const TableColumn& column : table.columns()) labels.value(column.label);
  labels.end_array();
  std::string text = labels.text() + '\n';
  std::size_t count = 0;
  bool has_cut_cells = false;
  bool is_complete = true;
  for (TableRows rows(table); rows.next(); ++count) {
    core::JsonWriter row;
    row.begin_array();
    for (std::size_t i = 0; i < styles.size(); ++i) {
      const ShownCell cell = show_cell(rows.cells()[i], styles[i].cells);
      write_cell(row, cell);
      has_cut_cells |= cell.is_cut;
    }
    row.end_array();
    is_complete = count < kMaximumRows && text.size() + row.view().size() <= kMaximumBytes;
    if (!is_complete) break;
    text.append(row.view()).append(1, '\n');
  }
  core::JsonWriter end;
  end.begin_object();
  end.member("isComplete", is_complete).member("hasCutCells", has_cut_cells);
  end.end_object();
  return text + end.text() + '\n';
}

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

// What is known of one column after its first cells. Cells without a value are ignored.
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
  // after a number only if one has more than one digit: "1-", "2", "2-" are marks.
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
  // Without a currency or percent sign, with which they are amounts.
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
