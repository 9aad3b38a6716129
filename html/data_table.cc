#include "html/data_table.h"

#include <algorithm>

#include "html/amount.h"
#include "html/readable.h"

namespace html {
namespace {

constexpr std::size_t kMaximumRows = 2'000;
constexpr std::size_t kMaximumCells = 50'000;
constexpr std::size_t kMaximumBytes = std::size_t{4} * 1024 * 1024;

Html note(std::size_t shown, std::size_t all, Message message, Language language) {
  if (shown == all) return {};
  return html::format("<p class=\"note\">{}</p>\n",
                      html::format(language, message, readable_count(shown, language),
                                   readable_count(all, language)));
}

}  // namespace

DataTable::DataTable(const std::vector<std::string>& columns, bool names_rows, Language language)
    : columns_(columns),
      shown_columns_(std::min(columns.size(), kMaximumColumns)),
      contents_(shown_columns_),
      names_rows_(names_rows),
      language_(language) {}

bool DataTable::is_full() const {
  return shown_rows_ == kMaximumRows || (shown_rows_ + 1) * shown_columns_ > kMaximumCells ||
         body_.size() > kMaximumBytes;
}

void DataTable::begin_row() {
  body_ += "<tr>";
  cell_ = 0;
}

void DataTable::add(const Html& cell, bool is_number) {
  if (cell_ == shown_columns_) return;
  const bool names_row = cell_ == 0 && names_rows_;
  Contents& contents = contents_[cell_++];
  if (is_number && !names_row)
    contents.has_numbers = true;
  else if (!cell.empty())
    contents.has_others = true;
  // Without format(), as cells are many.
  body_ += names_row   ? Literal("<th scope=\"row\">")
           : is_number ? Literal("<td class=\"align-right\">")
                       : Literal("<td>");
  body_ += cell;
  body_ += names_row ? Literal("</th>") : Literal("</td>");
}

void DataTable::add_text(std::string_view text) { add(Html::text(text), false); }
void DataTable::add_number(std::string_view number) { add(number_html(number, language_), true); }
void DataTable::add_nothing() { add({}, false); }

void DataTable::end_row() {
  body_ += "</tr>\n";
  ++shown_rows_;
  ++rows_;
}

Html DataTable::html() const {
  Html headings;
  for (std::size_t i = 0; i < shown_columns_; ++i)
    headings += contents_[i].has_numbers && !contents_[i].has_others
                    ? html::format("<th scope=\"col\" class=\"align-right\">{}</th>", columns_[i])
                    : html::format("<th scope=\"col\">{}</th>", columns_[i]);
  Html notes = note(shown_rows_, rows_, "Showing the first {} of {} rows.", language_);
  notes += note(shown_columns_, columns_.size(), "Showing the first {} of {} columns.", language_);
  return html::format(
      "<details class=\"chart-data\" open><summary>{}</summary>\n{}"
      "<div class=\"table-wrap\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table>\n"
      "<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table></div></details>\n",
      html::format(language_, "Show data"), notes, html::format(language_, "Data"), headings,
      body_);
}

}  // namespace html
