// Taking text apart at separators and whitespace. The results refer to the text that was given.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core {

inline constexpr std::string_view kWhitespace = " \t\r\n";

// The text without these characters at its ends.
std::string_view trim(std::string_view text, std::string_view characters = kWhitespace);

// Removes everything up to the first separator from `rest`, with the separator, and returns it
// without whitespace at its ends. Without a separator, that is all of `rest`.
std::string_view take_until(std::string_view& rest, char separator);

// The words of a text, which whitespace separates.
std::vector<std::string> split_words(std::string_view text);

}  // namespace core
