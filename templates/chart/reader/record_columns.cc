#include "templates/chart/reader/record_columns.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/fields.h"
#include "core/text/text.h"
#include "html/amount.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/chart_times.h"
#include "templates/chart/reader/chart_values.h"
#include "templates/chart/reader/reading.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

constexpr std::array<std::string_view, 11> kTimeNames{
    "year", "yr", "date", "day", "week", "month", "quarter", "hour", "time", "timestamp", "x"};

void add_number(RecordColumn& column, std::optional<double> value) {
  ++column.numbers;
  column.has_only_milliseconds = column.has_only_milliseconds && value && is_likely_time(*value);
}

void add_text(RecordColumn& column, std::string text) {
  if (html::is_placeholder(text)) {
    ++column.placeholders;
    return;
  }
  column.has_only_dates = column.has_only_dates && (is_date(text) || is_month(text));
  if (const auto number = number_in_text(std::move(text))) return add_number(column, number);
  if (column.numbers + column.texts + column.others == 0) column.begins_with_text = true;
  ++column.texts;
}

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

  // The labels of horizontal bars are along y.
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
      // These may be labels that happen to have the name of a key.
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

using core::JsonValue;

constexpr std::array<std::string_view, 4> kRadiusNames{"r", "radius", "size", "z"};

bool is_identifier(const RecordColumn& column) {
  return column.name.size() == 2 && core::in_lower_case(column.name) == "id";
}

// Whether two of the records have the same value there.
bool repeats(JsonValue records, const RecordColumn& column) {
  std::set<std::string> seen;
  for (const JsonValue& record : records) {
    const auto value = record.find(column.name);
    if (value && !seen.insert(core::FieldReader::shown_text(*value)).second) return true;
  }
  return false;
}

class KeyChoice {
 public:
  KeyChoice(JsonValue records, const std::vector<RecordColumn>& columns, RecordHints hints,
            Chart& chart)
      : records_(records), columns_(columns), hints_(std::move(hints)), chart_(chart) {
    drawable_ = static_cast<std::size_t>(std::count_if(
        columns.begin(), columns.end(),
        [](const RecordColumn& column) { return column.is_drawable() && !is_identifier(column); }));
  }

  RecordKeys choose() {
    keys_.label = hints_.label;
    if (!keys_.label) choose_label();
    if (has_points_) choose_radius();
    keys_.second = hints_.second;
    if (hints_.values)
      keys_.values = *std::move(hints_.values);
    else
      choose_values();
    return std::move(keys_);
  }

 private:
  template <typename Test>
  const RecordColumn* first(Test test) const {
    const auto found = std::find_if(columns_.begin(), columns_.end(), test);
    return found == columns_.end() ? nullptr : &*found;
  }

  const RecordColumn* named_as_label() const {
    for (const std::string_view name : has_points_ ? kPointLabelKeys : kLabelKeys) {
      const RecordColumn* const column = find_column(columns_, name);
      if (column == nullptr || column->is_empty()) continue;
      // The names of points, if there are numbers for both axes.
      if (has_points_ && column->is_text() && drawable_ > 1) continue;
      return column;
    }
    return nullptr;
  }

  const RecordColumn* label_column() const {
    if (const RecordColumn* const named = named_as_label()) return named;
    if (has_points_)
      return first([](const RecordColumn& column) {
        return column.is_drawable() && !is_identifier(column);
      });
    if (const auto* const text = first([](const RecordColumn& column) { return column.is_text(); }))
      return text;
    const auto* const time = first([](const RecordColumn& column) {
      return column.is_drawable() && column.is_named_as_time();
    });
    if (time != nullptr && drawable_ > 1) return time;
    return first([](const RecordColumn& column) { return column.begins_with_text; });
  }

  // If there are repeated names and times, the times are the labels.
  const RecordColumn* time_if_possible(const RecordColumn* label) const {
    if (has_points_ || label->is_time() || !label->is_text()) return label;
    const auto* const time = first([&](const RecordColumn& column) {
      const bool is_text_or_number = column.is_text() || (column.is_drawable() && drawable_ > 1);
      return &column != label && column.is_time() && is_text_or_number;
    });
    return time != nullptr && repeats(records_, *label) ? time : label;
  }

