// Renders a table.
//
// A small table is in the page as a whole. Of a larger one the page has the first rows; its script
// fetches the others, and until then, or without a script, the page links to them as CSV.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/artifact.h"
#include "templates/rendered_content.h"
#include "templates/table/table_cell.h"
#include "templates/table/table_content.h"

namespace templates {

// Thread-safe.
RenderedContent render_table(const Table& table, core::RemoteImages images);

// All rows for the page's script, as lines of JSON: an array with the labels, an array for each row
// with its cells (cell_output.h), and an object with the members `isComplete`, false if there are
// too many rows for a page, and `hasCutCells`. Thread-safe.
std::string write_table_rows(const Table& table);

// How the columns of a table are shown, as their descriptions and all of their values determine.

struct ColumnStyle {
  std::optional<CellAlignment> alignment;
  // With the declared format, or `number` where the digits are to be grouped.
  CellStyle cells;
  bool has_numbers = false;  // sorted as numbers
  bool has_dates = false;    // sorted as dates
  bool is_quantity = false;  // its numbers can be added up: not years, not identifiers
  // The cell with the longest text as sent, by which the column's width is set.
  TableCell longest;
  // Why its values are texts, though each is a number or a date: a sentence about the column.
  // Empty for other columns.
  std::string unclear;
};

// One per column. They refer to the table.
std::vector<ColumnStyle> styles_of(const Table& table);

}  // namespace templates
