// Programs that open links without a person: link previews in chat applications, and scanners of
// mail.
#pragma once

#include <string_view>

namespace core {

// Whether the User-Agent belongs to such a program.
bool is_previewer(std::string_view user_agent);

}  // namespace core
