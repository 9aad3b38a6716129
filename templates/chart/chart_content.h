// The kinds of charts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.h"
#include "core/text/json.h"

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

// The type as Chart.js names it, except for areas.
std::string_view name_of(ChartKind kind);

// Whether values have coordinates on both axes, not only on the value axis.
bool has_two_number_axes(std::optional<ChartKind> kind);

// Whether values are along a straight axis.
bool has_axes(std::optional<ChartKind> kind);

// Whether values are distances from the middle.
bool is_radial(std::optional<ChartKind> kind);

bool is_bar(std::optional<ChartKind> kind);

// The content of a chart artifact, read from any of the formats that clients send:
// - a Chart.js configuration: type, data: {labels, datasets: [{label, data}]}, options;
// - labels with datasets or values at the top level;
// - data as an array of records, with the keys that xKey and yKeys name, or else with labels in
//   label|name|category|x, the first key with texts or one of times, and a dataset for each key
//   with numbers, or for each text next to labels that repeat;
// - series: [{name, data}], with labels, categories or xAxis.categories;
// - a figure of Plotly: data with traces, layout;
// - a Vega-Lite specification with inline data;
// - any of these inside config or chart, with chartType for type, or with numbers as strings.

// A floating bar between two values, without a place of its own.
struct ChartRange {
  double low = 0;
  double high = 0;
  bool operator==(const ChartRange&) const = default;
};

struct ChartPoint {
  std::variant<double, std::string_view> x;
  std::optional<double> y;  // nothing for a gap at x
  std::optional<double> r;
  std::string_view y_name = {};    // in place of y, if the value axis has names
  std::optional<double> low = {};  // where a floating bar begins that ends at y
  bool operator==(const ChartPoint&) const = default;
};

// Empty if a value is missing: null, or a number that is too large for a double. A text if the
// value axis has names.
using ChartValue = std::variant<std::monostate, double, ChartRange, ChartPoint, std::string_view>;

// Whether there is nothing to draw. A gap still has a place.
inline bool is_missing(const ChartValue& value) {
  const auto* const point = std::get_if<ChartPoint>(&value);
  return std::holds_alternative<std::monostate>(value) || (point != nullptr && !point->y);
}

// How something looks, as the page's script has it: a member of the data that it draws. The value
// is one that it can draw.
struct ChartSetting {
  std::string_view name;  // of static storage
  std::string json;
};

// Leaves one that is there.
void add_setting(std::vector<ChartSetting>& settings, std::string_view name, std::string json);

const ChartSetting* find_setting(const std::vector<ChartSetting>& settings, std::string_view name);

struct ChartDataset {
  std::string label;
  std::optional<ChartKind> kind;  // if it differs from the chart's
  std::vector<ChartValue> values;
  std::vector<ChartSetting> settings;  // each at most once
  // The names of its points, as many as values or fewer; a name may be empty.
  std::vector<std::string_view> names = {};
  // The colours of its marks, as JSON texts: as many as values or fewer; a text may be empty.
  std::vector<std::string_view> colours = {};
  bool has_times = false;  // its values are times, in milliseconds since 1970
  // The names of its axes; empty for the first.
  std::string x_axis = {};
  std::string y_axis = {};
};

// More are not read.
inline constexpr std::size_t kMaximumAxes = 20;

// An axis that the content describes.
struct ChartAxis {
  enum class Scale : std::uint8_t { automatic, numbers, logarithmic, names };

  std::string name;      // by which datasets refer to it
  char direction = 'y';  // x, y, or r for distances from the middle
  std::string title = {};
  std::string side = {};  // left, right, top, bottom or center; empty for the usual one
  Scale scale = Scale::automatic;
  // Where it begins and ends, as JSON texts: a number, a label or a time; empty if that is not
  // fixed.
  std::string least = {};
  std::string most = {};
  std::string time_format = {};  // of its times, as in read_time()
  std::vector<ChartSetting> settings = {};
};

// Something in the content that its page does not show.
struct UnsupportedPart {
  std::string what;   // a sentence
  std::string field;  // a JSON Pointer
};

inline constexpr std::size_t kMaximumMissingKeys = 20;
inline constexpr std::size_t kMaximumUnsupportedParts = 20;

// The meaning of bubbles' sizes.
enum class BubbleSizes : std::uint8_t { radii, diameters, areas };

// Views point into the content's text or tree, or into `texts`. Contains at least one value that is
// not missing, or only a Vega-Lite specification, or is_empty. Can be moved, not copied.
struct Chart {
  Chart() = default;
  Chart(Chart&&) = default;
  Chart& operator=(Chart&&) = default;

  std::optional<ChartKind> kind;  // absent if kind_name is unknown or empty
  std::string kind_name;          // unchanged
  std::string title;
  std::string subtitle;
  std::string x_title;
  std::string y_title;
  bool stacked = false;
  bool is_horizontal = false;  // values are along x, labels along y
  BubbleSizes sizes = BubbleSizes::radii;
  bool is_empty = false;  // it has a kind or a specification, and data without values
  // Whether the labels, and the x of points, are times. Those that were sent as milliseconds since
  // 1970 are in RFC 3339 here.
  bool has_times = false;
  std::vector<std::string> labels;  // may be fewer or more than a dataset has values
  std::vector<ChartAxis> axes;
  std::vector<ChartDataset> datasets;
  // Those that xKey, yKeys, parsing or encoding names and none of the records has, up to
  // kMaximumMissingKeys.
  std::vector<std::string> missing_keys;
  std::vector<ChartSetting> settings;        // of the chart as a whole
  std::optional<core::JsonValue> vega_lite;  // the specification
  std::vector<UnsupportedPart> unsupported;  // the first of each kind
  // The labels of points. They are kept here as points are many, and few have a label.
  std::deque<std::string> texts;
};

// The titles of the axis that the labels, or x, are on, and of that of the values.
inline const std::string& title_across(const Chart& chart) {
  return chart.is_horizontal ? chart.y_title : chart.x_title;
}
inline const std::string& title_along(const Chart& chart) {
  return chart.is_horizontal ? chart.x_title : chart.y_title;
}

// What a dataset of a chart is drawn as: only kinds with straight axes can stand in one drawing.
ChartKind drawn_kind(ChartKind of_chart, const ChartDataset& dataset);

// A content with more JSON values than this cannot be drawn.
inline constexpr std::size_t kMaximumChartValues = 1'000'000;

// `content` is the root of its tree. Nothing if it has nothing that can be drawn. Errors:
// invalid_content if a field that is drawn has the wrong type, or a Vega-Lite specification loads
// its data from a URL.
core::Result<std::optional<Chart>> read_chart(core::JsonValue content);

// The part of the content that the chart is read from: all of it, or what is inside config or
// chart.
core::JsonValue source_of_chart(core::JsonValue content);

}  // namespace templates
