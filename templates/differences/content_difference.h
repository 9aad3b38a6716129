// How two versions of a content differ, by lines of the form that people read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_difference.h"

namespace templates {

enum class DifferenceKind : std::uint8_t {
  text,   // documents and code
  table,  // by the lines of its rows as CSV
  chart,  // the same of its data: a row for each label, a column for each series
  json,   // what the template cannot show, by the lines of readable JSON
  size,   // files; and what is too large or takes too long to compare
};

// The headings of the columns of a table, or of the labels and series of a chart.
struct ColumnsDifference {
  std::vector<std::string> added = {};
  std::vector<std::string> removed = {};
  // Those of both versions in the order of each; empty if it is the same.
  std::vector<std::string> moved_from = {};
  std::vector<std::string> moved_to = {};

  bool is_empty() const { return added.empty() && removed.empty() && moved_to.empty(); }
};

struct ContentDifference {
  DifferenceKind kind = DifferenceKind::size;
  // Of all kinds but size. The rows of tables and charts have the columns of both versions, in the
  // order of the earlier one.
  std::optional<core::TextDifference> text = {};
  std::optional<ColumnsDifference> columns = {};  // of table and chart
  bool leaves_columns_out = false;                // the rows lack columns that one version has
  // What else is shown, such as the language of code or the format of a column.
  core::TextDifference settings = {};
  // The text that is compared: of a document its text, of a file its bytes. Absent: all of the
  // content.
  std::optional<std::size_t> from_bytes = {};
  std::optional<std::size_t> to_bytes = {};
};

// JSON with a line for each value, as it is compared. What is too large to be written so stays as
// it is.
std::string lines_of_json(std::string_view json);

}  // namespace templates
