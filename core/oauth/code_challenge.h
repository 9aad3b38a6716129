// CodeChallenge: ensures that only the app that began a request for access can exchange its code
// (PKCE, RFC 7636, method S256 only).
#pragma once

#include <optional>
#include <string_view>

#include "core/security/cryptography.h"

namespace core {

class CodeChallenge {
 public:
  // A `code_challenge`: 43 characters of base64url.
  static std::optional<CodeChallenge> parse(std::string_view text);
  explicit CodeChallenge(const Sha256& hash) : hash_(hash) {}

  const Sha256& hash() const { return hash_; }
  // Whether this `code_verifier` is the challenge's. Takes constant time.
  bool is_met_by(std::string_view verifier) const;

 private:
  Sha256 hash_;
};

}  // namespace core
