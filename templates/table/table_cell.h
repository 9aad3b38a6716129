// What one cell of a table shows, worked out once for the two ways in which its page carries it: as
// HTML, and as data for the page's script.
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

  // Longer texts are cut here. No spreadsheet takes more in a cell.
  static constexpr std::size_t kMaximumBytes = 32767;

  Kind kind = Kind::empty;
  std::string value;  // as it was sent
  std::string text;   // as it is shown
  std::string url;    // of a link
  bool is_cut = false;
};

ShownCell show_cell(const TableCell& cell, std::optional<CellFormat> format);

// Whether a cell holds a number, or the text of an amount.
bool is_number(const TableCell& cell);

// Whether nothing stands in a cell: none, null, or an empty text.
bool is_empty(const TableCell& cell);

std::string_view class_of(CellAlignment alignment);

// The <td>. It has its value in data-value only where the value cannot be read off what is shown.
html::Html cell_html(const ShownCell& cell, std::optional<CellAlignment> alignment);

// The cell as table.js reads it:
//   null, "text", true, false, ["shown", "value"], {link, text, value}, {date, text}, {json},
//   {parts: ["text", "https://…", "text", …]}
void write_cell(core::JsonWriter& json, const ShownCell& cell);

}  // namespace templates
