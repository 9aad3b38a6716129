// The values of a chart's records under each of their keys.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields.h"
#include "core/text/json.h"
#include "templates/chart/chart_content.h"
#include "templates/chart/reader/reading.h"

namespace templates {

struct RecordColumn {
  std::string name;
  // How many values of each type there are, without null.
  std::size_t numbers = 0;       // also in strings
  std::size_t placeholders = 0;  // placeholders for missing numbers: "n/a"
  std::size_t texts = 0;         // all others
  std::size_t others = 0;
  bool begins_with_text = false;
  bool has_only_dates = true;         // of its texts
  bool has_only_milliseconds = true;  // of its numbers: times after 1973, since 1970

  bool is_empty() const { return numbers + placeholders + texts + others == 0; }
  // Whether it can be drawn; texts in it are gaps.
  bool is_drawable() const { return others == 0 && numbers > 0 && texts < numbers; }
  bool is_text() const { return begins_with_text && !is_drawable(); }
  bool has_texts_only() const { return texts > 0 && numbers + others == 0; }
  // Whether its name suggests positions on a time axis: year, date, hour. Also x.
  bool is_named_as_time() const;
  bool is_time() const { return is_named_as_time() || (has_texts_only() && has_only_dates); }
};

// In order of first occurrence. Records of another type are problems of `fields`.
std::vector<RecordColumn> list_record_columns(core::JsonValue records, core::FieldReader& fields);

// A key or a value in a sentence: shortened, and in quotes.
std::string short_quote(std::string_view text);

const RecordColumn* find_column(const std::vector<RecordColumn>& columns, std::string_view name);

// The members by which a chart from records names the keys of its labels and values.

struct RecordHints {
  std::optional<std::string> label;
  std::optional<std::vector<std::string>> values;
  std::vector<std::string> second;   // those of values on the second axis
  bool are_bars_horizontal = false;  // the key for y is that of the labels
  bool are_categories_keys = false;  // `categories` names keys, and has no labels
};

// xKey, yKey, yKeys and y2Keys always name keys, and those of another type are problems of
// `fields`. The members of other libraries (x, xField, xAxis.dataKey) are used if they name keys of
// the records.
RecordHints read_record_hints(core::JsonValue source, const std::vector<RecordColumn>& columns,
                              Reading& fields);

// Which keys of a chart's records are its labels, datasets and the like.

struct RecordKeys {
  std::optional<std::string> label;  // of points: their x
  std::vector<std::string> values;   // a dataset each
  std::vector<std::string> second;   // those of them on the second axis
  std::optional<std::string> radius;
};

// What is not drawn although it could be goes to the unsupported parts of `chart`.
RecordKeys choose_record_keys(core::JsonValue records, const std::vector<RecordColumn>& columns,
                              RecordHints hints, Chart& chart);

}  // namespace templates
