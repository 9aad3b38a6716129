#include "templates/chart/reader/chart_options.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "core/fields.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

struct ChartOption {
  std::string_view path;  // of members: "ticks.stepSize"
  std::string_view name;  // of the setting
  // The JSON text that the script gets: "null" for what it draws anyway, and an empty text for a
  // value that cannot be drawn.
  std::string (*shape)(JsonValue value);
};

constexpr double kLargestNumber = 1e150;

bool is_between(JsonValue value, double least, double most) {
  const auto number = value.number();
  return number && *number >= least && *number <= most;
}

std::string if_so(bool fits, JsonValue value) {
  return fits ? std::string(value.text()) : std::string();
}

std::string any_number(JsonValue value) {
  return if_so(is_between(value, -kLargestNumber, kLargestNumber), value);
}

template <int least, int most>
std::string number_in(JsonValue value) {
  return if_so(is_between(value, least, most), value);
}

std::string positive(JsonValue value) {
  return if_so(is_between(value, 1 / kLargestNumber, kLargestNumber), value);
}

std::string truth(JsonValue value) { return if_so(value.is(boolean), value); }

// Of `display`, which is true by default.
std::string hidden(JsonValue value) {
  if (!value.is(boolean)) return {};
  return value.text() == "false" ? "true" : "null";
}

std::string only_false(JsonValue value) {
  if (!value.is(boolean)) return {};
  return value.text() == "false" ? "false" : "null";
}

std::string words(JsonValue value) {
  constexpr std::size_t kLongest = 200;
  if (value.is(string) && value.text().size() <= kLongest) return std::string(value.text());
  if (!value.is(string) && !value.is(number)) return {};
  return core::string_in_json(
      core::first_code_points(core::FieldReader::shown_text(value), kLongest));
}

std::string percentage_or_pixels(JsonValue value) {
  constexpr std::size_t kLongest = 4;
  const std::string text = value.string();
  const bool is_percentage = text.size() > 1 && text.size() <= kLongest && text.back() == '%' &&
                             std::all_of(text.begin(), text.end() - 1, core::is_digit);
  return if_so(is_percentage || is_between(value, 0, 2000), value);
}

std::string colour(JsonValue value) { return if_so(is_colour(value), value); }

template <std::string (*shape)(JsonValue)>
std::string each(JsonValue value) {
  if (!value.is(array)) return shape(value);
  const bool fits = value.size() > 0 && std::all_of(value.begin(), value.end(), [](JsonValue one) {
                      return !shape(one).empty();
                    });
  return if_so(fits, value);
}

std::string dashes(JsonValue value) {
  constexpr std::size_t kMost = 10;
  const bool fits = value.is(array) && value.size() <= kMost &&
                    std::all_of(value.begin(), value.end(),
                                [](JsonValue one) { return is_between(one, 0, 200); });
  return if_so(fits, value);
}

std::string names(JsonValue value) {
  if (!value.is(array)) return {};
  core::JsonWriter json;
  json.begin_array();
  for (const JsonValue& name : value) json.value(core::FieldReader::shown_text(name));
  return json.end_array().text();
}

constexpr std::string_view kAlignments = "start center end inner";
constexpr std::string_view kBounds = "ticks data";
constexpr std::string_view kFillTimes = "beforeDraw beforeDatasetDraw beforeDatasetsDraw";
constexpr std::string_view kNumberNotations = "standard scientific engineering compact";
constexpr std::string_view kNumberStyles = "decimal currency percent unit";
constexpr std::string_view kOpenSides = "start end middle bottom left top right";
constexpr std::string_view kPointShapes =
    "circle cross crossRot dash line rect rectRounded rectRot star triangle";
constexpr std::string_view kSides = "top bottom left right";
constexpr std::string_view kSteppedAt = "before after middle";
constexpr std::string_view kTickSources = "auto data labels";
constexpr std::string_view kTimeUnits =
    "millisecond second minute hour day week month quarter year";

template <const std::string_view& choices>
std::string word(JsonValue value) {
  const std::string given = value.string();
  if (given.find(' ') != std::string::npos) return {};
  const std::string whole = " " + std::string(choices) + " ";
  return whole.find(" " + given + " ") == std::string::npos ? std::string()
                                                            : core::string_in_json(given);
}

