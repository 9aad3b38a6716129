#include "app/sharing/viewer_proofs.h"

#include <charconv>
#include <cstdint>

#include "core/security/statement_signature.h"

namespace app {
namespace {

constexpr std::int64_t kViewSeconds = 3600;

std::string unlocked_statement(const core::ShareId& link, const std::string& password_hash) {
  return "unlocked:" + link.to_string() + ':' + password_hash;
}

// `end` in Unix seconds.
std::string viewed_statement(const core::ShareId& link, std::int64_t end) {
  return "view:" + link.to_string() + ':' + std::to_string(end);
}

}  // namespace

Proof prove_unlocked(const core::ShareId& link, const std::string& password_hash,
                     const core::SigningKeys& keys) {
  return {link, core::sign_statement(unlocked_statement(link, password_hash), keys.current())};
}

bool proves_unlocked(std::string_view proof, const core::ShareId& link,
                     const std::string& password_hash, const core::SigningKeys& keys) {
  return core::is_statement_signature(proof, unlocked_statement(link, password_hash), keys);
}

Proof prove_viewed(const core::ShareId& link, core::Timestamp now, const core::SigningKeys& keys) {
  const std::int64_t end = now.unix_seconds() + kViewSeconds;
  return {link, std::to_string(end) + '.' +
                    core::sign_statement(viewed_statement(link, end), keys.current())};
}

bool proves_viewed(std::string_view proof, const core::ShareId& link, core::Timestamp now,
                   const core::SigningKeys& keys) {
  const std::size_t dot = proof.find('.');
  if (dot == std::string_view::npos) return false;
  std::int64_t end = 0;
  std::from_chars(proof.data(), proof.data() + dot, end);
  return now.unix_seconds() < end &&
         core::is_statement_signature(proof.substr(dot + 1), viewed_statement(link, end), keys);
}

}  // namespace app
