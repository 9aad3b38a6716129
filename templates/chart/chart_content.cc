#include "templates/chart/chart_content.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "core/input/content_reader.h"
#include "core/text/ascii.h"
#include "core/text/timestamp.h"

namespace templates {
namespace {

using core::ContentReader;
using core::JsonType;
using core::JsonValue;
using core::parse_number;
using core::Result;
using enum core::JsonType;

const std::initializer_list<std::string_view> kLabelKeys{"label", "name", "category", "x"};
const std::initializer_list<std::string_view> kPointLabelKeys{"x", "label", "name", "category"};
const std::initializer_list<std::string_view> kValueKeys{"value", "y", "amount", "count"};
const std::initializer_list<std::string_view> kPointValueKeys{"y", "value", "amount", "count"};

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

// The milliseconds of the years 0 to 9999, which RFC 3339 can write.
constexpr double kFirstTime = -62167219200000.0;
constexpr double kLastTime = 253402300799999.0;

// 2026-01-15, or 2026-01-15T12:00:00Z where it is not midnight. Nothing for a number that is no
// time.
std::optional<std::string> time_text(double milliseconds) {
  if (!(milliseconds >= kFirstTime && milliseconds <= kLastTime)) return std::nullopt;
  std::string text =
      core::Timestamp::from_unix_milliseconds(static_cast<std::int64_t>(milliseconds)).rfc3339();
  if (const auto midnight = text.find("T00:00:00.000Z"); midnight != std::string::npos)
    text.erase(midnight);
  else if (const auto whole = text.find(".000Z"); whole != std::string::npos)
    text.replace(whole, std::string::npos, "Z");
  return text;
}

// Whether an axis of Chart.js is of one of these types.
bool is_axis_of(JsonValue axis, std::initializer_list<std::string_view> types) {
  const auto type = axis.find("type");
  return type && std::find(types.begin(), types.end(), type->string()) != types.end();
}

// Whether values have coordinates on both axes instead of the value axis alone.
bool has_two_number_axes(std::optional<ChartKind> kind) {
  return kind == ChartKind::scatter || kind == ChartKind::bubble;
}

bool is_bar(std::optional<ChartKind> kind) {
  return kind == ChartKind::bar || kind == ChartKind::horizontal_bar;
}

// A number in a string: "12.5".
std::optional<double> number_in(std::string text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && is_space(text.back())) text.pop_back();
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_space));
  return core::is_number(text) ? parse_number(text) : std::nullopt;
}

bool is_numeric(JsonValue value) {
  return value.is(number) || (value.is(string) && number_in(value.string()));
}

bool is_true(JsonValue value, std::string_view name) {
  const auto member = value.find(name);
  return member && member->text() == "true";
}

// The object in config or chart, if the content has nothing else to draw.
JsonValue unwrap(JsonValue content) {
  for (const std::string_view name :
       {"data", "datasets", "series", "values", "labels", "$schema", "mark"}) {
    if (content.find(name)) return content;
  }
  for (const std::string_view name : {"config", "chart"}) {
    const auto inner = content.find(name);
    if (inner && inner->is(object)) return *inner;
  }
  return content;
}

bool is_vega_lite(JsonValue content) {
  const auto schema = content.find("$schema");
  if (schema && schema->string().find("vega-lite") != std::string::npos) return true;
  const auto data = content.find("data");
  return content.find("mark") && content.find("encoding") && data &&
         (data->find("values") || data->find("url"));
}

// What is known about a key of the records.
struct RecordKey {
  std::string name;
  bool has_numbers = false;
  bool has_others = false;
  bool begins_with_text = false;
};

class ChartReader {
 public:
  Result<std::optional<Chart>> read(JsonValue content);

