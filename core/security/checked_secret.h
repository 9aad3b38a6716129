// Secrets that tell what they are: a prefix, 36 base62 characters from the system's random source
// (214 bits), and 6 base62 characters of the CRC-32 of those 36, so that secret scanners recognise
// them, and mistyped ones are refused without a query.
#pragma once

#include <string>
#include <string_view>

namespace core {

std::string generate_checked_secret(std::string_view prefix);

// Whether the text has the form and the checksum of a secret with this prefix.
bool is_checked_secret(std::string_view prefix, std::string_view text);

}  // namespace core
