#include "core/encodings/form.h"

#include <algorithm>

#include "core/encodings/percent_decoding.h"
#include "core/text/ascii.h"
#include "core/text/utf8.h"

namespace core {
namespace {

std::optional<std::string> decode(std::string_view text) {
  std::string with_spaces(text);
  std::replace(with_spaces.begin(), with_spaces.end(), '+', ' ');
  auto decoded = percent_decode(with_spaces);
  if (!decoded || !is_utf8(*decoded) || decoded->find('\0') != std::string::npos)
    return std::nullopt;
  return decoded;
}

void append_encoded(char c, std::string& text) {
  constexpr std::string_view kHexadecimalDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  if (is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '*') {
    text += c;
  } else {
    text += '%';
    text += kHexadecimalDigits[byte >> 4];
    text += kHexadecimalDigits[byte & 15];
  }
}

Error undecodable() {
  return {ErrorCode::invalid_request, "the parameters must be percent-encoded UTF-8"};
}

}  // namespace

Result<FormFields> parse_form(std::string_view text) {
  FormFields fields;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view field = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (field.empty()) continue;

    const std::size_t equals = std::min(field.find('='), field.size());
    const std::optional<std::string> name = decode(field.substr(0, equals));
    const std::optional<std::string> value =
        decode(field.substr(std::min(equals + 1, field.size())));
    if (!name || !value) return undecodable();
    if (!fields.emplace(*name, *value).second)
      return Error{ErrorCode::invalid_request,
                   "the parameter \"" + *name + "\" is given more than once"};
  }
  return fields;
}

std::string write_form(
    std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
  std::string text;
  for (const auto& [name, value] : fields) {
    if (value.empty()) continue;
    if (!text.empty()) text += '&';
    for (const char c : name) append_encoded(c, text);
    text += '=';
    for (const char c : value) append_encoded(c, text);
  }
  return text;
}

}  // namespace core
