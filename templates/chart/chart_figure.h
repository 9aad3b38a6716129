// The element in which a script draws a chart, and the data that it reads.
#pragma once

#include <string_view>

#include "html/html.h"

namespace templates {

// Appends both to `html`; `data` is the JSON that templates/chart/assets/chart.js or vega_lite.js
// reads. Without scripts the page refers to what is `below`.
void append_chart_figure(html::Html& html, std::string_view data, std::string_view below);

}  // namespace templates
