// A chart as the middle of its share page.
#pragma once

#include "core/chart_content.h"
#include "pages/rendered_content.h"

namespace pages {

// Thread-safe.
RenderedContent render_chart(const core::Chart& chart);

}  // namespace pages
