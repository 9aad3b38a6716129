// The two forms of a cell in the page: HTML, and data for the page's script.
#pragma once

#include <optional>
#include <string_view>

#include "core/text/json_writer.h"
#include "html/html.h"
#include "templates/rendered_content.h"
#include "templates/table/table_cell.h"
#include "templates/table/table_content.h"

namespace templates {

std::string_view class_of(CellAlignment alignment);

// The <td>, from which the page's script reads the same as from write_cell(). data-value is set
// only if the value cannot be derived from the displayed text.
html::Html cell_html(const ShownCell& cell, std::optional<CellAlignment> alignment,
                     RenderingOptions options);

// The cell for the page's script:
//   null, "text", true, false, an integer that is shown with its digits in groups,
//   ["shown", "value"], {link, text, value}, {image, text}, {date, text}, {json},
//   {parts: ["text", "https://…", "text", …]}
void write_cell(core::JsonWriter& json, const ShownCell& cell);

}  // namespace templates
