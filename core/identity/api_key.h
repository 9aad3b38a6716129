// ApiKey: the secret that a client sends as `Authorization: Bearer artk_…`.
//
// artk_ + 36 base62 characters from the system's random source (214 bits) + 6 base62 characters of
// the CRC-32 of those 36, so that secret scanners recognise keys, and mistyped ones are refused
// without a query. Only its SHA-256 and a display prefix are stored. A value of this type has a
// valid form and checksum.
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
