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
// - lang beside any of these: the language of the texts, which tells how they write numbers.
#pragma once

#include <optional>

#include "core/json/json_tree.h"
#include "core/result.h"
#include "templates/table/table_content.h"

namespace templates {

// `content` is the root of its tree. Nothing if it has no columns, no rows that define any, and no
// place for rows with nothing in it.
// Errors: invalid_content if a field that is shown has the wrong type, there are too many columns
// or repeated ones, or a quoted CSV field is not closed.
core::Result<std::optional<Table>> read_table(core::JsonValue content);

}  // namespace templates
