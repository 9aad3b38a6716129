// Files as programs send them: in Base64, where they are members of JSON, and with what precedes a
// PDF.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace core {

// What a PDF file begins with, behind as many bytes as viewers skip: blank lines, the headers of a
// mail, messages of the program that wrote it.
inline constexpr std::string_view kPdfHeader = "%PDF-";
inline constexpr std::size_t kMostBytesBeforePdf = 1024;

bool is_pdf(std::string_view bytes);

// The bytes of a file in Base64: in either alphabet, with or without padding, with any white space,
// and with the prefix of a data: URL. The media type of that is ignored, as programs that do not
// know a file's type write any. Nothing if it cannot be decoded.
std::optional<std::string> decode_file(std::string text);

}  // namespace core
