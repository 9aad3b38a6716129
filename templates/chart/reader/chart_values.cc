#include "templates/chart/reader/chart_values.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "templates/chart/chart_times.h"

namespace templates {
namespace {

using core::FieldReader;
using core::JsonValue;
using enum core::JsonType;

}  // namespace

std::optional<double> number_in_text(std::string text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && is_space(text.back())) text.pop_back();
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_space));
  return core::is_number(text) ? core::parse_number(text) : std::nullopt;
}

std::optional<double> ChartValueReader::read_number(JsonValue value) {
  if (value.is(null)) return std::nullopt;
  if (value.is(number)) return value.number();
  const auto written = value.is(string) ? number_in_text(value.string()) : std::nullopt;
  if (!written) fields_.fail_type(value, "a number or null");
  return written;
}

bool ChartValueReader::may_have_times(std::optional<JsonValue> dataset,
                                      std::optional<ChartKind> kind) const {
  const auto name = dataset ? dataset->find(axes_.is_horizontal ? "xAxisID" : "yAxisID") : dataset;
  return has_axes(kind) &&
         axes_.time_axes.contains(name && name->is(string) ? name->string() : axes_.standard);
}

std::optional<double> ChartValueReader::read_height(JsonValue value) {
  const auto time = value.is(string) ? time_in(value.string()) : std::nullopt;
  if (time && may_have_times_) {
    has_dates_ = true;
    return time;
  }
  const bool is_number = !value.is(string) || number_in_text(value.string());
  if (may_have_times_ && !is_number) {
    fields_.fail(value,
                 "must be a date such as 2026-01-31 or 2026-01-31T18:00:00Z, milliseconds since "
                 "1970, or null");
    return std::nullopt;
  }
  if (time && !is_number) {
    fields_.fail(value,
                 "must be a number or null: dates need the type \"time\" for the axis of the "
                 "values, in options.scales");
    return std::nullopt;
  }
  const auto number = read_number(value);
  if (number) (is_likely_time(*number) ? has_likely_times_ : has_other_numbers_) = true;
  return number;
}

std::variant<double, std::string_view> ChartValueReader::read_place(JsonValue value,
                                                                    std::optional<ChartKind> kind) {
  if (value.is(number) || has_two_number_axes(kind)) {
    const auto place = value.is(string) ? number_in_text(value.string()) : value.number();
    if (place) return *place;
  }
  return chart_.texts.emplace_back(read_label(value));
}

std::string ChartValueReader::read_label(JsonValue label) {
  constexpr std::string_view kRight = "a string, a number or null";
  if (label.is(boolean) || label.is(object)) fields_.fail_type(label, kRight);
  if (!label.is(array)) return FieldReader::shown_text(label);
  std::string text;
  for (const JsonValue& line : label) {
    if (line.is(boolean) || line.is(object) || line.is(array)) fields_.fail_type(line, kRight);
    if (!text.empty()) text += ' ';
    text += FieldReader::shown_text(line);
  }
  return text;
}

// A number or a text under `key` or, if none is given, under one of `names`.
std::optional<JsonValue> ChartValueReader::find_member(
    JsonValue point, const ChartKey& key, std::initializer_list<std::string_view> names) {
  if (!key.is_given()) return fields_.find(point, names, {number, string});
  for (std::size_t i = 0; i + 1 < key.names.size(); ++i) {
    const auto inner = fields_.find(point, {key.names[i]}, {object});
    if (!inner) return std::nullopt;
    point = *inner;
  }
  return fields_.find(point, {key.names.back()}, {number, string});
}

