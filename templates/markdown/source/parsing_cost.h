// What a Markdown source costs to parse.
#pragma once

#include <string_view>

namespace templates {

// Whether md4c would need more than linear time for the structure of a line, which it analyses
// before its first callback: many containers opened by one line, or very many link definitions.
bool is_costly_to_parse(std::string_view source);

}  // namespace templates
