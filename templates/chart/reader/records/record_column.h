// What the records of a chart have under each of their keys.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/input/content_reader.h"
#include "core/json/json_tree.h"

namespace templates {

struct RecordColumn {
  std::string name;
  // How many values of each type there are; null is none.
  std::size_t numbers = 0;       // also in strings
  std::size_t placeholders = 0;  // texts that say that there is no number: "n/a"
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
  // Whether its name says that it has places along an axis of time: year, date, hour. Also x.
  bool is_named_as_time() const;
  bool is_time() const { return is_named_as_time() || (has_texts_only() && has_only_dates); }
};

// In order of first occurrence. Records of another type are problems of `fields`.
std::vector<RecordColumn> list_record_columns(core::JsonValue records, core::ContentReader& fields);

// A key or a value in a sentence: shortened, and in quotes.
std::string short_quote(std::string_view text);

const RecordColumn* find_column(const std::vector<RecordColumn>& columns, std::string_view name);

}  // namespace templates
