#include "templates/chart/reader/records/record_hints.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace templates {
namespace {

using core::ContentReader;
using core::JsonValue;
using enum core::JsonType;

using Path = std::array<std::string_view, 3>;

constexpr std::array<Path, 10> kLabelHints{Path{"x"},
                                           {"xField"},
                                           {"x_key"},
                                           {"labelKey"},
                                           {"categoryKey"},
                                           {"index"},
                                           {"xAxis", "dataKey"},
                                           {"xaxis", "dataKey"},
                                           {"encoding", "x", "field"},
                                           {"encoding", "x"}};
constexpr std::array<Path, 10> kValueHints{
    Path{"y"},         {"yField"},           {"y_keys"},           {"y_key"},
    {"valueKey"},      {"yAxis", "dataKey"}, {"yaxis", "dataKey"}, {"encoding", "y", "field"},
    {"encoding", "y"}, {"categories"}};

std::optional<JsonValue> follow(JsonValue source, const Path& path) {
  std::optional<JsonValue> value = source;
  for (const std::string_view name : path)
    if (value && !name.empty()) value = value->find(name);
  return value;
}

void take_path(JsonValue source, const Path& path, Reading& fields) {
  std::optional<JsonValue> value = source;
  for (const std::string_view name : path)
    if (value && !name.empty()) value = fields.find(*value, name);
}

// A text, or an array of texts.
std::vector<std::string> texts_in(JsonValue value) {
  if (value.is(string)) return {value.string()};
  if (!value.is(array)) return {};
  std::vector<std::string> texts;
  for (const JsonValue& text : value) {
    if (!text.is(string)) return {};
    texts.push_back(text.string());
  }
  return texts;
}

class HintsReader {
 public:
  HintsReader(JsonValue source, const std::vector<RecordColumn>& columns, Reading& fields)
      : source_(source), columns_(columns), fields_(fields) {
    for (const RecordColumn& column : columns) {
      names_.insert(column.name);
      if (column.is_drawable()) drawable_.insert(column.name);
    }
  }

  RecordHints read() {
    read_own();
    if (!hints_.label) read_label();
    if (!hints_.values) read_values();
    return std::move(hints_);
  }

 private:
  void read_own() {
    if (const auto given = fields_.find(source_, {"xKey"}, {string}))
      hints_.label = given->string();
    if (const auto second = fields_.find(source_, {"y2Keys", "y2Key"}, {array, string}))
      hints_.second = names_in(*second);
    const auto given = fields_.find(source_, {"yKeys", "yKey"}, {array, string});
    if (!given) return;
    hints_.values = names_in(*given);
    hints_.values->insert(hints_.values->end(), hints_.second.begin(), hints_.second.end());
  }

  std::vector<std::string> names_in(JsonValue given) {
    std::vector<std::string> names;
    if (given.is(string)) names.push_back(given.string());
    for (const JsonValue& name : given) {
      if (!name.is(string)) fields_.fail_type(name, "a string");
      names.push_back(name.string());
    }
    return names;
  }

  void read_label() {
    for (const Path& path : kLabelHints) {
      const auto hint = follow(source_, path);
      if (!hint || !hint->is(string) || !names_.contains(hint->string())) continue;
      hints_.label = hint->string();
      take_path(source_, path, fields_);
      return;
    }
  }

  // The labels of horizontal bars stand along y.
  bool swaps(const std::vector<std::string>& keys) const {
    if (keys.size() != 1 || !hints_.label) return false;
    const RecordColumn* const x = find_column(columns_, *hints_.label);
    const RecordColumn* const y = find_column(columns_, keys.front());
    return x != nullptr && y != nullptr && x->is_drawable() && y->is_text();
  }

  void read_values() {
    for (const Path& path : kValueHints) {
      const auto hint = follow(source_, path);
      if (!hint) continue;
      std::vector<std::string> keys = texts_in(*hint);
      const bool are_categories = path.front() == "categories";
      const auto is_key = [&](const std::string& key) { return names_.contains(key); };
      if (std::none_of(keys.begin(), keys.end(), is_key)) continue;
      // These can be labels that have the name of a key by chance.
      if (are_categories && !std::all_of(keys.begin(), keys.end(), is_key)) continue;
      if (swaps(keys)) {
        hints_.are_bars_horizontal = true;
        std::swap(*hints_.label, keys.front());
      }
      if (std::none_of(keys.begin(), keys.end(),
                       [&](const std::string& key) { return drawable_.contains(key); }))
        continue;
      take_path(source_, path, fields_);
      hints_.values = std::move(keys);
      hints_.are_categories_keys = are_categories;
      return;
    }
  }

  const JsonValue source_;
  const std::vector<RecordColumn>& columns_;
  Reading& fields_;
  std::set<std::string_view> names_;
  std::set<std::string_view> drawable_;
  RecordHints hints_;
};

}  // namespace

RecordHints read_record_hints(JsonValue source, const std::vector<RecordColumn>& columns,
                              Reading& fields) {
  return HintsReader(source, columns, fields).read();
}

}  // namespace templates