  void choose_label() {
    const RecordColumn* const column = label_column();
    if (column != nullptr) keys_.label = time_if_possible(column)->name;
  }

  void choose_radius() {
    for (const std::string_view name : kRadiusNames) {
      const RecordColumn* const column = find_column(columns_, name);
      if (column == nullptr || name == keys_.label) continue;
      if (name != "r" && (!column->is_drawable() || drawable_ < 3)) continue;
      keys_.radius = std::string(name);
      return;
    }
  }

  void choose_values() {
    const RecordColumn* identifier = nullptr;
    for (const RecordColumn& column : columns_) {
      if (column.name == keys_.label || column.name == keys_.radius) continue;
      if (!column.is_drawable())
        note_numbers(column);
      else if (is_identifier(column))
        identifier = &column;
      else
        keys_.values.push_back(column.name);
    }
    if (identifier != nullptr && keys_.values.empty())
      keys_.values.push_back(identifier->name);
    else if (identifier != nullptr)
      note(*identifier, "it looks like an identifier; yKeys can name it");
    if (keys_.values.empty()) take_value_key();
  }

  // So that wrong values in it are reported.
  void take_value_key() {
    for (const std::string_view name : has_points_ ? kPointValueKeys : kValueKeys) {
      if (name == keys_.label || find_column(columns_, name) == nullptr) continue;
      keys_.values.emplace_back(name);
      return;
    }
  }

  void note_numbers(const RecordColumn& column) {
    if (column.numbers > 0) note(column, "most of its values are no numbers");
  }

  void note(const RecordColumn& column, std::string_view reason) {
    if (chart_.unsupported.size() == kMaximumUnsupportedParts) return;
    note_unsupported(
        chart_,
        "the records' " + short_quote(column.name) + " is not shown, as " + std::string(reason),
        records_);
  }

  const JsonValue records_;
  const std::vector<RecordColumn>& columns_;
  RecordHints hints_;
  Chart& chart_;
  const bool has_points_ = has_two_number_axes(chart_.kind);
  std::size_t drawable_ = 0;  // columns that can be datasets
  RecordKeys keys_;
};

}  // namespace

bool RecordColumn::is_named_as_time() const {
  constexpr std::size_t kLongest = 9;
  return name.size() <= kLongest && std::find(kTimeNames.begin(), kTimeNames.end(),
                                              core::in_lower_case(name)) != kTimeNames.end();
}

std::vector<RecordColumn> list_record_columns(JsonValue records, core::FieldReader& fields) {
  std::vector<RecordColumn> columns;
  std::map<std::string, std::size_t> places;
  for (const JsonValue& record : records) {
    if (!record.is(object)) {
      if (!record.is(null)) fields.fail_type(record, "an object");
      continue;
    }
    for (const JsonValue& member : record) {
      const auto [place, is_new] = places.emplace(member.name(), columns.size());
      if (is_new) columns.push_back({.name = place->first});
      RecordColumn& column = columns[place->second];
      if (member.is(number))
        add_number(column, member.number());
      else if (member.is(string))
        add_text(column, member.string());
      else if (!member.is(null))
        ++column.others;
    }
  }
  return columns;
}

std::string short_quote(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return '"' + std::string(core::first_code_points(text, kLongest)) + '"';
}

const RecordColumn* find_column(const std::vector<RecordColumn>& columns, std::string_view name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const RecordColumn& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

RecordHints read_record_hints(JsonValue source, const std::vector<RecordColumn>& columns,
                              Reading& fields) {
  return HintsReader(source, columns, fields).read();
}

RecordKeys choose_record_keys(JsonValue records, const std::vector<RecordColumn>& columns,
                              RecordHints hints, Chart& chart) {
  return KeyChoice(records, columns, std::move(hints), chart).choose();
}

}  // namespace templates
