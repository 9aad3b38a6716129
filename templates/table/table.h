// Renders a table.
//
// A small table is in the page as a whole. Of a larger one the page has the first rows; its script
// fetches the others, and until then, or without a script, the page links to them as CSV.
#pragma once

#include <string>

#include "templates/rendered_content.h"
#include "templates/table/table_content.h"

namespace templates {

// Thread-safe.
RenderedContent render_table(const Table& table, RenderingOptions options);

// All rows for the page's script, as lines of JSON: an array with the labels, an array for each row
// with its cells (cell_output.h), and an object with the members `isComplete`, false if there are
// too many rows for a page, and `hasCutCells`. Thread-safe.
std::string write_table_rows(const Table& table);

}  // namespace templates
