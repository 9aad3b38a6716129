// The names by which the API knows what the user gave as options.
#pragma once

#include <string>
#include <string_view>

namespace client {

// The message with each field or parameter of the API replaced by the option of the command line:
// "expiresIn must be …" as "--expires must be …". Words that are quoted, or part of a path into the
// document, stay.
std::string with_option_names(std::string_view message);

}  // namespace client
