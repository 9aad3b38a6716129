// The options of a Chart.js configuration, as far as the page uses them: titles, axes, stacking.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/json/json_tree.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_value_reader.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// A title: a string, an array of lines, or an object with either as its text. Empty if there is
// none, or it is not displayed. Problems go to `fields`.
std::string read_chart_title(std::optional<core::JsonValue> title, Reading& fields,
                             ChartValueReader& values);

// Reads `options` into `chart`, whose kind is known, and returns how its values are read.
// `by_datasets` has the directions of the axes that its datasets name.
ChartAxes read_chart_options(core::JsonValue options,
                             const std::map<std::string, char>& by_datasets, Reading& fields,
                             ChartValueReader& values, Chart& chart);

}  // namespace templates
