// An error's message as a sentence.
#pragma once

#include <string>
#include <string_view>

namespace pages::dashboard {

// The message with a capital letter and a full stop.
std::string sentence(std::string_view message);

}  // namespace pages::dashboard