ChartValue ChartValueReader::read_point(JsonValue point, std::optional<ChartKind> kind,
                                        const ChartParsing& parsing) {
  const ChartKey& x_key = parsing.x;
  const ChartKey& y_key = parsing.y;
  const auto read = [&](const ChartKey& key, std::initializer_list<std::string_view> names) {
    const auto field = find_member(point, key, names);
    return field ? read_height(*field) : std::nullopt;
  };
  const auto read_size = [&](std::initializer_list<std::string_view> names) {
    const auto field = find_member(point, {}, names);
    return field ? read_number(*field) : std::nullopt;
  };
  const auto x_value = look_up(point, x_key, "x");
  const auto y_value = look_up(point, y_key, "y");
  // For points of horizontal bars and lines, x is the value.
  if (axes_.is_horizontal && x_value && y_value) {
    const auto place = find_member(point, y_key, {"y"});
    if (x_value->is(array) && place && is_bar(kind))
      return read_floating_bar(*place, *x_value, kind);
    const auto length = read(x_key, {"x"});
    if (!place) return {};
    return ChartPoint{read_place(*place, kind), length, read_size({"r"})};
  }
  const auto x = find_member(point, x_key, kPointLabelKeys);
  if (axes_.has_value_names) {
    const auto name = find_member(point, y_key, kPointValueKeys);
    if (name && x && name->is(string) && !number_in_text(name->string()))
      return ChartPoint{read_place(*x, kind), 0, std::nullopt,
                        chart_.texts.emplace_back(name->string())};
  }
  if (y_value && y_value->is(array) && x && is_bar(kind))
    return read_floating_bar(*x, *y_value, kind);
  const auto y = read(y_key, is_radial(kind) ? kRadialValueKeys : kPointValueKeys);
  if (!x) return y ? ChartValue(*y) : ChartValue();
  return ChartPoint{read_place(*x, kind), y,
                    is_radial(kind) ? std::nullopt : read_size({"r", "z"})};
}

// [low, high] of a bar; [x, y] or [x, y, r] of other types with an x axis.
ChartValue ChartValueReader::read_pair(JsonValue pair, std::optional<ChartKind> kind) {
  const bool is_point =
      has_two_number_axes(kind) || kind == ChartKind::line || kind == ChartKind::area;
  std::vector<JsonValue> parts;
  for (const JsonValue& part : pair) {
    if (parts.size() < 4) parts.push_back(part);
  }
  if (parts.size() != 2 && !(is_point && parts.size() == 3)) {
    fields_.fail(pair, is_point          ? "must be a point: [x, y]"
                       : may_have_times_ ? R"(must be two dates: ["2026-01-01", "2026-02-15"])"
                                         : "must be two numbers: [low, high]");
    return {};
  }
  if (!is_point && !is_bar(kind) && kind) {
    fields_.fail_type(pair, "a number or null");
    return {};
  }
  const auto first = is_point ? std::nullopt : read_height(parts[0]);
  const auto second = read_height(parts[1]);
  if (!is_point) {
    // Chart.js draws them from 1970, or up to it.
    if (may_have_times_ && parts[0].is(null) != parts[1].is(null))
      note_unsupported(chart_, "bars with one end are not drawn", pair);
    if (!first || !second) return {};
    return ChartRange{std::min(*first, *second), std::max(*first, *second)};
  }
  if (!second && parts[0].is(null)) return {};
  return ChartPoint{read_place(parts[0], kind), second,
                    parts.size() == 3 ? read_number(parts[2]) : std::nullopt};
}

ChartValue ChartValueReader::read_floating_bar(JsonValue place, JsonValue range,
                                               std::optional<ChartKind> kind) {
  const ChartValue bar = read_pair(range, kind);
  const auto* const ends = std::get_if<ChartRange>(&bar);
  if (ends == nullptr) return bar;
  return ChartPoint{read_place(place, kind), ends->high, std::nullopt, {}, ends->low};
}

ChartValue ChartValueReader::read_value(JsonValue value, std::optional<ChartKind> kind,
                                        const ChartParsing& parsing) {
  if (value.is(object)) return read_point(value, kind, parsing);
  if (value.is(array)) return read_pair(value, kind);
  if (axes_.has_value_names && value.is(string) && !number_in_text(value.string()))
    return std::string_view(chart_.texts.emplace_back(value.string()));
  const auto height = read_height(value);
  return height ? ChartValue(*height) : ChartValue();
}

