#include "templates/chart/reader/chartjs.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "templates/chart/reader/chart_scales.h"
#include "templates/chart/reader/chart_values.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

// The options of a dataset that change how it looks.
constexpr std::array<std::string_view, 43> kStyleNames{"backgroundColor",
                                                       "barPercentage",
                                                       "barThickness",
                                                       "base",
                                                       "borderCapStyle",
                                                       "borderColor",
                                                       "borderDash",
                                                       "borderDashOffset",
                                                       "borderJoinStyle",
                                                       "borderRadius",
                                                       "borderSkipped",
                                                       "borderWidth",
                                                       "categoryPercentage",
                                                       "circumference",
                                                       "cubicInterpolationMode",
                                                       "cutout",
                                                       "fill",
                                                       "grouped",
                                                       "hidden",
                                                       "lineTension",
                                                       "maxBarThickness",
                                                       "minBarLength",
                                                       "offset",
                                                       "order",
                                                       "pointBackgroundColor",
                                                       "pointBorderColor",
                                                       "pointBorderWidth",
                                                       "pointHoverRadius",
                                                       "pointRadius",
                                                       "pointRotation",
                                                       "pointStyle",
                                                       "radius",
                                                       "rotation",
                                                       "showLine",
                                                       "skipNull",
                                                       "spacing",
                                                       "spanGaps",
                                                       "stack",
                                                       "stepped",
                                                       "tension",
                                                       "weight",
                                                       "xAxisID",
                                                       "yAxisID"};

static_assert(std::is_sorted(kStyleNames.begin(), kStyleNames.end()));

// Members with what is read elsewhere.
std::vector<ChartStyle> read_styles(JsonValue dataset, Reading& fields) {
  std::vector<ChartStyle> styles;
  for (const std::string_view name : kStyleNames) {
    const auto style = dataset.find(name);
    // ECharts uses these names for something else.
    if (!style || (name == "stack" && style->is(object))) continue;
    fields.take_all(*style);
    styles.push_back({name, style->text()});
  }
  return styles;
}

// In a series of ECharts, label is the text at the marks.
std::string read_label(JsonValue dataset, bool is_series, Reading& fields) {
  const auto own = dataset.find("label");
  const bool is_other = is_series && own && own->is(object);
  const auto label = is_other ? fields.find(dataset, {"name"}, {string, number})
                              : fields.find(dataset, {"label", "name"}, {string, number});
  return label ? core::FieldReader::shown_text(*label) : std::string();
}

}  // namespace

bool is_chart_style(std::string_view name) {
  return std::binary_search(kStyleNames.begin(), kStyleNames.end(), name);
}

ReadChartDataset read_chart_dataset(JsonValue dataset, std::optional<ChartKind> chart_kind,
                                    std::optional<JsonValue> parsing, SeriesOptions& options,
                                    const ChartSeriesPlace& place, Reading& fields,
                                    ChartValueReader& values, Chart& chart) {
  ReadChartDataset read;
  fields.take(dataset);
  read.dataset.label = read_label(dataset, place.is_series, fields);
  std::optional<ChartKind> kind = chart_kind;
  if (const auto type = fields.find(dataset, {"type"}, {string})) {
    if (const auto own = parse_chart_kind(type->string())) kind = own;
  }
  // Chart.js has no areas, only filled lines.
  const auto fill = dataset.find("fill");
  const bool is_filled = fill && fill->text() != "false" && !fill->is(null);
  if (kind == ChartKind::line && (is_filled || (place.is_series && options.is_filled(dataset))))
    kind = ChartKind::area;
  const auto data = fields.find(dataset, {"data", "values"}, {array, object});
  if (data) {
    ChartParsing keys = read_chart_parsing(dataset, parsing, kind, fields);
    keys.may_have_times = values.may_have_times(dataset, kind);
    ReadChartValues own = values.read_values(*data, kind, keys);
    read.dataset.has_times = own.are_times;
    read.dataset.values = std::move(own.values);
    read.dataset.names = std::move(own.names);
    read.has_data = true;
    fields.take_all(*data);
  } else if (place.source != nullptr) {
    place.source->fill(dataset, place.among_those_without_data, kind, fields, values, chart,
                       read.dataset);
    read.has_data = true;
  }
  read.dataset.styles = read_styles(dataset, fields);
  if (place.is_series)
    options.read_series(dataset, place.among_all, kind, read.dataset);
  else
    options.read_dataset(dataset, place.among_all, kind, read.dataset);
  if (kind != chart_kind) read.dataset.kind = kind;
  return read;
}

