// A table as the middle of its share page.
#pragma once

#include "core/table_content.h"
#include "pages/rendered_content.h"

namespace pages {

// Thread-safe.
RenderedContent render_table(const core::Table& table);

}  // namespace pages
