#include "core/oauth/user_code.h"

#include <array>
#include <cstdint>

#include "core/security/cryptography.h"
#include "core/text/ascii.h"

namespace core {
namespace {

constexpr std::string_view kConsonants = "BCDFGHJKLMNPQRSTVWXZ";
constexpr std::size_t kUserCodeLength = 8;

}  // namespace

UserCode UserCode::generate() {
  std::string text;
  std::array<std::uint8_t, 32> bytes{};
  while (text.size() < kUserCodeLength) {
    fill_random(bytes);
    for (const std::uint8_t byte : bytes) {
      // 240 is 12 × 20: larger bytes would make the first letters more likely.
      if (byte < 240 && text.size() < kUserCodeLength)
        text += kConsonants[byte % kConsonants.size()];
    }
  }
  return UserCode(std::move(text));
}

std::optional<UserCode> UserCode::parse(std::string_view typed) {
  std::string text;
  for (const char c : typed) {
    if (c == '-' || c == ' ') continue;
    const char letter = is_letter(c) ? static_cast<char>(c & ~' ') : c;
    if (kConsonants.find(letter) == std::string_view::npos || text.size() == kUserCodeLength)
      return std::nullopt;
    text += letter;
  }
  if (text.size() != kUserCodeLength) return std::nullopt;
  return UserCode(std::move(text));
}

}  // namespace core
