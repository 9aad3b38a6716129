#include "core/operation/self_check.h"

#include <charconv>
#include <cstdint>

#include "core/security/statement_signature.h"

namespace core {
namespace {

constexpr std::int64_t kSeconds = 60;

// Contains spaces, so it can never be the signed part of a share token.
std::string statement_at(std::int64_t seconds) {
  return "artifact-share self-check " + std::to_string(seconds);
}

}  // namespace

std::string prove_self_check(Timestamp now, const SigningKey& key) {
  return std::to_string(now.unix_seconds()) + '.' +
         sign_statement(statement_at(now.unix_seconds()), key);
}

bool is_self_check(std::string_view proof, Timestamp now, const SigningKeys& keys) {
  std::int64_t seconds = 0;
  const char* const end = proof.data() + proof.size();
  const auto [dot, problem] = std::from_chars(proof.data(), end, seconds);
  if (problem != std::errc() || dot == end || *dot != '.') return false;
  if (seconds < now.unix_seconds() - kSeconds || seconds > now.unix_seconds() + kSeconds)
    return false;
  const std::string_view signature(dot + 1, end);
  return is_statement_signature(signature, statement_at(seconds), keys);
}

}  // namespace core
