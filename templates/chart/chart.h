// Renders a chart.
#pragma once

#include <string_view>

#include "html/html.h"
#include "html/message.h"
#include "templates/chart/chart_content.h"
#include "templates/rendered_content.h"

namespace templates {

// Thread-safe.
RenderedContent render_chart(const Chart& chart, RenderingOptions options);

// The element in which a script draws a chart, and the data that it reads.

// Appends both to `html`; `data` is the JSON that templates/chart/assets/chart.js or vega_lite.js
// reads. Without scripts the page shows the note.
inline constexpr html::Message kDrawnFromData(
    "This chart is drawn with JavaScript. Its data is below.");
void append_chart_figure(html::Html& html, std::string_view data, const html::Html& note);

}  // namespace templates
