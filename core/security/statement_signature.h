// Statements that the service signs for itself (HMAC-SHA-256, by the keys of share links), so that
// it knows them again when a browser or a program brings them back. What is signed begins with what
// it is about ("view:…"), so that no statement passes for one of another kind.
#pragma once

#include <string>
#include <string_view>

#include "core/security/share_token.h"

namespace core {

// In base64url, without padding.
std::string sign_statement(std::string_view statement, const SigningKey& key);

// Whether one of the keys has signed the statement. Takes as long whatever `signature` is.
bool is_statement_signature(std::string_view signature, std::string_view statement,
                            const SigningKeys& keys);

}  // namespace core
