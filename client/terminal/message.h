// Messages on standard error, and text for terminals.
#pragma once

#include <string>
#include <string_view>

namespace client {

// One line on standard error, after the program's name.
void print_message(std::string_view message);

// One line on standard error, for people: what was done.
void print_note(std::string_view note);

// Without the characters that a terminal takes for commands (C0 but tab and newline, DEL, C1), each
// of which becomes U+FFFD: titles and documents come from others.
std::string without_control_characters(std::string_view text);

// Standard output gets `text`. Throws std::system_error if it cannot be written, as on a full disk.
void print_output(std::string_view text);

}  // namespace client
