#include "core/identity/client_request_id.h"

#include <algorithm>
#include <cstddef>

#include "core/security/share_token.h"
#include "core/text/ascii.h"

namespace core {
namespace {

constexpr std::size_t kLongestClientId = 128;
constexpr std::string_view kPunctuation = "-._~:/+=@";

bool is_allowed(char c) {
  return is_letter_or_digit(c) || kPunctuation.find(c) != std::string_view::npos;
}

// A key or token of the service, by its prefix or form.
bool holds_secret(std::string_view text) {
  return text.find("artk_") != text.npos || text.find("arto_") != text.npos ||
         text.find("artr_") != text.npos || may_hold_share_token(text);
}

}  // namespace

bool is_client_request_id(std::string_view text) {
  return !text.empty() && text.size() <= kLongestClientId &&
         std::all_of(text.begin(), text.end(), is_allowed) && !text.starts_with("req_") &&
         !holds_secret(text);
}

}  // namespace core
