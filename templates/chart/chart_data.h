// A chart's values for programs, as the table under the chart has them: as Markdown, below the
// chart's title, and as CSV. Nothing for a Vega-Lite chart whose data does not stand at the
// beginning of its specification, and where there is too much of it (templates/form.h).
#pragma once

#include <optional>
#include <string>

#include "templates/chart/chart_content.h"

namespace templates {

std::optional<std::string> chart_to_markdown(const Chart& chart);
std::optional<std::string> chart_to_csv(const Chart& chart);

}  // namespace templates
