// What a chart's page does not show of the content that it was made of.
#pragma once

#include <string_view>

#include "core/json/json_tree.h"
#include "templates/chart/chart_content.h"

namespace templates {

// Adds `part` to those that `chart` does not show, unless there is one for the same reason, or as
// many as kMaximumUnsupportedParts.
void note_unsupported(Chart& chart, std::string_view what, core::JsonValue part);

}  // namespace templates
