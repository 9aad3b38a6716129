// Reads what content says of one column: a name, or an object with a key, a label, an alignment, a
// format, a currency and a language.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/input/content_reader.h"
#include "core/json/json_tree.h"
#include "templates/table/table_content.h"

namespace templates {

// The label of a column without a name: "Column 3" for position 2.
std::string numbered_label(std::size_t position);

// A column whose key is also its label, or which is numbered if the key is empty.
TableColumn column_of_key(std::string key, std::size_t position);

// `position` is that of the column in the table. A column of a data frame with several levels is an
// array, which is only right if `may_have_levels`. Formats, currencies and languages that are
// unknown are added to `ignored`, and columns of a wrong type to the problems of `fields`.
TableColumn read_column(core::JsonValue column, std::size_t position, bool may_have_levels,
                        core::ContentReader& fields, std::vector<TablePart>& ignored);

// The language that the member `lang` of a column or table says; empty if there is none, or one
// that is no language tag, which is added to `ignored`.
std::string read_language(core::JsonValue holder, std::vector<TablePart>& ignored);

}  // namespace templates
