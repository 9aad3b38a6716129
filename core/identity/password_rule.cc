#include "core/identity/password_rule.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace core {
namespace {

constexpr std::size_t kFewest = 12;
constexpr std::size_t kMost = 128;

}  // namespace

std::optional<std::string> problem_of_password(std::string_view password) {
  if (!is_utf8(password)) return "The password must be valid UTF-8 text.";
  const std::size_t length = count_code_points(password);
  if (length < kFewest)
    return "The password must have at least " + std::to_string(kFewest) + " characters.";
  if (length > kMost)
    return "The password must have at most " + std::to_string(kMost) + " characters.";
  if (std::all_of(password.begin(), password.end(), [&](char c) { return c == password.front(); }))
    return "The password must not repeat a single character.";
  return std::nullopt;
}

}  // namespace core
