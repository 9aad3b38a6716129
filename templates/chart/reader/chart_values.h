// Values and labels of charts as all dialects write them.
#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/fields.h"
#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/reading.h"

namespace templates {

// The option `parsing` of Chart.js: the keys under which objects have the places of their points.

// "sales.net" is the member "net" of the member "sales"; an escaped dot (\.) is part of a name.
struct ChartKey {
  std::string text;
  std::vector<std::string> names;  // from the outside to the inside; empty if no key is given

  bool is_given() const { return !names.empty(); }
};

struct ChartParsing {
  ChartKey x;
  ChartKey y;                   // of kinds without axes, the value
  bool may_have_times = false;  // its values are on an axis of times
};

// Reads the options of a dataset of this kind; each key may also be in `chart`, the same option of
// the chart. Knows nothing of axes. Problems go to `fields`.
ChartParsing read_chart_parsing(std::optional<core::JsonValue> dataset,
                                std::optional<core::JsonValue> chart, std::optional<ChartKind> kind,
                                Reading& fields);

// The member of `object` under `key` or, if none is given, under `otherwise`.
std::optional<core::JsonValue> look_up(core::JsonValue object, const ChartKey& key,
                                       std::string_view otherwise);

// ChartValueReader: reads the values and labels of a chart's datasets.

// The names of the members with the label and the value of a record or, where both axes have
// numbers, of a point. The first one present counts.
inline const std::initializer_list<std::string_view> kLabelKeys{"label", "name", "category", "x"};
inline const std::initializer_list<std::string_view> kPointLabelKeys{"x", "label", "name",
                                                                     "category"};
inline const std::initializer_list<std::string_view> kValueKeys{"value", "y", "amount", "count"};
inline const std::initializer_list<std::string_view> kPointValueKeys{"y", "value", "amount",
                                                                     "count"};
inline const std::initializer_list<std::string_view> kRadialValueKeys{"r", "y", "value", "amount",
                                                                      "count"};

// A number in a string: "12.5", with white space around it or not.
std::optional<double> number_in_text(std::string text);

// The axes of a chart, as far as they decide how values are read.
struct ChartAxes {
  bool is_horizontal = false;            // values are along x, labels along y
  bool has_value_names = false;          // the value axis has names in place of numbers
  std::string standard;                  // the value axis of datasets that name none
  std::set<std::string> time_axes = {};  // the value axes that have times
};

struct ReadChartValues {
  std::vector<ChartValue> values;
  std::vector<std::string_view> names;  // of points, up to the last that has one
  bool are_times = false;               // in milliseconds since 1970
};

// Problems with values go to the FieldReader, and texts that values refer to into the chart.
class ChartValueReader {
 public:
  // Both must outlive it.
  ChartValueReader(core::FieldReader& fields, Chart& chart) : fields_(fields), chart_(chart) {}

  void set_axes(ChartAxes axes) { axes_ = std::move(axes); }

  // Whether the value axis of `dataset`, or of one without options, has times.
  bool may_have_times(std::optional<core::JsonValue> dataset, std::optional<ChartKind> kind) const;

  // The values of a dataset that is drawn as `kind`: an array or, as Chart.js also accepts, an
  // object with labels as keys. `parsing` names the members of objects in an array; keys that none
  // of them has are added to the chart's missing keys.
  ReadChartValues read_values(core::JsonValue values, std::optional<ChartKind> kind,
                              const ChartParsing& parsing);

  // A number, perhaps in a string; nothing for null.
  std::optional<double> read_number(core::JsonValue value);

  // The position of a value on the axis of labels.
  std::variant<double, std::string_view> read_place(core::JsonValue value,
                                                    std::optional<ChartKind> kind);

  // Chart.js allows labels of several lines; they are joined into one.
  std::string read_label(core::JsonValue label);

 private:
  // A number, or a date on an axis of times.
  std::optional<double> read_height(core::JsonValue value);
  ChartValue read_value(core::JsonValue value, std::optional<ChartKind> kind,
                        const ChartParsing& parsing);
  ChartValue read_pair(core::JsonValue pair, std::optional<ChartKind> kind);
  ChartValue read_floating_bar(core::JsonValue place, core::JsonValue range,
                               std::optional<ChartKind> kind);
  ChartValue read_point(core::JsonValue point, std::optional<ChartKind> kind,
                        const ChartParsing& parsing);
  std::optional<core::JsonValue> find_member(core::JsonValue point, const ChartKey& key,
                                             std::initializer_list<std::string_view> names);
  std::string_view read_name(core::JsonValue point, const ChartParsing& parsing);
  void note_missing_key(core::JsonValue values, const ChartKey& key);

  core::FieldReader& fields_;
  Chart& chart_;
  ChartAxes axes_;
  // Whether the values that are being read may be times, and what was found among them.
  bool may_have_times_ = false;
  bool has_dates_ = false;
  bool has_likely_times_ = false;
  bool has_other_numbers_ = false;
};

}  // namespace templates