 private:
  void check_inline_data(JsonValue specification);
  void read_kind(JsonValue content, JsonValue source);
  void read_options(JsonValue options);
  std::string read_title(std::optional<JsonValue> title);
  void read_axis_types(JsonValue scales);
  void read_axis(JsonValue scales, std::string_view name, std::string_view old_name,
                 std::string& title);
  void read_data(JsonValue source);
  void read_labels(JsonValue source, JsonValue holder);
  void read_dataset(JsonValue dataset);
  void read_datasets(JsonValue datasets);
  std::vector<ChartValue> read_values(JsonValue values, std::optional<ChartKind> kind);
  ChartValue read_value(JsonValue value, std::optional<ChartKind> kind);
  ChartValue read_pair(JsonValue pair, std::optional<ChartKind> kind);
  ChartValue read_point(JsonValue point, std::optional<ChartKind> kind);
  std::variant<double, std::string_view> read_place(JsonValue value, std::optional<ChartKind> kind);
  std::optional<double> read_number(JsonValue value);
  std::string read_label(JsonValue label);
  void write_times();
  std::vector<RecordKey> list_keys(JsonValue records);
  std::optional<std::string> choose_label_key(JsonValue source, const std::vector<RecordKey>& keys);
  std::vector<std::string> choose_value_keys(JsonValue source, const std::vector<RecordKey>& keys,
                                             const std::optional<std::string>& label_key);
  void read_records(JsonValue source, JsonValue records);

  bool has_values() const {
    const auto is_there = [](const ChartValue& value) { return value.index() != 0; };
    return std::any_of(chart_.datasets.begin(), chart_.datasets.end(),
                       [&](const ChartDataset& dataset) {
                         return std::any_of(dataset.values.begin(), dataset.values.end(), is_there);
                       });
  }

  ContentReader fields_;
  Chart chart_;
  bool is_horizontal_ = false;
  bool has_value_names_ = false;  // a value axis has names in place of numbers
  bool found_data_ = false;       // even if it is empty
  bool found_all_data_ = true;    // of each dataset
};

// Records in inline data may have arbitrary members, so their contents are not checked.
void ChartReader::check_inline_data(JsonValue specification) {
  for (const JsonValue& part : specification) {
    if (part.is_named("values") || part.is_named("datasets")) continue;
    if (part.is_named("data")) {
      if (const auto url = part.find("url"))
        fields_.fail(*url, "is not supported; provide inline data in data.values");
    }
    check_inline_data(part);
  }
}

void ChartReader::read_kind(JsonValue content, JsonValue source) {
  auto type = fields_.find(source, {"type", "chartType"}, {string});
  if (!type) type = fields_.find(content, {"type", "chartType"}, {string});
  if (!type) {
    const auto chart = source.find("chart");
    if (chart && chart->is(string)) type = chart;
    if (chart && chart->is(object)) type = fields_.find(*chart, {"type"}, {string});
  }
  if (!type) return;
  chart_.kind_name = type->string();
  chart_.kind = parse_chart_kind(chart_.kind_name);
}

// A string, an array of lines, or an object with either as its text.
std::string ChartReader::read_title(std::optional<JsonValue> title) {
  if (!title) return {};
  if (title->is(object)) {
    const auto display = title->find("display");
    if (display && display->text() == "false") return {};
    title = fields_.find(*title, {"text", "labelString"}, {string, array});
    if (!title) return {};
  }
  if (title->is(array)) return read_label(*title);
  return title->is(string) ? title->string() : std::string();
}

// An axis of Chart.js, including the form of version 2.
void ChartReader::read_axis(JsonValue scales, std::string_view name, std::string_view old_name,
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

void ChartReader::read_options(JsonValue options) {
  chart_.options = options.text();
  if (const auto plugins = options.find("plugins")) {
    chart_.title = read_title(plugins->find("title"));
    chart_.subtitle = read_title(plugins->find("subtitle"));
  }
  if (chart_.title.empty()) chart_.title = read_title(options.find("title"));
  if (is_true(options, "stacked")) chart_.stacked = true;
  const auto index_axis = options.find("indexAxis");
  is_horizontal_ =
      chart_.kind == ChartKind::horizontal_bar || (index_axis && index_axis->string() == "y");
  if (is_horizontal_ && chart_.kind == ChartKind::bar) chart_.kind = ChartKind::horizontal_bar;
  if (const auto scales = options.find("scales")) {
    read_axis_types(*scales);
    read_axis(*scales, "x", "xAxes", chart_.x_title);
    read_axis(*scales, "y", "yAxes", chart_.y_title);
  }
}

void ChartReader::read_axis_types(JsonValue scales) {
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
    if (is_y == is_horizontal_) {
      if (is_axis_of(axis, {"time", "timeseries"})) chart_.has_times = true;
    } else if (is_axis_of(axis, {"category"})) {
      has_value_names_ = true;
    }
  }
}

