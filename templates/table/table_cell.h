// What one cell of a table shows, computed once for both of its forms in the page: HTML, and data
// for the page's script.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/json/json_writer.h"
#include "html/html.h"
#include "templates/table/table_content.h"

namespace templates {

struct ShownCell {
  enum class Kind { empty, text, text_with_links, link, date, json, yes, no };

  // Longer texts are truncated. No spreadsheet accepts more in a cell.
  static constexpr std::size_t kMaximumBytes = 32767;

  Kind kind = Kind::empty;
  std::string value;  // unchanged
  std::string text;   // as displayed
  std::string url;    // target of a link
  bool is_cut = false;
};

ShownCell show_cell(const TableCell& cell, std::optional<CellFormat> format);

// Whether a cell contains a number, or an amount as text.
bool is_number(const TableCell& cell);

// Whether a cell is missing, null, or an empty text.
bool is_empty(const TableCell& cell);

std::string_view class_of(CellAlignment alignment);

// The <td>. data-value is set only if the value cannot be derived from the displayed text.
html::Html cell_html(const ShownCell& cell, std::optional<CellAlignment> alignment);

// The cell for table.js:
//   null, "text", true, false, ["shown", "value"], {link, text, value}, {date, text}, {json},
//   {parts: ["text", "https://…", "text", …]}
void write_cell(core::JsonWriter& json, const ShownCell& cell);

}  // namespace templates
