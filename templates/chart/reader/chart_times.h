// Times on the axis of a chart.
#pragma once

#include <optional>
#include <string>

#include "templates/chart/chart_content.h"

namespace templates {

// 2026-01-15, or 2026-01-15T12:00:00Z where it is not midnight. Nothing for a number that is no
// time.
std::optional<std::string> time_text(double milliseconds);

// Writes the labels and the x of points that are milliseconds since 1970 in RFC 3339, as all other
// times are. For a chart that has times.
void write_times_as_text(Chart& chart);

}  // namespace templates
