// The warning about a text whose line breaks came as two characters, a backslash and an n: a
// program has escaped it twice.
#pragma once

#include <string_view>

#include "core/warning.h"

namespace templates {

inline constexpr std::string_view kEscapedLineBreak = "\\n";

// Whether a Markdown document is one line that would begin blocks where such characters are. A text
// about them has other lines, something else behind them, or has them in backquotes.
bool has_escaped_line_breaks(std::string_view document);

core::Warning escaped_line_breaks(std::string_view field);

}  // namespace templates