void ChartValueReader::note_missing_key(JsonValue values, const ChartKey& key) {
  std::vector<std::string>& missing = chart_.missing_keys;
  if (!key.is_given() || missing.size() == kMaximumMissingKeys) return;
  bool has_objects = false;
  for (const JsonValue& value : values) {
    if (!value.is(object)) continue;
    if (look_up(value, key, {})) return;
    has_objects = true;
  }
  if (has_objects && std::find(missing.begin(), missing.end(), key.text) == missing.end())
    missing.push_back(key.text);
}

// The name of a point that also has a place.
std::string_view ChartValueReader::read_name(JsonValue point, const ChartParsing& parsing) {
  if (!point.is(object) || !look_up(point, parsing.x, "x")) return {};
  for (const std::string_view key : {"label", "name"})
    if (const auto name = point.find(key); name && name->is(string) && parsing.x.text != key)
      return chart_.texts.emplace_back(name->string());
  return {};
}

ReadChartValues ChartValueReader::read_values(JsonValue values, std::optional<ChartKind> kind,
                                              const ChartParsing& parsing) {
  if (values.is(array)) {
    note_missing_key(values, parsing.x);
    note_missing_key(values, parsing.y);
  }
  ReadChartValues read;
  may_have_times_ = parsing.may_have_times;
  has_dates_ = has_likely_times_ = has_other_numbers_ = false;
  read.values.reserve(values.size());
  for (const JsonValue& value : values) {
    if (!values.is(array)) {
      read.values.emplace_back(
          ChartPoint{chart_.texts.emplace_back(value.name()), read_height(value), std::nullopt});
      continue;
    }
    read.values.push_back(read_value(value, kind, parsing));
    const std::string_view name = read_name(value, parsing);
    if (name.empty()) continue;
    read.names.resize(read.values.size());
    read.names.back() = name;
  }
  // Other numbers are drawn as numbers, as milliseconds they would all be in 1970.
  read.are_times = may_have_times_ && (has_dates_ || (has_likely_times_ && !has_other_numbers_));
  return read;
}

namespace {

using core::FieldReader;
using core::JsonValue;
using enum core::JsonType;

ChartKey parse_key(std::string text) {
  ChartKey key;
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '.') {
      name += text[++i];
    } else if (text[i] == '.') {
      key.names.push_back(std::exchange(name, {}));
    } else {
      name += text[i];
    }
  }
  key.names.push_back(std::move(name));
  key.text = std::move(text);
  return key;
}

}  // namespace

ChartParsing read_chart_parsing(std::optional<JsonValue> dataset, std::optional<JsonValue> chart,
                                std::optional<ChartKind> kind, Reading& fields) {
  ChartParsing read;
  const auto set = [](ChartKey& key, std::optional<JsonValue> given) {
    if (given && !key.is_given() && !given->string().empty()) key = parse_key(given->string());
  };
  for (const auto& parsing : {dataset ? fields.find(*dataset, "parsing") : std::nullopt, chart}) {
    if (!parsing || parsing->is(null)) continue;
    // true and false stand for the usual keys.
    if (!parsing->is(object)) break;
    set(read.x, fields.find(*parsing, {"xAxisKey"}, {string}));
    if (has_axes(kind))
      set(read.y, fields.find(*parsing, {"yAxisKey"}, {string}));
    else
      set(read.y, fields.find(*parsing, {"key", "yAxisKey"}, {string}));
  }
  return read;
}

std::optional<JsonValue> look_up(JsonValue object, const ChartKey& key,
                                 std::string_view otherwise) {
  if (!key.is_given()) return object.find(otherwise);
  std::optional<JsonValue> value = object;
  for (const std::string& name : key.names) {
    value = value->find(name);
    if (!value) break;
  }
  return value;
}

}  // namespace templates
