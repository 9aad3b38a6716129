// How two versions of a PDF document differ.
#pragma once

#include <optional>

#include "core/text/json.h"
#include "templates/differences/content_difference.h"

namespace templates {

// By the Markdown or HTML that they are made of; files by their size and pages, as their text is
// not read. Its settings are the other members, such as the file name. Nothing if one of the
// contents has no document. Thread-safe.
std::optional<ContentDifference> compare_pdfs(core::JsonValue from, core::JsonValue to);

}  // namespace templates
