// Percent-encoding of URLs (RFC 3986, section 2.1), decoded.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core {

// Any bytes may result. Nothing if a % is not followed by two hexadecimal digits.
std::optional<std::string> percent_decode(std::string_view text);

}  // namespace core
