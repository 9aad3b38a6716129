// Tables in plain text: values separated by tabs, and what looks like values separated by commas.
#pragma once

#include <string>
#include <string_view>

namespace client {

// The same table as CSV (RFC 4180). Values that begin and end with a double quote are unquoted, as
// spreadsheets and data frames write them.
std::string csv_of_tsv(std::string_view tsv);

// Whether text without a name is a table rather than prose, a log or code: at least two lines (for
// commas three), all with the same number of values, and no comma before a space. For commas, the
// last values may not all be empty, nor a line be indented, nor a comma stand within brackets or
// before the milliseconds of a time.
bool looks_like_tsv(std::string_view text);
bool looks_like_csv(const std::string& text);

}  // namespace client
