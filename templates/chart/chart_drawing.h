// What templates/chart/assets/chart.js and the pictures of links draw.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/json_writer.h"
#include "html/message.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/chart_table.h"

namespace templates {

// The chart as a JSON object. What has its default is left out:
//
//   kind         bar, line, area, pie, doughnut, scatter, bubble, radar or polarArea
//   title, subtitle, description
//   horizontal   true: values are along x, labels along y
//   sizes        radii, diameters or areas
//   labels       those of rows, without points
//   places       in their place where they are numbers, or times in milliseconds since 1970
//   axes         first that of the labels or of x, then up to four of values; {scale, title, side,
//                least, most} and settings. The scale is labels, numbers, logarithmic or times.
//   series       {name, kind, axis, y, low, x, size, names} and settings: y has a value for each
//                label, or point, and the others as many, if there are any
//   legend and other settings
//
// A place, or an x, that is neither a number nor a time is a text. Settings are those of
// templates/chart/reader/chart_options.cc. Numbers are finite, and of a size that can be drawn
// unless they are values; words are known, and colours have the shape of one.
void write_drawing(core::JsonWriter& json, const Chart& chart, const ChartGrid& grid,
                   ChartKind kind, std::string_view description);

// The same without labels and points, for a comparison: series in the order of their names.
void write_look(core::JsonWriter& json, const Chart& chart);

// The axes in words: for each dataset the value axis that it belongs to, " (right axis)" or
// " (right axis: Percent)". Empty texts if all have the same.
std::vector<std::string> value_axis_suffixes(const Chart& chart,
                                             html::Language language = html::Language::english);

}  // namespace templates
