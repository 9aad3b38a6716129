// Dates and times in the texts of a chart, and on its axes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "templates/chart/chart_content.h"

namespace templates {

inline constexpr std::size_t kDateLength = 10;  // of 2026-01-15

// 2026-01-15, perhaps with a time: 2026-01-15T12:00… Such texts sort by time.
bool is_date(std::string_view text);

// 2026-01
bool is_month(std::string_view text);

// Whether a number is more likely a time, in milliseconds since 1970, than anything else: one after
// 1973.
bool is_likely_time(double milliseconds);

// Milliseconds since 1970 of 2026, 2026-01, 2026-01-15 or 2026-01-15T12:00, also with seconds and a
// zone; without a zone in UTC.
std::optional<double> time_in(std::string_view text);

// Milliseconds since 1970 of a text that stands on an axis of times: one in `format`, which has the
// tokens of Luxon, date-fns or Moment.js, if it is not empty; or else the milliseconds themselves,
// what time_in() reads, and usual forms with numbers or the name of the month.
std::optional<double> read_time(std::string_view text, std::string_view format);

// 2026-01-15, or 2026-01-15T12:00:00Z where it is not midnight. Nothing for a number that is no
// time.
std::optional<std::string> time_text(double milliseconds);

// Writes the labels and the x of points that are milliseconds since 1970 in RFC 3339, as all other
// times are. For a chart that has times.
void write_times_as_text(Chart& chart);

}  // namespace templates
