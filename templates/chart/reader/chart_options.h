// The options that a page draws, what its script calls them, and the values that they may have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// Each leaves the settings that are there. Values that cannot be drawn stay unread.

// Of Chart.js.
void read_dataset_settings(core::JsonValue dataset, Reading& fields,
                           std::vector<ChartSetting>& settings);
void read_axis_settings(core::JsonValue scale, Reading& fields,
                        std::vector<ChartSetting>& settings);
void read_legend_settings(core::JsonValue legend, Reading& fields,
                          std::vector<ChartSetting>& settings);
void read_plugin_settings(core::JsonValue plugins, Reading& fields,
                          std::vector<ChartSetting>& settings);

// Of a line in Highcharts and ECharts.
void read_series_settings(core::JsonValue series, Reading& fields,
                          std::vector<ChartSetting>& settings);
// Of Plotly.
void read_trace_settings(core::JsonValue trace, bool is_line, Reading& fields,
                         std::vector<ChartSetting>& settings);

// What the options of Chart.js say of all datasets of a kind.
void read_settings_of_all(core::JsonValue options, ChartKind kind, Reading& fields,
                          std::vector<ChartSetting>& settings);

// Whether a value is a colour, by its shape: which names are colours, only the browser knows.
bool is_colour(core::JsonValue value);

// The JSON object that has them.
std::string json_of(const std::vector<ChartSetting>& settings);

}  // namespace templates
