#include "templates/table/table.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "html/html.h"
#include "html/message.h"
#include "html/readable.h"
#include "templates/table/cell_output.h"
#include "templates/table/column_styles.h"
#include "templates/table/table_cell.h"

namespace templates {
namespace {

using html::Html;
using html::Language;

// A table of at most this size is in the HTML as a whole. A larger one makes a phone wait.
constexpr std::size_t kWholeRows = 200;
constexpr std::size_t kWholeBytes = std::size_t{256} << 10;
// The HTML of a larger table has its first rows: at least as many as a screen shows.
constexpr std::size_t kFirstRows = 40;
constexpr std::size_t kFirstBytes = std::size_t{64} << 10;
// The limits of the script's data. Browsers limit the height of an element.
constexpr std::size_t kMaximumBytes = std::size_t{20} << 20;
constexpr std::size_t kMaximumRows = 400'000;
// The widest cell of a column is in the page to set the column's width. No column becomes wider
// than this many characters.
constexpr std::size_t kWidestCharacters = 60;

std::string rows_counted(const Table& table, Language language) {
  if (table.row_count() == 1) return std::string(html::Message("1 row").in(language));
  return html::plain_text(language, "{} rows", {html::readable_count(table.row_count(), language)});
}

std::string columns_counted(const Table& table, Language language) {
  const std::size_t count = table.columns().size();
  if (count == 1) return std::string(html::Message("1 column").in(language));
  return html::plain_text(language, "{} columns", {html::readable_count(count, language)});
}

std::string name_of(const Table& table, Language language) {
  return html::plain_text(language, "Table with {} and {}",
                          {columns_counted(table, language), rows_counted(table, language)});
}

Html no_rows_note(Language language) {
  return html::format("<p class=\"note\">{}</p>\n",
                      html::format(language, "This table has no rows."));
}

std::string summary_of(const Table& table, Language language) {
  constexpr std::size_t kLongest = 200;
  std::string summary = name_of(table, language) + ": ";
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
  if (style.has_clock_times) result += " data-type=\"time\"";
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
  if (style.has_times) result += " data-times";
  result += html::format(">{}", Html::exact_text(column.label));
  if (!style.unit.empty()) result += html::format("<span class=\"unit\"> {}</span>", style.unit);
  result += "</th>";
  return result;
}

// The rows that the page has as HTML: all or the first.
class PageRows {
 public:
  PageRows(const Table& table, const std::vector<ColumnStyle>& styles, RenderingOptions options) {
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
        html += cell_html(cell, styles[i].alignment, options);
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

// Whether so many rows have a text that needs two lines that all of them get the room for it: those
// of a large table are equally high.
bool has_long_texts(const Table& table, const std::vector<ColumnStyle>& styles) {
  constexpr std::size_t kPart = 10;
  return std::any_of(styles.begin(), styles.end(), [&](const ColumnStyle& style) {
    return style.long_count * kPart >= table.row_count();
  });
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

RenderedContent render_table(const Table& table, RenderingOptions options) {
  const Language language = options.language;
  if (table.columns().empty()) {
    RenderedContent content;
    content.summary = html::Message("Table without rows").in(language);
    content.html += no_rows_note(language);
    return content;
  }
  const std::vector<ColumnStyle> styles = styles_of(table);
  const PageRows rows(table, styles, options);

  RenderedContent content;
  content.summary = summary_of(table, language);
  content.stylesheets.push_back(html::kTableStylesheet);
  content.scripts.push_back(html::kTableScript);
  content.has_rows = content.can_be_copied = content.fills_screen = table.row_count() > 0;
  content.has_more_rows = !rows.is_whole();
  content.has_remote_images =
      options.remote_images != core::RemoteImages::off && has_images(table, styles);

  Html& page = content.html;
  page.reserve(rows.bytes() + 2048);
  page += html::format("<div class=\"data-table{}\" data-rows=\"{}\" data-images=\"{}\">\n",
                       paper_class(styles), std::to_string(table.row_count()),
                       core::word_of(options.remote_images));
  // There is nothing to sort, search or copy in a table without rows.
  if (table.row_count() > 0) page += "<div class=\"table-tools\"></div>\n";
  page += html::format(
      // The first heading determines the table's direction.
      "<div dir=\"auto\" class=\"table-wrap\" role=\"group\" aria-label=\"{}\" tabindex=\"0\">\n"
      "<table aria-label=\"{}\"",
      html::format(language, "Table"), name_of(table, language));
  if (!rows.is_whole())
    page += html::format(" class=\"is-windowed{}\"",
                         has_long_texts(table, styles) ? " has-long-texts" : "");
  page += ">\n<thead><tr>";
  for (std::size_t i = 0; i < styles.size(); ++i)
    page += header_html(table.columns()[i], styles[i]);
  page += "</tr></thead>\n<tbody>\n";
  page += rows.html();
  if (!rows.is_whole()) page += widest_row(styles);
  page += "</tbody>\n</table>\n</div>\n";
  if (table.row_count() == 0) page += no_rows_note(language);
  page += html::format("<p class=\"table-size\" role=\"status\">{} · {}</p>\n",
                       rows_counted(table, language), columns_counted(table, language));
  if (!rows.is_whole())
    page += html::format("<p class=\"first-rows\">{}</p>\n",
                         html::format(language, "The first {} of {} rows are shown.",
                                      html::readable_count(rows.count(), language),
                                      html::readable_count(table.row_count(), language)));
  if (rows.has_cut_cells())
    page += html::format(
        "<p class=\"note cut-cells\">{}</p>\n",
        html::format(
            language,
            "Very long cells are truncated and end with …. Their full text is in the CSV."));
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

}  // namespace templates
