#include "templates/chart/reader/chartjs.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "templates/chart/reader/chart_options.h"
#include "templates/chart/reader/chart_values.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

std::string text_of_member(JsonValue object, std::string_view name) {
  const auto member = object.find(name);
  return member ? member->string() : std::string();
}

char direction_named(std::string_view name) {
  return name == "x" || name == "y" || name == "r" ? name.front() : '\0';
}

// Nothing if it is not given.
char direction_of(const std::string& name, JsonValue scale,
                  const std::map<std::string, char>& by_datasets) {
  if (const char own = direction_named(name)) return own;
  if (const char axis = direction_named(text_of_member(scale, "axis"))) return axis;
  const std::string position = text_of_member(scale, "position");
  if (position == "left" || position == "right") return 'y';
  if (position == "top" || position == "bottom") return 'x';
  const std::string first(1, name.empty() ? ' ' : core::lower_case(name.front()));
  if (const char letter = direction_named(first)) return letter;
  const auto used = by_datasets.find(name);
  return used == by_datasets.end() ? '\0' : used->second;
}

// The x or y of each axis that a dataset of `source` names.
std::map<std::string, char> directions_by_datasets(JsonValue source) {
  std::map<std::string, char> directions;
  const auto data = source.find("data");
  for (const auto& holder : {data, std::optional(source)}) {
    const auto datasets = holder ? holder->find("datasets") : std::nullopt;
    const auto series = holder ? holder->find("series") : std::nullopt;
    for (const auto& list : {datasets, series}) {
      if (!list || !list->is(array)) continue;
      for (const JsonValue& dataset : *list) {
        for (const char direction : {'x', 'y'}) {
          std::string name = text_of_member(dataset, std::string(1, direction) + "AxisID");
          if (!name.empty()) directions.emplace(std::move(name), direction);
        }
      }
    }
  }
  return directions;
}

ChartAxis::Scale read_type(JsonValue scale, Reading& fields, std::vector<ChartSetting>& settings) {
  constexpr std::array<std::string_view, 6> kTypes{"linear",     "logarithmic", "category",
                                                   "timeseries", "time",        "radialLinear"};
  const std::string type = text_of_member(scale, "type");
  if (std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end()) fields.text(scale, "type");
  if (type == "timeseries") settings.push_back({"isEven", "true"});
  if (type.starts_with("log")) return ChartAxis::Scale::logarithmic;
  if (type == "category") return ChartAxis::Scale::names;
  return type == "linear" ? ChartAxis::Scale::numbers : ChartAxis::Scale::automatic;
}

// In version 2 it was in ticks.
std::string read_end(JsonValue scale, std::string_view name, Reading& fields) {
  const auto ticks = fields.object(scale, "ticks");
  for (const auto& holder : {std::optional(scale), ticks}) {
    const auto end = holder ? holder->find(name) : std::nullopt;
    if (!end || !(end->is(number) || end->is(string))) continue;
    fields.take(*end);
    return std::string(end->text());
  }
  return {};
}

class OptionsReader {
 public:
  OptionsReader(JsonValue source, Reading& fields, ChartValueReader& values, Chart& chart)
      : fields_(fields),
        values_(values),
        chart_(chart),
        by_datasets_(directions_by_datasets(source)) {}

  ChartAxes read(JsonValue options);

 private:
  std::string read_title(std::optional<JsonValue> title) {
    return read_chart_title(title, fields_, values_);
  }
  void read_scales(JsonValue scales);
  void read_old_scales(JsonValue scales, char direction);
  void read_scale(const std::string& name, char direction, JsonValue scale);
  void read_legend(JsonValue options);
  void take_settings_of_all(JsonValue options);

  Reading& fields_;
  ChartValueReader& values_;
  Chart& chart_;
  const std::map<std::string, char> by_datasets_;
  ChartAxes axes_;
};

// As in Chart.js, a scale is along x or y by its name, if that is x or y; else by its axis, its
// position, the first letter of its name, or by the first dataset that uses it.
void OptionsReader::read_scales(JsonValue scales) {
  for (const JsonValue& scale : scales) {
    const std::string name = scale.name();
    if (name == "xAxes" || name == "yAxes")
      read_old_scales(scale, name.front());
    else if (const char direction = scale.is(object) ? direction_of(name, scale, by_datasets_) : 0)
      read_scale(name, direction, scale);
  }
}

// Version 2 had an array for each direction.
void OptionsReader::read_old_scales(JsonValue scales, char direction) {
  fields_.take(scales);
  const std::string first(1, direction);
  if (scales.is(object)) return read_scale(first, direction, scales);
  bool is_first = true;
  for (const JsonValue& scale : scales) {
    const std::string name = text_of_member(scale, "id");
    if (scale.is(object)) read_scale(name.empty() && is_first ? first : name, direction, scale);
    is_first = false;
  }
}