namespace {

using core::JsonValue;
using enum core::JsonType;

// The members of the options that chart_options.js and the readers here take, without axes and
// styles.
const MemberPaths& drawn_members_of_options() {
  static const MemberPaths kPaths{"indexAxis",
                                  "legend.align",
                                  "legend.display",
                                  "legend.labels.color",
                                  "legend.labels.pointStyle",
                                  "legend.labels.usePointStyle",
                                  "legend.position",
                                  "legend.reverse",
                                  "legend.title.color",
                                  "legend.title.display",
                                  "legend.title.text",
                                  "plugins.decimation",
                                  "plugins.filler.drawTime",
                                  "plugins.filler.propagate",
                                  "plugins.legend.align",
                                  "plugins.legend.display",
                                  "plugins.legend.labels.color",
                                  "plugins.legend.labels.pointStyle",
                                  "plugins.legend.labels.usePointStyle",
                                  "plugins.legend.position",
                                  "plugins.legend.reverse",
                                  "plugins.legend.title.color",
                                  "plugins.legend.title.display",
                                  "plugins.legend.title.text",
                                  "plugins.subtitle.align",
                                  "plugins.subtitle.color",
                                  "plugins.subtitle.display",
                                  "plugins.subtitle.text",
                                  "plugins.title.align",
                                  "plugins.title.color",
                                  "plugins.title.display",
                                  "plugins.title.text",
                                  "stacked",
                                  "title.display",
                                  "title.text"};
  return kPaths;
}

// The names of point options in options.elements.point.
const MemberPaths& drawn_members_of_points() {
  static const MemberPaths kPaths{"backgroundColor", "borderColor", "borderWidth", "hoverRadius",
                                  "pointStyle",      "radius",      "rotation"};
  return kPaths;
}

// Whether an axis of Chart.js is of one of these types.
bool is_axis_of(JsonValue axis, std::initializer_list<std::string_view> types) {
  const auto type = axis.find("type");
  return type && std::find(types.begin(), types.end(), type->string()) != types.end();
}

class OptionsReader {
 public:
  OptionsReader(Reading& fields, ChartValueReader& values, Chart& chart)
      : fields_(fields), values_(values), chart_(chart) {}

  ChartAxes read(JsonValue options, const std::map<std::string, char>& by_datasets);

 private:
  std::string read_title(std::optional<JsonValue> title) {
    return read_chart_title(title, fields_, values_);
  }
  void read_scale(const NamedScale& scale);
  void take_styles(JsonValue holder);
  void take_what_is_drawn(JsonValue options);

  Reading& fields_;
  ChartValueReader& values_;
  Chart& chart_;
  ChartAxes axes_;
};

void OptionsReader::read_scale(const NamedScale& scale) {
  std::string title = read_title(scale.scale.find("title"));
  if (title.empty()) title = read_title(scale.scale.find("scaleLabel"));
  if (fields_.is_true(scale.scale, "stacked")) chart_.stacked = true;
  const bool has_times = is_axis_of(scale.scale, {"time", "timeseries"});
  if ((scale.direction == 'y') == axes_.is_horizontal) {
    if (has_times) chart_.has_times = true;
  } else {
    if (is_axis_of(scale.scale, {"category"})) axes_.has_value_names = true;
    if (axes_.standard.empty()) axes_.standard = scale.name;
    if (has_times) axes_.time_axes.insert(scale.name);
  }
  const bool is_first =
      std::none_of(chart_.axes.begin(), chart_.axes.end(),
                   [&](const ChartAxis& other) { return other.direction == scale.direction; });
  if (is_first || scale.name == std::string(1, scale.direction)) {
    if (scale.direction == 'x') chart_.x_title = title;
    if (scale.direction == 'y') chart_.y_title = title;
  }
  add_scale(scale, std::move(title), fields_, chart_);
}

void OptionsReader::take_styles(JsonValue holder) {
  for (const JsonValue& member : holder)
    if (is_chart_style(member.name())) fields_.take_all(member);
}

void OptionsReader::take_what_is_drawn(JsonValue options) {
  fields_.take_listed(options, drawn_members_of_options());
  take_styles(options);
  for (const std::string_view name : {"datasets", "elements"}) {
    const auto holder = fields_.object(options, name);
    if (!holder) continue;
    for (const JsonValue& kind : *holder) {
      fields_.take(kind);
      take_styles(kind);
      if (kind.is_named("point")) fields_.take_listed(kind, drawn_members_of_points());
    }
  }
}

ChartAxes OptionsReader::read(JsonValue options, const std::map<std::string, char>& by_datasets) {
  chart_.options = options.text();
  if (const auto plugins = options.find("plugins")) {
    chart_.title = read_title(plugins->find("title"));
    chart_.subtitle = read_title(plugins->find("subtitle"));
  }
  if (chart_.title.empty()) chart_.title = read_title(options.find("title"));
  if (fields_.is_true(options, "stacked")) chart_.stacked = true;
  axes_.is_horizontal =
      chart_.kind == ChartKind::horizontal_bar || fields_.text(options, "indexAxis") == "y";
  if (axes_.is_horizontal && chart_.kind == ChartKind::bar) chart_.kind = ChartKind::horizontal_bar;
  chart_.is_horizontal = axes_.is_horizontal;
  for (const NamedScale& scale : list_scales(options, by_datasets, fields_)) read_scale(scale);
  take_what_is_drawn(options);
  return axes_;
}

}  // namespace

std::string read_chart_title(std::optional<JsonValue> title, Reading& fields,
                             ChartValueReader& values) {
  if (!title) return {};
  if (title->is(object)) {
    fields.take(*title);
    const auto display = fields.truth(*title, "display");
    if (display == false) return {};
    title = fields.find(*title, {"text", "labelString"}, {string, array});
    if (!title) return {};
  }
  if (title->is(array) || title->is(string)) fields.take(*title);
  if (title->is(array)) return values.read_label(*title);
  return title->is(string) ? title->string() : std::string();
}

ChartAxes read_chart_options(JsonValue options, const std::map<std::string, char>& by_datasets,
                             Reading& fields, ChartValueReader& values, Chart& chart) {
  return OptionsReader(fields, values, chart).read(options, by_datasets);
}

}  // namespace templates
