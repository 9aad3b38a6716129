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

#include "templates/chart/chart_content.h"
#include "templates/chart/chart_times.h"
#include "templates/chart/reader/reading.h"
#include "templates/chart/reader/record_columns.h"
#include "templates/chart/reader/series_options.h"

namespace templates {
namespace {

using core::FieldReader;
using core::JsonValue;
using enum core::JsonType;

// Texts make at most as many datasets.
constexpr std::size_t kMaximumGroups = 20;

// Only named keys can be missing.
std::vector<std::string> list_missing_keys(const std::vector<RecordColumn>& columns,
                                           const RecordKeys& keys) {
  std::set<std::string_view> names;
  for (const RecordColumn& column : columns) names.insert(column.name);
  std::vector<std::string> missing;
  const auto add = [&](const std::string& key) {
    if (missing.size() < kMaximumMissingKeys && names.insert(key).second) missing.push_back(key);
  };
  if (keys.label) add(*keys.label);
  for (const std::string& key : keys.values) add(key);
  for (const std::string& key : keys.second) add(key);
  return missing;
}

// The values of all records under one key, as texts that are numbered by their first occurrence.
struct NumberedTexts {
  std::vector<std::string> texts;
  std::vector<std::size_t> of_records;

  bool has_repeated() const { return texts.size() < of_records.size(); }
};

NumberedTexts number_texts(const std::vector<std::string>& values) {
  NumberedTexts numbered;
  std::map<std::string_view, std::size_t> numbers;
  for (const std::string& value : values) {
    const auto [place, is_new] = numbers.emplace(value, numbered.texts.size());
    if (is_new) numbered.texts.push_back(value);
    numbered.of_records.push_back(place->second);
  }
  return numbered;
}

class RecordsReader {
 public:
  RecordsReader(JsonValue source, JsonValue records, Reading& fields, ChartValueReader& values,
                Chart& chart)
      : source_(source), records_(records), fields_(fields), values_(values), chart_(chart) {}

  void read();

 private:
  bool choose_keys();
  void read_columns();
  void read_record(JsonValue record, std::size_t row);
  std::optional<double> read_number(JsonValue member, std::size_t column);
  std::string read_label(std::optional<JsonValue> label);
  std::vector<std::string> texts_of(const std::string& key) const;
  std::vector<const RecordColumn*> list_other_texts() const;
  void group_labels();
  void group_points();
  bool group_by(const RecordColumn& column);
  void note_not_shown(const RecordColumn& column);

