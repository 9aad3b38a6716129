// Escape sequences of terminals (ECMA-48), which set colours and make links, in text that programs
// have written for one.
#pragma once

#include <string>

namespace client {

// The text without them. An escape character that begins none stays.
std::string without_terminal_sequences(std::string text);

}  // namespace client
