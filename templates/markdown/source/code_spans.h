// The code spans of a paragraph.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace templates {

// Where the code spans of `paragraph` end, by the positions where their backticks begin.
std::unordered_map<std::size_t, std::size_t> ends_of_code(std::string_view paragraph);

}  // namespace templates
