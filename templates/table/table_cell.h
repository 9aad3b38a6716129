// What one cell of a table shows, computed once for both of its forms in the page (cell_output.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// The text, split at its web addresses: text, URL, text, URL, …, text.
std::vector<std::string_view> split_at_addresses(std::string_view text);

}  // namespace templates
