// Reads the content of a table artifact from any of the formats that clients send:
// - columns|headers|fields: strings, or objects with key|id|field|accessor|name,
//   label|header|title, align, format, currency and lang; without them, the keys of the rows in
//   order of first occurrence, or "Column 1" and so on for rows that are arrays;
// - rows|data|records|items: arrays, objects by key, or in a table of one column plain values;
// - csv: a text whose first record is the header, its fields separated by commas, semicolons,
//   tabs or vertical bars (core/text/csv.h);
// - columns, index and data, as pandas writes a data frame (orient="split", and "tight" with
//   index_names): the index becomes the first columns, unless it only counts the rows from 0; a
//   column that has several levels is labelled by all of them;
// - name, index and data, as pandas writes a series (orient="split");
// - meta and data, as ClickHouse writes them (FORMAT JSONCompact);
// - the values of each column, as pandas writes a data frame by default and with orient="list": in
//   an array, or by row in an object, whose names become the first column unless they only count;
//   in place of the rows, or as the whole content, if there are several;
// - any of these inside table, which may also be the array of rows;
// - lang next to any of these: the language of the texts, which tells how they write numbers.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/text/json.h"
#include "templates/table/table_content.h"

namespace templates {

// `content` is the root of its tree. Nothing if it has no columns, no rows that define any, and no
// place for rows with nothing in it.
// Errors: invalid_content if a field that is shown has the wrong type, there are too many columns
// or repeated ones, or a quoted CSV field is not closed.
core::Result<std::optional<Table>> read_table(core::JsonValue content);

// The error for content with more columns than a table can have (Table::kMaximumColumns).

// "must have at most 1,000 columns", with `what` for "columns".
std::string with_maximum(std::string_view what);

// The end of a sentence about columns with the key of another one (Table::kMaximumRepeatedColumns).
std::string with_too_many_repeated();

// Which members of a content object are the columns and the rows of a table, and what belongs to
// the formats in which programs write tables (table_reader.h lists them).

inline const std::initializer_list<std::string_view> kColumnMembers{"columns", "headers", "fields",
                                                                    "columnDefs"};
inline const std::initializer_list<std::string_view> kRowMembers{"rows",  "data",       "records",
                                                                 "items", "dataSource", "rowData"};

// Members that are shown, or compared with what is shown elsewhere, and those with which programs
// describe a table.
inline const std::initializer_list<std::string_view> kOtherMembers{
    "csv", "table", "$schema", "schema", "type", "id", "rowKey", "lang"};

// Whether the members of the content are its columns. Among other columns, one may have a name that
// usually denotes the columns or rows.
bool is_columns(core::JsonValue holder);

// Names and types of columns, as ClickHouse writes them with data (FORMAT JSONCompact).
bool has_names_of_columns(core::JsonValue meta);

// The index of a data frame or a series as pandas splits it: in addition to data, an entry for each
// row. Every row of a data frame, which has columns, is an array, and none of a series. `rows` are
// those that are read.
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
