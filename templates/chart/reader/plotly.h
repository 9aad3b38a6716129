// Reads figures as Plotly has them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/chart_values.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// PlotlyColumn: the values of one member of a trace in a figure of Plotly: x, y, labels and the
// like.

// The numbers in base64 that plotly.py writes for those of NumPy: {"dtype": "f8", "bdata": "…"},
// little-endian. Nothing if it is not such an object.
std::optional<std::vector<double>> read_packed_numbers(core::JsonValue value);

class PlotlyColumn {
 public:
  // A place on an axis; nothing if it is missing.
  using Place = std::variant<std::monostate, double, std::string>;

  PlotlyColumn() = default;
  explicit PlotlyColumn(std::vector<Place> places) : places_(std::move(places)) {}

  // Whether `value` holds the values of a trace.
  static bool is_one(core::JsonValue value);

  // The member of that name; empty if there is none, or another type. Errors in packed numbers are
  // problems of `fields`.
  static PlotlyColumn read(core::JsonValue trace, std::string_view name, Reading& fields);

  bool empty() const { return places_.empty(); }
  std::size_t size() const { return places_.size(); }

  // std::monostate beyond the end.
  Place place(std::size_t i) const { return i < places_.size() ? places_[i] : Place(); }
  // Also of a string with a number; nothing if there is none.
  std::optional<double> number(std::size_t i) const;

  bool has_numbers_only() const;
  // Whether all places that are not missing are dates: 2026-01-15, perhaps with a time. A month
  // alone is a label, as its place on a time axis would be a day.
  bool has_dates_only() const;
  // Removes the times of dates that are all at midnight, and fractions beyond milliseconds.
  void shorten_dates();

 private:
  std::vector<Place> places_;
};

// A figure of Plotly, as its fig.to_json() and fig.to_dict() write it: {"data": [traces], "layout":
// {…}}. Bars, timelines, lines, areas, points, bubbles, pies and rings are drawn; other traces are
// noted as unsupported.

// Whether `content` is one: its data are objects with columns of values.
bool is_plotly_figure(core::JsonValue content);

// Reads it into `chart`, which may have a kind, for traces without one. False if it has too many
// values to be drawn. Problems go to `fields`.
bool read_plotly_figure(core::JsonValue figure, Reading& fields, ChartValueReader& values,
                        Chart& chart);

}  // namespace templates
