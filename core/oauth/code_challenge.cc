#include "core/oauth/code_challenge.h"

#include <algorithm>

#include "core/encodings/encoding.h"
#include "core/text/ascii.h"

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

}  // namespace core
