// Marks of Markdown that are text: those in bare URLs, and tildes that strike nothing through as
// on GitHub. md4c takes them for markup, so bytes that are invalid in UTF-8 replace them before
// parsing.
#pragma once

#include <string>
#include <string_view>

namespace templates {

// `source`, of the same length, in linear time.
std::string hide_literal_marks(std::string_view source);

// A part of what hide_literal_marks() returned, as it was.
std::string show_literal_marks(std::string text);

}  // namespace templates
