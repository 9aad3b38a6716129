// The options of a Chart.js configuration: titles, axes, stacking, and how they look.
#pragma once

#include <optional>
#include <string>

#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_values.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// A title: a string, an array of lines, or an object with either as its text. Empty if there is
// none, or it is not displayed. Problems go to `fields`.
std::string read_chart_title(std::optional<core::JsonValue> title, Reading& fields,
                             ChartValueReader& values);

// Reads the options of `source` into `chart`, whose kind is known, and returns how its values are
// read.
ChartAxes read_chart_options(core::JsonValue options, core::JsonValue source, Reading& fields,
                             ChartValueReader& values, Chart& chart);

}  // namespace templates
