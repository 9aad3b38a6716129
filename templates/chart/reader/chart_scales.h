// The axes of a chart: the scales of a Chart.js configuration, and the axes of other libraries in
// the form of such scales.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// More are not read.
inline constexpr std::size_t kMaximumScales = 20;

struct NamedScale {
  std::string name;
  char direction = 'y';  // x, y or r
  core::JsonValue scale;
};

// The x or y of each axis that a dataset of `source` names.
std::map<std::string, char> directions_by_datasets(core::JsonValue source);

// Those in the options of Chart.js, also in the form of version 2. As in Chart.js, a scale is
// along x or y by its name, if that is x or y; else by its axis, its position, the first letter of
// its name, or by the first dataset that uses it.
std::vector<NamedScale> list_scales(core::JsonValue options,
                                    const std::map<std::string, char>& by_datasets,
                                    Reading& fields);

// Adds a scale of Chart.js, whose title has been read, to the axes of `chart`.
void add_scale(const NamedScale& scale, std::string title, Reading& fields, Chart& chart);

// The description of an axis in another library.
struct AxisSettings {
  std::string title;
  std::string side;  // right or top; empty for the usual one
  std::string min;   // JSON texts: a number, or a date; empty if it is not fixed
  std::string max;
  bool is_logarithmic = false;
  bool is_time = false;
  bool is_reversed = false;
  bool is_hidden = false;
};

void add_axis(std::string name, char direction, const AxisSettings& settings, Chart& chart);

}  // namespace templates