void OptionsReader::read_scale(const std::string& name, char direction, JsonValue scale) {
  if (chart_.axes.size() == kMaximumAxes) return;
  fields_.take(scale);
  ChartAxis axis{name, direction, read_title(scale.find("title"))};
  if (axis.title.empty()) axis.title = read_title(scale.find("scaleLabel"));
  if (fields_.is_true(scale, "stacked")) chart_.stacked = true;
  const std::string type = text_of_member(scale, "type");
  const bool has_times = type == "time" || type == "timeseries";
  if ((direction == 'y') == axes_.is_horizontal) {
    if (has_times) chart_.has_times = true;
  } else {
    if (type == "category") axes_.has_value_names = true;
    if (axes_.standard.empty()) axes_.standard = name;
    if (has_times) axes_.time_axes.insert(name);
  }
  const bool is_first =
      std::none_of(chart_.axes.begin(), chart_.axes.end(),
                   [&](const auto& other) { return other.direction == direction; });
  if (is_first || name == std::string(1, direction)) {
    if (direction == 'x') chart_.x_title = axis.title;
    if (direction == 'y') chart_.y_title = axis.title;
  }
  fields_.text(scale, "id");
  fields_.text(scale, "axis");
  axis.side = fields_.text(scale, "position");
  axis.scale = read_type(scale, fields_, axis.settings);
  axis.least = read_end(scale, "min", fields_);
  axis.most = read_end(scale, "max", fields_);
  constexpr std::size_t kLongestFormat = 60;
  if (const auto time = fields_.object(scale, "time"))
    axis.time_format = fields_.text(*time, "parser").substr(0, kLongestFormat);
  read_axis_settings(scale, fields_, axis.settings);
  chart_.axes.push_back(std::move(axis));
}

void OptionsReader::read_legend(JsonValue options) {
  const auto plugins = options.find("plugins");
  auto legend = plugins ? plugins->find("legend") : std::nullopt;
  if (!legend) legend = options.find("legend");
  if (!legend) return;
  fields_.take(*legend);
  std::vector<ChartSetting> settings;
  read_legend_settings(*legend, fields_, settings);
  if (legend->text() == "false") settings.push_back({"hidden", "true"});
  if (const auto title = fields_.object(*legend, "title")) {
    std::string text;
    for (const std::string& line : fields_.texts(*title, "text"))
      text += (text.empty() ? "" : " ") + line;
    if (fields_.truth(*title, "display") != false && !text.empty())
      settings.push_back({"title", core::string_in_json(text)});
  }
  if (!settings.empty()) chart_.settings.push_back({"legend", json_of(settings)});
}

// Those of kinds that the chart does not have, too.
void OptionsReader::take_settings_of_all(JsonValue options) {
  std::vector<ChartSetting> settings;
  for (const std::string_view name : {"datasets", "elements"}) {
    const auto holder = fields_.object(options, name);
    if (!holder) continue;
    for (const JsonValue& kind : *holder) {
      fields_.take(kind);
      read_dataset_settings(kind, fields_, settings);
    }
  }
}

ChartAxes OptionsReader::read(JsonValue options) {
  if (const auto plugins = fields_.object(options, "plugins")) {
    chart_.title = read_title(plugins->find("title"));
    chart_.subtitle = read_title(plugins->find("subtitle"));
    read_plugin_settings(*plugins, fields_, chart_.settings);
  }
  if (chart_.title.empty()) chart_.title = read_title(options.find("title"));
  if (fields_.is_true(options, "stacked")) chart_.stacked = true;
  axes_.is_horizontal =
      chart_.kind == ChartKind::horizontal_bar || fields_.text(options, "indexAxis") == "y";
  if (axes_.is_horizontal && chart_.kind == ChartKind::bar) chart_.kind = ChartKind::horizontal_bar;
  chart_.is_horizontal = axes_.is_horizontal;
  // Version 2 had the axis of radar charts here.
  if (const auto radial = fields_.object(options, "scale")) read_scale("r", 'r', *radial);
  if (const auto scales = fields_.object(options, "scales")) read_scales(*scales);
  read_legend(options);
  take_settings_of_all(options);
  return axes_;
}

}  // namespace

std::string read_chart_title(std::optional<JsonValue> title, Reading& fields,
                             ChartValueReader& values) {
  if (!title) return {};
  if (title->is(object)) {
    fields.take(*title);
    const bool is_hidden = fields.truth(*title, "display") == false;
    title = fields.find(*title, {"text", "labelString"}, {string, array});
    if (is_hidden || !title) return {};
  }
  if (title->is(array) || title->is(string)) fields.take(*title);
  if (title->is(array)) return values.read_label(*title);
  return title->is(string) ? title->string() : std::string();
}

ChartAxes read_chart_options(JsonValue options, JsonValue source, Reading& fields,
                             ChartValueReader& values, Chart& chart) {
  return OptionsReader(source, fields, values, chart).read(options);
}

}  // namespace templates
