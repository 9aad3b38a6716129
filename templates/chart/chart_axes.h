// The axes of a chart in words, and for its script.
#pragma once

#include <string>
#include <vector>

#include "core/json/json_writer.h"
#include "templates/chart/chart_content.h"

namespace templates {

// For each dataset the value axis that it belongs to, " (right axis)" or " (right axis: Percent)".
// Empty texts if all have the same.
std::vector<std::string> value_axis_suffixes(const Chart& chart);

// The member `axes`.
void write_axes(core::JsonWriter& json, const Chart& chart);

}  // namespace templates