std::string steps(JsonValue value) {
  if (!value.is(boolean)) return word<kSteppedAt>(value);
  return value.text() == "true" ? R"("before")" : "null";
}

std::string curve(JsonValue value) {
  if (value.string() == "default") return "null";
  return if_so(value.string() == "monotone", value);
}

std::string point(JsonValue value) {
  return value.text() == "false" ? R"("none")" : word<kPointShapes>(value);
}

std::string open_side(JsonValue value) {
  return value.is(boolean) ? std::string(value.text()) : word<kOpenSides>(value);
}

std::string stacking(JsonValue value) {
  return if_so(value.is(boolean) || value.string() == "single", value);
}

std::string spans(JsonValue value) {
  return if_so(value.is(boolean) || is_between(value, 0, kLargestNumber), value);
}

// What the space between a line and something else is filled up to: the number of another line, by
// itself or from this one, or a word, or a value.
std::string fill(JsonValue value) {
  constexpr std::array<std::string_view, 6> kTargets{"origin", "start", "end",
                                                     "stack",  "true",  "false"};
  constexpr std::size_t kMostDigits = 5;
  if (value.is(object)) {
    const auto target = value.find("target");
    const auto level = target && target->is(object) ? target->find("value") : value.find("value");
    if (level && !any_number(*level).empty())
      return R"({"value":)" + std::string(level->text()) + "}";
    return target && !target->is(object) ? fill(*target) : std::string();
  }
  if (value.is(boolean) || is_between(value, 0, 10'000)) return std::string(value.text());
  const std::string text = value.string();
  const std::string_view number =
      std::string_view(text).substr(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
  if (!number.empty() && number.size() <= kMostDigits &&
      std::all_of(number.begin(), number.end(), core::is_digit))
    return core::string_in_json(text);
  const bool is_known = std::find(kTargets.begin(), kTargets.end(), text) != kTargets.end();
  if (text == "true" || text == "false") return text;
  return is_known ? core::string_in_json(text) : std::string();
}

// The names of dashes and steps in all libraries, in lower case. A step is where the value changes,
// or where it changed last.
using NamedLook = std::pair<std::string_view, std::string_view>;
constexpr std::array kDashes{NamedLook{"dash", "[6, 4]"},
                             NamedLook{"dashed", "[6, 4]"},
                             NamedLook{"shortdash", "[4, 3]"},
                             NamedLook{"longdash", "[10, 5]"},
                             NamedLook{"dot", "[2, 3]"},
                             NamedLook{"shortdot", "[2, 3]"},
                             NamedLook{"dotted", "[2, 3]"},
                             NamedLook{"dashdot", "[6, 3, 2, 3]"},
                             NamedLook{"longdashdot", "[10, 4, 2, 4]"},
                             NamedLook{"solid", "[]"}};
constexpr std::array kSteps{NamedLook{"start", R"("after")"},   NamedLook{"right", R"("after")"},
                            NamedLook{"middle", R"("middle")"}, NamedLook{"center", R"("middle")"},
                            NamedLook{"end", R"("before")"},    NamedLook{"left", R"("before")"},
                            NamedLook{"hv", R"("before")"},     NamedLook{"vh", R"("after")"},
                            NamedLook{"hvh", R"("middle")"}};

template <const auto& looks>
std::string named(JsonValue value) {
  const std::string name = core::in_lower_case(value.string());
  const auto found = std::find_if(looks.begin(), looks.end(),
                                  [&](const NamedLook& look) { return look.first == name; });
  return found == looks.end() ? std::string() : std::string(found->second);
}

// Plotly Express writes "solid" for all lines.
std::string dash_of_trace(JsonValue value) {
  return value.string() == "solid" ? "null" : named<kDashes>(value);
}

std::string step(JsonValue value) {
  return value.text() == "true" ? R"("after")" : named<kSteps>(value);
}

std::string smooth(JsonValue value) { return value.text() != "false" ? "0.4" : ""; }
std::string spline(JsonValue value) { return value.string() == "spline" ? "0.4" : ""; }
std::string only_true(JsonValue value) { return if_so(value.text() == "true", value); }
std::string zero_if_false(JsonValue value) { return value.text() == "false" ? "0" : ""; }
std::string zero_if_none(JsonValue value) { return value.string() == "none" ? "0" : ""; }
std::string legend_only(JsonValue value) { return value.string() == "legendonly" ? "true" : ""; }

std::string half(JsonValue value) {
  return is_between(value, 0, 200) ? std::to_string(*value.number() / 2) : std::string();
}

// The first five mean something else in the options of a whole chart.
constexpr std::size_t kOwnOptions = 5;
constexpr std::array kDatasetOptions{
    ChartOption{"backgroundColor", "colours", each<colour>},
    ChartOption{"borderColor", "lineColours", each<colour>},
    ChartOption{"offset", "offsets", each<number_in<0, 200>>},
    ChartOption{"order", "order", number_in<-10'000, 10'000>},
    ChartOption{"radius", "outerRadius", percentage_or_pixels},
    ChartOption{"base", "base", any_number},
    ChartOption{"borderDash", "dash", dashes},
    ChartOption{"borderRadius", "corner", number_in<0, 1000>},
    ChartOption{"borderSkipped", "openSide", open_side},
    ChartOption{"borderWidth", "width", number_in<0, 40>},
    ChartOption{"circumference", "turn", number_in<0, 360>},
    ChartOption{"cubicInterpolationMode", "curve", curve},
    ChartOption{"cutout", "hole", percentage_or_pixels},
    ChartOption{"fill", "fill", fill},
    ChartOption{"grouped", "grouped", truth},
    ChartOption{"hidden", "hidden", truth},
    ChartOption{"tension", "tension", number_in<0, 1>},
    ChartOption{"lineTension", "tension", number_in<0, 1>},
    ChartOption{"pointBackgroundColor", "pointColours", each<colour>},
    ChartOption{"pointRadius", "radius", each<number_in<0, 100>>},
    ChartOption{"pointStyle", "point", point},
    ChartOption{"rotation", "from", number_in<-360, 360>},
    ChartOption{"showLine", "hasLine", truth},
    ChartOption{"spanGaps", "spans", spans},
    ChartOption{"stack", "stack", words},
    ChartOption{"stepped", "steps", steps},
    ChartOption{"weight", "weight", number_in<0, 100>}};

// In options.elements.point.
constexpr std::array kPointOptions{ChartOption{"backgroundColor", "pointColours", each<colour>},
                                   ChartOption{"pointStyle", "point", point},
                                   ChartOption{"radius", "radius", each<number_in<0, 100>>}};

constexpr std::array kFormatOptions{
    ChartOption{"style", "style", word<kNumberStyles>},
    ChartOption{"currency", "unit", words},
    ChartOption{"unit", "unit", words},
    ChartOption{"notation", "notation", word<kNumberNotations>},
    ChartOption{"minimumFractionDigits", "leastDecimals", number_in<0, 10>},
    ChartOption{"maximumFractionDigits", "mostDecimals", number_in<0, 20>}};

// Those of version 2 are in ticks.
constexpr std::array kAxisOptions{
    ChartOption{"suggestedMin", "suggestedLeast", any_number},
    ChartOption{"ticks.suggestedMin", "suggestedLeast", any_number},
    ChartOption{"suggestedMax", "suggestedMost", any_number},
    ChartOption{"ticks.suggestedMax", "suggestedMost", any_number},
    ChartOption{"beginAtZero", "fromZero", truth},
    ChartOption{"ticks.beginAtZero", "fromZero", truth},
    ChartOption{"reverse", "reversed", truth},
    ChartOption{"ticks.reverse", "reversed", truth},
    ChartOption{"stacked", "stacked", stacking},
    ChartOption{"display", "hidden", hidden},
    ChartOption{"offset", "offset", truth},
    ChartOption{"bounds", "bounds", word<kBounds>},
    ChartOption{"grace", "grace", percentage_or_pixels},
    ChartOption{"stack", "stack", words},
    ChartOption{"stackWeight", "share", positive},
    ChartOption{"labels", "names", names},
    ChartOption{"title.color", "titleColour", colour},
    ChartOption{"title.align", "titleAt", word<kAlignments>},
    ChartOption{"grid.drawOnChartArea", "grid", only_false},
    ChartOption{"grid.display", "grid", truth},
    ChartOption{"grid.color", "gridColours", each<colour>},
    ChartOption{"grid.lineWidth", "gridWidth", number_in<0, 20>},
    ChartOption{"grid.circular", "roundGrid", truth},
    ChartOption{"ticks.display", "ticks", truth},
    ChartOption{"ticks.color", "colour", colour},
    ChartOption{"ticks.stepSize", "step", positive},
    ChartOption{"ticks.maxTicksLimit", "mostTicks", number_in<1, 100>},
    ChartOption{"ticks.count", "tickCount", number_in<2, 100>},
    ChartOption{"ticks.source", "ticksFrom", word<kTickSources>},
    ChartOption{"ticks.autoSkip", "skipsTicks", truth},
    ChartOption{"ticks.align", "ticksAt", word<kAlignments>},
    ChartOption{"time.unit", "unit", word<kTimeUnits>},
    ChartOption{"time.minUnit", "leastUnit", word<kTimeUnits>},
    ChartOption{"time.round", "roundedTo", word<kTimeUnits>},
    ChartOption{"startAngle", "from", number_in<-360, 360>},
    ChartOption{"angleLines.display", "spokes", truth},
    ChartOption{"angleLines.color", "spokeColour", colour},
    ChartOption{"pointLabels.display", "labels", truth},
    ChartOption{"pointLabels.centerPointLabels", "labelsInside", truth},
    ChartOption{"pointLabels.color", "labelColour", colour}};

constexpr std::array kLegendOptions{ChartOption{"display", "hidden", hidden},
                                    ChartOption{"position", "side", word<kSides>},
                                    ChartOption{"align", "align", word<kAlignments>},
                                    ChartOption{"reverse", "reversed", truth},
                                    ChartOption{"labels.usePointStyle", "hasPoints", truth},
                                    ChartOption{"labels.pointStyle", "point", point},
                                    ChartOption{"labels.color", "colour", colour},
                                    ChartOption{"title.color", "titleColour", colour}};

// Of plugins.
constexpr std::array kTitleOptions{ChartOption{"title.align", "titleAt", word<kAlignments>},
                                   ChartOption{"title.color", "titleColour", colour},
                                   ChartOption{"subtitle.align", "subtitleAt", word<kAlignments>},
                                   ChartOption{"subtitle.color", "subtitleColour", colour},
                                   ChartOption{"filler.propagate", "fillsOn", truth},
                                   ChartOption{"filler.drawTime", "fillTime", word<kFillTimes>}};

// Of lines in Highcharts and ECharts.
constexpr std::array kSeriesOptions{ChartOption{"dashStyle", "dash", named<kDashes>},
                                    ChartOption{"lineStyle.type", "dash", named<kDashes>},
                                    ChartOption{"lineWidth", "width", number_in<0, 40>},
                                    ChartOption{"lineStyle.width", "width", number_in<0, 40>},
                                    ChartOption{"smooth", "tension", smooth},
                                    ChartOption{"step", "steps", step},
                                    ChartOption{"connectNulls", "spans", only_true},
                                    ChartOption{"marker.enabled", "radius", zero_if_false},
                                    ChartOption{"showSymbol", "radius", zero_if_false},
                                    ChartOption{"symbol", "radius", zero_if_none},
                                    ChartOption{"marker.radius", "radius", number_in<0, 100>}};

constexpr std::array kTraceOptions{ChartOption{"marker.size", "radius", half},
                                   ChartOption{"visible", "hidden", legend_only}};

// Of lines in Plotly.
constexpr std::array kTraceLineOptions{ChartOption{"line.dash", "dash", dash_of_trace},
                                       ChartOption{"line.shape", "steps", named<kSteps>},
                                       ChartOption{"line.shape", "tension", spline},
                                       ChartOption{"line.width", "width", number_in<0, 40>}};

// The member on a path, whose holders count as read.
std::optional<JsonValue> member_at(JsonValue holder, std::string_view path, Reading& fields) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return holder.find(path);
  const auto inner = fields.object(holder, path.substr(0, dot));
  return inner ? member_at(*inner, path.substr(dot + 1), fields) : std::nullopt;
}

// Leaves what is there. What cannot be drawn stays unread.
void read_settings(JsonValue holder, std::span<const ChartOption> options, Reading& fields,
                   std::vector<ChartSetting>& settings) {
  for (const ChartOption& option : options) {
    const auto value = member_at(holder, option.path, fields);
    if (!value) continue;
    std::string json = option.shape(*value);
    if (json.empty()) continue;
    fields.take_all(*value);
    if (json != "null") add_setting(settings, option.name, std::move(json));
  }
}

std::string_view element_of(ChartKind kind) {
  if (is_bar(kind)) return "bar";
  const bool has_slices = !has_axes(kind) && kind != ChartKind::radar;
  return has_slices ? "arc" : "line";
}

}  // namespace

void read_dataset_settings(JsonValue dataset, Reading& fields,
                           std::vector<ChartSetting>& settings) {
  read_settings(dataset, kDatasetOptions, fields, settings);
}

void read_series_settings(JsonValue series, Reading& fields, std::vector<ChartSetting>& settings) {
  read_settings(series, kSeriesOptions, fields, settings);
}

void read_trace_settings(JsonValue trace, bool is_line, Reading& fields,
                         std::vector<ChartSetting>& settings) {
  read_settings(trace, kTraceOptions, fields, settings);
  if (is_line) read_settings(trace, kTraceLineOptions, fields, settings);
}

void read_settings_of_all(JsonValue options, ChartKind kind, Reading& fields,
                          std::vector<ChartSetting>& settings) {
  const auto read = [&](std::string_view holder, std::string_view name,
                        std::span<const ChartOption> of_holder) {
    const auto all = fields.object(options, holder);
    const auto own = all ? fields.object(*all, name) : std::nullopt;
    if (own) read_settings(*own, of_holder, fields, settings);
  };
  read("datasets", kind == ChartKind::area ? "line" : name_of(kind), kDatasetOptions);
  read_settings(options, std::span(kDatasetOptions).subspan(kOwnOptions), fields, settings);
  read("elements", "point", kPointOptions);
  read("elements", element_of(kind), kDatasetOptions);
}

void read_axis_settings(JsonValue scale, Reading& fields, std::vector<ChartSetting>& settings) {
  read_settings(scale, kAxisOptions, fields, settings);
  const auto ticks = fields.object(scale, "ticks");
  const auto format = ticks ? fields.object(*ticks, "format") : std::nullopt;
  if (!format) return;
  std::vector<ChartSetting> parts;
  read_settings(*format, kFormatOptions, fields, parts);
  if (!parts.empty()) add_setting(settings, "format", json_of(parts));
}

void read_legend_settings(JsonValue legend, Reading& fields, std::vector<ChartSetting>& settings) {
  read_settings(legend, kLegendOptions, fields, settings);
}

void read_plugin_settings(JsonValue plugins, Reading& fields, std::vector<ChartSetting>& settings) {
  read_settings(plugins, kTitleOptions, fields, settings);
}

bool is_colour(JsonValue value) {
  constexpr std::size_t kMostDigits = 9;
  constexpr std::size_t kLongestName = 24;
  constexpr std::size_t kLongest = 70;
  if (!value.is(string) || value.text().size() > kLongest) return false;
  const std::string text = value.string();
  const auto are_all = [](std::string_view part, auto fits) {
    return std::all_of(part.begin(), part.end(), fits);
  };
  const auto is_hexadecimal = [](char c) {
    return core::is_digit(c) || (core::lower_case(c) >= 'a' && core::lower_case(c) <= 'f');
  };
  if (text.starts_with('#'))
    return text.size() >= 4 && text.size() <= kMostDigits &&
           are_all(std::string_view(text).substr(1), is_hexadecimal);
  const std::size_t parts = text.find('(');
  if (parts == std::string::npos)
    return text.size() >= 3 && text.size() <= kLongestName && are_all(text, core::is_letter);
  const std::string function = core::in_lower_case(text.substr(0, parts));
  const auto is_part = [](char c) {
    return core::is_digit(c) || std::string_view(" .,%/deg-").find(c) != std::string_view::npos;
  };
  return (function == "rgb" || function == "rgba" || function == "hsl" || function == "hsla") &&
         text.ends_with(')') &&
         are_all(std::string_view(text).substr(parts + 1, text.size() - parts - 2), is_part);
}

std::string json_of(const std::vector<ChartSetting>& settings) {
  core::JsonWriter json;
  json.begin_object();
  for (const ChartSetting& setting : settings) json.key(setting.name).raw(setting.json);
  return json.end_object().text();
}

}  // namespace templates
