// Adds what a client sends at the end of an artifact's content.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.h"
#include "core/text/json.h"

namespace templates {

struct AddedText {
  std::string text;
};

// Rows of a table, or records of a chart.
struct AddedRows {
  core::JsonTree rows;                     // an array, not empty
  std::optional<std::size_t> keep_last{};  // how many rows the content has at most afterwards
  // The column in which a row that is there has the same text as the one that replaces it, by the
  // name of its cells or its heading. Absent: all rows are added.
  std::optional<std::string> key{};
};

// Points of a chart: a label for each, and in each dataset a value for each.
struct AddedPoints {
  std::optional<core::JsonTree> labels;  // an array
  core::JsonTree datasets;               // an array, not empty
  std::optional<std::size_t> keep_last{};
  bool replaces_labels = false;  // a point with the same label is replaced
};

using Addition = std::variant<AddedText, AddedRows, AddedPoints>;

struct GrownContent {
  std::string content;       // a JSON text; all that was not touched is as it was
  std::size_t appended = 0;  // rows, points or characters
  std::size_t replaced = 0;  // rows or points
  std::size_t dropped = 0;   // rows or points, from the beginning
};

// How many of `count` are beyond those that are kept.
inline std::size_t beyond(std::optional<std::size_t> keep_last, std::size_t count) {
  return keep_last && count > *keep_last ? count - *keep_last : 0;
}

// Which of what is there is replaced by which of what was sent, by their places.
using Replacements = std::map<std::size_t, std::size_t>;

// Finds the keys of what was sent among those of what is there, which `next` returns one after
// another, until there are none. What would not be among the last `keep_last` afterwards is not
// replaced, so that all that was sent stays: it is added at the end. `list` is the place of what
// was sent, "/append/rows". Errors: invalid_request if one of those that were sent is empty or is
// there twice, or if they are more than are kept; edit_ambiguous if one is that of several.
core::Result<Replacements> match_keys(std::string_view key, std::string_view list,
                                      const std::vector<std::string>& sent,
                                      std::optional<std::size_t> keep_last,
                                      const std::function<std::optional<std::string>()>& next);

// append_unsupported. `reason` says what would be right.
inline core::Error append_unsupported(std::string_view reason, std::string_view field = "append") {
  return {core::ErrorCode::append_unsupported, reason, field};
}

}  // namespace templates
