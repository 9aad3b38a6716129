#include "templates/chart/reader/chart_options.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace templates {
namespace {

using core::ContentReader;
using core::JsonValue;
using enum core::JsonType;

// Whether an axis of Chart.js is of one of these types.
bool is_axis_of(JsonValue axis, std::initializer_list<std::string_view> types) {
  const auto type = axis.find("type");
  return type && std::find(types.begin(), types.end(), type->string()) != types.end();
}

class OptionsReader {
 public:
  OptionsReader(ContentReader& fields, ChartValueReader& values, Chart& chart)
      : fields_(fields), values_(values), chart_(chart) {}

  ChartAxes read(JsonValue options);

 private:
  std::string read_title(std::optional<JsonValue> title) {
    return read_chart_title(title, fields_, values_);
  }
  void read_axis_types(JsonValue scales);
  void read_axis(JsonValue scales, std::string_view name, std::string_view old_name,
                 std::string& title);

  ContentReader& fields_;
  ChartValueReader& values_;
  Chart& chart_;
  ChartAxes axes_;
};

// An axis of Chart.js, including the form of version 2.
void OptionsReader::read_axis(JsonValue scales, std::string_view name, std::string_view old_name,
                              std::string& title) {
  auto axis = scales.find(name);
  if (!axis) {
    const auto axes = scales.find(old_name);
    if (!axes || !axes->is(array) || axes->size() == 0) return;
    axis = *axes->begin();
  }
  if (is_true(*axis, "stacked")) chart_.stacked = true;
  title = read_title(axis->find("title"));
  if (title.empty()) title = read_title(axis->find("scaleLabel"));
}

ChartAxes OptionsReader::read(JsonValue options) {
  chart_.options = options.text();
  if (const auto plugins = options.find("plugins")) {
    chart_.title = read_title(plugins->find("title"));
    chart_.subtitle = read_title(plugins->find("subtitle"));
  }
  if (chart_.title.empty()) chart_.title = read_title(options.find("title"));
  if (is_true(options, "stacked")) chart_.stacked = true;
  const auto index_axis = options.find("indexAxis");
  axes_.is_horizontal =
      chart_.kind == ChartKind::horizontal_bar || (index_axis && index_axis->string() == "y");
  if (axes_.is_horizontal && chart_.kind == ChartKind::bar) chart_.kind = ChartKind::horizontal_bar;
  if (const auto scales = options.find("scales")) {
    read_axis_types(*scales);
    read_axis(*scales, "x", "xAxes", chart_.x_title);
    read_axis(*scales, "y", "yAxes", chart_.y_title);
  }
  return axes_;
}

void OptionsReader::read_axis_types(JsonValue scales) {
  for (const JsonValue& scale : scales) {
    const std::string name = scale.name();
    if (name.empty()) continue;
    JsonValue axis = scale;
    if (scale.is(array)) {
      if (scale.size() == 0) continue;
      axis = *scale.begin();
    }
    const auto direction = axis.find("axis");
    const bool is_y = direction ? direction->string() == "y" : name.front() == 'y';
    if (is_y == axes_.is_horizontal) {
      if (is_axis_of(axis, {"time", "timeseries"})) chart_.has_times = true;
    } else if (is_axis_of(axis, {"category"})) {
      axes_.has_value_names = true;
    }
  }
}

}  // namespace

std::string read_chart_title(std::optional<JsonValue> title, ContentReader& fields,
                             ChartValueReader& values) {
  if (!title) return {};
  if (title->is(object)) {
    const auto display = title->find("display");
    if (display && display->text() == "false") return {};
    title = fields.find(*title, {"text", "labelString"}, {string, array});
    if (!title) return {};
  }
  if (title->is(array)) return values.read_label(*title);
  return title->is(string) ? title->string() : std::string();
}

bool is_true(JsonValue value, std::string_view name) {
  const auto member = value.find(name);
  return member && member->text() == "true";
}

ChartAxes read_chart_options(JsonValue options, ContentReader& fields, ChartValueReader& values,
                             Chart& chart) {
  return OptionsReader(fields, values, chart).read(options);
}

}  // namespace templates
