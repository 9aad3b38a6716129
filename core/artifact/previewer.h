// Programs that open links by themselves: what makes a preview of a link in a chat, and what looks
// into mail for harmful links.
#pragma once

#include <string_view>

namespace core {

// Whether a request with this User-Agent comes from such a program, as far as it says so.
bool is_previewer(std::string_view user_agent);

}  // namespace core
