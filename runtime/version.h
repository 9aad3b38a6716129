// The version of the programs.
#pragma once

#include <string_view>

namespace runtime {

// As the package has it: "1.2.3".
std::string_view version();

}  // namespace runtime
