#include "core/account/password_rule.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/text/utf8.h"

namespace core {
namespace {

constexpr std::size_t kFewest = 12;
constexpr std::size_t kMaximum = 128;

}  // namespace

std::optional<Error> check_new_password(std::string_view field, std::string_view password) {
  const auto problem = [&](std::string message) {
    return Error{ErrorCode::invalid_request, std::move(message), std::string(field)};
  };
  if (!is_utf8(password)) return problem("must be valid UTF-8 text");
  const std::size_t length = count_code_points(password);
  if (length < kFewest)
    return problem("must have at least " + std::to_string(kFewest) + " characters");
  if (length > kMaximum)
    return problem("must have at most " + std::to_string(kMaximum) + " characters");
  if (std::all_of(password.begin(), password.end(), [&](char c) { return c == password.front(); }))
    return problem("must not repeat a single character");
  return std::nullopt;
}

}  // namespace core
