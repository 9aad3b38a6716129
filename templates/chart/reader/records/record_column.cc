#include "templates/chart/reader/records/record_column.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/text/ascii.h"
#include "core/text/utf8.h"
#include "templates/chart/date_text.h"
#include "templates/chart/reader/chart_value_reader.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

constexpr std::array<std::string_view, 11> kTimeNames{
    "year", "yr", "date", "day", "week", "month", "quarter", "hour", "time", "timestamp", "x"};

constexpr double kFirstMilliseconds = 1e11;
constexpr double kLastMilliseconds = 1e14;

bool is_placeholder(std::string_view text) {
  constexpr std::array<std::string_view, 8> kTexts{"", "n/a", "na", "n.a.", "nan", "-", "–", "—"};
  constexpr std::size_t kLongest = 16;
  if (text.size() > kLongest) return false;
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  const std::size_t end = text.find_last_not_of(" \t") + 1;
  const std::string_view trimmed = text.substr(begin, end > begin ? end - begin : 0);
  return std::find(kTexts.begin(), kTexts.end(), core::in_lower_case(trimmed)) != kTexts.end();
}

void add_number(RecordColumn& column, std::optional<double> value) {
  ++column.numbers;
  const bool is_time = value && *value >= kFirstMilliseconds && *value < kLastMilliseconds;
  column.has_only_milliseconds = column.has_only_milliseconds && is_time;
}

void add_text(RecordColumn& column, std::string text) {
  if (is_placeholder(text)) {
    ++column.placeholders;
    return;
  }
  column.has_only_dates = column.has_only_dates && (is_date(text) || is_month(text));
  if (const auto number = number_in_text(std::move(text))) return add_number(column, number);
  if (column.numbers + column.texts + column.others == 0) column.begins_with_text = true;
  ++column.texts;
}

}  // namespace

bool RecordColumn::is_named_as_time() const {
  constexpr std::size_t kLongest = 9;
  return name.size() <= kLongest && std::find(kTimeNames.begin(), kTimeNames.end(),
                                              core::in_lower_case(name)) != kTimeNames.end();
}

std::vector<RecordColumn> list_record_columns(JsonValue records, core::ContentReader& fields) {
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

}  // namespace templates
