// Names of files that clients send, made safe to show and to save a file by.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace templates {

// What is left of `path` when folders are away, and control characters, quotes, what file systems
// do not take, and marks that change the direction of the text and so can make an extension look
// like another. May be empty.
std::string bare_file_name(std::string_view path);

// The first `most` code points.
std::string_view first_code_points(std::string_view text, std::size_t most);

}  // namespace templates
