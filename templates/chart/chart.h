// Renders a chart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/json_writer.h"
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

// The axes of a chart in words, and for its script.

// For each dataset the value axis that it belongs to, " (right axis)" or " (right axis: Percent)".
// Empty texts if all have the same.
std::vector<std::string> value_axis_suffixes(const Chart& chart,
                                             html::Language language = html::Language::english);

// The member `axes`.
void write_axes(core::JsonWriter& json, const Chart& chart);

}  // namespace templates
