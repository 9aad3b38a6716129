#include "core/identity/client_request_id.h"

#include <algorithm>
#include <cstddef>

namespace core {
namespace {

constexpr std::size_t kLongestClientId = 128;
constexpr std::string_view kPunctuation = "-._~:/+=@";

bool is_allowed(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         kPunctuation.find(c) != std::string_view::npos;
}

}  // namespace

bool is_client_request_id(std::string_view text) {
  return !text.empty() && text.size() <= kLongestClientId &&
         std::all_of(text.begin(), text.end(), is_allowed) && !text.starts_with("req_") &&
         text.find("artk_") == std::string_view::npos;
}

}  // namespace core
