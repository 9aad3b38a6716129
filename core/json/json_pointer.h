// JSON Pointers (RFC 6901), which name a place in a JSON text: "/content/rows/3".
#pragma once

#include <string>
#include <string_view>

namespace core {

// Appends the step to a member of this name: a slash and the name, in which ~ and / are escaped.
void append_step(std::string_view name, std::string& pointer);

// The pointer to the member of the outermost object that has this name.
std::string pointer_to(std::string_view name);

}  // namespace core
