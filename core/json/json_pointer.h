// JSON Pointers (RFC 6901), which name a place in a JSON text: "/content/rows/3".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace core {

// In bytes, before ~ and / are escaped. A name can be as long as a body, and a response may have
// many pointers: what would have a longer one is said to be at the value around it.
inline constexpr std::size_t kLongestPointer = 256;

// Appends the step to a member of this name: a slash and the name, in which ~ and / are escaped.
// False, and appends nothing, if the pointer would become too long.
bool append_step(std::string_view name, std::string& pointer);

// The pointer to the member of the outermost object that has this name.
std::string pointer_to(std::string_view name);

}  // namespace core
