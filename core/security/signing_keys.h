// SigningKeys: the installation's secrets, which sign share tokens, cursors and statements, and
// encrypt sealed texts.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace core {

struct SigningKey {
  std::string id;
  std::string secret;
};

// The configured keys, in order: the first signs, all of them verify. Never empty; every secret has
// at least 256 bits. Immutable, so thread-safe.
class SigningKeys {
 public:
  // One key a line, `ID BASE64`, `#` begins a comment. The error's message is for the operator and
  // names the line, never the secret.
  static Result<SigningKeys> parse(std::string_view text);

  const SigningKey& current() const { return keys_.front(); }
  const std::vector<SigningKey>& all() const { return keys_; }
  // Null if there is no such key.
  const SigningKey* find(std::string_view id) const;

 private:
  explicit SigningKeys(std::vector<SigningKey> keys) : keys_(std::move(keys)) {}

  std::vector<SigningKey> keys_;
};

}  // namespace core
