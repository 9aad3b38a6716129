#include "core/account/email.h"

#include <algorithm>

#include "core/text/ascii.h"
#include "core/text/invisible.h"
#include "core/text/split.h"
#include "core/text/utf8.h"

namespace core {
namespace {

// RFC 5321, 4.5.3.1.3, less the angle brackets.
constexpr std::size_t kLongest = 254;

bool is_space_or_control(char c) { return (c >= 0 && c <= ' ') || c == '\x7f'; }

}  // namespace

std::optional<Email> Email::parse(std::string_view text) {
  std::string address(trim(text));
  const std::size_t at = address.find('@');
  if (address.size() > kLongest || at == std::string::npos || at == 0 || at + 1 == address.size() ||
      address.find('@', at + 1) != std::string::npos)
    return std::nullopt;
  if (std::any_of(address.begin(), address.end(), is_space_or_control) || !is_utf8(address) ||
      hidden_character(address))
    return std::nullopt;
  return Email(in_lower_case(address));
}

std::string why_not_email(std::string_view text) {
  if (const auto hidden = hidden_character(text))
    return "must not contain invisible characters such as " + *hidden;
  return "must be an email address, such as name@example.org";
}

}  // namespace core
