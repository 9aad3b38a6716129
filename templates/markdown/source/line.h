// Lines of a Markdown source, for syntax that is extracted before parsing.
#pragma once

#include <cstddef>
#include <string_view>

namespace templates {

// In columns.
inline constexpr std::size_t kTabWidth = 4;
inline constexpr std::size_t kIndentationOfCode = 4;

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Removes the next line from `source` and returns it without its line break.
std::string_view take_line(std::string_view& source);

bool is_blank(std::string_view line);

// The number of bytes of `line` before its text: white space and the markers of block quotes and
// lists.
std::size_t container_prefix(std::string_view line);

}  // namespace templates
