// How the columns of a table are shown, as their descriptions and all of their values determine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "templates/table/table_cell.h"
#include "templates/table/table_content.h"

namespace templates {

struct ColumnStyle {
  std::optional<CellAlignment> alignment;
  // With the declared format, or `number` where the digits are to be grouped.
  CellStyle cells;
  bool has_numbers = false;      // sorted as numbers
  bool has_dates = false;        // sorted as dates
  bool has_clock_times = false;  // sorted as times of day
  bool is_quantity = false;      // its numbers can be added up: not years, not identifiers
  bool has_times = false;        // in ISO's form, with their zones
  // The currency or the zone of all values, which the heading says in their place; empty if there
  // is none.
  std::string unit;
  // The cell with the longest text as sent, by which the column's width is set.
  TableCell longest;
  std::size_t long_count = 0;  // of its texts, as is_long_text() says
  // Why its values are texts, though each is a number or a date: a sentence about the column.
  // Empty for other columns.
  std::string unclear;
};

// Whether a text may need more than two lines in its cell.
bool is_long_text(std::string_view text);

// One per column. They refer to the table.
std::vector<ColumnStyle> styles_of(const Table& table);

}  // namespace templates
