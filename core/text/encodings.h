// Base64, hexadecimal and percent encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/text/text.h"

namespace core {

// Base64 (RFC 4648, parts 4 and 5) and hexadecimal text for bytes, and bytes for numbers.
//
// Decoders of text are strict: any character outside the alphabet, any padding that does not
// belong, and any left-over bit that is not zero is rejected, so that one value has exactly one
// text.

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

// Percent-encoding of URLs (RFC 3986, section 2.1).

// All but unreserved characters are encoded.
std::string percent_encode(std::string_view text);

// Any bytes may result. Nothing if a % is not followed by two hexadecimal digits.
std::optional<std::string> percent_decode(std::string_view text);

// Files as programs send them: in Base64, where they are members of JSON, and with what precedes a
// PDF.

// The first bytes of a PDF file, after as many bytes as viewers skip: blank lines, the headers of a
// mail, messages of the program that wrote it.
inline constexpr std::string_view kPdfHeader = "%PDF-";
inline constexpr std::size_t kMostBytesBeforePdf = 1024;

bool is_pdf(std::string_view bytes);

// The bytes of a file in Base64: in either alphabet, with or without padding, with any white space,
// and with the prefix of a data: URL. The media type of that is ignored, as programs that do not
// know a file's type write any. Nothing if it cannot be decoded.
std::optional<std::string> decode_file(std::string text);

}  // namespace core
