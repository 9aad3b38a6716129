#include "templates/chart/reader/chart_records.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace templates {
namespace {

using core::ContentReader;
using core::JsonValue;
using enum core::JsonType;

// What is known about a key of the records.
struct RecordKey {
  std::string name;
  bool has_numbers = false;
  bool has_others = false;
  bool begins_with_text = false;
};

// In order of first occurrence.
std::vector<RecordKey> list_keys(JsonValue records, ContentReader& fields) {
  std::vector<RecordKey> keys;
  std::map<std::string, std::size_t> places;
  for (const JsonValue& record : records) {
    if (!record.is(object)) {
      if (!record.is(null)) fields.fail_type(record, "an object");
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
std::optional<std::string> choose_label_key(JsonValue source, const std::vector<RecordKey>& keys,
                                            bool two_number_axes, ContentReader& fields) {
  if (const auto given = fields.find(source, {"xKey"}, {string})) return given->string();
  for (const std::string_view name : two_number_axes ? kPointLabelKeys : kLabelKeys)
    if (find_key(keys, name) != nullptr) return std::string(name);
  for (const RecordKey& key : keys) {
    if (two_number_axes ? key.has_numbers && !key.has_others : key.begins_with_text)
      return key.name;
  }
  return std::nullopt;
}

std::vector<std::string> choose_value_keys(JsonValue source, const std::vector<RecordKey>& keys,
                                           const std::optional<std::string>& label_key,
                                           bool two_number_axes, ContentReader& fields) {
  std::vector<std::string> chosen;
  if (const auto given = fields.find(source, {"yKeys", "yKey"}, {array, string})) {
    if (given->is(string)) return {given->string()};
    for (const JsonValue& name : *given) {
      if (!name.is(string)) fields.fail_type(name, "a string");
      chosen.push_back(name.string());
    }
    return chosen;
  }
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

// Only keys that were named can be missing.
std::vector<std::string> list_missing_keys(const std::vector<RecordKey>& keys,
                                           const std::optional<std::string>& label_key,
                                           std::vector<std::string> value_keys) {
  std::set<std::string_view> names;
  for (const RecordKey& key : keys) names.insert(key.name);
  if (label_key) value_keys.insert(value_keys.begin(), *label_key);
  std::vector<std::string> missing;
  for (std::string& key : value_keys) {
    if (names.contains(key)) continue;
    if (missing.size() == kMaximumMissingKeys) break;
    missing.push_back(std::move(key));
  }
  return missing;
}

}  // namespace

void read_chart_records(JsonValue source, JsonValue records, ContentReader& fields,
                        ChartValueReader& values, Chart& chart) {
  const bool two_number_axes = has_two_number_axes(chart.kind);
  const std::vector<RecordKey> keys = list_keys(records, fields);
  const std::optional<std::string> label_key =
      choose_label_key(source, keys, two_number_axes, fields);
  const std::vector<std::string> value_keys =
      choose_value_keys(source, keys, label_key, two_number_axes, fields);
  const std::size_t count = records.size();
  if (fields.error() || count == 0 || value_keys.size() > kMaximumChartValues / count) return;
  chart.missing_keys = list_missing_keys(keys, label_key, value_keys);

  std::map<std::string, std::size_t> columns;
  for (const std::string& key : value_keys) {
    if (!columns.emplace(key, chart.datasets.size()).second) continue;
    chart.datasets.push_back({key, {}, std::vector<ChartValue>(count), {}});
  }
  const bool labels_from_records = !two_number_axes && label_key && chart.labels.empty();
  std::vector<std::size_t> last_row(chart.datasets.size(), 0);
  std::size_t row = 0;
  for (const JsonValue& record : records) {
    ++row;
    std::optional<JsonValue> label;
    std::optional<double> r;
    for (const JsonValue& member : record) {
      if (label_key && member.is_named(*label_key)) {
        if (label) fields.fail_repeated(record, *label_key);
        label = member;
      }
      if (two_number_axes && member.is_named("r")) r = values.read_number(member);
      const auto column = columns.find(member.name());
      if (column == columns.end()) continue;
      if (std::exchange(last_row[column->second], row) == row)
        fields.fail_repeated(record, column->first);
      if (const auto height = values.read_number(member))
        chart.datasets[column->second].values[row - 1] = *height;
    }
    if (labels_from_records)
      chart.labels.push_back(label ? values.read_label(*label) : std::string());
    if (!two_number_axes || !label || label->is(null)) continue;
    for (ChartDataset& dataset : chart.datasets) {
      ChartValue& value = dataset.values[row - 1];
      if (const double* y = std::get_if<double>(&value))
        value = ChartPoint{values.read_place(*label, chart.kind), *y, r};
    }
  }
}

}  // namespace templates
