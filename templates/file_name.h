// File names from clients, made safe to display and to use.
#pragma once

#include <string>
#include <string_view>

namespace templates {

// `path` without folders, control characters, quotes, characters that file systems reject, and
// marks that change the direction of the text and so can disguise an extension. May be empty.
std::string bare_file_name(std::string_view path);

}  // namespace templates
