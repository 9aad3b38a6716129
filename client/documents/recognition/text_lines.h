// The lines of a text, without what ends them.
#pragma once

#include <string_view>
#include <vector>

namespace client {

std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace client
