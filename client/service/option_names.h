// Maps the API's field names to the options that the user gave.
#pragma once

#include <string>
#include <string_view>

namespace client {

// The message with each field or parameter of the API replaced by the option of the command line:
// "expiresIn must be …" as "--expires must be …". Words that are quoted, or part of a path into the
// document, stay.
std::string with_option_names(std::string_view message);

}  // namespace client
