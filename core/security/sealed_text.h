// Sealed texts: encrypted and authenticated, for data that must not be readable where it is stored.
// AES-256-GCM (NIST SP 800-38D) with a random nonce, under a key derived from a signing key. As
// base64url.
//
// Thread-safe. Throws std::runtime_error if OpenSSL fails.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/security/signing_keys.h"

namespace core {

std::string seal(std::string_view text, const SigningKey& key);

// Nothing if `sealed` was not created by seal() with the same key.
std::optional<std::string> unseal(std::string_view sealed, const SigningKey& key);

}  // namespace core
