// The file or standard input to share, read completely.
#pragma once

#include <string>
#include <string_view>

#include "templates/documents/recognition.h"

namespace client {

using templates::Document;

// The name in UTF-8: U+FFFD stands for each byte that is invalid.
std::string readable_name(std::string_view name);

// `path` names a file, or "-" standard input. The output of a program is read without terminal
// colours. Throws Failure if it cannot be read.
Document read_document(const std::string& path);

}  // namespace client
