// Statements that the service signs for itself (HMAC-SHA-256, with the keys of share links), to
// verify them when a browser or a program sends them back. A statement begins with its kind
// ("view:…"), so that none can be used as one of another kind.
#pragma once

#include <string>
#include <string_view>

#include "core/security/signing_keys.h"

namespace core {

// In base64url, without padding.
std::string sign_statement(std::string_view statement, const SigningKey& key);

// Whether one of the keys signed the statement, in constant time.
bool is_statement_signature(std::string_view signature, std::string_view statement,
                            const SigningKeys& keys);

}  // namespace core
