#include "templates/chart/reader/records/record_keys.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "core/input/content_reader.h"
#include "core/text/ascii.h"
#include "templates/chart/reader/chart_value_reader.h"
#include "templates/chart/reader/reading.h"

namespace templates {
namespace {

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
    if (value && !seen.insert(core::ContentReader::shown_text(*value)).second) return true;
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
    keys_.are_values_chosen = !hints_.values;
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
      // Rather the names of points, if there are numbers for both axes.
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

  // Of names that repeat and times, the times are the labels.
  const RecordColumn* rather_a_time(const RecordColumn* label) const {
    if (has_points_ || label->is_time() || !label->is_text()) return label;
    const auto* const time = first([&](const RecordColumn& column) {
      const bool is_text_or_number = column.is_text() || (column.is_drawable() && drawable_ > 1);
      return &column != label && column.is_time() && is_text_or_number;
    });
    return time != nullptr && repeats(records_, *label) ? time : label;
  }

  void choose_label() {
    const RecordColumn* const column = label_column();
    if (column != nullptr) keys_.label = rather_a_time(column)->name;
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

  // So that wrong values in it are named.
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

RecordKeys choose_record_keys(JsonValue records, const std::vector<RecordColumn>& columns,
                              RecordHints hints, Chart& chart) {
  return KeyChoice(records, columns, std::move(hints), chart).choose();
}

}  // namespace templates
