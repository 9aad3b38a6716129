// Times on the axis of a chart.
#pragma once

#include "templates/chart/chart_content.h"

namespace templates {

// Writes the labels and the x of points that are milliseconds since 1970 in RFC 3339, as all other
// times are. For a chart that has times.
void write_times_as_text(Chart& chart);

}  // namespace templates
