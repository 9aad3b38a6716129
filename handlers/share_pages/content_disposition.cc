#include "handlers/share_pages/content_disposition.h"

#include <algorithm>

#include "core/text/ascii.h"
#include "core/text/utf8.h"

namespace handlers {
namespace {

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Replaces each character that is not ASCII by an underscore.
std::string ascii_name(std::string_view filename) {
  std::string name;
  for (const char c : filename) {
    if (core::is_continuation(c)) continue;
    name += is_ascii(c) ? c : '_';
  }
  return name;
}

// Percent-encodes all but the attr-char of RFC 8187.
std::string extended_value(std::string_view filename) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlainSigns = "!#$&+-.^_`|~";
  std::string value = "UTF-8''";
  for (const char c : filename) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain =
        core::is_letter_or_digit(c) || kPlainSigns.find(c) != std::string_view::npos;
    if (is_plain) {
      value += c;
    } else {
      value.append({'%', kDigits[byte >> 4U], kDigits[byte & 0xfU]});
    }
  }
  return value;
}

}  // namespace

std::string content_disposition(Disposition disposition, std::string_view filename) {
  std::string value = disposition == Disposition::attachment ? "attachment" : "inline";
  value += "; filename=\"" + ascii_name(filename) + '"';
  if (!std::all_of(filename.begin(), filename.end(), is_ascii))
    value += "; filename*=" + extended_value(filename);
  return value;
}

}  // namespace handlers