  const JsonValue source_;
  const JsonValue records_;
  Reading& fields_;
  ChartValueReader& values_;
  Chart& chart_;
  const bool has_points_ = has_two_number_axes(chart_.kind);
  std::size_t count_ = 0;
  std::vector<RecordColumn> columns_;
  RecordKeys keys_;
  bool labels_are_milliseconds_ = false;
  bool takes_labels_ = false;
  std::map<std::string, std::size_t> datasets_;  // by the key of their values
  std::vector<bool> has_gaps_for_texts_;         // of each dataset
  std::vector<bool> has_noted_gap_;
  std::vector<std::size_t> last_row_;  // that has a value of the dataset
};

bool RecordsReader::choose_keys() {
  columns_ = list_record_columns(records_, fields_);
  RecordHints hints = read_record_hints(source_, columns_, fields_);
  if (hints.are_bars_horizontal && chart_.kind == ChartKind::bar)
    chart_.kind = ChartKind::horizontal_bar;
  if (hints.are_categories_keys && !source_.find("labels")) chart_.labels.clear();
  count_ = records_.size();
  if (fields_.error() || count_ == 0) return false;
  keys_ = choose_record_keys(records_, columns_, std::move(hints), chart_);
  if (keys_.values.size() > kMaximumChartValues / count_) return false;
  chart_.missing_keys = list_missing_keys(columns_, keys_);
  if (!keys_.label) return true;
  const RecordColumn* const label = find_column(columns_, *keys_.label);
  labels_are_milliseconds_ = label != nullptr && label->is_named_as_time() && label->numbers > 0 &&
                             label->has_only_milliseconds;
  takes_labels_ = !has_points_ && chart_.labels.empty();
  return true;
}

std::string RecordsReader::read_label(std::optional<JsonValue> label) {
  if (!label || label->is(null)) return {};
  std::string text = values_.read_label(*label);
  if (!labels_are_milliseconds_) return text;
  const auto milliseconds = number_in_text(text);
  return milliseconds ? time_text(*milliseconds).value_or(text) : text;
}

// Nothing for a text among numbers, which is a gap.
std::optional<double> RecordsReader::read_number(JsonValue member, std::size_t column) {
  if (!has_gaps_for_texts_[column] || !member.is(string)) return values_.read_number(member);
  const std::string text = member.string();
  const auto written = number_in_text(text);
  if (!written && !has_noted_gap_[column]) {
    has_noted_gap_[column] = true;
    note_unsupported(chart_,
                     "the value " + short_quote(text) + " of " +
                         short_quote(chart_.datasets[column].label) +
                         " is no number, so the chart has a gap there",
                     member);
  }
  return written;
}

void RecordsReader::read_record(JsonValue record, std::size_t row) {
  std::optional<JsonValue> label;
  std::optional<double> r;
  for (const JsonValue& member : record) {
    if (keys_.label && member.is_named(*keys_.label)) {
      if (label) fields_.fail_repeated(record, *keys_.label);
      label = member;
    }
    if (keys_.radius && member.is_named(*keys_.radius)) r = values_.read_number(member);
    const auto found = datasets_.find(member.name());
    if (found == datasets_.end()) continue;
    const std::size_t column = found->second;
    if (std::exchange(last_row_[column], row) == row) fields_.fail_repeated(record, found->first);
    if (const auto height = read_number(member, column))
      chart_.datasets[column].values[row - 1] = *height;
  }
  if (takes_labels_) chart_.labels.push_back(read_label(label));
  if (!has_points_ || !label || label->is(null)) return;
  for (ChartDataset& dataset : chart_.datasets) {
    ChartValue& value = dataset.values[row - 1];
    const double* const y = std::get_if<double>(&value);
    value = ChartPoint{values_.read_place(*label, chart_.kind),
                       y != nullptr ? std::optional(*y) : std::nullopt, r};
  }
}

void RecordsReader::read_columns() {
  std::set<std::string_view> drawable;
  for (const RecordColumn& column : columns_)
    if (column.is_drawable()) drawable.insert(column.name);
  const std::set<std::string_view> second(keys_.second.begin(), keys_.second.end());
  for (const std::string& key : keys_.values) {
    if (!datasets_.emplace(key, chart_.datasets.size()).second) continue;
    chart_.datasets.push_back({key, {}, std::vector<ChartValue>(count_), {}});
    if (second.contains(key)) chart_.datasets.back().y_axis = kSecondAxis;
    has_gaps_for_texts_.push_back(drawable.contains(key));
  }
  has_noted_gap_.resize(chart_.datasets.size());
  last_row_.resize(chart_.datasets.size(), 0);
  std::size_t row = 0;
  for (const JsonValue& record : records_) read_record(record, ++row);
}

std::vector<std::string> RecordsReader::texts_of(const std::string& key) const {
  std::vector<std::string> texts;
  texts.reserve(count_);
  for (const JsonValue& record : records_) {
    const auto value = record.find(key);
    const bool is_there = value && !value->is(null);
    texts.push_back(is_there ? FieldReader::shown_text(*value) : std::string());
  }
  return texts;
}

std::vector<const RecordColumn*> RecordsReader::list_other_texts() const {
  std::vector<const RecordColumn*> texts;
  for (const RecordColumn& column : columns_)
    if (column.is_text() && column.others == 0 && column.name != keys_.label &&
        !datasets_.contains(column.name))
      texts.push_back(&column);
  return texts;
}

void RecordsReader::note_not_shown(const RecordColumn& column) {
  if (chart_.unsupported.size() == kMaximumUnsupportedParts) return;
  note_unsupported(chart_,
                   "labels repeat, and the records' " + short_quote(column.name) +
                       ", which may tell them apart, is not shown: give each label and text one "
                       "record with one number",
                   records_);
}

// False if there would be too many datasets or values, or one value would hide another.
bool RecordsReader::group_by(const RecordColumn& column) {
  if (chart_.datasets.size() != 1) return false;
  const NumberedTexts groups = number_texts(texts_of(column.name));
  NumberedTexts labels = number_texts(chart_.labels);
  const std::size_t rows = labels.texts.size();
  if (groups.texts.size() > kMaximumGroups || rows > kMaximumChartValues / groups.texts.size())
    return false;
  std::vector<bool> is_taken(rows * groups.texts.size());
  for (std::size_t i = 0; i < count_; ++i) {
    const std::size_t cell = groups.of_records[i] * rows + labels.of_records[i];
    if (is_taken[cell]) return false;
    is_taken[cell] = true;
  }
  const ChartDataset all = std::move(chart_.datasets.front());
  chart_.datasets.clear();
  for (const std::string& group : groups.texts)
    chart_.datasets.push_back({group, {}, std::vector<ChartValue>(rows), {}});
  for (std::size_t i = 0; i < count_; ++i)
    chart_.datasets[groups.of_records[i]].values[labels.of_records[i]] = all.values[i];
  chart_.labels = std::move(labels.texts);
  return true;
}

// For labels that repeat.
void RecordsReader::group_labels() {
  const std::vector<const RecordColumn*> texts = list_other_texts();
  if (texts.empty() || !number_texts(chart_.labels).has_repeated()) return;
  if (texts.size() == 1 && group_by(*texts.front())) return;
  for (const RecordColumn* const column : texts) note_not_shown(*column);
}

// Groups the points by their only text key, if all have it and several share a value. Other texts
// are names.
void RecordsReader::group_points() {
  if (chart_.datasets.size() != 1) return;
  const std::vector<const RecordColumn*> texts = list_other_texts();
  if (texts.size() != 1) return;
  const std::vector<std::string> names = texts_of(texts.front()->name);
  const NumberedTexts groups = number_texts(names);
  const bool are_groups = texts.front()->texts == count_ && groups.has_repeated();
  if (!are_groups || groups.texts.size() > kMaximumGroups) {
    std::vector<std::string_view>& own = chart_.datasets.front().names;
    for (const std::string& name : names) own.push_back(chart_.texts.emplace_back(name));
    return;
  }
  const ChartDataset all = std::move(chart_.datasets.front());
  chart_.datasets.clear();
  for (const std::string& group : groups.texts) chart_.datasets.push_back({group, {}, {}, {}});
  for (std::size_t i = 0; i < count_; ++i)
    chart_.datasets[groups.of_records[i]].values.push_back(all.values[i]);
}

void RecordsReader::read() {
  if (!choose_keys()) return;
  read_columns();
  if (fields_.error()) return;
  if (takes_labels_ && find_column(columns_, *keys_.label) != nullptr) group_labels();
  if (has_points_) group_points();
}

}  // namespace

void read_chart_records(JsonValue source, JsonValue records, Reading& fields,
                        ChartValueReader& values, Chart& chart) {
  RecordsReader(source, records, fields, values, chart).read();
}

}  // namespace templates
