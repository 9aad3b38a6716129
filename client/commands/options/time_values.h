// Options whose values are times.
#pragma once

#include <string>

namespace client {

// A date alone is its midnight in UTC. Any other text is returned as it is.
std::string with_midnight(const std::string& text);

}  // namespace client
