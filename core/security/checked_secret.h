// Checked secrets: a prefix that names the kind, 36 base62 characters from the system's random
// source (214 bits), and the CRC-32 of those 36 in 6 base62 characters. So secret scanners
// recognise them, and mistyped ones are rejected without a query.
#pragma once

#include <string>
#include <string_view>

namespace core {

std::string generate_checked_secret(std::string_view prefix);

// Whether the text has the form and the checksum of a secret with this prefix.
bool is_checked_secret(std::string_view prefix, std::string_view text);

}  // namespace core
