#include "core/text/encodings.h"

#include <algorithm>
#include <array>

#include "core/text/text.h"

namespace core {
namespace {

constexpr std::string_view kStandardAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrlAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::uint8_t kNoDigit = 0xff;
using DigitTable = std::array<std::uint8_t, 256>;

constexpr DigitTable digits_of(std::string_view alphabet) {
  DigitTable table{};
  table.fill(kNoDigit);
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    table[static_cast<std::uint8_t>(alphabet[i])] = static_cast<std::uint8_t>(i);
  return table;
}

constexpr DigitTable kStandardDigits = digits_of(kStandardAlphabet);
constexpr DigitTable kUrlDigits = digits_of(kUrlAlphabet);

std::string encode(std::span<const std::uint8_t> bytes, std::string_view alphabet) {
  std::string text((bytes.size() / 3) * 4, '\0');
  text.reserve((bytes.size() * 4 + 2) / 3);
  // Files are large, so whole groups are written to where they go.
  const std::size_t grouped = text.size() / 4 * 3;
  for (std::size_t from = 0, to = 0; from < grouped; from += 3, to += 4) {
    const std::uint32_t group = static_cast<std::uint32_t>(bytes[from]) << 16 |
                                static_cast<std::uint32_t>(bytes[from + 1]) << 8 | bytes[from + 2];
    text[to] = alphabet[group >> 18];
    text[to + 1] = alphabet[group >> 12 & 0x3f];
    text[to + 2] = alphabet[group >> 6 & 0x3f];
    text[to + 3] = alphabet[group & 0x3f];
  }
  std::uint32_t pending = 0;
  unsigned bits = 0;
  for (const std::uint8_t byte : bytes.subspan(grouped)) {
    pending = pending << 8 | byte;
    for (bits += 8; bits >= 6;) {
      bits -= 6;
      text += alphabet[pending >> bits & 0x3f];
    }
  }
  if (bits > 0) text += alphabet[pending << (6 - bits) & 0x3f];
  return text;
}

std::optional<std::string> decode(std::string_view text, const DigitTable& digits) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  bytes.reserve(text.size() * 3 / 4);
  const std::size_t grouped = bytes.size() / 3 * 4;
  const auto digit_at = [&](std::size_t at) -> std::uint32_t {
    return digits[static_cast<std::uint8_t>(text[at])];
  };
  for (std::size_t from = 0, to = 0; from < grouped; from += 4, to += 3) {
    const std::uint32_t first = digit_at(from);
    const std::uint32_t second = digit_at(from + 1);
    const std::uint32_t third = digit_at(from + 2);
    const std::uint32_t fourth = digit_at(from + 3);
    // A digit has six bits.
    if ((first | second | third | fourth) > 0x3f) return std::nullopt;
    const std::uint32_t group = first << 18 | second << 12 | third << 6 | fourth;
    bytes[to] = static_cast<char>(group >> 16);
    bytes[to + 1] = static_cast<char>(group >> 8 & 0xff);
    bytes[to + 2] = static_cast<char>(group & 0xff);
  }
  std::uint32_t pending = 0;
  unsigned bits = 0;
  for (const char c : text.substr(grouped)) {
    const std::uint8_t digit = digits[static_cast<std::uint8_t>(c)];
    if (digit == kNoDigit) return std::nullopt;
    pending = pending << 6 | digit;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(pending >> bits & 0xff);
    }
  }
  const std::uint32_t left_over = pending & ((1U << bits) - 1);
  if (left_over != 0) return std::nullopt;
  return bytes;
}

// The value of a hexadecimal digit; negative for any other character.
int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

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

std::span<const std::uint8_t> as_bytes(std::string_view text) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes may be read as bytes.
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string to_base64url(std::span<const std::uint8_t> bytes) {
  return encode(bytes, kUrlAlphabet);
}

std::optional<std::string> from_base64url(std::string_view text) {
  return decode(text, kUrlDigits);
}

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string text = encode(bytes, kStandardAlphabet);
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  if (text.ends_with("==")) return decode(text.substr(0, text.size() - 2), kStandardDigits);
  if (text.ends_with("=")) return decode(text.substr(0, text.size() - 1), kStandardDigits);
  return decode(text, kStandardDigits);
}

std::string to_hexadecimal(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 0xf];
  }
  return text;
}

std::string to_big_endian(std::int64_t number) {
  auto left = static_cast<std::uint64_t>(number);
  std::string bytes(8, '\0');
  for (std::size_t at = 8; at-- > 0; left >>= 8) bytes[at] = static_cast<char>(left & 0xff);
  return bytes;
}

std::int64_t from_big_endian(std::string_view bytes) {
  std::uint64_t number = !bytes.empty() && (bytes.front() & '\x80') != 0 ? ~std::uint64_t{0} : 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(number);
}

std::string percent_encode(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const bool is_unreserved =
        is_letter_or_digit(c) || std::string_view("-._~").find(c) != std::string_view::npos;
    if (is_unreserved)
      encoded += c;
    else
      encoded += '%' + to_hexadecimal(as_bytes(std::string_view(&c, 1)));
  }
  return encoded;
}

std::optional<std::string> percent_decode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = digit_value(text[i + 1]);
    const int low = digit_value(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

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
