// Dates in the texts of a chart, as ISO 8601 has them. Such texts sort by time.
#pragma once

#include <cstddef>
#include <string_view>

namespace templates {

inline constexpr std::size_t kDateLength = 10;  // of 2026-01-15

// 2026-01-15, perhaps with a time: 2026-01-15T12:00…
bool is_date(std::string_view text);

// 2026-01
bool is_month(std::string_view text);

}  // namespace templates
