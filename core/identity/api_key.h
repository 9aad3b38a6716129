// ApiKey: the secret that a client sends as `Authorization: Bearer artk_…`.
//
// A checked secret (core/security/checked_secret.h) with the prefix artk_. Only its SHA-256 and a
// display prefix are stored. A value of this type has a valid form and checksum.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/security/cryptography.h"

namespace core {

class ApiKey {
 public:
  static ApiKey generate();
  static std::optional<ApiKey> parse(std::string_view text);

  // The key itself: shown once to its owner, never stored or logged.
  const std::string& secret() const { return secret_; }
  // Stored, and used to look up a key.
  Sha256 hash() const { return sha256(secret_); }
  // The first characters, which identify the key in a list.
  std::string display_prefix() const;

 private:
  explicit ApiKey(std::string secret) : secret_(std::move(secret)) {}

  std::string secret_;
};

}  // namespace core