// Times in milliseconds become texts, as all others are.
void ChartReader::write_times() {
  for (std::string& label : chart_.labels) {
    const auto milliseconds = number_in(label);
    if (milliseconds && label.size() > 4) label = time_text(*milliseconds).value_or(label);
  }
  for (ChartDataset& dataset : chart_.datasets) {
    for (ChartValue& value : dataset.values) {
      auto* const point = std::get_if<ChartPoint>(&value);
      const auto* const milliseconds = point != nullptr ? std::get_if<double>(&point->x) : nullptr;
      if (milliseconds == nullptr) continue;
      if (auto text = time_text(*milliseconds))
        point->x = std::string_view(chart_.texts.emplace_back(*std::move(text)));
    }
  }
}

// Chart.js allows labels of several lines; they are joined into one.
std::string ChartReader::read_label(JsonValue label) {
  constexpr std::string_view kRight = "a string, a number or null";
  if (label.is(boolean) || label.is(object)) fields_.fail_type(label, kRight);
  if (!label.is(array)) return ContentReader::shown_text(label);
  std::string text;
  for (const JsonValue& line : label) {
    if (line.is(boolean) || line.is(object) || line.is(array)) fields_.fail_type(line, kRight);
    if (!text.empty()) text += ' ';
    text += ContentReader::shown_text(line);
  }
  return text;
}

void ChartReader::read_labels(JsonValue source, JsonValue holder) {
  auto labels = fields_.find(holder, {"labels", "categories"}, {array});
  if (!labels) labels = fields_.find(source, {"labels", "categories"}, {array});
  for (const std::string_view axis_name : {"xAxis", "xaxis"}) {
    if (labels) break;
    if (const auto axis = source.find(axis_name))
      labels = fields_.find(*axis, {"categories"}, {array});
  }
  if (!labels) return;
  for (const JsonValue& label : *labels) chart_.labels.push_back(read_label(label));
}

std::optional<double> ChartReader::read_number(JsonValue value) {
  if (value.is(null)) return std::nullopt;
  if (value.is(number)) return value.number();
  const auto written = value.is(string) ? number_in(value.string()) : std::nullopt;
  if (!written) fields_.fail_type(value, "a number or null");
  return written;
}

std::variant<double, std::string_view> ChartReader::read_place(JsonValue value,
                                                               std::optional<ChartKind> kind) {
  if (value.is(number) || has_two_number_axes(kind)) {
    const auto place = value.is(string) ? number_in(value.string()) : value.number();
    if (place) return *place;
  }
  return chart_.texts.emplace_back(read_label(value));
}

ChartValue ChartReader::read_point(JsonValue point, std::optional<ChartKind> kind) {
  const auto read = [&](std::initializer_list<std::string_view> names) {
    const auto field = fields_.find(point, names, {number, string});
    return field ? read_number(*field) : std::nullopt;
  };
  // Of points of horizontal bars and lines x is the value.
  if (is_horizontal_ && point.find("x") && point.find("y")) {
    const auto length = read({"x"});
    const auto place = fields_.find(point, {"y"}, {number, string});
    if (!length || !place) return {};
    return ChartPoint{read_place(*place, kind), *length, read({"r"})};
  }
  const auto x = fields_.find(point, kPointLabelKeys, {number, string});
  if (has_value_names_) {
    const auto name = fields_.find(point, kPointValueKeys, {number, string});
    if (name && x && name->is(string) && !number_in(name->string()))
      return ChartPoint{read_place(*x, kind), 0, std::nullopt,
                        chart_.texts.emplace_back(name->string())};
  }
  // A floating bar.
  if (const auto range = point.find("y"); range && range->is(array) && x && is_bar(kind))
    return read_pair(*range, kind);
  const auto y = read(kPointValueKeys);
  if (!y) return {};
  if (!x) return *y;
  return ChartPoint{read_place(*x, kind), *y, read({"r"})};
}

