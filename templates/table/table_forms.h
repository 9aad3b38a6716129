// The forms of a table for programs.
#pragma once

#include <optional>
#include <string>

#include "templates/table/table_content.h"

namespace templates {

// The column labels and rows as CSV (RFC 4180). JSON values without a text form are written as
// JSON, null as nothing. Texts that a spreadsheet would interpret as a formula (by their first
// character: = + - @ tab or CR) get a leading apostrophe. Nothing if there is too much of it: more
// than kMaximumFormBytes (templates/form.h) beyond what the values themselves take.
std::optional<std::string> to_csv(const Table& table);

// The same without the protection against formulas, for programs that are not spreadsheets.
std::optional<std::string> to_raw_csv(const Table& table);

// The same as a Markdown table, with texts as they are. Nothing if it has more than
// kMaximumFormBytes.
std::optional<std::string> to_markdown(const Table& table);

}  // namespace templates
