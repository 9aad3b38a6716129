#include "templates/table/table.h"

#include <algorithm>
#include <cstddef>

#include "core/json/json_writer.h"
#include "html/amount.h"
#include "html/assets.h"
#include "templates/table/table_cell.h"

namespace templates {
namespace {

using html::Html;

// Rows in the HTML; the others are data for the script.
constexpr std::size_t kMaximumHtmlRows = 1000;
constexpr std::size_t kMaximumHtmlBytes = std::size_t{6} << 20;
// The limits of one page. Browsers limit the height of an element.
constexpr std::size_t kMaximumBytes = std::size_t{20} << 20;
constexpr std::size_t kMaximumRows = 400'000;

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

// How a column is aligned and sorted.
struct ColumnStyle {
  std::optional<CellAlignment> alignment;
  bool has_numbers = false;
  bool has_dates = false;
};

// Columns in which every non-empty cell contains a number.
std::vector<bool> columns_of_numbers(const Table& table) {
  const std::size_t count = table.columns().size();
  std::vector<bool> may_be(count, true);
  std::vector<bool> has_any(count, false);
  for (TableRows rows(table); rows.next();) {
    const auto cells = rows.cells();
    for (std::size_t i = 0; i < count; ++i) {
      if (!may_be[i] || is_empty(cells[i])) continue;
      has_any[i] = true;
      may_be[i] = is_number(cells[i]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) may_be[i] = may_be[i] && has_any[i];
  return may_be;
}

std::vector<ColumnStyle> styles_of(const Table& table) {
  const std::vector<bool> has_only_numbers = columns_of_numbers(table);
  std::vector<ColumnStyle> styles;
  styles.reserve(table.columns().size());
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    const TableColumn& column = table.columns()[i];
    ColumnStyle style;
    style.has_dates = column.format == CellFormat::date;
    style.has_numbers = column.format ? !style.has_dates && column.format != CellFormat::link
                                      : static_cast<bool>(has_only_numbers[i]);
    style.alignment = column.align;
    if (!style.alignment && style.has_numbers) style.alignment = CellAlignment::right;
    styles.push_back(style);
  }
  return styles;
}

Html header_html(const TableColumn& column, const ColumnStyle& style) {
  Html result("<th scope=\"col\"");
  if (style.alignment) result += html::format(" class=\"{}\"", class_of(*style.alignment));
  if (style.has_numbers) result += " data-type=\"number\"";
  if (style.has_dates) result += " data-type=\"date\"";
  result += html::format(">{}</th>", column.label);
  return result;
}

// The rows of a table's page, as far as they fit.
class PageRows {
 public:
  PageRows(const Table& table, const std::vector<ColumnStyle>& styles) {
    for (TableRows rows(table); count() < kMaximumRows && rows.next();) {
      std::vector<ShownCell> cells;
      cells.reserve(styles.size());
      for (std::size_t i = 0; i < styles.size(); ++i)
        cells.push_back(show_cell(rows.cells()[i], table.columns()[i].format));
      const bool is_in_html = !html_is_full_ && add_html(cells, styles);
      if (!is_in_html && !add_data(cells)) break;
      has_cut_cells_ |= std::any_of(cells.begin(), cells.end(),
                                    [](const ShownCell& cell) { return cell.is_cut; });
    }
  }

  std::size_t count() const { return in_html_ + in_data_; }
  std::size_t in_html() const { return in_html_; }
  bool has_cut_cells() const { return has_cut_cells_; }
  const Html& as_html() const { return html_; }

  // Empty if all rows are in the HTML.
  Html as_data() const {
    if (in_data_ == 0) return {};
    return html::format("<script type=\"application/json\" class=\"more-rows\">[{}]</script>\n",
                        data_);
  }

 private:
  bool add_html(const std::vector<ShownCell>& cells, const std::vector<ColumnStyle>& styles) {
    Html row("<tr>");
    for (std::size_t i = 0; i < cells.size(); ++i) row += cell_html(cells[i], styles[i].alignment);
    row += "</tr>\n";
    if (html_.size() + row.size() > kMaximumHtmlBytes) {
      html_is_full_ = true;
      return false;
    }
    html_ += row;
    html_is_full_ = ++in_html_ == kMaximumHtmlRows;
    return true;
  }

  bool add_data(const std::vector<ShownCell>& cells) {
    core::JsonWriter json;
    json.begin_array();
    for (const ShownCell& cell : cells) write_cell(json, cell);
    json.end_array();
    const Html row = Html::script_data(json.text());
    if (html_.size() + data_.size() + row.size() > kMaximumBytes) return false;
    if (in_data_ > 0) data_ += ",\n";
    data_ += row;
    ++in_data_;
    return true;
  }

  Html html_;
  Html data_;
  std::size_t in_html_ = 0;
  std::size_t in_data_ = 0;
  bool html_is_full_ = false;
  bool has_cut_cells_ = false;
};

// Where to find the rows that the page does not show.
Html notes(const Table& table, const PageRows& rows) {
  Html result;
  const std::string total = html::group_thousands(table.row_count());
  if (rows.count() > rows.in_html())
    result += html::format(
        "<noscript><p class=\"note\">Without JavaScript, this page shows the first {} of {} rows. "
        "To get all rows as CSV, request this URL with the header <code>Accept: "
        "text/csv</code>.</p></noscript>\n",
        html::group_thousands(rows.in_html()), total);
  if (rows.count() < table.row_count())
    result += html::format(
        "<p class=\"note\">This table is too large to display in full. This page shows the first "
        "{} of {} rows. To get all rows as CSV, request this URL with the header <code>Accept: "
        "text/csv</code>.</p>\n",
        html::group_thousands(rows.count()), total);
  if (rows.has_cut_cells())
    result +=
        "<p class=\"note\">Very long cells are truncated and end with …. To get their full text as "
        "CSV, request this URL with the header <code>Accept: text/csv</code>.</p>\n";
  return result;
}

}  // namespace

RenderedContent render_table(const Table& table) {
  const std::vector<ColumnStyle> styles = styles_of(table);
  const PageRows rows(table, styles);

  RenderedContent content;
  content.summary = summary_of(table);
  content.stylesheets.push_back(html::kTableStylesheet);
  content.scripts.push_back(html::kTableScript);

  Html& page = content.html;
  page.reserve(rows.as_html().size() + 2048);
  page +=
      "<div class=\"data-table\">\n"
      "<div class=\"table-tools\"></div>\n"
      // The first heading determines the table's direction.
      "<div dir=\"auto\" class=\"table-wrap\" role=\"group\" aria-label=\"Table\" "
      "tabindex=\"0\">\n";
  page += html::format("<table aria-label=\"Table with {}\">\n<thead><tr>",
                       size_of(table, " and ", true));
  for (std::size_t i = 0; i < styles.size(); ++i)
    page += header_html(table.columns()[i], styles[i]);
  page += "</tr></thead>\n<tbody>\n";
  page += rows.as_html();
  page += "</tbody>\n</table>\n</div>\n";
  page += html::format("<p class=\"table-size\" role=\"status\">{}</p>\n",
                       size_of(table, " · ", false));
  page += notes(table, rows);
  page += rows.as_data();
  page += "</div>\n";
  return content;
}

}  // namespace templates
