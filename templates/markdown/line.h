// Lines of a Markdown source, for what has to be found in it before it is parsed.
#pragma once

#include <cstddef>
#include <string_view>

namespace templates {

// Takes the next line off `source`, without its end.
std::string_view take_line(std::string_view& source);

bool is_blank(std::string_view line);

// How many bytes of `line` come before its text: white space and the markers of quotations and
// lists.
std::size_t container_prefix(std::string_view line);

}  // namespace templates
