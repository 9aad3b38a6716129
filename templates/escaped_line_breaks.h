// The warning about a text whose line breaks came as two characters, a backslash and an n: a
// program has escaped it twice.
#pragma once

#include <string>
#include <string_view>

#include "core/warning.h"

namespace templates {

inline constexpr std::string_view kEscapedLineBreak = "\\n";

// Whether a Markdown document is one line that would begin blocks where such characters are. A text
// about them has other lines, or something else behind them.
inline bool has_escaped_line_breaks(std::string_view document) {
  constexpr std::string_view kBeginsBlock = "#-*|>`";
  if (document.find_first_of("\r\n") < document.find_last_not_of(" \t\r\n")) return false;
  for (std::size_t at = document.find(kEscapedLineBreak); at != std::string_view::npos;
       at = document.find(kEscapedLineBreak, at + 1)) {
    const std::string_view behind = document.substr(at + kEscapedLineBreak.size());
    if (behind.starts_with(kEscapedLineBreak) ||
        (!behind.empty() && kBeginsBlock.find(behind.front()) != std::string_view::npos))
      return true;
  }
  return false;
}

inline core::Warning escaped_line_breaks(std::string_view field) {
  return {
      core::WarningCode::escaped_line_breaks,
      "the text is one line, with a backslash and an n where line breaks belong; in JSON a line "
      "break is written \\n, and \\\\n is these two characters",
      std::string(field)};
}

}  // namespace templates
