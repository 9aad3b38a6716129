// Base62 (0-9, A-Z, a-z) and the checksum that access tokens of several services end with: six such
// digits of the CRC-32 of what is before them, so that a mistyped or invented token is recognised
// without asking anybody.
#pragma once

#include <string>
#include <string_view>

namespace core {

inline constexpr std::string_view kBase62Digits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

inline constexpr std::size_t kBase62ChecksumLength = 6;
std::string base62_checksum(std::string_view data);

}  // namespace core
