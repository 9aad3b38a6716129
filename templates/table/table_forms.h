// The forms of a table for programs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "templates/table/table_content.h"

namespace templates {

// The column labels and rows as CSV (RFC 4180). JSON values without a text form are written as
// JSON, null as nothing. Texts that a spreadsheet would interpret as a formula (by their first
// character: = + - @ tab or CR) get a leading apostrophe. Nothing if it is too large: more than
// kMaximumFormBytes (templates/registry.h) beyond the size of the values themselves.
std::optional<std::string> to_csv(const Table& table);

// The same without the protection against formulas, for programs that are not spreadsheets.
std::optional<std::string> to_raw_csv(const Table& table);

// The same as a Markdown table, with texts as they are. Nothing if it has more than
// kMaximumFormBytes.
std::optional<std::string> to_markdown(const Table& table);

// Columns of percentages whose numbers are probably percent already: 12.5 for 12.5 %, where 1 is
// 100 %.

struct LargePercents {
  std::string_view label;  // of the column, in the table
  std::string example;     // a number of it, as it was sent
  std::string shown;       // the same as the page shows it
};

// Columns with the format percent, at most Table::kMaximumNamed, of whose numbers other than 0 all
// are above 1, and most above 2, whatever their sign.
std::vector<LargePercents> find_large_percents(const Table& table);

}  // namespace templates
