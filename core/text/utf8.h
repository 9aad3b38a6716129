// UTF-8 (RFC 3629).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace core {

// Whether the whole text is well-formed: no overlong forms, no surrogates, nothing past U+10FFFF.
bool is_utf8(std::string_view text);

// The length of the longest beginning of a text that is_utf8().
std::size_t well_formed_length(std::string_view text);

// Whether the byte continues a character, rather than begins one.
inline bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// How many code points a well-formed text has.
std::size_t count_code_points(std::string_view text);

// The longest beginning of a well-formed text that has at most `most` bytes and ends between code
// points.
std::string_view whole_characters(std::string_view text, std::size_t most);

// The beginning of a well-formed text with at most `most` code points.
std::string_view first_code_points(std::string_view text, std::size_t most);

// Removes the first character from a text that is not empty; U+FFFD if its bytes are invalid.
std::uint32_t take_code_point(std::string_view& text);

}  // namespace core
