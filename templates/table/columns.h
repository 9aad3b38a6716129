// The columns of a table as its content describes and names them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/fields.h"
#include "core/text/json.h"
#include "templates/table/table_content.h"

namespace templates {

// Reads the description of one column: a name, or an object with a key, a label, an alignment, a
// format, a currency and a language.

// The label of a column without a name: "Column 3" for position 2.
std::string numbered_label(std::size_t position);

// How many characters of a name a message has.
inline constexpr std::size_t kLongestShownName = 40;

// "Day", "Orders": up to Table::kMaximumNamed of the names, for a message.
std::string named_in_message(const std::vector<std::string>& names);

// A column whose key is also its label, or which is numbered if the key is empty.
TableColumn column_of_key(std::string key, std::size_t position);

// `position` is that of the column in the table. A column of a data frame with several levels is an
// array, which is only right if `may_have_levels`. Formats, currencies and languages that are
// unknown are added to `ignored`, and columns of a wrong type to the problems of `fields`.
TableColumn read_column(core::JsonValue column, std::size_t position, bool may_have_levels,
                        core::FieldReader& fields, std::vector<TablePart>& ignored);

// The member `lang` of a column or table; empty if there is none, or one that is not a language
// tag, which is added to `ignored`.
std::string read_language(core::JsonValue holder, std::vector<TablePart>& ignored);

// Finds the columns that the keys of rows belong to. All of these read the rows in one pass.
// Problems, such as a key that a row has twice, are added to those of `fields`.

// A column for each key of the rows that are objects, in order of first occurrence.
std::vector<TableColumn> columns_from_keys(core::JsonValue rows, core::FieldReader& fields);

// Adds a column for each member of `values`, which are values by column.
void add_columns_of_members(core::JsonValue values, std::vector<TableColumn>& columns,
                            core::FieldReader& fields);

// Checks that no row has a key of a column twice.
DifferingKeys check_keys(core::JsonValue rows, const std::vector<TableColumn>& columns,
                         core::FieldReader& fields);

// Whether the members of `values` are rows: the columns have the names of the members in the first
// one, not of these themselves.
bool has_keys_in_rows(core::JsonValue values, const std::vector<TableColumn>& columns);

// Values by column, those of each of `columns` after the first `index_width`.
struct PlacedValues {
  ValuesByColumn by_column;
  DifferingKeys keys;
};
PlacedValues place_values(core::JsonValue values, const std::vector<TableColumn>& columns,
                          std::size_t index_width, core::FieldReader& fields);

}  // namespace templates
