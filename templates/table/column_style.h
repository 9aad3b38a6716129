// How the columns of a table are shown: found in their labels, their declared formats and all of
// their values.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "templates/table/table_content.h"

namespace templates {

struct ColumnStyle {
  std::optional<CellAlignment> alignment;
  std::optional<CellFormat> format;  // declared, or `number` where the digits are to be grouped
  std::string_view currency;         // declared, an ISO 4217 code; empty if there is none
  bool has_numbers = false;          // sorted as numbers
  bool has_dates = false;            // sorted as dates
  bool is_quantity = false;          // its numbers can be added up: not years, not identifiers
  // The cell with the longest text as sent, by which the column's width is set.
  TableCell longest;
};

// One per column. They refer to the table.
std::vector<ColumnStyle> styles_of(const Table& table);

// Whether a column with this label has numbers that name things: "Order ID", "Year", "zip_code".
bool names_identifiers(std::string_view label);

}  // namespace templates
