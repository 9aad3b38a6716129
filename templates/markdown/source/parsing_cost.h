// What a Markdown source costs to parse.
#pragma once

#include <string_view>

namespace templates {

// Whether md4c would need more than linear time for what it analyses before its first callback
// about it: many containers in each other, very many link definitions, or a paragraph of very many
// lines with links.
bool is_costly_to_parse(std::string_view source);

}  // namespace templates