// [low, high] of a bar; [x, y] or [x, y, r] of other types with an x axis.
ChartValue ChartReader::read_pair(JsonValue pair, std::optional<ChartKind> kind) {
  const bool is_point =
      has_two_number_axes(kind) || kind == ChartKind::line || kind == ChartKind::area;
  std::vector<JsonValue> parts;
  for (const JsonValue& part : pair) {
    if (parts.size() < 4) parts.push_back(part);
  }
  if (parts.size() != 2 && !(is_point && parts.size() == 3)) {
    fields_.fail(pair, is_point ? "must be a point: [x, y]" : "must be two numbers: [low, high]");
    return {};
  }
  if (!is_point && !is_bar(kind) && kind) {
    fields_.fail_type(pair, "a number or null");
    return {};
  }
  const auto second = read_number(parts[1]);
  if (!is_point) {
    const auto first = read_number(parts[0]);
    if (!first || !second) return {};
    return ChartRange{std::min(*first, *second), std::max(*first, *second)};
  }
  if (!second) return {};
  return ChartPoint{read_place(parts[0], kind), *second,
                    parts.size() == 3 ? read_number(parts[2]) : std::nullopt};
}

ChartValue ChartReader::read_value(JsonValue value, std::optional<ChartKind> kind) {
  if (value.is(object)) return read_point(value, kind);
  if (value.is(array)) return read_pair(value, kind);
  if (has_value_names_ && value.is(string) && !number_in(value.string()))
    return std::string_view(chart_.texts.emplace_back(value.string()));
  const auto height = read_number(value);
  return height ? ChartValue(*height) : ChartValue();
}

std::vector<ChartStyle> read_styles(JsonValue dataset) {
  std::vector<ChartStyle> styles;
  for (const std::string_view name : kStyleNames)
    if (const auto style = dataset.find(name)) styles.push_back({name, style->text()});
  return styles;
}

// An array of values or, as Chart.js also accepts, an object with labels as keys.
std::vector<ChartValue> ChartReader::read_values(JsonValue values, std::optional<ChartKind> kind) {
  std::vector<ChartValue> read;
  read.reserve(values.size());
  for (const JsonValue& value : values) {
    if (values.is(array)) {
      read.push_back(read_value(value, kind));
    } else if (const auto height = read_number(value)) {
      read.emplace_back(ChartPoint{chart_.texts.emplace_back(value.name()), *height, std::nullopt});
    } else {
      read.emplace_back();
    }
  }
  return read;
}

void ChartReader::read_dataset(JsonValue dataset) {
  if (!dataset.is(object)) return fields_.fail_type(dataset, "an object");
  ChartDataset read;
  if (const auto label = fields_.find(dataset, {"label", "name"}, {string, number}))
    read.label = ContentReader::shown_text(*label);
  std::optional<ChartKind> kind = chart_.kind;
  if (const auto type = fields_.find(dataset, {"type"}, {string})) {
    if (const auto own = parse_chart_kind(type->string())) kind = own;
  }
  // Chart.js has no areas, only filled lines.
  const auto fill = dataset.find("fill");
  const bool is_filled = fill && fill->text() != "false" && !fill->is(null);
  if (kind == ChartKind::line && is_filled) kind = ChartKind::area;
  if (kind != chart_.kind) read.kind = kind;
  if (const auto values = fields_.find(dataset, {"data", "values"}, {array, object}))
    read.values = read_values(*values, kind);
  else
    found_all_data_ = false;
  read.styles = read_styles(dataset);
  chart_.datasets.push_back(std::move(read));
}

// Also a plain array of values, which is a dataset of its own.
void ChartReader::read_datasets(JsonValue datasets) {
  const bool is_plain = datasets.begin() != datasets.end() &&
                        (datasets.begin()->is(number) || datasets.begin()->is(null));
  if (is_plain) {
    chart_.datasets.push_back({{}, {}, read_values(datasets, chart_.kind), {}});
    return;
  }
  for (const JsonValue& dataset : datasets) read_dataset(dataset);
}

