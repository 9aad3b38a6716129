// How two versions of a chart differ.
#pragma once

#include <optional>

#include "core/text/json.h"
#include "templates/differences/content_difference.h"

namespace templates {

// By the values that are drawn: a row for each label and a column for each series, or a row for
// each point. Of a Vega-Lite chart, by the records at the top level of its specification. Its
// settings are everything else that is drawn: type, titles, options, colours. Nothing if one of the
// contents is no chart, or has no data of its own. Thread-safe.
std::optional<ContentDifference> compare_charts(core::JsonValue from, core::JsonValue to);

}  // namespace templates
