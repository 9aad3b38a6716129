// Reading secrets: passwords of share links, and API keys.
#pragma once

#include <string>

namespace client {

// Where standard input is a terminal, or is taken by a document: asks on the terminal, without
// showing what is typed. Elsewhere, reads the first line of standard input. Throws Failure if there
// is nothing, or no terminal to ask on.
std::string read_secret(const std::string& prompt, bool input_is_document);

// The same, asked twice on a terminal, so that a mistyped password locks nobody out.
std::string read_new_secret(const std::string& prompt, bool input_is_document);

// 20 random characters in groups of five, of those that are not mistaken for one another: 100 bits.
std::string generate_password();

}  // namespace client
