// Adds rows to the content of a table, in any of the notations of table_reader.h.
#pragma once

#include "core/error.h"
#include "core/text/json.h"
#include "templates/addition.h"
#include "templates/table/table_content.h"

namespace templates {

// Rows that were sent in another form than those that are there, as arrays in place of objects or
// the reverse, get theirs by the columns. With a key, a row replaces the one that has the text of
// its cell in that column; where none has, it is added. Errors: append_unsupported if a row does
// not fit the columns, or the notation cannot have another row; edit_ambiguous if several rows have
// the text of one that was sent; invalid_request if one has no such cell, or two the same.
core::Result<GrownContent> with_added_rows(core::JsonValue content, const Table& table,
                                           const Addition& addition);

}  // namespace templates
