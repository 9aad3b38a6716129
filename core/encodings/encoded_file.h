// Files that are members of JSON, in Base64 as programs write it.
#pragma once

#include <optional>
#include <string>

namespace core {

// The bytes of a file in Base64: in either alphabet, with or without padding, with any white space,
// and with the prefix of a data: URL. The media type of that is ignored, as programs that do not
// know a file's type write any. Nothing if it cannot be decoded.
std::optional<std::string> decode_file(std::string text);

}  // namespace core