// In order of first occurrence.
std::vector<RecordKey> ChartReader::list_keys(JsonValue records) {
  std::vector<RecordKey> keys;
  std::unordered_map<std::string, std::size_t> places;
  for (const JsonValue& record : records) {
    if (!record.is(object)) {
      if (!record.is(null)) fields_.fail_type(record, "an object");
      continue;
    }
    for (const JsonValue& member : record) {
      const auto [place, is_new] = places.emplace(member.name(), keys.size());
      if (is_new) keys.push_back({place->first});
      RecordKey& key = keys[place->second];
      if (member.is(null)) continue;
      const bool numeric = is_numeric(member);
      if (!numeric && member.is(string) && !key.has_numbers && !key.has_others)
        key.begins_with_text = true;
      (numeric ? key.has_numbers : key.has_others) = true;
    }
  }
  return keys;
}

const RecordKey* find_key(const std::vector<RecordKey>& keys, std::string_view name) {
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [&](const RecordKey& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

// Nothing if no key holds labels.
std::optional<std::string> ChartReader::choose_label_key(JsonValue source,
                                                         const std::vector<RecordKey>& keys) {
  if (const auto given = fields_.find(source, {"xKey"}, {string})) return given->string();
  const bool two_number_axes = has_two_number_axes(chart_.kind);
  for (const std::string_view name : two_number_axes ? kPointLabelKeys : kLabelKeys)
    if (find_key(keys, name) != nullptr) return std::string(name);
  for (const RecordKey& key : keys) {
    if (two_number_axes ? key.has_numbers && !key.has_others : key.begins_with_text)
      return key.name;
  }
  return std::nullopt;
}

std::vector<std::string> ChartReader::choose_value_keys(
    JsonValue source, const std::vector<RecordKey>& keys,
    const std::optional<std::string>& label_key) {
  std::vector<std::string> chosen;
  if (const auto given = fields_.find(source, {"yKeys", "yKey"}, {array, string})) {
    if (given->is(string)) return {given->string()};
    for (const JsonValue& name : *given) {
      if (!name.is(string)) fields_.fail_type(name, "a string");
      chosen.push_back(name.string());
    }
    return chosen;
  }
  const bool two_number_axes = has_two_number_axes(chart_.kind);
  for (const std::string_view name : two_number_axes ? kPointValueKeys : kValueKeys) {
    if (name != label_key && find_key(keys, name) != nullptr) return {std::string(name)};
  }
  for (const RecordKey& key : keys) {
    const bool is_radius = two_number_axes && key.name == "r";
    if (key.name != label_key && !is_radius && key.has_numbers && !key.has_others)
      chosen.push_back(key.name);
  }
  return chosen;
}

void ChartReader::read_records(JsonValue source, JsonValue records) {
  const std::vector<RecordKey> keys = list_keys(records);
  const std::optional<std::string> label_key = choose_label_key(source, keys);
  const std::vector<std::string> value_keys = choose_value_keys(source, keys, label_key);
  const std::size_t count = records.size();
  if (fields_.error() || count == 0 || value_keys.size() > kMaximumChartValues / count) return;

  std::unordered_map<std::string, std::size_t> columns;
  for (const std::string& key : value_keys) {
    if (!columns.emplace(key, chart_.datasets.size()).second) continue;
    chart_.datasets.push_back({key, {}, std::vector<ChartValue>(count), {}});
  }
  const bool two_number_axes = has_two_number_axes(chart_.kind);
  const bool labels_from_records = !two_number_axes && label_key && chart_.labels.empty();
  std::vector<std::size_t> last_row(chart_.datasets.size(), 0);
  std::size_t row = 0;
  for (const JsonValue& record : records) {
    ++row;
    std::optional<JsonValue> label;
    std::optional<double> r;
    for (const JsonValue& member : record) {
      if (label_key && member.is_named(*label_key)) {
        if (label) fields_.fail_repeated(record, *label_key);
        label = member;
      }
      if (two_number_axes && member.is_named("r")) r = read_number(member);
      const auto column = columns.find(member.name());
      if (column == columns.end()) continue;
      if (std::exchange(last_row[column->second], row) == row)
        fields_.fail_repeated(record, column->first);
      if (const auto height = read_number(member))
        chart_.datasets[column->second].values[row - 1] = *height;
    }
    if (labels_from_records) chart_.labels.push_back(label ? read_label(*label) : std::string());
    if (!two_number_axes || !label || label->is(null)) continue;
    for (ChartDataset& dataset : chart_.datasets) {
      ChartValue& value = dataset.values[row - 1];
      if (const double* y = std::get_if<double>(&value))
        value = ChartPoint{read_place(*label, chart_.kind), *y, r};
    }
  }
}

void ChartReader::read_data(JsonValue source) {
  const auto data = fields_.find(source, {"data"}, {object, array});
  const JsonValue holder = data && data->is(object) ? *data : source;
  read_labels(source, holder);
  std::optional<JsonValue> datasets;
  for (const JsonValue& place : {holder, source}) {
    if (!datasets) datasets = fields_.find(place, {"datasets"}, {array});
    if (!datasets) datasets = fields_.find(place, {"series"}, {array});
    if (datasets) break;
    if (const auto values = fields_.find(place, {"values"}, {array, object})) {
      found_data_ = true;
      chart_.datasets.push_back({{}, {}, read_values(*values, chart_.kind), {}});
      return;
    }
  }
  if (datasets) {
    found_data_ = true;
    read_datasets(*datasets);
  }
  if (has_values() || !data || !data->is(array)) return;

  chart_.datasets.clear();
  found_data_ = data->size() == 0;
  const auto is_object = [](const JsonValue& value) { return value.is(object); };
  if (std::any_of(data->begin(), data->end(), is_object)) {
    read_records(source, *data);
  } else {
    chart_.datasets.push_back({{}, {}, read_values(*data, chart_.kind), {}});
  }
}

Result<std::optional<Chart>> ChartReader::read(JsonValue content) {
  if (!content.is(object)) fields_.fail_type(content, "an object");
  const JsonValue source = unwrap(content);
  if (is_vega_lite(source)) {
    check_inline_data(source);
    if (fields_.error()) return *fields_.error();
    chart_.vega_lite = source.text();
    return std::optional(std::move(chart_));
  }
  if (content.descendants() > kMaximumChartValues) return std::optional<Chart>();

  read_kind(content, source);
  if (const auto options = fields_.find(source, {"options"}, {object})) read_options(*options);
  for (const JsonValue& place : {source, content})
    if (chart_.title.empty()) chart_.title = read_title(place.find("title"));
  if (is_true(source, "stacked")) chart_.stacked = true;
  read_data(source);
  if (fields_.error()) return *fields_.error();
  if (chart_.has_times) write_times();
  if (!has_values()) {
    if (!chart_.kind || !found_data_ || !found_all_data_) return std::optional<Chart>();
    chart_.is_empty = true;
  }
  return std::optional(std::move(chart_));
}

}  // namespace

Result<std::optional<Chart>> read_chart(JsonValue content) { return ChartReader().read(content); }

std::optional<ChartKind> parse_chart_kind(std::string_view name) {
  struct KindName {
    std::string_view name;
    ChartKind kind;
  };
  constexpr std::array kNames{
      KindName{"bar", ChartKind::bar},
      KindName{"column", ChartKind::bar},
      KindName{"horizontalbar", ChartKind::horizontal_bar},
      KindName{"line", ChartKind::line},
      KindName{"area", ChartKind::area},
      KindName{"pie", ChartKind::pie},
      KindName{"doughnut", ChartKind::doughnut},
      KindName{"donut", ChartKind::doughnut},
      KindName{"scatter", ChartKind::scatter},
      KindName{"bubble", ChartKind::bubble},
      KindName{"radar", ChartKind::radar},
      KindName{"polararea", ChartKind::polar_area},
  };
  std::string plain;
  for (const char c : name) {
    if (c == '-' || c == '_' || c == ' ') continue;
    plain += core::lower_case(c);
  }
  const auto found = std::find_if(kNames.begin(), kNames.end(),
                                  [&](const KindName& k) { return k.name == plain; });
  return found == kNames.end() ? std::nullopt : std::optional(found->kind);
}

}  // namespace templates
