// Which columns the keys of rows are those of. All of these read the rows in one pass. Problems, as
// a key that a row has twice, are added to those of `fields`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/input/content_reader.h"
#include "core/json/json_tree.h"
#include "templates/table/table_content.h"

namespace templates {

// A column for each key of the rows that are objects, in order of first occurrence.
std::vector<TableColumn> columns_from_keys(core::JsonValue rows, core::ContentReader& fields);

// Adds a column for each member of `values`, which are values by column.
void add_columns_of_members(core::JsonValue values, std::vector<TableColumn>& columns,
                            core::ContentReader& fields);

// Checks that no row has a key of a column twice. Returns the keys of columns that no row has,
// while rows have keys of no column; up to Table::kMaximumNamed.
std::vector<std::string> check_keys(core::JsonValue rows, const std::vector<TableColumn>& columns,
                                    core::ContentReader& fields);

// Whether the members of `values` are rows: not they, but what the first one holds is named as the
// columns are.
bool has_keys_in_rows(core::JsonValue values, const std::vector<TableColumn>& columns);

// Values by column, those of each of `columns` behind the first `index_width`.
struct PlacedValues {
  ValuesByColumn by_column;
  std::vector<std::string> missing_keys;  // as those of check_keys
};
PlacedValues place_values(core::JsonValue values, const std::vector<TableColumn>& columns,
                          std::size_t index_width, core::ContentReader& fields);

}  // namespace templates
