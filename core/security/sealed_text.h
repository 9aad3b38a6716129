// Sealed texts: encrypted and authenticated, for what is stored but must not be readable where it
// is stored. AES-256-GCM (NIST SP 800-38D) with a random nonce, under a key that is derived from a
// signing key. As base64url.
//
// Safe to call from several threads. Throws std::runtime_error if OpenSSL fails.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/security/share_token.h"

namespace core {

std::string seal(std::string_view text, const SigningKey& key);

// Nothing if `sealed` was not made by seal() with the same key.
std::optional<std::string> unseal(std::string_view sealed, const SigningKey& key);

}  // namespace core
