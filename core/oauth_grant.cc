#include "core/oauth_grant.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/security/cryptography.h"
#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace core {
namespace {

// RFC 7636, 4.1.
bool is_verifier(std::string_view text) {
  return text.size() >= 43 && text.size() <= 128 &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
         });
}

}  // namespace

std::optional<CodeChallenge> CodeChallenge::parse(std::string_view text) {
  const auto bytes = from_base64url(text);
  Sha256 hash{};
  if (!bytes || bytes->size() != hash.size()) return std::nullopt;
  const auto source = as_bytes(*bytes);
  std::copy(source.begin(), source.end(), hash.begin());
  return CodeChallenge(hash);
}

bool CodeChallenge::is_met_by(std::string_view verifier) const {
  return is_verifier(verifier) && equal_in_constant_time(sha256(verifier), hash_);
}

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

OAuthError to_oauth_error(const Error& error) {
  switch (error.code) {
    case ErrorCode::rate_limited:
    case ErrorCode::unavailable:
      return {"temporarily_unavailable", error.sentence()};
    case ErrorCode::internal_error:
      return {"server_error", error.sentence()};
    default:
      return {"invalid_request", error.sentence()};
  }
}

std::string to_json(const OAuthError& error) {
  JsonWriter json;
  json.begin_object();
  json.member("error", error.code);
  json.member("error_description", error.description);
  json.end_object();
  return json.text();
}

}  // namespace core
