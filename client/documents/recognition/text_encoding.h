// The encoding of text that is not in UTF-8.
#pragma once

#include <string_view>

namespace client {

// As iconv names it; empty if the bytes are hardly text.
std::string_view likely_encoding(std::string_view bytes);

}  // namespace client
