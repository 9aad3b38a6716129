// What one cell of a table shows, computed once for both of its forms in the page: HTML, and data
// for the page's script.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/artifact/remote_images.h"
#include "core/json/json_writer.h"
#include "html/html.h"
#include "templates/table/table_content.h"

namespace templates {

struct ShownCell {
  enum class Kind { empty, text, text_with_links, link, image, date, json, yes, no };

  // Longer texts are truncated. No spreadsheet accepts more in a cell.
  static constexpr std::size_t kMaximumBytes = 32767;

  Kind kind = Kind::empty;
  std::string value;  // unchanged
  std::string text;   // as displayed; of an image, its description
  std::string url;    // target of a link, or of an image
  bool is_cut = false;
};

// `currency` is the code that amounts without a sign of their own get (html/amount.h).
ShownCell show_cell(const TableCell& cell, std::optional<CellFormat> format,
                    std::string_view currency = {});

// Whether a cell is an image on another host.
bool is_image(const TableCell& cell, std::optional<CellFormat> format);

// Whether a cell contains a number, or an amount as text.
bool is_number(const TableCell& cell);

// Whether a cell contains a date, in ISO's form or as in templates/table/written_date.h.
bool is_date(const TableCell& cell);

// Whether a cell says in place of a number or a date that there is none: "N/A", "-", "—", spaces.
bool is_placeholder(const TableCell& cell);

// Whether a cell is missing, null, or an empty text.
bool is_empty(const TableCell& cell);

std::string_view class_of(CellAlignment alignment);

// The <td>, from which the page's script reads the same as from write_cell(). data-value is set
// only if the value cannot be derived from the displayed text.
html::Html cell_html(const ShownCell& cell, std::optional<CellAlignment> alignment,
                     core::RemoteImages images);

// The cell for the page's script:
//   null, "text", true, false, an integer that is shown with its digits in groups,
//   ["shown", "value"], {link, text, value}, {image, text}, {date, text}, {json},
//   {parts: ["text", "https://…", "text", …]}
void write_cell(core::JsonWriter& json, const ShownCell& cell);

}  // namespace templates
