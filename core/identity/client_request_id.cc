#include "core/identity/client_request_id.h"

#include <algorithm>
#include <cstddef>

#include "core/text/ascii.h"

namespace core {
namespace {

constexpr std::size_t kLongestClientId = 128;
constexpr std::string_view kPunctuation = "-._~:/+=@";

bool is_allowed(char c) {
  return is_letter_or_digit(c) || kPunctuation.find(c) != std::string_view::npos;
}

}  // namespace

bool is_client_request_id(std::string_view text) {
  return !text.empty() && text.size() <= kLongestClientId &&
         std::all_of(text.begin(), text.end(), is_allowed) && !text.starts_with("req_") &&
         text.find("artk_") == std::string_view::npos;
}

}  // namespace core
