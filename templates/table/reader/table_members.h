// Which members of a content object are the columns and the rows of a table, and what belongs to
// the formats in which programs write tables (table_reader.h lists them).
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "core/json/json_tree.h"

namespace templates {

inline const std::initializer_list<std::string_view> kColumnMembers{"columns", "headers", "fields",
                                                                    "columnDefs"};
inline const std::initializer_list<std::string_view> kRowMembers{"rows",  "data",       "records",
                                                                 "items", "dataSource", "rowData"};

// Members that are shown, or compared with what is shown elsewhere, and those with which programs
// describe a table.
inline const std::initializer_list<std::string_view> kOtherMembers{
    "csv", "table", "$schema", "schema", "type", "id", "rowKey", "lang"};

// Whether the members of the content are its columns. One among others can have a name that
// otherwise says what the columns or rows are.
bool is_columns(core::JsonValue holder);

// Names and types of columns, as ClickHouse writes them beside data (FORMAT JSONCompact).
bool has_names_of_columns(core::JsonValue meta);

// The index of a data frame or a series as pandas splits it: beside data, an entry for each row.
// Every row of a data frame, which has columns, is an array, and none of a series. `rows` are those
// that are read.
std::optional<core::JsonValue> split_index(core::JsonValue holder,
                                           std::optional<core::JsonValue> rows, bool has_columns);

// Whether an index only counts the rows: 0, 1, 2, …
bool is_row_number(core::JsonValue index);

// The names of the index's levels, as DataFrame.to_dict("tight") has them, if there is any.
std::optional<core::JsonValue> index_names(core::JsonValue holder);

// Whether a value can name a level, or a series: a string or a number.
bool is_name(const core::JsonValue& value);

// Whether a member has something that could have been a cell, or a text about the table.
bool has_something_to_show(core::JsonValue value);

}  // namespace templates
