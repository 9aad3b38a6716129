// The options of a Chart.js configuration, as far as the page uses them: titles, axes, stacking.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/input/content_reader.h"
#include "core/json/json_tree.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_value_reader.h"

namespace templates {

// A title: a string, an array of lines, or an object with either as its text. Empty if there is
// none, or it is not displayed. Problems go to `fields`.
std::string read_chart_title(std::optional<core::JsonValue> title, core::ContentReader& fields,
                             ChartValueReader& values);

// Whether a member of `value` is true.
bool is_true(core::JsonValue value, std::string_view name);

// Reads `options` into `chart`, whose kind is known, and returns how its values are read.
ChartAxes read_chart_options(core::JsonValue options, core::ContentReader& fields,
                             ChartValueReader& values, Chart& chart);

}  // namespace templates
