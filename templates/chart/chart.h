// Renders a chart.
#pragma once

#include "templates/chart/chart_content.h"
#include "templates/rendered_content.h"

namespace templates {

// Thread-safe.
RenderedContent render_chart(const Chart& chart);

}  // namespace templates
