#include "core/self_check.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "core/cryptography.h"
#include "core/encoding.h"

namespace core {
namespace {

constexpr std::int64_t kSeconds = 60;

// Has spaces, so it is never what is signed of a share token.
std::string sign(std::int64_t seconds, const SigningKey& key) {
  const std::string statement = "artifact-share self-check " + std::to_string(seconds);
  return to_base64url(hmac_sha256(key.secret, statement));
}

}  // namespace

std::string prove_self_check(Timestamp now, const SigningKey& key) {
  return std::to_string(now.unix_seconds()) + '.' + sign(now.unix_seconds(), key);
}

bool is_self_check(std::string_view proof, Timestamp now, const SigningKeys& keys) {
  std::int64_t seconds = 0;
  const char* const end = proof.data() + proof.size();
  const auto [dot, problem] = std::from_chars(proof.data(), end, seconds);
  if (problem != std::errc() || dot == end || *dot != '.') return false;
  if (seconds < now.unix_seconds() - kSeconds || seconds > now.unix_seconds() + kSeconds)
    return false;
  const std::string_view signature(dot + 1, end);
  return std::any_of(keys.all().begin(), keys.all().end(), [&](const SigningKey& key) {
    const std::string right = sign(seconds, key);
    return equal_in_constant_time(as_bytes(right), as_bytes(signature));
  });
}

}  // namespace core
