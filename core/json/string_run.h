// Runs of bytes inside the strings of a JSON text.
#pragma once

#include <cstddef>
#include <string_view>

namespace core {

// The number of bytes that `text` begins with before the first quotation mark, backslash or control
// character: those that a JSON string may contain as they are, if they are well-formed UTF-8.
std::size_t unescaped_length(std::string_view text);

}  // namespace core
