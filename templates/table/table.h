// Renders a table.
#pragma once

#include "templates/rendered_content.h"
#include "templates/table/table_content.h"

namespace templates {

// Thread-safe.
RenderedContent render_table(const Table& table);

}  // namespace templates
