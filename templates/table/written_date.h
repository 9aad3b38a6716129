// Dates as people write them, with the name of the month.
#pragma once

#include <string_view>

namespace templates {

// Whether a text is a day like "5 Jan 2026", "5-January-2026" or "Jan 5, 2026". Not "5/1/2026",
// whose day may be either number. The page's script reads the same (assets/table_values.js).
bool is_written_date(std::string_view text);

}  // namespace templates
