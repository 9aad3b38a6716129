// How two versions of a table differ.
#pragma once

#include <optional>

#include "core/text/json.h"
#include "templates/differences/content_difference.h"

namespace templates {

// By rows and cells; nothing if one of the contents is no table. Its settings are what describes
// the columns, and other values beside the rows. Thread-safe.
std::optional<ContentDifference> compare_tables(core::JsonValue from, core::JsonValue to);

}  // namespace templates
