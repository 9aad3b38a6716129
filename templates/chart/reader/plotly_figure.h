// A figure of Plotly, as its fig.to_json() and fig.to_dict() write it: {"data": [traces], "layout":
// {…}}. Bars, lines, areas, points, bubbles, pies and rings are drawn; other traces are noted as
// unsupported.
#pragma once

#include "core/json/json_tree.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_value_reader.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// Whether `content` is one: its data are objects with columns of values.
bool is_plotly_figure(core::JsonValue content);

// Reads it into `chart`, which may have a kind, for traces without one. False if it has too many
// values to be drawn. Problems go to `fields`.
bool read_plotly_figure(core::JsonValue figure, Reading& fields, ChartValueReader& values,
                        Chart& chart);

}  // namespace templates
