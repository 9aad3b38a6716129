// Marks of Markdown that are text: those in bare URLs, and tildes that strike nothing through as
// on GitHub. md4c takes them for markup, so bytes that are invalid in UTF-8 replace them before
// parsing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace templates {

// `source`, of the same length, in linear time.
std::string hide_literal_marks(std::string_view source);

// A part of what hide_literal_marks() returned, as it was.
std::string show_literal_marks(std::string text);

// The code spans of a paragraph.

// Where the code spans of `paragraph` end, by the positions where their backticks begin.
std::unordered_map<std::size_t, std::size_t> ends_of_code(std::string_view paragraph);

}  // namespace templates
