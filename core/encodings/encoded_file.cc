#include "core/encodings/encoded_file.h"

#include <algorithm>

#include "core/encodings/encoding.h"
#include "core/text/ascii.h"

namespace core {
namespace {

constexpr std::string_view kSpaces = " \t\n\r\f\v";

// Removes the prefix of a data: URL. False if it does not declare base64.
bool remove_head(std::string& text) {
  text.erase(0, text.find_first_not_of(kSpaces));
  if (!starts_with_ignoring_case(text, "data:")) return true;
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return false;
  const bool is_base64 =
      ends_with_ignoring_case(std::string_view(text).substr(0, comma), ";base64");
  text.erase(0, comma + 1);
  return is_base64;
}

}  // namespace

bool is_pdf(std::string_view bytes) {
  return bytes.substr(0, kMostBytesBeforePdf + kPdfHeader.size()).find(kPdfHeader) !=
         std::string_view::npos;
}

std::optional<std::string> decode_file(std::string text) {
  if (!remove_head(text)) return std::nullopt;
  std::erase_if(text, [](char c) { return kSpaces.find(c) != std::string_view::npos; });
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.pop_back();
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return from_base64url(text);
}

}  // namespace core
