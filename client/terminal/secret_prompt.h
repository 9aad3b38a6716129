// Reading secrets: passwords of share links, and API keys.
#pragma once

#include <string>

namespace client {

// Prompts on the terminal, without echo, if standard input is a terminal or is used by a document.
// Otherwise reads the first line of standard input. Throws Failure if that is empty, or there is no
// terminal to prompt on.
std::string read_secret(const std::string& prompt, bool input_is_document);

// The same, but a terminal prompts twice, to detect a mistyped password.
std::string read_new_secret(const std::string& prompt, bool input_is_document);

// 20 random characters, 100 bits, in groups of five, without characters that look alike.
std::string generate_password();

}  // namespace client
