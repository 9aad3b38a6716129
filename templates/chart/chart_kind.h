// The kinds of charts.
#pragma once

#include <optional>
#include <string_view>

namespace templates {

enum class ChartKind {
  bar,
  horizontal_bar,
  line,
  area,
  pie,
  doughnut,
  scatter,
  bubble,
  radar,
  polar_area,
};

// By any of the accepted names, ignoring case, - and _ and spaces.
std::optional<ChartKind> parse_chart_kind(std::string_view name);

// Whether values have coordinates on both axes instead of the value axis alone.
bool has_two_number_axes(std::optional<ChartKind> kind);

// Whether values stand along a straight axis.
bool has_axes(std::optional<ChartKind> kind);

// Whether values are distances from the middle.
bool is_radial(std::optional<ChartKind> kind);

bool is_bar(std::optional<ChartKind> kind);

}  // namespace templates
