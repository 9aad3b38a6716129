// Base64 (RFC 4648, parts 4 and 5) and hexadecimal text for bytes, and bytes for numbers.
//
// Decoders of text are strict: any character outside the alphabet, any padding that does not
// belong, and any left-over bit that is not zero is rejected, so that one value has exactly one
// text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/text/ascii.h"

namespace core {

std::span<const std::uint8_t> as_bytes(std::string_view text);

// base64url without padding, as RFC 7515 uses it.
std::string to_base64url(std::span<const std::uint8_t> bytes);
std::optional<std::string> from_base64url(std::string_view text);

// base64 with padding.
std::string to_base64(std::span<const std::uint8_t> bytes);
// A character of such text.
constexpr bool is_base64_or_padding(char c) {
  return is_letter_or_digit(c) || c == '+' || c == '/' || c == '=';
}
std::optional<std::string> from_base64(std::string_view text);

// Two lower-case digits a byte.
std::string to_hexadecimal(std::span<const std::uint8_t> bytes);

// Eight bytes in two's complement, the highest first.
std::string to_big_endian(std::int64_t number);
// The same of any length from 1 to 8 bytes, sign extended.
std::int64_t from_big_endian(std::string_view bytes);

}  // namespace core
