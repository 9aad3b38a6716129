#include "templates/chart/reader/chart_scales.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

// The members that chart_options.js reads from a scale.
const MemberPaths& drawn_members_of_scales() {
  static const MemberPaths kPaths{"angleLines.color",
                                  "angleLines.display",
                                  "axis",
                                  "beginAtZero",
                                  "border.color",
                                  "border.dash",
                                  "border.display",
                                  "border.width",
                                  "bounds",
                                  "display",
                                  "grace",
                                  "grid.circular",
                                  "grid.color",
                                  "grid.display",
                                  "grid.drawOnChartArea",
                                  "grid.drawTicks",
                                  "grid.lineWidth",
                                  "grid.tickColor",
                                  "id",
                                  "labels",
                                  "max",
                                  "min",
                                  "offset",
                                  "pointLabels.centerPointLabels",
                                  "pointLabels.color",
                                  "pointLabels.display",
                                  "position",
                                  "reverse",
                                  "scaleLabel.display",
                                  "scaleLabel.labelString",
                                  "stack",
                                  "stackWeight",
                                  "stacked",
                                  "startAngle",
                                  "suggestedMax",
                                  "suggestedMin",
                                  "ticks.align",
                                  "ticks.autoSkip",
                                  "ticks.beginAtZero",
                                  "ticks.color",
                                  "ticks.count",
                                  "ticks.crossAlign",
                                  "ticks.display",
                                  "ticks.format.currency",
                                  "ticks.format.maximumFractionDigits",
                                  "ticks.format.minimumFractionDigits",
                                  "ticks.format.notation",
                                  "ticks.format.style",
                                  "ticks.format.unit",
                                  "ticks.major.enabled",
                                  "ticks.max",
                                  "ticks.maxRotation",
                                  "ticks.maxTicksLimit",
                                  "ticks.min",
                                  "ticks.minRotation",
                                  "ticks.mirror",
                                  "ticks.precision",
                                  "ticks.reverse",
                                  "ticks.source",
                                  "ticks.stepSize",
                                  "ticks.suggestedMax",
                                  "ticks.suggestedMin",
                                  "time.displayFormats",
                                  "time.isoWeekday",
                                  "time.minUnit",
                                  "time.parser",
                                  "time.round",
                                  "time.stepSize",
                                  "time.tooltipFormat",
                                  "time.unit",
                                  "title.align",
                                  "title.color",
                                  "title.display",
                                  "title.text"};
  return kPaths;
}

constexpr std::array<std::string_view, 6> kScaleTypes{"linear",     "logarithmic", "category",
                                                      "timeseries", "time",        "radialLinear"};

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

class ScaleList {
 public:
  ScaleList(const std::map<std::string, char>& by_datasets, Reading& fields)
      : by_datasets_(by_datasets), fields_(fields) {}

  void add_all(JsonValue scales) {
    for (const JsonValue& scale : scales) {
      if (scale.is_named("xAxes") || scale.is_named("yAxes"))
        add_old(scale, scale.name().front());
      else if (scale.is(object))
        add_new(scale);
    }
  }

  void add(std::string name, char direction, JsonValue scale) {
    if (found_.size() == kMaximumScales) return;
    fields_.take(scale);
    found_.push_back({std::move(name), direction, scale});
  }

  std::vector<NamedScale> list() && { return std::move(found_); }

 private:
  void add_new(JsonValue scale) {
    std::string name = scale.name();
    if (const char direction = direction_of(name, scale, by_datasets_))
      add(std::move(name), direction, scale);
  }

  // Version 2 had an array for each direction.
  void add_old(JsonValue scales, char direction) {
    fields_.take(scales);
    if (scales.is(object)) return add(std::string(1, direction), direction, scales);
    bool is_first = true;
    for (const JsonValue& scale : scales) {
      std::string name = text_of_member(scale, "id");
      if (name.empty() && is_first) name = direction;
      is_first = false;
      if (scale.is(object)) add(std::move(name), direction, scale);
    }
  }

  const std::map<std::string, char>& by_datasets_;
  Reading& fields_;
  std::vector<NamedScale> found_;
};

}  // namespace

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

std::vector<NamedScale> list_scales(JsonValue options,
                                    const std::map<std::string, char>& by_datasets,
                                    Reading& fields) {
  ScaleList scales(by_datasets, fields);
  // Version 2 had the axis of radar charts here.
  if (const auto radial = fields.object(options, "scale")) scales.add("r", 'r', *radial);
  if (const auto all = fields.object(options, "scales")) scales.add_all(*all);
  return std::move(scales).list();
}

void add_scale(const NamedScale& scale, std::string title, Reading& fields, Chart& chart) {
  fields.take_listed(scale.scale, drawn_members_of_scales());
  const auto type = scale.scale.find("type");
  if (type &&
      std::find(kScaleTypes.begin(), kScaleTypes.end(), type->string()) != kScaleTypes.end())
    fields.take(*type);
  chart.axes.push_back({scale.name, scale.direction, std::move(title),
                        text_of_member(scale.scale, "position"), std::string(scale.scale.text())});
}

void add_axis(std::string name, char direction, const AxisSettings& settings, Chart& chart) {
  if (chart.axes.size() == kMaximumScales) return;
  core::JsonWriter json;
  json.begin_object();
  if (settings.is_time)
    json.member("type", "time");
  else if (settings.is_logarithmic)
    json.member("type", "logarithmic");
  if (!settings.min.empty()) json.key("min").raw(settings.min);
  if (!settings.max.empty()) json.key("max").raw(settings.max);
  if (settings.is_reversed) json.member("reverse", true);
  if (settings.is_hidden) json.member("display", false);
  if (!settings.side.empty()) json.member("position", settings.side);
  json.end_object();
  chart.axes.push_back({std::move(name), direction, settings.title, settings.side, json.text()});
}

}  // namespace templates
