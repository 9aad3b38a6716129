// The values of a chart for programs, as in the table below the chart: as Markdown, with the
// chart's title, and as CSV. Nothing for a Vega-Lite chart without data at the top level of its
// specification, and for too much data (templates/form.h).
#pragma once

#include <optional>
#include <string>

#include "templates/chart/chart_content.h"

namespace templates {

std::optional<std::string> chart_to_markdown(const Chart& chart);
std::optional<std::string> chart_to_csv(const Chart& chart);

}  // namespace templates
