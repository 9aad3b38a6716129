// The shapes that a data frame has in JSON, as pandas writes it without listing its rows.
#pragma once

#include "core/text/json.h"

namespace core {

// Whether `value` has cells by column: arrays of equal length, or objects with the same members.
bool has_values_by_column(JsonValue value);

// Whether the names of members only count them.
bool has_row_numbers(JsonValue object);

// Whether the objects of has_values_by_column() are rows instead, each under its name: the names
// count them, or the values of some are of several types, and those under each key of one type.
bool are_named_rows(JsonValue value);

}  // namespace core
