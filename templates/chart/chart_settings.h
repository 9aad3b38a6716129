// What describes a chart apart from its values, in lines.
#pragma once

#include <string>

#include "templates/chart/chart_content.h"

namespace templates {

// Type, titles, axes, styles of series and options, a line for each; of a Vega-Lite chart its
// specification without the data. Thread-safe.
std::string settings_of(const Chart& chart);

}  // namespace templates
