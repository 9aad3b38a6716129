// The text and the kind of one table cell, computed once for both of its forms in the page
// (cell_output.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "templates/table/notation.h"
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

// How the cells of a column are shown.
struct CellStyle {
  std::optional<CellFormat> format;
  std::string_view currency;            // the code that amounts without a sign of their own get
  Notation notation = Notation::plain;  // of all numbers in the column
  std::size_t decimals = 0;             // that amounts are filled up to
  bool is_whole = false;                // money has no decimals, as nowhere in the column
  bool is_quantity = false;             // numbers, with a minus sign where they are negative
  // The unit that all values have, so that the heading has it in their place.
  bool has_currency_in_heading = false;
  bool has_zone_in_heading = false;
};

ShownCell show_cell(const TableCell& cell, const CellStyle& style);

// Whether a cell is an image on another host.
bool is_image(const TableCell& cell, std::optional<CellFormat> format);

// In which notations a cell contains a number, or an amount as text.
Notations number_notations_of(const TableCell& cell);

// In which notations a cell contains a date.
Notations date_notations_of(const TableCell& cell);

// Whether a cell has a placeholder for a missing number or date (html::is_placeholder).
bool is_placeholder(const TableCell& cell);

// Whether a cell is missing, null, or an empty text.
bool is_empty(const TableCell& cell);

// The text, split at its web addresses: text, URL, text, URL, …, text.
std::vector<std::string_view> split_at_addresses(std::string_view text);

}  // namespace templates
